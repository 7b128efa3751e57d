"""The generic engine: what an action gains at once, and what the next roll then lets one gain.

It knows games only through `Game`, so it values a new one as well. What it looks at:

- *Gain.* By how much an action changes the lead, one's own score less the others' average, and the circles it earns.
- *Price.* Where seats take turns, an action that writes uses a field up, so it is worth only what it gains beyond what
  that field gains on a good opening roll.
- *Next.* If dice fall for this seat after the action, the expected best gain after that roll. Where seats take turns,
  this ends with the turn, that is with the action that writes: so keeping dice compares with entering them.

Rolls are enumerated exactly while they are few, otherwise sampled, the same ones for every action compared.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.core import Chance, Decide, Game, Move, Over, Roll
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, Evaluation, best, settled

WORK = 1200
"""About how many actions after the next roll a decision looks at, all that it compares taken together."""
FEWEST_ROLLS = 8
"""Rather than sample fewer rolls than these, compare fewer actions."""
GOOD_SHARE = 0.2
"""The share of opening rolls that are good for a field: its price is the average over them."""

Outcomes = tuple[tuple[Roll, ...], tuple[float, ...]]
"""Rolls and their probabilities."""


class GenericEngine:
    """Values positions of any game by looking one decision ahead.

    Its expected scores are rough: what the sheet shows after the next roll. They are exact where the game is over.
    """

    slips = MappingProxyType({"beginner": 4.0, "casual": 1.5})

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.stamp = f"expectimax {game.name}"

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """See `Engine`; all efforts and aims are alike. The first of the best is any of them."""
        rng = rng or Random(f"{view!r} {seat}")
        actions = list(self.game.legal(view, seat))
        rng.shuffle(actions)
        decision = Decision(self.game, others_moved(self.game, view, seat), seat, rng)
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
            return replace(settled(turn.scores, seat), merit=merit)
        return Evaluation(points, None, exact=False, win_exact=False, merit=merit)

    def expect(self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "win") -> Evaluation:
        """See `Engine`."""
        turn = self.game.turn(view)
        if isinstance(turn, Over):
            return settled(turn.scores, seat)
        if isinstance(turn, Decide) and seat in turn.seats:
            chosen = best(self.evaluate(view, seat, effort))
            return replace(chosen, merit=chosen.points)
        points: float = self.game.score(view, seat)
        if isinstance(turn, Chance) and (self.game.simultaneous or turn.seat == seat):
            points += Decision(self.game, view, seat, Random(f"{view!r} {seat}")).expectation(view, turn)
        return Evaluation(points, None, exact=False, win_exact=False, merit=points)


def engine(game: Game[Any]) -> GenericEngine:
    """The generic engine of a game."""
    return GenericEngine(game)


class Decision:
    """One choice, thought through."""

    def __init__(self, game: Game[Any], state: Any, seat: int, rng: Random) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.rng = rng
        self.prices = {} if game.simultaneous else prices(type(game), tuple(game.options.items()))
        self.samples: dict[tuple[int, str], Outcomes] = {}
        self.best: dict[Any, float] = {}
        self.rolls = FEWEST_ROLLS

    def candidates(self, actions: list[str]) -> list[str]:
        """The actions worth the thought, the most promising first."""
        if not self.game.simultaneous:
            # Ways to keep dice lead to the same positions again and again, so only rolls count.
            self.rolls = max(WORK // len(actions), FEWEST_ROLLS)
            return actions
        most = max(WORK // (FEWEST_ROLLS * len(actions)), 2)
        best = sorted(actions, key=lambda action: self.gain(self.state, action), reverse=True)[:most]
        self.rolls = max(WORK // (len(best) * len(actions)), FEWEST_ROLLS)
        return best

    def gain(self, state: Any, action: str) -> float:
        """What an action gains for this seat at once, less its price."""
        preview = self.game.preview(state, self.seat, action)
        price = self.prices.get(action, 0.0) if preview.writes is not None else 0.0
        return preview.gain + preview.circles - price

    def ends_turn(self, state: Any, action: str) -> bool:
        """Whether seats take turns and this action is the turn's entry."""
        return not self.game.simultaneous and self.game.preview(state, self.seat, action).writes is not None

    def value(self, action: str) -> float:
        """What an action gains, and lets one gain after the next roll."""
        after = self.game.apply(self.state, Move(self.seat, action))
        value = self.lead(after) - self.lead(self.state)
        if self.ends_turn(self.state, action):
            return value - self.prices.get(action, 0.0)
        turn = self.game.turn(after)
        if turn == Decide((self.seat,)) and not self.game.simultaneous:
            return value + self.best_gain(after)
        # Where one roll lets the seat do several things, it does those that gain most.
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
        """By how much this seat is ahead of the others' average; in simultaneous games just its score."""
        own = self.game.score(state, self.seat)
        others = 0 if self.game.simultaneous else self.game.seats(state) - 1
        if not others:
            return own
        return own - (sum(self.game.scores(state)) - own) / others

    def expectation(self, state: Any, chance: Chance) -> float:
        """The expected best gain after the roll that is due."""
        key = (chance.dice, chance.die)
        if key not in self.samples:
            self.samples[key] = self.sample(outcomes(self.game, state, *key))
        return sum(p * self.best_gain(self.game.apply(state, roll)) for roll, p in zip(*self.samples[key], strict=True))

    def sample(self, exact: Outcomes) -> Outcomes:
        """The outcomes, or as many drawn from them as the decision can afford."""
        if len(exact[0]) <= self.rolls:
            return exact
        return tuple(self.rng.choices(*exact, k=self.rolls)), (1 / self.rolls,) * self.rolls

    def best_gain(self, state: Any) -> float:
        """The best gain in a position; 0 where there is nothing to choose."""
        if state not in self.best:
            actions = self.game.legal(state, self.seat)
            # Where seats take turns, only what writes gains anything after a roll.
            entries = [action for action in actions if action in self.prices] or actions
            self.best[state] = max((self.gain(state, action) for action in entries), default=0.0)
        return self.best[state]


