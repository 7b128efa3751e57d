"""Kniffeliger played at random, action dice and all: every legal action is as likely as any other.

Rows are bits of a mask, row 0 the lowest. Of each sheet, by the seat that holds it, there are the `points` by row, the
rows `filled`, `crossed` and `frozen`; of each seat the action dice in hand and those earned in this round, by kind:
steal, freeze, cross, shift, swap. The rules are those of the default options.

`rules` is the bundle of arrays `knobel.bench.playouts.kniffeliger.table.KniffeligerTable`.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, Int, compiled, inlined
from knobel.engines.shared.five_dice import FIRST_ROLL
from knobel.engines.shared.masks import nth, ones
from knobel.engines.shared.rng import below, bits
from knobel.games.combinations import DICE, ROLLS

STEAL, FREEZE, CROSS, SHIFT, SWAP = range(5)
FILLED, CROSSED, FROZEN = range(3)
ROLLED, KEPT, ENTERED, ACTION_DIE, END, ROLL, PLAYED = range(7)
"""Kinds of traced events. PLAYED + STEAL ... PLAYED + SWAP are action dice."""


@inlined
def note(trace: Array, count: Array, kind: Int, a: Int, b: Int) -> None:
    """Add an event to the trace of a game, if there is one."""
    if count[0] < len(trace):
        trace[count[0], 0] = kind
        trace[count[0], 1] = a
        trace[count[0], 2] = b
        count[0] += 1


@inlined
def targets(masks: Array, seat: Int, other: Int, die: Int, rows: Int) -> Int:
    """The rows of another seat's sheet on which an action die can be played. `masks` (seats, 3): filled, crossed and
    frozen rows."""
    if die == STEAL:
        return masks[other, FILLED] & ~(masks[seat, FILLED] | masks[seat, CROSSED] | masks[seat, FROZEN])
    open_ = rows & ~(masks[other, FILLED] | masks[other, CROSSED])
    return open_ & ~masks[other, FROZEN] if die == FREEZE else open_


@inlined
def count_targets(masks: Array, hands: Array, seat: Int, first: Int, rows: Int) -> Int:
    """In how many ways the seat can play one of the action dice from kind `first` to cross-outs."""
    ways = 0
    for die in range(first, CROSS + 1):
        if hands[seat, die]:
            for other in range(len(masks)):
                if other != seat:
                    ways += ones(targets(masks, seat, other, die, rows))
    return ways


@inlined
def play_die(
    points: Array, masks: Array, hands: Array, seat: Int, first: Int, choice: Int, rows: Int, trace: Array, count: Array
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
                masks[seat, FILLED] |= 1 << row
            elif die == FREEZE:
                masks[other, FROZEN] |= 1 << row
            else:
                masks[other, CROSSED] |= 1 << row
                masks[other, FROZEN] &= ~(1 << row)
            return die == STEAL
    return False


@inlined
def after_entry(rng: Array, points: Array, masks: Array, hands: Array, seat: Int, trace: Array, count: Array) -> None:
    """Play freezes and cross-outs, any number, until the turn is ended."""
    rows = (1 << points.shape[1]) - 1
    while True:
        ways = count_targets(masks, hands, seat, FREEZE, rows)
        if ways == 0:
            return
        choice = below(rng, ways + 1)
        if choice == ways:
            note(trace, count, END, 0, 0)
            return
        play_die(points, masks, hands, seat, FREEZE, choice, rows, trace, count)


@inlined
def main_turn(
    rng: Array,
    rules: Any,
    points: Array,
    masks: Array,
    hands: Array,
    earned: Array,
    seat: Int,
    trace: Array,
    count: Array,
) -> None:
    """One turn of the main phase."""
    rows = (1 << points.shape[1]) - 1
    can_fill = rows & ~(masks[seat, FILLED] | masks[seat, CROSSED] | masks[seat, FROZEN])
    entered = False
    while can_fill and not entered:
        ways = count_targets(masks, hands, seat, STEAL, rows)
        if ways == 0:
            break
        choice = below(rng, ways + 1)
        if choice == ways:
            note(trace, count, ROLL, 0, 0)
            break
        entered = play_die(points, masks, hands, seat, STEAL, choice, rows, trace, count)
    if can_fill and not entered:
        roll_and_enter(rng, rules, points, masks, hands, earned, seat, can_fill, trace, count)
    after_entry(rng, points, masks, hands, seat, trace, count)
    masks[seat, FROZEN] = 0


@inlined
def roll_and_enter(
    rng: Array,
    rules: Any,
    points: Array,
    masks: Array,
    hands: Array,
    earned: Array,
    seat: Int,
    can_fill: Int,
    trace: Array,
    count: Array,
) -> None:
    """Roll up to three times and enter the dice in one of these rows."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    rows, entries = (1 << points.shape[1]) - 1, ones(can_fill)
    # Unsigned indices spare the check for negative ones. Of each random word one half chooses and the other throws.
    saved, size, word, rolls = np.uint64(0), np.int64(0), bits(rng), 0
    while True:
        digits, all_, fallen = word & low, saved, np.uint64(0)
        for _ in range(DICE - size):
            digits *= np.uint64(6)
            all_ = np.uint64(rules.add[all_, digits >> half])
            fallen = np.uint64(rules.add[fallen, digits >> half])
            digits &= low
        roll = all_ - np.uint64(FIRST_ROLL)
        rolls += 1
        note(trace, count, ROLLED, roll, 0)
        first = np.uint64(rules.part_start[fallen])
        keeps = np.int64(rules.part_start[fallen + np.uint64(1)]) - np.int64(first) if rolls < ROLLS else 0
        while True:
            word = bits(rng)
            attacks = count_targets(masks, hands, seat, FREEZE, rows)
            choice = np.int64(((word >> half) * np.uint64(entries + keeps + attacks)) >> half)
            if choice < entries + keeps:
                break
            play_die(points, masks, hands, seat, FREEZE, choice - entries - keeps, rows, trace, count)
        if choice < entries:
            break
        part = np.uint64(rules.part[first + np.uint64(choice - entries)])
        for i in range(rules.size[part]):
            saved = np.uint64(rules.add[saved, rules.dice[part, np.uint64(i)]])
        size += np.int64(rules.size[part])
        note(trace, count, KEPT, saved, 0)
    row = nth(can_fill, choice)
    note(trace, count, ENTERED, row, 0)
    points[seat, row] = rules.points[roll, row]
    masks[seat, FILLED] |= 1 << row
    if rules.earns[roll]:
        face = below(rng, len(rules.action_die))
        note(trace, count, ACTION_DIE, face + 1, 0)
        for die in range(len(hands[seat])):
            earned[seat, die] += rules.action_die[face, die]


