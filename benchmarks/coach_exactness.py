"""Whether what engines call exact is what the rules say: expectations and best moves beside a slow recursion.

    python benchmarks/coach_exactness.py knister knoeffel --positions 1000 --minutes 5

The recursion knows nothing but the rules: the mean over all rolls, the best over all actions, the score at the end.
Games are played at random to near their end (Knöffel with columns one after the other; Kniffeliger is the last turn of
a sheet that no action die can reach) and every position from there on is asked for what the engine calls exact. Prints
for each game how many positions and actions were compared, the largest difference in points, and how often the
engine's best action is not among the best.
"""

import argparse
from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any

import knobel
from knobel import Chance, Decide, Move, Over, Roll
from knobel.core import Game
from knobel.dice import FACES
from knobel.engines import engine
from knobel.engines.engine import best

SAME = 0.005
"""Stored values are rounded so far."""
OPTIONS: dict[str, dict[str, Any]] = {"knoeffel": {"columns": "sequential"}}
LEFT = {"knister": 2, "knaster": 1, "knapp_daneben": 1, "knoeffel": 1, "kniffeliger": 1}
"""So many places are still free on a sheet when it is looked at."""


class Rules:
    """What a position is worth to a seat that plays alone, by the rules."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        self.game, self.seat = game, seat
        self.known: dict[Any, float] = {}

    def worth(self, state: Any) -> float:
        if state not in self.known:
            if len(self.known) > 2_000_000:
                self.known.clear()
            self.known[state] = self.find(state)
        return self.known[state]

    def find(self, state: Any) -> float:
        turn = self.game.turn(state)
        if isinstance(turn, Over):
            return turn.scores[self.seat]
        if isinstance(turn, Chance):
            after = ((self.game.apply(state, roll), float(p)) for roll, p in self.game.outcomes(state).items())
            return sum(p * self.worth(each) for each, p in after)
        seat = turn.seats[0]
        return max(self.worth(self.game.apply(state, Move(seat, action))) for action in self.game.legal(state, seat))


def free(game: Game[Any], state: Any, seat: int) -> int:
    """How many places of a sheet are not filled."""
    sheet = game.sheet(state, seat)
    if "grid" in sheet:
        return sum(row.count(0) for row in sheet["grid"])
    columns = [column["fields"] for column in sheet["columns"]] if "columns" in sheet else [sheet["rows"]]
    return sum(points is None for column in columns for points in column.values())


def near_the_end(game: Game[Any], rng: Random) -> Iterator[tuple[Any, int]]:
    """Positions of a game near its end, and the seat whose sheet is looked at, which plays last."""
    seats = game.min_seats
    state, seat = game.start(seats), seats - 1
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            event: Any = Roll(tuple(rng.choices(FACES, k=turn.dice)))
        else:
            actions = game.legal(state, turn.seats[0])
            # Nobody plays action dice, nor keeps dice until the end is near.
            plain = [action for action in actions if "." not in action or game.name == "knoeffel"]
            enter = [action for action in plain if action[0] not in "kf" or action in ("kn", "fh") or "." in action]
            close = free(game, state, seat) <= LEFT[game.name]
            event = Move(turn.seats[0], rng.choice((plain if close else enter) or plain or list(actions)))
        state = game.apply(state, event)
        turn = game.turn(state)
        mine = not isinstance(turn, Decide) or turn.seats[0] == seat
        if mine and free(game, state, seat) <= LEFT[game.name] and not isinstance(turn, Over):
            yield state, seat


def compare(name: str, positions: int, minutes: float, seed: int) -> str:
    game, rng = knobel.make(name, **OPTIONS.get(name, {})), Random(seed)
    thinking, rules = engine(game), Rules(game, game.min_seats - 1)
    until = monotonic() + 60 * minutes
    compared = actions = wrong = 0
    largest = 0.0
    while compared < positions and monotonic() < until:
        for state, seat in near_the_end(game, rng):
            if compared == positions or monotonic() > until:
                break
            view = game.view(state, seat)
            found = thinking.expect(view, seat, "master", "points")
            if not found.exact:
                continue
            compared += 1
            largest = max(largest, abs(found.points - rules.worth(state)))
            turn = game.turn(state)
            if isinstance(turn, Decide):
                worth = thinking.evaluate(view, seat, "master", "points")
                true = {action: rules.worth(game.apply(state, Move(seat, action))) for action in worth}
                exact = [action for action in worth if worth[action].exact]
                actions += len(exact)
                largest = max([largest, *(abs(worth[action].points - true[action]) for action in exact)])
                chosen = next(action for action in worth if worth[action] is best(worth))
                wrong += true[chosen] < max(true.values()) - SAME
    return (
        f"{name}: {compared} positions, {actions} actions, at most {largest:.1e} points apart, "
        f"{wrong} times another best"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(LEFT))
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.games:
        print(compare(name, options.positions, options.minutes, options.seed), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
