"""Whether what the coach says a seat can expect is what it then gets: points, and the chance to win.

    python -m benchmarks.coach_calibration play knister --games 10000 --out knister.jsonl
    python -m benchmarks.coach_calibration table *.jsonl --plot calibration.svg

Games begin at tables of drawn levels, which leads to sheets of all kinds; at a moment drawn for each everybody is
replaced by somebody who plays as the coach expects it (`--then`, who plays for points). What the coach says then of
every seat, and once more half-way from there to the end, is kept beside how the game ended: the points without the luck
of the rolls since, which is 0 on average whatever is said, so that one such game tells as much as a hundred otherwise.
`play` appends a line for each game, and goes on where the file ends. `table` puts predictions into bins, of equal width
in the chance to win and of equal number in points, and names those that are off by more than two standard errors and 2
percentage points or 0.5 points. Standard errors are of games, not of predictions: those of one game count as one.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from operator import add
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import knobel
from benchmarks.coach_many import drawn
from knobel import Move, Over, Roll, bots
from knobel.core import Chance, Game
from knobel.dice import FACES
from knobel.engines import engine

BINS = 10
AT_LEAST = 20
"""Games in a bin; below that nothing is said of it."""
FREE = {"points": 0.5, "win": 0.02}
"""What a bin may be off beside two standard errors."""


def rounds_of(game: Game[Any], seats: int) -> int:
    """How many turns a seat has, or about so many (Knaster)."""
    return int(game.info(game.start(seats)).get("rounds", 30))


def predicted(game: Game[Any], state: Any) -> list[tuple[float, float | None]]:
    """What the coach says of every seat before a roll: points, and the chance to win."""
    found = []
    for seat in range(game.seats(state)):
        worth = engine(game).expect(game.view(state, seat), seat, "strong", "win")
        found.append((worth.points, worth.win))
    return found


def expected(game: Game[Any], state: Any, seat: int) -> float:
    """What the coach says that a seat can expect."""
    return engine(game).expect(game.view(state, seat), seat, "strong", "points").points


def lucks(game: Game[Any], before: Any, after: Any) -> list[float]:
    """By how much a roll was better for every seat than rolls are on average."""
    turn = game.turn(before)
    assert isinstance(turn, Chance), "it fell"
    return [
        expected(game, after, seat) - expected(game, before, seat) if game.simultaneous or seat == turn.seat else 0.0
        for seat in range(game.seats(before))
    ]


def play(game: Game[Any], rng: Random, then: str) -> list[dict[str, float | None]]:
    """A game; what was said of its seats, and what they got."""
    names = drawn(game, rng)
    rounds = rounds_of(game, len(names))
    handed = rng.randrange(rounds)
    moments = {handed, (handed + rounds) // 2}
    players, state, said = [bots.make(name) for name in names], game.start(len(names)), list[Any]()
    thrown, number = 0, -1
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            # A round begins with its first seat's first roll.
            now = thrown if game.simultaneous else game.info(state)["round"] - 1
            if now != number:
                number = now
                if number == handed:
                    players = [bots.make(then)] * len(names)
                if number in moments:
                    said.append((number, predicted(game, state), [0.0] * len(names)))
            thrown += 1
            before, state = state, game.apply(state, Roll(tuple(rng.choices(FACES, k=turn.dice))))
            lucky = lucks(game, before, state) if said else []
            for _, _, luck in said:
                luck[:] = map(add, luck, lucky)
        else:
            seat = turn.seats[0]
            state = game.apply(state, Move(seat, players[seat].choose(game, game.view(state, seat), seat, rng)))
    highest = max(turn.scores)
    shares = [0.0 if s < highest else 1.0 if turn.scores.count(highest) == 1 else 0.5 for s in turn.scores]
    return [
        {
            "round": number,
            "seat": seat,
            "points": points,
            "final": turn.scores[seat],
            "luck": luck[seat],
            "win": win,
            "won": shares[seat],
        }
        for number, each, luck in said
        for seat, (points, win) in enumerate(each)
    ]


def play_many(options: argparse.Namespace) -> None:
    game, out = knobel.make(options.game), Path(options.out)
    first = len(out.read_text().splitlines()) if out.exists() else 0
    until = monotonic() + options.minutes * 60
    with out.open("a") as file:
        for number in range(first, options.games):
            said = play(game, Random(f"{options.seed} {number}"), options.then)
            file.write(json.dumps({"game": game.name, "said": said}) + "\n")
            file.flush()
            if monotonic() > until:
                return


class Bin(NamedTuple):
    """Of so many games: what was said on average, what happened, its standard error, and whether that is too far."""

    games: int
    said: float
    happened: float
    error: float
    off: bool


class Said(NamedTuple):
    """A prediction of a game, by its number, and what happened."""

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


def table(options: argparse.Namespace) -> None:
    said: dict[str, dict[str, list[Said]]] = defaultdict(lambda: {"points": [], "win": []})
    games: dict[str, int] = defaultdict(int)
    for each in (json.loads(line) for path in options.files for line in Path(path).read_text().splitlines()):
        games[each["game"]] += 1
        number, own = games[each["game"]], said[each["game"]]
        own["points"] += [Said(number, one["points"], one["final"] - one["luck"]) for one in each["said"]]
        own["win"] += [Said(number, one["win"], one["won"]) for one in each["said"] if one["win"] is not None]
    found = {name: {of: list(bins(own, of)) for of, own in both.items()} for name, both in said.items()}
    for name, both in found.items():
        print(f"{name}: {games[name]} games")  # noqa: T201
        for of, each_bin in both.items():
            for one in each_bin:
                mark = "  OFF" if one.off else ""
                line = f"{one.said:8.3f} {one.happened:8.3f} ± {one.error:.3f}  ({one.games}){mark}"
                print(f"  {of:6} {line}")  # noqa: T201
    if options.plot:
        from benchmarks.coach_plot import plot  # noqa: PLC0415 - only who plots needs it

        plot(found, Path(options.plot))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("game", choices=knobel.GAMES)
    verb.add_argument("--games", type=int, default=10_000)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--then", default="strong")
    verb.add_argument("--out", required=True)
    verb.set_defaults(run=play_many)
    verb = verbs.add_parser("table")
    verb.add_argument("files", nargs="+")
    verb.add_argument("--plot", help="an SVG file")
    verb.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
