"""The generic engine: the immediate gain of an action, and the expected gain after the next roll.

The engine accesses games only through `Game`, so it also evaluates new games. It considers:

- *Gain.* The change of the lead, which is the seat's own score minus the average of the others, and the circles earned.
- *Price.* Where seats take turns, an action that writes uses up a field. Its value is therefore only the gain beyond
  the gain of that field on a good opening roll.
- *Next.* If this seat rolls after the action, the expected best gain after that roll. Where seats take turns, the
  look-ahead ends with the turn, that is, with the action that writes; so keeping dice is comparable with entering them.

Rolls are enumerated exactly while there are few. Otherwise they are sampled, and all compared actions share the
samples.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from math import fsum
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.core import Chance, Decide, Game, Move, Over, Roll
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, Evaluation, best_evaluation, final_evaluation
from knobel.engines.shared.base_engine import BaseEngine

MAX_EXAMINED_ACTIONS = 1200
"""Approximate number of actions after the next roll that one decision examines in total."""
MIN_SAMPLED_ROLLS = 8
"""Minimum number of sampled rolls; with less capacity, fewer actions are compared."""
GOOD_ROLL_SHARE = 0.2
"""Share of the opening rolls that are good for a field. The price of the field is the average over them."""

Outcomes = tuple[tuple[Roll, ...], tuple[float, ...]]
"""Rolls and their probabilities."""


class GenericEngine(BaseEngine):
    """Evaluates positions of any game by looking one decision ahead.

    Its expected scores are rough: the score on the sheet after the next roll. They are exact when the game is over.
    """

    noise_scales = MappingProxyType(
        {"beginner": 4.0, "casual": 2.5, "intermediate": 1.5, "advanced": 1.0, "expert": 0.6}
    )

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.stamp = f"expectimax {game.name}"

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`.

        All efforts and aims give the same result. Ties are broken at random by the order of the actions.
        """
        rng = rng or Random(f"{view!r} {seat}")
        actions = list(self.game.legal(view, seat))
        rng.shuffle(actions)
        decision = OneRollLookahead(self.game, apply_other_moves(self.game, view, seat), seat, rng)
        before = self.game.score(view, seat)
        considered = {action: decision.value(action) for action in decision.candidates(actions)}
        gains = considered | {a: decision.gain(decision.state, a) for a in actions if a not in considered}
        return {
            action: self._after(decision.state, seat, action, before + gain, considered.get(action, NOT_CONSIDERED))
            for action, gain in gains.items()
        }

    def _after(self, state: Any, seat: int, action: str, points: float, merit: float) -> Evaluation:
        turn = self.game.turn(self.game.apply(state, Move(seat, action)))
        if isinstance(turn, Over):
            return replace(final_evaluation(turn.scores, seat), merit=merit)
        return Evaluation(points, None, exact=False, win_exact=False, merit=merit)

    def expect_decision(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation of the best action."""
        chosen = best_evaluation(self.evaluate(view, seat, effort))
        return replace(chosen, merit=chosen.points)

    def expect_roll(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll or while other seats decide."""
        turn = self.game.turn(view)
        points: float = self.game.score(view, seat)
        if isinstance(turn, Chance) and (self.game.simultaneous or turn.seat == seat):
            points += OneRollLookahead(self.game, view, seat, Random(f"{view!r} {seat}")).expectation(view, turn)
        return Evaluation(points, None, exact=False, win_exact=False, merit=points)


def engine(game: Game[Any]) -> GenericEngine:
    """Return the generic engine of a game."""
    return GenericEngine(game)


class OneRollLookahead:
    """The look-ahead for one decision."""

    def __init__(self, game: Game[Any], state: Any, seat: int, rng: Random) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.rng = rng
        self.prices = {} if game.simultaneous else opportunity_costs(type(game), tuple(game.options.items()))
        self.samples: dict[tuple[int, str], Outcomes] = {}
        self.best: dict[Any, float] = {}
        self.rolls = MIN_SAMPLED_ROLLS

    def candidates(self, actions: list[str]) -> list[str]:
        """Return the actions worth considering, the most promising first."""
        if not self.game.simultaneous:
            # Different keeps lead to the same positions many times, so only the number of rolls matters.
            self.rolls = max(MAX_EXAMINED_ACTIONS // len(actions), MIN_SAMPLED_ROLLS)
            return actions
        most = max(MAX_EXAMINED_ACTIONS // (MIN_SAMPLED_ROLLS * len(actions)), 2)
        best = sorted(actions, key=lambda action: self.gain(self.state, action), reverse=True)[:most]
        self.rolls = max(MAX_EXAMINED_ACTIONS // (len(best) * len(actions)), MIN_SAMPLED_ROLLS)
        return best

    def gain(self, state: Any, action: str) -> float:
        """Return the immediate gain of an action for this seat, minus its price."""
        preview = self.game.preview(state, self.seat, action)
        price = self.prices.get(action, 0.0) if preview.writes is not None else 0.0
        return preview.gain + preview.circles - price

    def ends_turn(self, state: Any, action: str) -> bool:
        """True if seats take turns and this action is the entry of the turn."""
        return not self.game.simultaneous and self.game.preview(state, self.seat, action).writes is not None

    def value(self, action: str) -> float:
        """Return the immediate gain of an action plus the expected gain after the next roll."""
        after = self.game.apply(self.state, Move(self.seat, action))
        value = self.lead(after) - self.lead(self.state)
        if self.ends_turn(self.state, action):
            return value - self.prices.get(action, 0.0)
        turn = self.game.turn(after)
        if turn == Decide((self.seat,)) and not self.game.simultaneous:
            return value + self.best_gain(after)
        # Where one roll allows several actions of the seat, it takes those with the largest gain.
        while turn == Decide((self.seat,)):
            before = after
            action = max(self.game.legal(before, self.seat), key=partial(self.gain, before))
            value += self.gain(before, action)
            after = self.game.apply(before, Move(self.seat, action))
            turn = self.game.turn(after)
        if isinstance(turn, Chance) and (self.game.simultaneous or turn.seat == self.seat):
            value += self.expectation(after, turn)
        return value

    def lead(self, state: Any) -> float:
        """Return the lead of this seat over the average of the others; in simultaneous games its score."""
        own = self.game.score(state, self.seat)
        others = 0 if self.game.simultaneous else self.game.seats(state) - 1
        if not others:
            return own
        return own - (sum(self.game.scores(state)) - own) / others

    def expectation(self, state: Any, chance: Chance) -> float:
        """Return the expected best gain after the roll that is due."""
        key = (chance.dice, chance.die)
        if key not in self.samples:
            self.samples[key] = self.sample(outcomes(self.game, state, *key))
        rolls, chances = self.samples[key]
        return fsum(p * self.best_gain(self.game.apply(state, roll)) for roll, p in zip(rolls, chances, strict=True))

    def sample(self, exact: Outcomes) -> Outcomes:
        """Return the outcomes, or a sample of the size that the decision can afford."""
        if len(exact[0]) <= self.rolls:
            return exact
        return tuple(self.rng.choices(*exact, k=self.rolls)), (1 / self.rolls,) * self.rolls

    def best_gain(self, state: Any) -> float:
        """Return the best gain in a position; 0 if there is no choice."""
        if state not in self.best:
            actions = self.game.legal(state, self.seat)
            # Where seats take turns, only an action that writes gains anything after a roll.
            entries = [action for action in actions if action in self.prices] or actions
            self.best[state] = max((self.gain(state, action) for action in entries), default=0.0)
        return self.best[state]


def apply_other_moves(game: Game[Any], state: Any, seat: int) -> Any:
    """Return the position in which only `seat` is still to move.

    In simultaneous games the moves of the other seats in this round do not affect this seat's sheet, and moves commute.
    Any moves of the others will therefore do.
    """
    turn = game.turn(state)
    assert isinstance(turn, Decide), "a bot is asked when it is to decide"
    for other in turn.seats:
        while other != seat and (actions := game.legal(state, other)):
            state = game.apply(state, Move(other, actions[0]))
    return state


_outcomes: dict[tuple[Any, ...], Outcomes] = {}


def outcomes(game: Game[Any], state: Any, dice: int, die: str) -> Outcomes:
    """Return the next rolls of this number of dice of this kind, and their probabilities."""
    key = (type(game), dice, die)
    if key not in _outcomes:
        exact = game.outcomes(state)
        _outcomes[key] = tuple(exact), tuple(map(float, exact.values()))
    return _outcomes[key]


@lru_cache(maxsize=64)
def opportunity_costs(kind: type[Game[Any]], options: tuple[tuple[str, Any], ...]) -> Mapping[str, float]:
    """Return the mean gain of each writing action over the share of opening rolls that are best for it."""
    game = kind(**dict(options))
    start = game.start(game.min_seats)
    gains: dict[str, list[tuple[int, float]]] = {}
    for roll, p in game.outcomes(start).items():
        state = game.apply(start, roll)
        for action in game.legal(state, 0):
            preview = game.preview(state, 0, action)
            if preview.writes is not None:
                gains.setdefault(action, []).append((preview.gain, float(p)))
    return {action: mean_of_good_rolls(rolls) for action, rolls in gains.items()}


def mean_of_good_rolls(gains: list[tuple[int, float]]) -> float:
    """Return the average of the highest gains, up to a probability of `GOOD_ROLL_SHARE`."""
    left, total = GOOD_ROLL_SHARE, 0.0
    for gain, p in sorted(gains, reverse=True):
        share = min(p, left)
        total += share * gain
        left -= share
        if left <= 0:
            break
    return total / GOOD_ROLL_SHARE
