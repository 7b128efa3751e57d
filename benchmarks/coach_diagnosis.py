"""Does the coach find what a player does wrong? Simulated learners, whose errors lie in one theme.

    python -m benchmarks.coach_diagnosis play knister --games 60 --out learners.jsonl
    python -m benchmarks.coach_diagnosis table learners.jsonl --levels levels.jsonl

`play` appends the games of one learner for each theme, and continues an existing file. A learner plays well, except
that it takes `--slips` of its opportunities for an error of its theme. `table` prints a JSON object for each theme: in
which share of `--runs` random runs of twenty of its games the theme is told first, and what it lost. `--levels` adds
bots without a weakness, the levels (`benchmarks.coach_themes play`): in which share of the runs they are told of any
weakness. The sheets of such a run are left out of the figures of their level.
"""

import argparse
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import knobel
from benchmarks import script
from benchmarks.coach_ledger import play_on
from benchmarks.coach_themes import decision_lines, lines_of, losses_of_levels, mean_losses, played_losses
from knobel import bots
from knobel.coach import assess, review, why
from knobel.coach.themes import GAME_THEMES, counted_theme
from knobel.coach.weaknesses import PlayedLosses, sort_losses, theme_losses
from knobel.core import Game
from knobel.notation import Record

GAMES = 20
"""Number of games of a run."""
TRIED = 8
"""Maximum number of the best other actions among which a learner looks for an error."""
MIN_ERROR, MAX_ERROR = 0.4, 8.0
"""Points that an error of a learner loses."""
SLIPS = 0.5


class Learner:
    """A bot that plays well, except that its errors lie in one theme.

    It takes a share of the opportunities: other actions that lose at most `most` points, among the `tried` best ones,
    because of a reason of its theme.
    """

    def __init__(self, theme: str, slips: float = SLIPS, tried: int = TRIED, most: float = MAX_ERROR) -> None:
        self.theme, self.slips, self.tried, self.most = theme, slips, tried, most

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        found = assess(game, view, seat, "strong", "points")
        best = found.best.action
        if len(found.choices) == 1 or rng.random() > self.slips:
            return best
        wrong = [
            choice.action
            for choice in found.choices[1 : self.tried + 1]
            if MIN_ERROR <= found.loss(choice.action) <= self.most
            and counted_theme(game.name, why(game, view, found, best, choice.action)) == self.theme
        ]
        return rng.choice(wrong) if wrong else best


def line(name: str, learner: Learner, number: int) -> dict[str, Any]:
    """Return the line of a game of a learner, against strong bots where nobody plays alone."""
    game, rng = knobel.make(name), Random(f"{learner.theme} {number} diagnosis")
    players = [learner, *(bots.make("strong") for _ in range(game.min_seats - 1))]
    events, _ = play_on(game, game.start(len(players)), players, rng)
    found = review(Record(game, ("learner", *["bot"] * (len(players) - 1)), events))
    return {
        "game": name,
        "theme": learner.theme,
        "number": number,
        "accuracy": round(found.seats[0].accuracy, 2),
        "count": sum(each.seat == 0 for each in found.decisions),
        "decisions": [each for each in decision_lines(found) if each["seat"] == 0],
    }


def themes_of_learners(game: str) -> list[str]:
    """Return the themes in which a learner errs: a game alone has no winning to lose."""
    return [theme for theme in GAME_THEMES[game] if theme != "winning"]


def play(options: argparse.Namespace) -> None:
    themes = options.themes or themes_of_learners(options.game)

    def played(number: int) -> dict[str, Any]:
        theme = themes[number % len(themes)]
        learner = Learner(theme, options.slips, options.tried, options.most)
        return line(options.game, learner, number // len(themes))

    script.append_lines(Path(options.out), options.games * len(themes), options.minutes, played)


def told(game: str, played: list[PlayedLosses], levels: dict[str, dict[str, float]] | None = None) -> list[str]:
    """Return the weaknesses that a player is told of."""
    found = sort_losses(game, played, theme_losses(game) if levels is None else levels)
    return [each.theme for each in found if each.weakness]


def report_learners(options: argparse.Namespace) -> None:
    learners: dict[tuple[str, str], list[PlayedLosses]] = defaultdict(list)
    for each in lines_of(options.files):
        games = learners[each["game"], each["theme"]]
        games.append(played_losses(each["game"], each["decisions"], 0, each["count"]))
    for (name, theme), games in learners.items():
        rng, found = Random(f"{name} {theme}"), list[list[str]]()
        for _ in range(options.runs):
            found.append(told(name, rng.sample(games, GAMES)))
        script.report(
            {
                "game": knobel.make(name).titles["en"],
                "errors in": theme,
                "games": len(games),
                "lost a game": round(fmean(sum(each.points.values()) for each in games), 1),
                "in the theme": round(fmean(each.points.get(theme, 0.0) for each in games), 1),
                "told first, %": round(100 * fmean(each[:1] == [theme] for each in found), 1),
                "told another first, %": round(100 * fmean(each[:1] not in ([], [theme]) for each in found), 1),
            }
        )


def report_levels(options: argparse.Namespace) -> None:
    for name, levels in losses_of_levels(lines_of(options.levels)).items():
        means = {level: mean_losses(name, sheets) for level, sheets in levels.items()}
        for level, sheets in list(levels.items())[:-1]:
            rng, found = Random(f"{name} {level}"), list[list[str]]()
            for _ in range(options.runs):
                order = rng.sample(sheets, len(sheets))
                others = means | {level: mean_losses(name, order[GAMES:])}
                found.append(told(name, order[:GAMES], others))
            script.report(
                {
                    "game": knobel.make(name).titles["en"],
                    "level without a weakness": level,
                    "games": len(sheets),
                    "told of one, %": round(100 * fmean(bool(each) for each in found), 1),
                }
            )


def table(options: argparse.Namespace) -> None:
    report_learners(options)
    report_levels(options)


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("game", choices=knobel.GAMES)
    verb.add_argument("--themes", nargs="*", help="all themes of the game by default")
    verb.add_argument("--games", type=int, default=60)
    verb.add_argument("--slips", type=float, default=SLIPS)
    verb.add_argument("--tried", type=int, default=TRIED)
    verb.add_argument("--most", type=float, default=MAX_ERROR)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--out", required=True)
    verb.set_defaults(run=play)
    verb = verbs.add_parser("table")
    verb.add_argument("files", nargs="*")
    verb.add_argument("--levels", nargs="*", default=[])
    verb.add_argument("--runs", type=int, default=400)
    verb.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