@inlined
def exchange(points: Array, masks: Array, one: Int, other: Int) -> None:
    """Two seats exchange their sheets."""
    for row in range(points.shape[1]):
        points[one, row], points[other, row] = points[other, row], points[one, row]
    for kind in range(masks.shape[1]):
        masks[one, kind], masks[other, kind] = masks[other, kind], masks[one, kind]


@inlined
def shifting_turn(rng: Array, points: Array, masks: Array, hands: Array, seat: Int, trace: Array, count: Array) -> None:
    """One turn of the shifting phase."""
    seats = len(points)
    while hands[seat, SHIFT] or hands[seat, SWAP]:
        shifts = int(hands[seat, SHIFT] > 0)
        swaps = (seats - 1) * int(hands[seat, SWAP] > 0)
        choice = below(rng, shifts + swaps + 1)
        if choice == shifts + swaps:
            note(trace, count, END, 0, 0)
            return
        if choice < shifts:
            hands[seat, SHIFT] -= 1
            note(trace, count, PLAYED + SHIFT, 0, 0)
            for other in range(seats - 1, 0, -1):
                exchange(points, masks, other, other - 1)
        else:
            other = choice - shifts
            other += int(other >= seat)
            hands[seat, SWAP] -= 1
            note(trace, count, PLAYED + SWAP, other, 0)
            exchange(points, masks, seat, other)


@compiled
def random_playouts(rng: Array, rules: Any, scores: Array, trace: Array, ends: Array) -> None:
    """Play `len(scores)` games to their end.

    :param scores: (games, seats) receives the totals.
    :param trace: (any number of games, events, 3) receives the first games as events: a kind and two numbers.
    :param ends: (traced games, 1) receives how many events each has.
    """
    seats, rounds = scores.shape[1], rules.points.shape[1]
    points, masks = np.empty((seats, rounds), np.int64), np.empty((seats, 3), np.int64)
    hands, earned = np.empty((seats, 5), np.int64), np.empty((seats, 5), np.int64)
    play(
        rng, rules, points, masks, hands, earned, scores, trace, ends, np.empty((0, 3), np.int16), np.zeros(1, np.int64)
    )


@compiled
def play(
    rng: Array,
    rules: Any,
    points: Array,
    masks: Array,
    hands: Array,
    earned: Array,
    scores: Array,
    trace: Array,
    ends: Array,
    no_trace: Array,
    no_count: Array,
) -> None:
    """`random_playouts` with room for one game; `no_trace` and `no_count` are for those that are not traced."""
    rng, rules, scores, trace, ends = borrowed(rng), borrowed(rules), borrowed(scores), borrowed(trace), borrowed(ends)
    points, masks, hands, earned = borrowed(points), borrowed(masks), borrowed(hands), borrowed(earned)
    no_trace, no_count = borrowed(no_trace), borrowed(no_count)
    games, seats = scores.shape
    for game in range(games):
        points[:] = 0
        masks[:] = 0
        hands[:] = 0
        earned[:] = 0
        events, count = no_trace, no_count
        if game < len(trace):
            events, count = trace[game], ends[game]
            count[0] = 0
        for _ in range(points.shape[1]):
            for seat in range(seats):
                main_turn(rng, rules, points, masks, hands, earned, seat, events, count)
            for seat in range(seats):
                shifting_turn(rng, points, masks, hands, seat, events, count)
            for seat in range(seats):
                for die in range(hands.shape[1]):
                    hands[seat, die] += earned[seat, die]
                    earned[seat, die] = 0
        for seat in range(seats):
            total = 0
            for row in range(points.shape[1]):
                total += points[seat, row]
            scores[game, seat] = total
