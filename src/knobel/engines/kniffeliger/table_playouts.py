"""Playouts of games with action dice: what actions really cost, with the replies of all seats.

Values of sheets do not foresee action dice that are kept for later or played by others. A playout does: the seats throw
their dice as `strong` does, steal and cross out as soon as it gains enough, freeze in the last two rounds, keep shifts
and swaps for the last phase, and play that phase as well as possible. The rules of the game decide everything else.
All actions of a position meet the same dice (common random numbers).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from knobel.core import Move, Roll
from knobel.dice import FACES, Dice
from knobel.engines.kniffeliger.engine import KniffeligerEngine
from knobel.engines.kniffeliger.last_phase import ending, is_last_phase, share_of_win
from knobel.engines.kniffeliger.objectives import MIN_GAIN, PLAYED_IN_LAST_ROUNDS, OwnScore, turns_left
from knobel.engines.kniffeliger.values import ALL_ROWS, FIRST_ROLL, row_masks
from knobel.games.combinations import DICE, ROLLS
from knobel.games.kniffeliger import ACTION_DICE, ROWS, Kniffeliger, Sheet, Stage, State

FACES_A_TURN = DICE * ROLLS + 1
"""Number of faces that are drawn for each turn: three throws of five dice, and the action die."""
MOST_ROUNDS = 2 * len(ROWS)
"""Number of rounds with separate dice; later ones of a game that freezes prolong repeat them."""
CACHED_POLICIES = 1024
"""Number of sheets whose turns are cached: those of many playouts have the same open rows."""

ATTACKS = ACTION_DICE[:3]
"""The action dice that are played in the main phase."""
CACHED_GAMES = 4
"""Number of games whose playouts are kept, one for each set of options."""

Faces: TypeAlias = Callable[[State], Sequence[int]]
"""Returns the faces of a turn, each minus one."""


def needs_playouts(game: Kniffeliger, view: State, better: str, worse: str) -> bool:
    """True if the difference of two actions depends on replies or on later action dice that the values leave out.

    While dice are on the table it does not: action dice can be played after their entry, too.
    """
    if is_last_phase(game, view) or view.stage is Stage.ROLLED:
        return False
    return view.stage is Stage.SHIFTING or any(action.partition(".")[0] in ACTION_DICE for action in (better, worse))


def turns_to_come(game: Kniffeliger, state: State) -> int:
    """Return the number of turns of all seats to the end of the game."""
    return sum(turns_left(game, state, seat) for seat in range(len(state.sheets)))


def outcomes(
    engine: KniffeligerEngine, states: Sequence[State], seat: int, seed: int
) -> Iterator[tuple["Outcome", ...]]:
    """Yield the outcomes of a seat after each of some positions, as `Playouts.outcomes`."""
    return playouts_of(engine).outcomes(states, seat, seed)


@lru_cache(CACHED_GAMES)
def playouts_of(engine: KniffeligerEngine) -> "Playouts":
    """Return the playouts of an engine's game."""
    return Playouts(engine.own)


class Outcome(NamedTuple):
    """The final score of a seat, and its share of the win."""

    points: int
    win: float


class Policy(NamedTuple):
    """How a turn of a sheet is played alone.

    - `second` and `third` (462): the value of throwing the dice outside each keep for the second and the third roll.
    - `after` (rows): the filled rows after an entry in each row, -1 where none is possible.
    - `rows`: the row in which a roll is entered, by its keep; it grows with use.
    """

    second: list[float]
    third: list[float]
    after: list[int]
    rows: dict[int, int]


