"""Random playouts of Kniffeliger, including action dice: all legal actions are equally likely.

Rows are bits of a mask, row 0 the lowest. The rules are those of the default options. `rules` is the tuple of arrays
`benchmarks.kernels.playouts.kniffeliger_table.KniffeligerTable`.
"""

from typing import Any, NamedTuple

import numpy as np

from benchmarks.kernels.playouts import Playouts
from benchmarks.kernels.playouts.bits import nth_bit
from benchmarks.kernels.playouts.kniffeliger_table import kniffeliger_table
from knobel.engines.shared.bit_sets import popcount
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Int, compiled, inlined
from knobel.engines.shared.five_dice import FIRST_ROLL
from knobel.engines.shared.rng import random_below, random_bits
from knobel.games.combinations import DICE, ROLLS

SEATS = 2
STEAL, FREEZE, CROSS, SHIFT, SWAP = range(5)
FILLED, CROSSED, FROZEN = range(3)
ROLLED, KEPT, ENTERED, ACTION_DIE, END, ROLL, PLAYED = range(7)
"""Kinds of traced events. PLAYED + STEAL ... PLAYED + SWAP are action dice."""


class Position(NamedTuple):
    """A position of the game.

    - `points` (seats, 14): the points of each sheet by row, by the seat that holds it.
    - `masks` (seats, 3): the filled, crossed-out and frozen rows of each sheet.
    - `hands` (seats, 5): the action dice in hand of each seat, by kind: steal, freeze, cross, shift, swap.
    - `earned` (seats, 5): those earned in this round.
    """

    points: Array
    masks: Array
    hands: Array
    earned: Array


class Trace(NamedTuple):
    """The `events` (any number, 3) of a game, and their number in `length` (1).

    Events are dropped when there is no memory left.
    """

    events: Array
    length: Array


@inlined
def note(trace: Trace, kind: Int, a: Int, b: Int) -> None:
    """Add an event to the trace of a game, if it has one."""
    events, length = trace
    if length[0] < len(events):
        events[length[0], 0] = kind
        events[length[0], 1] = a
        events[length[0], 2] = b
        length[0] += 1


@compiled
def new_position(seats: Int, rounds: Int) -> Position:
    """Return the memory for a position."""
    return Position(
        np.empty((seats, rounds), np.int64),
        np.empty((seats, 3), np.int64),
        np.empty((seats, 5), np.int64),
        np.empty((seats, 5), np.int64),
    )


@compiled
def no_trace() -> Trace:
    """Return the trace for a game that is not traced."""
    return Trace(np.empty((0, 3), np.int16), np.zeros(1, np.int64))


@inlined
def clear(position: Position) -> None:
    """Reset to the start of a game."""
    position.points[:] = 0
    position.masks[:] = 0
    position.hands[:] = 0
    position.earned[:] = 0


@inlined
def hand_out(position: Position) -> None:
    """End a round: the action dice earned in it can be played from now on."""
    for seat in range(len(position.hands)):
        for die in range(position.hands.shape[1]):
            position.hands[seat, die] += position.earned[seat, die]
            position.earned[seat, die] = 0


@inlined
def sheet_total(points: Array, seat: Int) -> Int:
    """Return the points of a sheet."""
    total = 0
    for row in range(points.shape[1]):
        total += points[seat, row]
    return total


@inlined
def all_rows(position: Position) -> Int:
    """Return the mask of all rows of a sheet."""
    return (1 << position.points.shape[1]) - 1


@inlined
def fillable(position: Position, seat: Int) -> Int:
    """Return the rows that a seat can fill."""
    masks = position.masks
    return all_rows(position) & ~(masks[seat, FILLED] | masks[seat, CROSSED] | masks[seat, FROZEN])


@inlined
def targets(masks: Array, seat: Int, other: Int, die: Int, rows: Int) -> Int:
    """Return the rows of another seat's sheet on which an action die can be played."""
    if die == STEAL:
        return masks[other, FILLED] & ~(masks[seat, FILLED] | masks[seat, CROSSED] | masks[seat, FROZEN])
    open_ = rows & ~(masks[other, FILLED] | masks[other, CROSSED])
    return open_ & ~masks[other, FROZEN] if die == FREEZE else open_