def others_moved(game: Game[Any], state: Any, seat: int) -> Any:
    """The position in which only `seat` is still to move.

    In simultaneous games the others' moves of this round do not touch its sheet, and moves commute, so any will do.
    """
    turn = game.turn(state)
    assert isinstance(turn, Decide), "a bot is asked when it is to decide"
    for other in turn.seats:
        while other != seat and (actions := game.legal(state, other)):
            state = game.apply(state, Move(other, actions[0]))
    return state


_outcomes: dict[tuple[Any, ...], Outcomes] = {}


def outcomes(game: Game[Any], state: Any, dice: int, die: str) -> Outcomes:
    """The rolls of so many dice of that kind, which fall next, and their probabilities."""
    key = (type(game), dice, die)
    if key not in _outcomes:
        exact = game.outcomes(state)
        _outcomes[key] = tuple(exact), tuple(map(float, exact.values()))
    return _outcomes[key]


@lru_cache(maxsize=64)
def prices(kind: type[Game[Any]], options: tuple[tuple[str, Any], ...]) -> Mapping[str, float]:
    """What each action that writes gains on average over the share of opening rolls that are best for it."""
    game = kind(**dict(options))
    start = game.start(game.min_seats)
    gains: dict[str, list[tuple[int, float]]] = {}
    for roll, p in game.outcomes(start).items():
        state = game.apply(start, roll)
        for action in game.legal(state, 0):
            preview = game.preview(state, 0, action)
            if preview.writes is not None:
                gains.setdefault(action, []).append((preview.gain, float(p)))
    return {action: good_average(rolls) for action, rolls in gains.items()}


def good_average(gains: list[tuple[int, float]]) -> float:
    """The average of the highest gains, up to a probability of `GOOD_SHARE`."""
    left, total = GOOD_SHARE, 0.0
    for gain, p in sorted(gains, reverse=True):
        share = min(p, left)
        total += share * gain
        left -= share
        if left <= 0:
            break
    return total / GOOD_SHARE
