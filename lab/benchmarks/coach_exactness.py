"""Comparison of the engines' exact values and best moves with a slow recursion over the rules.

    python -m benchmarks.coach_exactness knister knoeffel --positions 1000 --minutes 5

The recursion uses only the rules: the mean over all rolls, the best over all actions, the score at the end. Games are
played at random to near their end (Knöffel with sequential columns; Kniffeliger the last turn of a sheet that no
action die can reach) and from there to the end several times. Every position on the way is evaluated. Prints for each
game the number of positions and actions compared, the largest difference in points, how often the engine's best
action is not among the best, and the processor time in seconds.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import product
from random import Random
from time import monotonic, process_time
from typing import Any

import numpy as np

import knobel
from benchmarks.shared import script
from knobel import Chance, Decide, Move, Over, Roll
from knobel.coach import kind_of
from knobel.core import Game
from knobel.dice import FACES
from knobel.engines import engine
from knobel.engines.engine import best_evaluation
from knobel.games.combinations import ROLLS
from knobel.games.knapp_daneben import COLOURS

SAME = 0.005
"""Rounding of stored values, in points."""
OPTIONS: dict[str, dict[str, Any]] = {"knoeffel": {"columns": "sequential"}}
LEFT = {"knister": 2, "knaster": 1, "knapp_daneben": 2, "knoeffel": 1, "kniffeliger": 1}
"""Free places on a sheet from which positions are compared."""
ENDS = 3
"""How often each game is played to its end from there."""
AT_ONCE = ("steal", "freeze", "shift", "swap")
"""Action dice that are played before the end is near. Cross-outs are not: rows would stay open for good."""


class Rules:
    """Values of a position for a seat that plays alone, by the rules."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        self.game, self.seat = game, seat
        self.known: dict[Any, float] = {}

    def worth(self, state: Any) -> float:
        key = self.key(state)
        if key not in self.known:
            if len(self.known) > 2_000_000:
                self.known.clear()
            self.known[key] = self.find(state)
        return self.known[key]

    def key(self, state: Any) -> Any:
        """Return a key that is equal for positions of equal value."""
        return state

    def find(self, state: Any) -> float:
        turn = self.game.turn(state)
        if isinstance(turn, Over):
            return turn.scores[self.seat]
        if isinstance(turn, Chance):
            return self.mean(state)
        return max(self.after(state).values())

    def after(self, state: Any) -> dict[str, float]:
        """Return the value of each action."""
        seat = self.game.turn(state).seats[0]  # type: ignore[union-attr]
        actions = self.game.legal(state, seat)
        return {action: self.worth(self.game.apply(state, Move(seat, action))) for action in actions}

    def mean(self, state: Any) -> float:
        """Return the mean over all rolls."""
        rolls = self.game.outcomes(state).items()
        return sum(float(p) * self.worth(self.game.apply(state, roll)) for roll, p in rolls)


class Colours(Rules):
    """Knapp Daneben!, where each die of another colour is combined with the seat's own: the best of four combinations
    depends on 36 rolls, not on all 7,776."""

    def key(self, state: Any) -> Any:
        return state if state.waiting else state.sheets

    def mean(self, state: Any) -> float:
        brought = np.full((FACES[-1], len(COLOURS), FACES[-1]), -np.inf)
        own = COLOURS.index(self.game.colour(self.seat))  # type: ignore[attr-defined]
        for mine, other in product(FACES, repeat=2):
            dice = tuple(mine if colour == own else other for colour in range(len(COLOURS)))
            for action, worth in self.after(self.game.apply(state, Roll(dice))).items():
                place = mine - 1, COLOURS.index(action[-1]), other - 1
                brought[place] = max(brought[place], worth)
        others = np.delete(brought, own, axis=1)
        return float(np.mean([reduce(np.maximum.outer, each).mean() for each in others]))


class Saved(Rules):
    """Kniffeliger, where saved dice stay saved; after the last roll the set of saved dice no longer matters."""

    def key(self, state: Any) -> Any:
        return (state.stage, state.dice, state.rolls < ROLLS and state.saved, state.rolls, state.hands, state.sheets)


RULES: dict[str, type[Rules]] = {"knapp_daneben": Colours, "kniffeliger": Saved}


def free(game: Game[Any], state: Any, seat: int) -> int:
    """Return the number of places of a sheet that are not filled."""
    sheet = game.sheet(state, seat)
    if "grid" in sheet:
        return sum(row.count(0) for row in sheet["grid"])
    columns = [column["fields"] for column in sheet["columns"]] if "columns" in sheet else [sheet["rows"]]
    return sum(points is None for column in columns for points in column.values())


def near_the_end(game: Game[Any], rng: Random) -> Iterator[tuple[Any, int]]:
    """Return different positions of a game near its end, and the seat whose sheet is examined, which plays last."""
    state, seat, seen = game.start(game.min_seats), game.min_seats - 1, set[Any]()
    while free(game, state, seat) > LEFT[game.name] and not isinstance(game.turn(state), Over):
        state = go_on(game, state, rng, near=False)
    for end in [state] * ENDS:
        state = end
        while not isinstance(turn := game.turn(state), Over):
            mine = not isinstance(turn, Decide) or turn.seats[0] == seat
            if mine and state not in seen and not idle_action_dice(game, state, seat):
                seen.add(state)
                yield state, seat
            state = go_on(game, state, rng, near=True)


def go_on(game: Game[Any], state: Any, rng: Random, *, near: bool) -> Any:
    """Return the position after the next roll or a random action; until the end is near no dice are kept."""
    turn = game.turn(state)
    if isinstance(turn, Chance):
        return game.apply(state, Roll(tuple(rng.choices(FACES, k=turn.dice))))
    seat = turn.seats[0]  # type: ignore[union-attr]
    actions = game.legal(state, seat)
    plain = [action for action in actions if action in ("roll", "end") or kind_of(action) != "action"]
    some = plain if near else [action for action in plain if kind_of(action) != "keep"]
    at_once = [] if near else [action for action in actions if action.startswith(AT_ONCE)]
    return game.apply(state, Move(seat, rng.choice(at_once or some or plain)))


def idle_action_dice(game: Game[Any], state: Any, seat: int) -> bool:
    """True if a seat could freeze or cross out, which does not change its own sheet but multiplies the positions."""
    hand = game.sheet(state, seat).get("action_dice", {})
    return bool(hand.get("freeze") or hand.get("cross"))


def compare(name: str, positions: int, minutes: float, seed: int) -> dict[str, object]:
    game, rng = knobel.make(name, **OPTIONS.get(name, {})), Random(seed)
    thinking, rules = engine(game), RULES.get(name, Rules)(game, game.min_seats - 1)
    until, began = monotonic() + 60 * minutes, process_time()
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
            if isinstance(game.turn(state), Decide):
                worth, true = thinking.evaluate(view, seat, "master", "points"), rules.after(state)
                exact = [action for action in worth if worth[action].exact]
                actions += len(exact)
                largest = max([largest, *(abs(worth[action].points - true[action]) for action in exact)])
                chosen = next(action for action in worth if worth[action] is best_evaluation(worth))
                wrong += true[chosen] < max(true.values()) - SAME
    return {
        "game": name,
        "positions": compared,
        "actions": actions,
        "at most apart": float(f"{largest:.1e}"),
        "another best action": wrong,
        "seconds": round(process_time() - began),
    }


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("games", nargs="*", default=list(LEFT))
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.games:
        script.report(compare(name, options.positions, options.minutes, options.seed))


if __name__ == "__main__":
    main()
