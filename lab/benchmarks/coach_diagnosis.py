"""Checks whether the coach finds the weakness of simulated learners, whose errors lie in one theme.

    python -m benchmarks.coach_diagnosis play knister --games 60 --out learners.jsonl
    python -m benchmarks.coach_diagnosis play knister --even --out even.jsonl
    python -m benchmarks.coach_diagnosis play knister --mixed --games 20 --out mixed.jsonl
    python -m benchmarks.coach_diagnosis table learners.jsonl even.jsonl --levels levels.jsonl

`play` appends the games of one learner for each theme, and continues an existing file. A learner plays well, except
that it takes `--slips` of its opportunities for an error of its theme, with `--even` of any theme, with `--mixed` of
one of two themes. `table` prints a JSON object for each theme: in which share of `--runs` random runs of five, ten and
twenty of its games the theme is reported first, and its losses; of two themes, whether both are among the first two or
three. Then, for bots without a weakness, in which share of runs of twenty games any weakness is reported: the bots that
err evenly, and with `--levels` the levels (`benchmarks.coach_themes play`). The sheets of such a run are left out of
the figures with which they are compared.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import knobel
from benchmarks.coach_ledger import play_on
from benchmarks.coach_themes import decision_lines, lines_of, losses_of_learners, losses_of_levels, measured_losses
from benchmarks.shared import script
from knobel import bots
from knobel.coach import Assessment, assess, review
from knobel.coach.parts import divide
from knobel.coach.theme_losses import MeasuredLosses, PlayedLosses, theme_losses, usual_shares
from knobel.coach.themes import GAME_THEMES, main_theme
from knobel.coach.weaknesses import find_losses, sort_losses
from knobel.core import Game
from knobel.notation import Record

GAMES = 20
"""Number of games of a run."""
FEWER = (5, 10)
"""Numbers of games of shorter runs."""
TRIED = 8
"""Maximum number of the best other actions among which a learner looks for an error."""
MIN_ERROR, MAX_ERROR = 0.4, 8.0
"""Points that an error of a learner loses."""
SLIPS = 0.5
AND = " and "
"""Between the names of two themes."""
EVEN = "even errors"
"""Name of bots that err evenly."""


class Learner:
    """A bot that plays well, except that its errors lie in one theme, or evenly in all if `theme` is None.

    It takes a share of the opportunities: other actions that lose at most `most` points, among the `tried` best ones,
    because of a part of its theme. A name of two themes, joined by `AND`, stands for either of them.
    """

    def __init__(self, theme: str | None, slips: float = SLIPS, tried: int = TRIED, most: float = MAX_ERROR) -> None:
        self.theme, self.slips, self.tried, self.most = theme, slips, tried, most
        self.themes = None if theme is None else theme.split(AND)

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        found = assess(game, view, seat, "strong", "points")
        best = found.best.action
        if len(found.choices) == 1 or rng.random() > self.slips:
            return best
        wrong = [
            choice.action
            for choice in found.choices[1 : self.tried + 1]
            if MIN_ERROR <= found.loss(choice.action) <= self.most
            and (self.themes is None or self.errs(game, view, found, choice.action))
        ]
        return rng.choice(wrong) if wrong else best

    def errs(self, game: Game[Any], view: Any, found: Assessment, action: str) -> bool:
        """True if an action is an error of a theme of this learner."""
        loss = found.loss(action)
        theme = main_theme(divide(game, view, found, action, loss), loss, usual_shares(game.name))
        return theme in (self.themes or ())


def line(name: str, learner: Learner, number: int) -> dict[str, Any]:
    """Return the line of a game of a learner, against strong bots in games for several players."""
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


def pairs_of_themes(game: str) -> list[str]:
    """Return pairs of themes in which each theme occurs twice."""
    themes = themes_of_learners(game)
    return [AND.join(pair) for pair in zip(themes, [*themes[1:], themes[0]], strict=True)]


def play(options: argparse.Namespace) -> None:
    known = pairs_of_themes(options.game) if options.mixed else themes_of_learners(options.game)
    themes = [None] if options.even else options.themes or known

    def played(number: int) -> dict[str, Any]:
        theme = themes[number % len(themes)]
        learner = Learner(theme, options.slips, options.tried, options.most)
        return line(options.game, learner, number // len(themes))

    script.append_lines(Path(options.out), options.games * len(themes), options.minutes, played)


def told(game: str, played: Sequence[PlayedLosses], measured: MeasuredLosses | None = None) -> list[str]:
    """Return the weaknesses that are reported to a player."""
    found = sort_losses(game, played, theme_losses(game) if measured is None else measured)
    return [each.theme for each in found if each.weakness]


def percent(told_so: Iterable[bool]) -> float:
    """Return the share of runs in percent."""
    return round(100 * fmean(told_so), 1)


def report_learner(name: str, theme: str, games: Sequence[PlayedLosses], runs: int) -> None:
    rng, first = Random(f"{name} {theme}"), dict[int, list[list[str]]]()
    for length in (*FEWER, GAMES):
        first[length] = [told(name, rng.sample(games, length))[:1] for _ in range(runs)]
    script.report(
        {
            "game": knobel.make(name).titles["en"],
            "errors in": theme,
            "games": len(games),
            "lost a game": round(fmean(each.total for each in games), 1),
            "in the theme": round(fmean(each.points.get(theme, 0.0) for each in games), 1),
            **{
                f"told first after {length} games, %": percent(each == [theme] for each in found)
                for length, found in first.items()
            },
            "told another first, %": percent(each not in ([], [theme]) for each in first[GAMES]),
        }
    )


def report_mixed(name: str, theme: str, games: Sequence[PlayedLosses], runs: int) -> None:
    rng, both = Random(f"{name} {theme}"), set(theme.split(AND))
    found = [find_losses(name, rng.sample(games, GAMES)) for _ in range(runs)]
    listed = [[each.theme for each in losses] for losses in found]
    weaknesses = [{each.theme for each in losses if each.weakness} for losses in found]
    script.report(
        {
            "game": knobel.make(name).titles["en"],
            "errors in": theme,
            "games": len(games),
            "lost a game": round(fmean(each.total for each in games), 1),
            "in the two": [
                round(fmean(each.points.get(theme, 0.0) for each in games), 1) for theme in theme.split(AND)
            ],
            "one of them first, %": percent(bool(both.intersection(each[:1])) for each in listed),
            "both first two, %": percent(both == set(each[:2]) for each in listed),
            "both among the first three, %": percent(both <= set(each[:3]) for each in listed),
            "both told as weaknesses, %": percent(both <= each for each in weaknesses),
            "told another weakness, %": percent(bool(each - both) for each in weaknesses),
        }
    )


def report_bots(
    name: str, levels: Mapping[str, Sequence[PlayedLosses]], even: Sequence[PlayedLosses], runs: int
) -> None:
    for kind, sheets in {**levels, EVEN: even}.items():
        rng, found = Random(f"{name} {kind}"), list[list[str]]()
        for _ in range(runs):
            order = rng.sample(sheets, len(sheets))
            others = {**levels, EVEN: even, kind: order[GAMES:]}
            others_even = others.pop(EVEN)
            found.append(told(name, order[:GAMES], measured_losses(name, others, others_even)))
        script.report(
            {
                "game": knobel.make(name).titles["en"],
                "bots without a weakness": kind,
                "games": len(sheets),
                "told of one, %": percent(map(bool, found)),
            }
        )


def table(options: argparse.Namespace) -> None:
    learners = losses_of_learners(lines_of(options.files))
    for (name, theme), games in learners.items():
        if theme is not None:
            report = report_mixed if AND in theme else report_learner
            report(name, theme, games, options.runs)
    for name, levels in losses_of_levels(lines_of(options.levels)).items():
        report_bots(name, levels, learners[name, None], options.runs)


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("game", choices=knobel.GAMES)
    verb.add_argument("--themes", nargs="*", help="all themes of the game by default")
    verb.add_argument("--even", action="store_true", help="a bot that errs evenly instead of learners")
    verb.add_argument("--mixed", action="store_true", help="learners whose errors lie in two themes")
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