@inlined
def count_targets(position: Position, seat: Int, first: Int) -> Int:
    """Return the number of ways in which the seat can play an action die of the kinds from `first` to cross-out."""
    masks, hands, rows = position.masks, position.hands, all_rows(position)
    ways = 0
    for die in range(first, CROSS + 1):
        if hands[seat, die]:
            for other in range(len(masks)):
                if other != seat:
                    ways += popcount(targets(masks, seat, other, die, rows))
    return ways


@inlined
def play_die(position: Position, seat: Int, first: Int, choice: Int, trace: Trace) -> bool:
    """Play the chosen one of the ways that `count_targets` counts, and return True if it was a steal."""
    points, masks, hands, rows = position.points, position.masks, position.hands, all_rows(position)
    for die in range(first, CROSS + 1):
        if not hands[seat, die]:
            continue
        for other in range(len(masks)):
            if other == seat:
                continue
            mask = targets(masks, seat, other, die, rows)
            ways = popcount(mask)
            if choice >= ways:
                choice -= ways
                continue
            row = nth_bit(mask, choice)
            hands[seat, die] -= 1
            note(trace, PLAYED + die, other, row)
            if die == STEAL:
                points[seat, row] = points[other, row]
                points[other, row] = 0
                masks[seat, FILLED] |= 1 << row
            elif die == FREEZE:
                masks[other, FROZEN] |= 1 << row
            else:
                masks[other, CROSSED] |= 1 << row
                masks[other, FROZEN] &= ~(1 << row)
            return die == STEAL
    return False


@inlined
def after_entry(rng: Array, position: Position, seat: Int, trace: Trace) -> None:
    """Play any number of freezes and cross-outs until the turn is ended."""
    while True:
        ways = count_targets(position, seat, FREEZE)
        if ways == 0:
            return
        choice = random_below(rng, ways + 1)
        if choice == ways:
            note(trace, END, 0, 0)
            return
        play_die(position, seat, FREEZE, choice, trace)


@inlined
def main_turn(rng: Array, rules: Any, position: Position, seat: Int, trace: Trace) -> None:
    """Play one turn of the main phase."""
    can_fill, entered = fillable(position, seat), False
    while can_fill and not entered:
        ways = count_targets(position, seat, STEAL)
        if ways == 0:
            break
        choice = random_below(rng, ways + 1)
        if choice == ways:
            note(trace, ROLL, 0, 0)
            break
        entered = play_die(position, seat, STEAL, choice, trace)
    if can_fill and not entered:
        roll_and_enter(rng, rules, position, seat, can_fill, trace)
    after_entry(rng, position, seat, trace)
    position.masks[seat, FROZEN] = 0


@inlined
def roll_and_enter(rng: Array, rules: Any, position: Position, seat: Int, can_fill: Int, trace: Trace) -> None:
    """Roll up to three times and enter the dice in one of the rows that can be filled."""
    low, half, entries = np.uint64(0xFFFFFFFF), np.uint64(32), popcount(can_fill)
    # Unsigned indices avoid the check for negative ones. One half of each random word chooses and the other throws.
    saved, size, word, rolls = np.uint64(0), np.int64(0), random_bits(rng), 0
    while True:
        digits, all_, fallen = word & low, saved, np.uint64(0)
        for _ in range(DICE - size):
            digits *= np.uint64(6)
            all_ = np.uint64(rules.add[all_, digits >> half])
            fallen = np.uint64(rules.add[fallen, digits >> half])
            digits &= low
        roll = all_ - np.uint64(FIRST_ROLL)
        rolls += 1
        note(trace, ROLLED, roll, 0)
        first = np.uint64(rules.part_start[fallen])
        keeps = np.int64(rules.part_start[fallen + np.uint64(1)]) - np.int64(first) if rolls < ROLLS else 0
        while True:
            word = random_bits(rng)
            attacks = count_targets(position, seat, FREEZE)
            choice = np.int64(((word >> half) * np.uint64(entries + keeps + attacks)) >> half)
            if choice < entries + keeps:
                break
            play_die(position, seat, FREEZE, choice - entries - keeps, trace)
        if choice < entries:
            break
        part = np.uint64(rules.part[first + np.uint64(choice - entries)])
        for i in range(rules.size[part]):
            saved = np.uint64(rules.add[saved, rules.dice[part, np.uint64(i)]])
        size += np.int64(rules.size[part])
        note(trace, KEPT, saved, 0)
    row = nth_bit(can_fill, choice)
    enter(rng, rules, position, seat, row, roll, trace)


