"""Calibration of the coach: expected against actual points and wins.

    python -m benchmarks.coach_calibration play knister --games 400 --out knister.jsonl
    python -m benchmarks.coach_calibration table *.jsonl --plot calibration.svg

`play` appends a line for each game and continues an existing file; each game has its own dice. `table` prints the bins.

Before a random roll of each game between bots of random levels, which reach sheets of all kinds, the coach predicts
the result of every seat. From there the game is played to its end three times with other dice: once all seats play for
points, once all play to win (`points_to_win`), and once a random seat plays to win against others who play as the
engine assumes; only that seat's probability of winning is compared with the result. Predictions are put into bins, of
equal width for probabilities and of equal size for points. Bins that are off by more than two standard errors and 2
percentage points or 0.5 points are named. Standard errors are computed over games, because predictions of one game are
dependent.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import knobel
from benchmarks.coach_ledger import play, play_on
from benchmarks.coach_many import drawn
from benchmarks.shared import script
from knobel import Roll, bots
from knobel.coach.expectation import expected_points
from knobel.coach.opponent_effects import expected_effect
from knobel.core import replay
from knobel.engines import engine
from knobel.engines.engine import Aim, Effort, final_evaluation
from knobel.notation import Record

BINS = 10
AT_LEAST = 20
"""Minimum number of games in a bin."""
FREE = {"points": 0.5, "points_to_win": 0.5, "win": 0.02}
"""Tolerance of a bin beside two standard errors."""
THINKS: dict[str, Effort] = {"knaster": "master"}
"""Effort that gives probabilities of winning before a roll, where `strong` does not."""
AGAINST = {"kniffeliger": "strong/win"}
"""Opponents assumed by the engine's probabilities, where they do not play for points."""


def foretold(record: Record, rng: Random) -> dict[str, Any]:
    """Return the coach's predictions for seats before one of a game's rolls, each with the result: points,
    probabilities."""
    game, seats = record.game, range(len(record.seats))
    at = rng.choice([number for number, event in enumerate(record.events) if isinstance(event, Roll)])
    state, hero = replay(game, len(seats), record.events[:at]), rng.choice(seats)
    worths = [engine(game).expect(game.view(state, seat), seat, THINKS.get(game.name, "strong")) for seat in seats]
    alone = [expected_points(game, state, seat, "strong", rng.getrandbits(32)) for seat in seats]
    points: dict[Aim, list[tuple[float, int]]] = {}
    for aim in get_args(Aim) if len(seats) > 1 else ("points",):
        scores = play_on(game, state, [bots.make(f"strong/{aim}") for _ in seats], rng)[1]
        effects = [expected_effect(game, state, seat, aim) for seat in seats]
        expected = [value + effect for value, effect in zip(alone, effects, strict=True)]
        points[aim] = list(zip(expected, scores, strict=True))
    wins = []
    if worths[hero].win is not None:
        players = [bots.make("strong/win" if seat == hero else AGAINST.get(game.name, "strong")) for seat in seats]
        won = final_evaluation(play_on(game, state, players, rng)[1], hero).win
        wins.append((worths[hero].win, won))
    return {"event": at + 1, "points": points["points"], "points_to_win": points.get("win", []), "win": wins}


class Bin(NamedTuple):
    """A number of games: the mean prediction, the mean result, its standard error, and whether the difference is too
    large."""

    games: int
    said: float
    happened: float
    error: float
    off: bool


class Said(NamedTuple):
    """A prediction with the number of its game, and the result."""

    game: int
    said: float
    happened: float


def binned(each: list[Said], free: float) -> Bin | None:
    missed: dict[int, float] = defaultdict(float)
    for one in each:
        missed[one.game] += one.happened - one.said
    if len(missed) < AT_LEAST:
        return None
    said = sum(one.said for one in each) / len(each)
    happened = sum(one.happened for one in each) / len(each)
    error = sqrt(sum(miss**2 for miss in missed.values())) / len(each)
    return Bin(len(missed), said, happened, error, abs(happened - said) > 2 * error + free)


def bins(said: list[Said], of: str) -> Iterator[Bin]:
    if of == "win":
        groups = [[one for one in said if min(int(one.said * BINS), BINS - 1) == i] for i in range(BINS)]
    else:
        said = sorted(said, key=lambda one: one.said)
        groups = [said[len(said) * i // BINS : len(said) * (i + 1) // BINS] for i in range(BINS)]
    yield from (found for group in groups if (found := binned(group, FREE[of])))


def play_many(options: argparse.Namespace) -> None:
    game = knobel.make(options.game)

    def line(number: int) -> dict[str, Any]:
        rng = Random(f"{options.seed} {number} branch")
        record, _ = play(game, drawn(game, rng), f"{options.seed} {number} dice")
        return {"game": game.name, "number": number, "foretold": foretold(record, rng)}

    script.append_lines(Path(options.out), options.games, options.minutes, line)


def table(options: argparse.Namespace) -> None:
    said: dict[str, dict[str, list[Said]]] = defaultdict(lambda: {of: [] for of in FREE})
    games: dict[str, int] = defaultdict(int)
    for each in (json.loads(line) for path in options.files for line in Path(path).read_text().splitlines()):
        games[each["game"]] += 1
        number, own, one = games[each["game"]], said[each["game"]], each["foretold"]
        for of in own:
            own[of] += [Said(number, *both) for both in one[of]]
    found = {name: {of: list(bins(own, of)) for of, own in kinds.items()} for name, kinds in said.items()}
    for name, kinds in found.items():
        script.report({"game": name, "games": games[name]} | {of: len(own) for of, own in said[name].items()})
        for of, each_bin in kinds.items():
            for one in each_bin:
                happened = script.with_error(one.happened, one.error)
                row = {"game": name, "of": of, "said": round(one.said, 3), "happened": happened, "games": one.games}
                script.report(row | {"off": bool(one.off)})
    if options.plot:
        from benchmarks.shared.coach_plot import plot  # noqa: PLC0415 - only who plots needs it

        plot(found, Path(options.plot))


def main() -> None:
    parser = script.parser(__doc__)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.add_argument("game", choices=knobel.GAMES)
    playing.add_argument("--games", type=int, default=400)
    playing.add_argument("--minutes", type=float, default=600.0)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--out", required=True)
    playing.set_defaults(run=play_many)
    showing = commands.add_parser("table")
    showing.add_argument("files", nargs="+")
    showing.add_argument("--plot", help="an SVG file")
    showing.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
