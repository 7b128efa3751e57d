"""The taps from the home page to the first roll of each game.

    python -m benchmarks.first_roll
    python -m benchmarks.first_roll --games knister

The page must be built. Each game is opened on a phone by people with empty browsers. A newcomer begins it with help;
another one begins the first round that the home page offers, which is one of Knister. A player who has begun the game
before comes back and begins it again. Prints the number of taps until dice have fallen, the roll included.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person
from tests.browser.test_home import taps_of_a_newcomer, taps_of_a_player, taps_of_the_first_round
from tests.server.client import running

from benchmarks.shared import script
from knobel.games import GAMES

FIRST_ROUND = "knister"
"""The game of the first round."""


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)

        def count(taps: Callable[..., int], *game: str) -> int:
            context = browser.new_context(viewport={"width": 390, "height": 844}, locale="de-DE")
            person = Person(context.new_page(), server.url)
            person.go("/")
            counted = taps(person, *game)
            context.close()
            return counted

        for game in options.games:
            script.report(
                {
                    "game": game,
                    "newcomer, with help": count(taps_of_a_newcomer, game),
                    "newcomer, first round": count(taps_of_the_first_round) if game == FIRST_ROUND else None,
                    "player who comes back": count(taps_of_a_player, game),
                }
            )
        browser.close()


if __name__ == "__main__":
    main()
