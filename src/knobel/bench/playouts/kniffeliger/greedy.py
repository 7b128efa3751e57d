"""Greedy playouts of Kniffeliger, including action dice.

The bot takes the action with the highest value for its own sheet, by `bench.playouts.dice_greedy`; ties are broken at
random. The value of a steal is the points that it takes over. The value of a shift or a swap is the improvement of the
sheet held afterwards. Freezes and cross-outs have no value: they are played only where nothing gains more, such as
after the entry. Positions, rules and traced events are those of `bench.playouts.kniffeliger.random`.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.bench.playouts.dice_greedy import OUTCOMES, throw
from knobel.bench.playouts.kniffeliger.random import (
    END,
    FILLED,
    FREEZE,
    FROZEN,
    KEPT,
    PLAYED,
    ROLL,
    ROLLED,
    SHIFT,
    STEAL,
    SWAP,
    Position,
    Trace,
    after_entry,
    all_rows,
    clear,
    count_targets,
    enter,
    fillable,
    hand_out,
    new_position,
    no_trace,
    note,
    play_die,
    sheet_total,
    shift,
    swap,
    targets,
)
from knobel.engines.shared.bit_sets import clear_lowest_bit, lowest_bit
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Int, compiled, inlined
from knobel.engines.shared.five_dice import FIRST_ROLL
from knobel.engines.shared.rng import random_below, random_bits
from knobel.games.combinations import DICE, ROLLS

HALF = 7
MOST_TIES = 14 + 32


class Worths(NamedTuple):
    """The scores of rolls by row, and their aggregates.

    - `gains` (14, 252): the score of each roll in each row.
    - `halves`: the result of `best_of_halves`.
    - `share` (462): 6 to the number of dice of each keep.
    """

    gains: Array
    halves: Array
    share: Array


class Scratch(NamedTuple):
    """Memory for the current values of keeps and rolls, `worth` (462), and for the best choices, `ties`."""

    worth: Array
    ties: Array


@compiled
def best_of_halves(gains: Array) -> Array:
    """(2, 128, 252) The highest score of each roll in any set of the first seven rows, and of the last seven.

    The sets are bit masks; `gains` is (14, 252).
    """
    best = np.zeros((2, 1 << HALF, gains.shape[1]), gains.dtype)
    for half in range(2):
        for rows in range(1, 1 << HALF):
            last = lowest_bit(rows)
            best[half, rows] = np.maximum(best[half, rows ^ 1 << last], gains[half * HALF + last])
    return best


@inlined
def best_entries(halves: Array, can_fill: Int, worth: Array) -> None:
    """Write to the last 252 of `worth` the highest score of each roll in the rows of `can_fill`.

    :param halves: the result of `best_of_halves`.
    """
    first, second = halves[0, can_fill & (1 << HALF) - 1], halves[1, can_fill >> HALF]
    for roll in range(halves.shape[2]):
        worth[FIRST_ROLL + roll] = max(first[roll], second[roll])


@inlined
def steal_or_roll(rng: Array, position: Position, seat: Int, expected: Int, trace: Trace) -> bool:
    """Steal if its value exceeds that of rolling, `expected`; return True if a steal was played."""
    points, masks, hands, rows = position.points, position.masks, position.hands, all_rows(position)
    best, equals, victim, loot = expected, 1, -1, 0
    if hands[seat, STEAL]:
        for other in range(len(points)):
            if other == seat:
                continue
            mask = targets(masks, seat, other, STEAL, rows)
            for row in range(points.shape[1]):
                value = OUTCOMES * points[other, row]
                if mask >> row & 1 and value >= best:
                    equals = equals + 1 if value == best else 1
                    best = value
                    if random_below(rng, equals) == 0:
                        victim, loot = other, row
    if victim >= 0:
        hands[seat, STEAL] -= 1
        points[seat, loot] = points[victim, loot]
        points[victim, loot] = 0
        masks[seat, FILLED] |= 1 << loot
        note(trace, PLAYED + STEAL, victim, loot)
        return True
    if count_targets(position, seat, STEAL):
        note(trace, ROLL, 0, 0)
    return False


@inlined
def together(rules: Any, keep: Int, more: Int) -> Int:
    """Return the keep that contains the dice of both keeps."""
    for i in range(rules.size[more]):
        keep = np.uint64(rules.add[keep, rules.dice[more, np.uint64(i)]])
    return keep


@inlined
def best_keeps(rules: Any, worths: Worths, scratch: Scratch, saved: Int, fallen: Int, entered: Int) -> tuple[Int, Int]:
    """List as ties the best keeps if their value is at least `entered`, the value of the best entry.

    Keeps contain the `saved` dice and some of the dice that have `fallen`. Returns the higher value and the number of
    ties.
    """
    best, equals = entered, 0
    for i in range(rules.part_start[fallen], rules.part_start[fallen + np.uint64(1)]):
        keep = together(rules, np.uint64(rules.part[i]), saved)
        value = scratch.worth[keep] * worths.share[keep]
        if value > best:
            best, equals = value, 0
        scratch.ties[equals] = keep
        equals += int(value == best)
    return best, equals


@inlined
def roll_and_enter(
    rng: Array,
    rules: Any,
    worths: Worths,
    scratch: Scratch,
    position: Position,
    seat: Int,
    can_fill: Int,
    trace: Trace,
) -> None:
    """Roll up to three times and enter the dice in one of the rows that can be filled."""
    low, half, gains, ties = np.uint64(0xFFFFFFFF), np.uint64(32), worths.gains, scratch.ties
    # Unsigned indices avoid the check for negative ones. One half of each random word chooses and the other throws.
    saved, size, word, rolls, row = np.uint64(0), np.int64(0), random_bits(rng), 0, -1
    while row < 0:
        digits, all_, fallen = word & low, saved, np.uint64(0)
        for _ in range(DICE - size):
            digits *= np.uint64(6)
            all_ = np.uint64(rules.add[all_, digits >> half])
            fallen = np.uint64(rules.add[fallen, digits >> half])
            digits &= low
        roll = all_ - np.uint64(FIRST_ROLL)
        rolls += 1
        note(trace, ROLLED, roll, 0)
        best, equals = OUTCOMES * np.int64(scratch.worth[all_]), 0
        if rolls < ROLLS:
            best, equals = best_keeps(rules, worths, scratch, saved, fallen, best)
        entries, left = 0, can_fill
        while left:
            i, left = lowest_bit(left), clear_lowest_bit(left)
            ties[equals + entries] = i
            entries += int(OUTCOMES * np.int64(gains[i, roll]) == best)
        while True:
            word = random_bits(rng)
            attacks = 0 if best else count_targets(position, seat, FREEZE)
            choice = np.int64(((word >> half) * np.uint64(equals + entries + attacks)) >> half)
            if choice < equals + entries:
                break
            play_die(position, seat, FREEZE, choice - equals - entries, trace)
        if choice < equals:
            saved = np.uint64(ties[choice])
            size = np.int64(rules.size[saved])
            note(trace, KEPT, saved, 0)
        else:
            row = ties[choice]
    enter(rng, rules, position, seat, row, roll, trace)


@inlined
def shifting_turn(rng: Array, position: Position, seat: Int, trace: Trace) -> None:
    """Play one turn of the shifting phase."""
    points, hands = position.points, position.hands
    seats, end, everybody = len(points), -2, -1
    while hands[seat, SHIFT] or hands[seat, SWAP]:
        own = sheet_total(points, seat)
        best, equals, choice = 0, 1, end
        for option in range(everybody, seats):
            if option == seat or not hands[seat, SHIFT if option == everybody else SWAP]:
                continue
            gain = sheet_total(points, (seat + seats - 1) % seats if option == everybody else option) - own
            if gain >= best:
                equals = equals + 1 if gain == best else 1
                best = gain
                if random_below(rng, equals) == 0:
                    choice = option
        if choice == end:
            note(trace, END, 0, 0)
            return
        if choice == everybody:
            shift(position, seat, trace)
        else:
            swap(position, seat, choice, trace)


@compiled
def greedy_playouts(rng: Array, rules: Any, scores: Array, trace: Array, ends: Array) -> None:
    """Play `len(scores)` games; the arguments are those of `bench.playouts.kniffeliger.random.random_playouts`."""
    gains = np.ascontiguousarray(rules.points.T).astype(np.int32)
    share = np.empty(len(rules.size), np.int64)
    for keep in range(len(share)):
        share[keep] = 6 ** np.int64(rules.size[keep])
    worths = Worths(gains, best_of_halves(gains), share)
    scratch = Scratch(np.empty(len(rules.size), np.int32), np.empty(MOST_TIES, np.int64))
    position = new_position(scores.shape[1], rules.points.shape[1])
    play(rng, rules, worths, scratch, position, scores, trace, ends, no_trace())


@inlined
def main_turn(
    rng: Array, rules: Any, worths: Worths, scratch: Scratch, position: Position, seat: Int, trace: Trace
) -> None:
    """Play one turn of the main phase."""
    can_fill, worth = fillable(position, seat), scratch.worth
    if can_fill:
        best_entries(worths.halves, can_fill, worth)
        throw(rules.add, worth)
        if not steal_or_roll(rng, position, seat, np.int64(worth[0]), trace):
            roll_and_enter(rng, rules, worths, scratch, position, seat, can_fill, trace)
    after_entry(rng, position, seat, trace)
    position.masks[seat, FROZEN] = 0


@compiled
def play(
    rng: Array,
    rules: Any,
    worths: Worths,
    scratch: Scratch,
    position: Position,
    scores: Array,
    trace: Array,
    ends: Array,
    untraced: Trace,
) -> None:
    """Play games like `greedy_playouts`, with memory for one game; `untraced` is for games that are not traced."""
    rng, rules, scores, trace, ends = borrow(rng), borrow(rules), borrow(scores), borrow(trace), borrow(ends)
    worths, scratch, position, untraced = borrow(worths), borrow(scratch), borrow(position), borrow(untraced)
    games, seats = scores.shape
    for game in range(games):
        clear(position)
        noted = untraced
        if game < len(trace):
            noted = Trace(trace[game], ends[game])
            noted.length[0] = 0
        for _ in range(len(worths.gains)):
            for seat in range(seats):
                main_turn(rng, rules, worths, scratch, position, seat, noted)
            for seat in range(seats):
                shifting_turn(rng, position, seat, noted)
            hand_out(position)
        for seat in range(seats):
            scores[game, seat] = sheet_total(position.points, seat)