@inlined
def enter(rng: Array, rules: Any, position: Position, seat: Int, row: Int, roll: Int, trace: Trace) -> None:
    """Enter a roll in a row, and throw the action die if the entry earns one."""
    note(trace, ENTERED, row, 0)
    position.points[seat, row] = rules.points[roll, row]
    position.masks[seat, FILLED] |= 1 << row
    if rules.earns[roll]:
        face = random_below(rng, len(rules.action_die))
        note(trace, ACTION_DIE, face + 1, 0)
        for die in range(position.earned.shape[1]):
            position.earned[seat, die] += rules.action_die[face, die]


@inlined
def exchange(position: Position, one: Int, other: Int) -> None:
    """Exchange the sheets of two seats."""
    points, masks = position.points, position.masks
    for row in range(points.shape[1]):
        points[one, row], points[other, row] = points[other, row], points[one, row]
    for kind in range(masks.shape[1]):
        masks[one, kind], masks[other, kind] = masks[other, kind], masks[one, kind]


@inlined
def shift(position: Position, seat: Int, trace: Trace) -> None:
    """Move every sheet to the next seat."""
    position.hands[seat, SHIFT] -= 1
    note(trace, PLAYED + SHIFT, 0, 0)
    for other in range(len(position.points) - 1, 0, -1):
        exchange(position, other, other - 1)


@inlined
def swap(position: Position, seat: Int, other: Int, trace: Trace) -> None:
    """Exchange sheets with another seat."""
    position.hands[seat, SWAP] -= 1
    note(trace, PLAYED + SWAP, other, 0)
    exchange(position, seat, other)


@inlined
def shifting_turn(rng: Array, position: Position, seat: Int, trace: Trace) -> None:
    """Play one turn of the shifting phase."""
    hands, seats = position.hands, len(position.hands)
    while hands[seat, SHIFT] or hands[seat, SWAP]:
        shifts = int(hands[seat, SHIFT] > 0)
        swaps = (seats - 1) * int(hands[seat, SWAP] > 0)
        choice = random_below(rng, shifts + swaps + 1)
        if choice == shifts + swaps:
            note(trace, END, 0, 0)
            return
        if choice < shifts:
            shift(position, seat, trace)
        else:
            other = choice - shifts
            swap(position, seat, other + int(other >= seat), trace)


@compiled
def random_playouts(rng: Array, rules: Any, scores: Array, trace: Array, ends: Array) -> None:
    """Play `len(scores)` games to their end.

    :param scores: (games, seats) receives the totals.
    :param trace: (any number of games, events, 3) receives the first games as events: a kind and two numbers.
    :param ends: (traced games, 1) receives the number of events of each.
    """
    position = new_position(scores.shape[1], rules.points.shape[1])
    play(rng, rules, position, scores, trace, ends, no_trace())


@compiled
def play(rng: Array, rules: Any, position: Position, scores: Array, trace: Array, ends: Array, untraced: Trace) -> None:
    """Play games like `random_playouts`, with memory for one game; `untraced` is for games that are not traced."""
    rng, rules, scores, trace, ends = borrow(rng), borrow(rules), borrow(scores), borrow(trace), borrow(ends)
    position, untraced = borrow(position), borrow(untraced)
    games, seats = scores.shape
    for game in range(games):
        clear(position)
        noted = untraced
        if game < len(trace):
            noted = Trace(trace[game], ends[game])
            noted.length[0] = 0
        for _ in range(position.points.shape[1]):
            for seat in range(seats):
                main_turn(rng, rules, position, seat, noted)
            for seat in range(seats):
                shifting_turn(rng, position, seat, noted)
            hand_out(position)
        for seat in range(seats):
            scores[game, seat] = sheet_total(position.points, seat)


def make_playouts() -> Playouts:
    """Return playouts with two seats."""
    trace, ends = np.empty((0, 0, 3), np.int16), np.empty((0, 1), np.int64)
    return Playouts(
        lambda rng, scores: random_playouts(rng, kniffeliger_table(), scores, trace, ends),
        lambda games: np.empty((games, SEATS), np.int64),
        tuple(kniffeliger_table()),
        (SEATS,),
    )
