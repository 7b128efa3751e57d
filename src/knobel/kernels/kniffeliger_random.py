"""Kniffeliger played at random, action dice and all: every legal action is as likely as any other.

Rows are bits of a mask, row 0 the lowest. Of each sheet, by the seat that holds it, there are the `points` by row, the
rows `filled`, `crossed` and `frozen`; of each seat the action dice in hand and those earned in this round, by kind:
steal, freeze, cross, shift, swap. The rules are those of the default options.
"""

from typing import Any

import numpy as np

from knobel.kernels.compiled import Array, compiled
from knobel.kernels.random import below
from knobel.kernels.turn import rethrow

STEAL, FREEZE, CROSS, SHIFT, SWAP = range(5)
ROLLED, KEPT, ENTERED, ACTION_DIE, END, ROLL, PLAYED = range(7)
"""Kinds of traced events. PLAYED + STEAL ... PLAYED + SWAP are action dice."""
ROLLS = 3


@compiled
def note(trace: Array, count: Array, kind: int, a: int, b: int) -> None:
    """Add an event to the trace of a game, if there is one."""
    if count[0] < len(trace):
        trace[count[0], 0] = kind
        trace[count[0], 1] = a
        trace[count[0], 2] = b
        count[0] += 1


@compiled
def ones(mask: int) -> int:
    """How many bits are set."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@compiled
def nth(mask: int, n: int) -> int:
    """The place of the n-th set bit, from 0."""
    for _ in range(n):
        mask &= mask - 1
    place = 0
    while not mask >> place & 1:
        place += 1
    return place


@compiled
def targets(masks: Array, seat: int, other: int, die: int, rows: int) -> int:
    """The rows of another seat's sheet on which an action die can be played. `masks` (seats, 3): filled, crossed and
    frozen rows."""
    open_ = rows & ~(masks[other, 0] | masks[other, 1])
    if die == STEAL:
        return int(masks[other, 0] & ~(masks[seat, 0] | masks[seat, 1] | masks[seat, 2]))
    if die == FREEZE:
        return int(open_ & ~masks[other, 2])
    return int(open_)


@compiled
def count_targets(masks: Array, hands: Array, seat: int, first: int, last: int, rows: int) -> int:
    """In how many ways the seat can play one of the action dice from kind `first` to `last`."""
    ways = 0
    for die in range(first, last + 1):
        if hands[seat, die]:
            for other in range(len(masks)):
                if other != seat:
                    ways += ones(targets(masks, seat, other, die, rows))
    return ways


@compiled
def play_die(
    points: Array, masks: Array, hands: Array, seat: int, first: int, choice: int, rows: int, trace: Array, count: Array
) -> bool:
    """Play the chosen one of the ways that `count_targets` counts, and return whether it was a steal."""
    for die in range(first, CROSS + 1):
        if not hands[seat, die]:
            continue
        for other in range(len(masks)):
            if other == seat:
                continue
            mask = targets(masks, seat, other, die, rows)
            ways = ones(mask)
            if choice >= ways:
                choice -= ways
                continue
            row = nth(mask, choice)
            hands[seat, die] -= 1
            note(trace, count, PLAYED + die, other, row)
            if die == STEAL:
                points[seat, row] = points[other, row]
                points[other, row] = 0
                masks[seat, 0] |= 1 << row
            elif die == FREEZE:
                masks[other, 2] |= 1 << row
            else:
                masks[other, 1] |= 1 << row
                masks[other, 2] &= ~(1 << row)
            return die == STEAL
    return False


@compiled
def after_entry(rng: Array, points: Array, masks: Array, hands: Array, seat: int, trace: Array, count: Array) -> None:
    """Play freezes and cross-outs, any number, until the turn is ended."""
    rows = (1 << points.shape[1]) - 1
    while True:
        ways = count_targets(masks, hands, seat, FREEZE, CROSS, rows)
        choice = below(rng, ways + 1)
        if choice == ways:
            if ways:
                note(trace, count, END, 0, 0)
            return
        play_die(points, masks, hands, seat, FREEZE, choice, rows, trace, count)


@compiled
def count_keeps(dice: Any, roll: int, saved: int) -> int:
    """How many parts of a roll hold the saved dice, but not all."""
    whole = roll + dice.add.shape[0]
    keeps = 1
    for face in range(dice.faces.shape[1]):
        keeps *= int(dice.faces[whole, face]) - int(dice.faces[saved, face]) + 1
    return keeps - 1


@compiled
def keep_any(rng: Array, dice: Any, roll: int, saved: int) -> int:
    """A random part of a roll that holds the saved dice, but not all."""
    whole = roll + dice.add.shape[0]
    while True:
        keep = saved
        for face in range(dice.faces.shape[1]):
            for _ in range(below(rng, int(dice.faces[whole, face]) - int(dice.faces[saved, face]) + 1)):
                if keep < dice.add.shape[0]:
                    keep = int(dice.add[keep, face])
        if keep != whole:
            return keep


@compiled
def main_turn(
    rng: Array,
    table: Array,
    earns: Array,
    action_die: Array,
    dice: Any,
    points: Array,
    masks: Array,
    hands: Array,
    earned: Array,
    seat: int,
    trace: Array,
    count: Array,
) -> None:
    """One turn of the main phase."""
    rows = (1 << table.shape[1]) - 1
    entered = False
    can_fill = rows & ~(masks[seat, 0] | masks[seat, 1] | masks[seat, 2])
    while can_fill and not entered:
        ways = count_targets(masks, hands, seat, STEAL, CROSS, rows)
        choice = below(rng, ways + 1)
        if choice == ways:
            if ways:
                note(trace, count, ROLL, 0, 0)
            break
        entered = play_die(points, masks, hands, seat, STEAL, choice, rows, trace, count)
    if can_fill and not entered:
        roll, saved, rolls = rethrow(rng, dice, 0), 0, 1
        note(trace, count, ROLLED, roll, 0)
        entries = ones(can_fill)
        while not entered:
            keeps = count_keeps(dice, roll, saved) if rolls < ROLLS else 0
            choice = below(rng, entries + keeps + count_targets(masks, hands, seat, FREEZE, CROSS, rows))
            if choice < entries:
                row = nth(can_fill, choice)
                note(trace, count, ENTERED, row, 0)
                points[seat, row] = table[roll, row]
                masks[seat, 0] |= 1 << row
                entered = True
                if earns[roll]:
                    face = below(rng, len(action_die))
                    note(trace, count, ACTION_DIE, face + 1, 0)
                    earned[seat] += action_die[face]
            elif choice < entries + keeps:
                saved = keep_any(rng, dice, roll, saved)
                note(trace, count, KEPT, saved, 0)
                roll = rethrow(rng, dice, saved)
                note(trace, count, ROLLED, roll, 0)
                rolls += 1
            else:
                play_die(points, masks, hands, seat, FREEZE, choice - entries - keeps, rows, trace, count)
    after_entry(rng, points, masks, hands, seat, trace, count)
    masks[seat, 2] = 0


@compiled
def shifting_turn(rng: Array, points: Array, masks: Array, hands: Array, seat: int, trace: Array, count: Array) -> None:
    """One turn of the shifting phase."""
    seats = len(points)
    while True:
        shifts = int(hands[seat, SHIFT] > 0)
        swaps = (seats - 1) * int(hands[seat, SWAP] > 0)
        choice = below(rng, shifts + swaps + 1)
        if choice == shifts + swaps:
            if shifts + swaps:
                note(trace, count, END, 0, 0)
            return
        if choice < shifts:
            hands[seat, SHIFT] -= 1
            note(trace, count, PLAYED + SHIFT, 0, 0)
            points[:] = np.concatenate((points[-1:], points[:-1]))
            masks[:] = np.concatenate((masks[-1:], masks[:-1]))
        else:
            other = choice - shifts
            other += int(other >= seat)
            hands[seat, SWAP] -= 1
            note(trace, count, PLAYED + SWAP, other, 0)
            mine, my_masks = points[seat].copy(), masks[seat].copy()
            points[seat], masks[seat] = points[other], masks[other]
            points[other], masks[other] = mine, my_masks


@compiled
def random_playouts(
    rng: Array, table: Array, earns: Array, action_die: Array, dice: Any, scores: Array, trace: Array, ends: Array
) -> None:
    """Play `len(scores)` games to their end.

    :param table: (252, rows) what each roll scores; `earns` (252) whether it earns an action die; `action_die` (6, 5)
        what that gives.
    :param scores: (games, seats) receives the totals.
    :param trace: (any number of games, events, 3) receives the first games as events: a kind and two numbers.
    :param ends: (traced games, 1) receives how many events each has.
    """
    games, seats = scores.shape
    rounds = table.shape[1]
    points = np.empty((seats, rounds), np.int64)
    masks = np.empty((seats, 3), np.int64)
    hands = np.empty((seats, 5), np.int64)
    earned = np.empty((seats, 5), np.int64)
    no_trace, no_count = np.empty((0, 3), np.int16), np.zeros(1, np.int64)
    for game in range(games):
        points[:] = 0
        masks[:] = 0
        hands[:] = 0
        events, count = no_trace, no_count
        if game < len(trace):
            events, count = trace[game], ends[game]
            count[0] = 0
        for _ in range(rounds):
            earned[:] = 0
            for seat in range(seats):
                main_turn(rng, table, earns, action_die, dice, points, masks, hands, earned, seat, events, count)
            for seat in range(seats):
                shifting_turn(rng, points, masks, hands, seat, events, count)
            hands += earned
        for seat in range(seats):
            scores[game, seat] = points[seat].sum()