class Playouts:
    def __init__(self, own: OwnScore) -> None:
        """:param own: the values of sheets."""
        self.game, self.values = own.game, own.values
        tables = self.values.tables
        self.points: list[list[float]] = tables.points.tolist()
        self.add: list[list[int]] = tables.dice.add.tolist()
        self.keeps: list[Dice] = sorted(self.values.keep_number, key=self.values.keep_number.__getitem__)
        self.policy = lru_cache(CACHED_POLICIES)(self._policy)
        self.parts = cache(self._parts)

    def outcomes(self, states: Sequence[State], seat: int, seed: int) -> Iterator[tuple[Outcome, ...]]:
        """Yield the outcomes of a seat after each of some positions, sample by sample, without end."""
        seats, first = len(states[0].sheets), states[0].round
        rng, size = Random(seed), seats * FACES_A_TURN
        while True:
            drawn = rng.choices(range(len(FACES)), k=size * min(MOST_ROUNDS, self.game.rounds_to_come(states[0]) + 2))

            def faces(state: State, drawn: Sequence[int] = drawn) -> Sequence[int]:
                start = ((state.round - first) * size + state.seat * FACES_A_TURN) % len(drawn)
                return drawn[start : start + FACES_A_TURN]

            yield tuple([self.outcome(state, seat, faces) for state in states])

    def outcome(self, state: State, seat: int, faces: Faces) -> Outcome:
        """Play a game to its end."""
        while not is_last_phase(self.game, state):
            state = self.step(state, faces)
        totals, place = ending(self.game, state).totals, self.game.final_order(state).index(seat)
        return Outcome(totals[place], share_of_win(totals, place))

    def step(self, state: State, faces: Faces) -> State:
        """Play on until the next decision about action dice, or further."""
        game, seat = self.game, state.seat
        match state.stage:
            case Stage.ROLLING | Stage.ROLLED:
                return self.enter(state, faces(state))
            case Stage.ACTION_DIE:
                return game.apply(state, Roll((FACES[faces(state)[-1]],)))
            case Stage.SHIFTING:
                return game.apply(state, Move(seat, self.exchange(state)))
        return game.apply(state, Move(seat, self.attack(state)))

    def enter(self, state: State, faces: Sequence[int]) -> State:
        """Throw the dice of a turn up to three times and enter them."""
        sheet, number = state.sheets[state.seat], self.values.keep_number
        policy = self.policy(*row_masks(sheet), self.game.rounds_to_come(state))
        keep, rolls, rolled = number[state.saved], state.rolls, -1
        if state.stage is Stage.ROLLED:
            rolled = number[state.dice]
            keep = self.kept(policy, rolled, keep, rolls)
        while keep != rolled:
            rolled = keep
            for face in faces[rolls * DICE : (rolls + 1) * DICE - len(self.keeps[keep])]:
                rolled = self.add[rolled][face]
            rolls += 1
            keep = self.kept(policy, rolled, keep, rolls)
        row = policy.rows.get(rolled, -1)
        if row < 0:
            row = policy.rows[rolled] = self.best_row(policy, rolled)
        done = State(
            state.sheets, state.hands, state.earned, state.round, state.seat, Stage.ROLLED, self.keeps[rolled],
            rolls=rolls,
        )  # fmt: skip
        return self.game.apply(done, Move(state.seat, ROWS[row]))

    def kept(self, policy: Policy, rolled: int, saved: int, rolls: int) -> int:
        """Return the dice to keep, the whole roll to enter it."""
        if rolls == ROLLS:
            return rolled
        values = (policy.second, policy.third)[rolls - 1]
        best = max(self.parts(rolled, saved), key=values.__getitem__)
        # The value of the whole roll before the third one is that of entering it.
        return rolled if policy.third[rolled] >= values[best] else best

    def best_row(self, policy: Policy, rolled: int) -> int:
        points, expected = self.points[rolled - FIRST_ROLL], self.values.expected
        return max(
            (i for i, filled in enumerate(policy.after) if filled >= 0),
            key=lambda i: points[i] + expected[policy.after[i]],
        )

    def _policy(self, filled: int, frozen: int, turns: int) -> Policy:
        sheet = Sheet(
            tuple(0 if filled >> i & 1 else None for i in range(len(ROWS))),
            frozenset(row for i, row in enumerate(ROWS) if frozen >> i & 1),
        )
        arrays = self.values.rest_of_turn(sheet, turns, 0.0).arrays
        return Policy(arrays.second.tolist(), arrays.third.tolist(), self.values.after_entry(sheet, turns).tolist(), {})

    def _parts(self, rolled: int, saved: int) -> list[int]:
        """Return the keeps of a roll that contain the saved dice, except the whole roll."""
        dice, kept = self.keeps[rolled], self.keeps[saved]
        found = set[Dice]()
        for mask in range((1 << DICE) - 1):
            part = tuple(face for i, face in enumerate(dice) if mask >> i & 1)
            if all(part.count(face) >= kept.count(face) for face in kept):
                found.add(part)
        return sorted(map(self.values.keep_number.__getitem__, found))

    def solo(self, sheet: Sheet, turns: int, more: int = 0) -> float:
        """Return the points that a sheet still expects, with more rows filled."""
        return self.values.solo_moments(row_masks(sheet)[0] | more, turns)[0] if turns > 0 else 0.0

    def attack(self, state: State) -> str:
        """Return the action before a roll or after an entry."""
        game, seat, seats = self.game, state.seat, len(state.sheets)
        rounds, best = game.rounds_to_come(state), 0.0
        filled, frozen = row_masks(state.sheets[seat])
        usual = "roll" if state.stage is Stage.BEFORE and filled | frozen != ALL_ROWS else "end"
        if not any(
            count and (game.dice_perish or rounds < PLAYED_IN_LAST_ROUNDS[die])
            for die, count in zip(ATTACKS, state.hands[seat], strict=False)
        ):
            return usual
        turns = [turns_left(game, state, i) for i in range(seats)]
        scores = [self.score(state.sheets[i], turns[i]) for i in range(seats)]
        leading = max(score for i, score in enumerate(scores) if i != seat)
        chosen = usual
        for action in game.legal(state, seat):
            if action == usual:
                continue
            die, target, row = action.split(".")
            if rounds >= PLAYED_IN_LAST_ROUNDS[die] and not game.dice_perish:
                continue
            holder, bit = int(target), 1 << ROWS.index(row)
            weight = 0.5 / (seats - 1) + 0.5 * (scores[holder] == leading)
            victim, loot = state.sheets[holder], state.sheets[holder].at(row)
            if die == "steal":
                assert loot is not None, "only filled rows are stolen"
                mine = state.sheets[seat]
                gain = loot + self.solo(mine, turns[seat] - 1, bit) - self.solo(mine, turns[seat]) + weight * loot
            elif die == "cross" and loot is not None:
                gain = weight * loot
            elif die == "cross":
                gain = weight * (scores[holder] - victim.total - self.solo(victim, turns[holder], bit))
            else:
                blocked = Sheet(victim.points, victim.frozen | {row}, victim.crossed, victim.chilled)
                gain = weight * (scores[holder] - self.values.final_score(blocked, turns[holder])[0])
            gain -= 0.0 if game.dice_perish else MIN_GAIN[die]
            if gain > best:
                chosen, best = action, gain
        return chosen

    def score(self, sheet: Sheet, turns: int) -> float:
        return sheet.total + self.solo(sheet, turns)

    def exchange(self, state: State) -> str:
        """Return the action in a shifting phase before the last one: a better sheet is taken if the dice perish."""
        seat, legal = state.seat, self.game.legal(state, state.seat)
        if not self.game.dice_perish:
            return "end"
        left = [turns_left(self.game, state, i) for i in range(len(state.sheets))]
        return max(
            ("end", *(action for action in legal if action != "end")),
            key=lambda a: self.score(self.game.apply(state, Move(seat, a)).sheets[seat], left[seat]),
        )
