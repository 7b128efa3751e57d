"""Plays in Firefox and WebKitGTK at a server: the home page, a game, its end, its picture and its lesson.

    python -m benchmarks.page_browsers --screenshots FOLDER
    python -m benchmarks.page_browsers --browsers firefox --games knister kniffeliger

The page must be built; the browsers are those of `benchmarks.offline_browsers`. Each game is started from the home page
against a bot and played to its end by random moves. Prints, for each browser and game, the scores, the size of both
shapes of the picture in pixels (or `blank`, if a place in its middle or its corners stays empty), the rule of thumb of
the lesson, and the messages of the console, of which there must be none. With `--screenshots` each of these pages is
photographed.
"""

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.person import play_to_the_end
from tests.server.client import running

from benchmarks.offline_browsers import BROWSERS, CHOOSE, LISTEN, Tab, Visitor
from benchmarks.shared import script
from knobel.games import GAMES

PICTURE = """async (shape) => {
  const picture = document.querySelector(`[data-testid=picture-preview][data-shape=${shape}]`);
  await picture.decode();
  const canvas = document.createElement('canvas');
  const [width, height] = [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  const context = canvas.getContext('2d');
  const places = [[0.5, 0.5], ...[0, 1].flatMap((x) => [[x, 0], [x, 1]])];
  // WebKitGTK draws nothing for a while after it has decoded a large picture.
  for (let tries = 0; tries < 50; tries += 1) {
    context.drawImage(picture, 0, 0);
    const alphas = places.map(([x, y]) => context.getImageData(x * (width - 1), y * (height - 1), 1, 1).data[3]);
    if (alphas.every((alpha) => alpha === 255)) return `${width}×${height}`;
    await new Promise((done) => setTimeout(done, 200));
  }
  return 'blank';
}"""
SHAPES = "portrait", "square"
PAINTED_S = 1
"""Seconds after which WebKitGTK has painted a picture that it has decoded."""
AT_REST = """async () => {
  const ended = ({playState, effect}) =>
    playState !== 'running' || effect.getComputedTiming().endTime === Infinity;
  while (!document.getAnimations().every(ended)) await new Promise((done) => setTimeout(done, 50));
}"""
SAID = "() => JSON.parse(sessionStorage.said ?? '[]')"


def play(person: Visitor, game: str, folder: Path | None) -> dict[str, Any]:
    """Play a game. Return the scores, the size of the picture, the headline of the lesson and the messages."""
    tab: Tab = person.page

    def photograph(name: str) -> None:
        if folder is not None:
            tab.evaluate(AT_REST)
            (folder / f"{game}-{name}.png").write_bytes(tab.screenshot())

    person.go("/")
    person.wait(f'[data-testid="play-{game}"]')
    photograph("home")
    person.choose(game, "bots")
    person.wait('[data-testid="bots-level"]')
    tab.evaluate(CHOOSE, ['[data-testid="bots-level"]', "random"])
    person.click("bots-start")
    person.wait('[data-testid="turn"]')
    rng = Random(game)
    person.play_until_asked(rng)
    photograph("game")
    play_to_the_end([person], rng)
    # The sheet is counted up before the points are told.
    person.wait('[data-testid="results-headline"]:not([aria-label])')
    scores = person.results()
    photograph("end")
    person.click("picture")
    pictures = {}
    for shape in SHAPES:
        person.click(f"shape-{shape}")
        person.wait(f'[data-testid="picture-preview"][data-shape="{shape}"]')
        pictures[f"picture: {shape}"] = tab.evaluate(PICTURE, shape)
        time.sleep(PAINTED_S)
        photograph(f"picture-{shape}")
    tab.goto(f"{person.server}/t/{person.code}/replay/1?lesson")
    tab.evaluate(LISTEN)
    # The coach has named the moments.
    person.wait('[data-testid="which-moment"]')
    photograph("lesson")
    # The rule of thumb comes with the answer.
    person.click("show-answer")
    person.wait('[data-testid="verdict"]')
    rule = person.wait('[data-testid="rule"]')
    photograph("answer")
    console = tab.evaluate(SAID)
    return {"scores": " : ".join(map(str, scores)), **pictures, "rule": " ".join(rule.split()), "console": console}


class ServedVisitor(Visitor):
    """A person at a server's page, whose address names the table."""

    @property
    def code(self) -> str:
        path: str = self.page.evaluate("() => location.pathname")
        return path.split("/")[2]


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--browsers", nargs="+", choices=BROWSERS, default=list(BROWSERS))
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--screenshots", type=Path, help="folder for pictures of the pages")
    options = parser.parse_args()
    for browser in options.browsers:
        with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, BROWSERS[browser]() as tab:
            tab.resize(500, 900)
            person = ServedVisitor(tab, server.url)
            pictures = options.screenshots and options.screenshots / browser
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
            for game in options.games:
                script.report({"browser": tab.browser, "game": game, **play(person, game, pictures)})


if __name__ == "__main__":
    main()
