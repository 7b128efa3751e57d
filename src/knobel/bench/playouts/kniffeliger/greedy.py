"""Kniffeliger played greedily, action dice and all: whatever is worth most for the own sheet by
`bench.playouts.dice_greedy`; equals are decided at random.

A steal is worth what it carries over, shifting or swapping by how much the sheet then held is better. Freezing and
crossing out are worth nothing: they are played only where nothing gains more, as after the entry. Positions, rules and
traced events are those of `bench.playouts.kniffeliger.random`.
"""

from typing import Any

import numpy as np

from knobel.bench.playouts.dice_greedy import OUTCOMES, throw
from knobel.bench.playouts.kniffeliger.random import (
    ACTION_DIE,
    CROSSED,
    END,
    ENTERED,
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
    after_entry,
    count_targets,
    exchange,
    note,
    play_die,
    targets,
)
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, Int, compiled, inlined
from knobel.engines.shared.five_dice import FIRST_ROLL
from knobel.engines.shared.masks import lowest, without_lowest
from knobel.engines.shared.rng import below, bits
from knobel.games.combinations import DICE, ROLLS

HALF = 7
MOST_TIES = 14 + 32


@compiled
def best_of_halves(gains: Array) -> Array:
    """(2, 128, 252) The most that each roll scores in any set of the first seven rows, and of the last seven. The sets
    are bit masks, `gains` is (14, 252)."""
    best = np.zeros((2, 1 << HALF, gains.shape[1]), gains.dtype)
    for half in range(2):
        for rows in range(1, 1 << HALF):
            last = lowest(rows)
            best[half, rows] = np.maximum(best[half, rows ^ 1 << last], gains[half * HALF + last])
    return best


@inlined
def best_entries(halves: Array, can_fill: Int, worth: Array) -> None:
    """Write into the last 252 of `worth` the most that each roll scores in these rows; `halves` is that of
    `best_of_halves`."""
    first, second = halves[0, can_fill & (1 << HALF) - 1], halves[1, can_fill >> HALF]
    for roll in range(halves.shape[2]):
        worth[FIRST_ROLL + roll] = max(first[roll], second[roll])


@inlined
def steal_or_roll(
    rng: Array, points: Array, masks: Array, hands: Array, seat: Int, expected: Int, trace: Array, count: Array
) -> bool:
    """Steal where that is worth more than to roll, which is worth `expected`; returns whether it was done."""
    rows = (1 << points.shape[1]) - 1
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
                    if below(rng, equals) == 0:
                        victim, loot = other, row
    if victim >= 0:
        hands[seat, STEAL] -= 1
        points[seat, loot] = points[victim, loot]
        points[victim, loot] = 0
        masks[seat, FILLED] |= 1 << loot
        note(trace, count, PLAYED + STEAL, victim, loot)
        return True
    if count_targets(masks, hands, seat, STEAL, rows):
        note(trace, count, ROLL, 0, 0)
    return False


@inlined
def together(rules: Any, keep: Int, more: Int) -> Int:
    """The keep of the dice of two."""
    for i in range(rules.size[more]):
        keep = np.uint64(rules.add[keep, rules.dice[more, np.uint64(i)]])
    return keep


@inlined
def best_keeps(
    rules: Any, share: Array, worth: Array, saved: Int, fallen: Int, enter: Int, ties: Array
) -> tuple[Int, Int]:
    """List in `ties` the keeps that are worth most, if that is at least `enter`, the worth of the best entry; returns
    the higher worth, and how many they are. They hold the `saved` dice and some of those that have `fallen`."""
    best, equals = enter, 0
    for i in range(rules.part_start[fallen], rules.part_start[fallen + np.uint64(1)]):
        keep = together(rules, np.uint64(rules.part[i]), saved)
        value = worth[keep] * share[keep]
        if value > best:
            best, equals = value, 0
        ties[equals] = keep
        equals += int(value == best)
    return best, equals


@inlined
def roll_and_enter(
    rng: Array,
    rules: Any,
    gains: Array,
    share: Array,
    worth: Array,
    ties: Array,
    points: Array,
    masks: Array,
    hands: Array,
    earned: Array,
    seat: Int,
    can_fill: Int,
    trace: Array,
    count: Array,
) -> None:
    """Roll up to three times and enter the dice in one of these rows. `worth` (462) is what keeps are worth."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    rows = (1 << points.shape[1]) - 1
    # Unsigned indices spare the check for negative ones. Of each random word one half chooses and the other throws.
    saved, size, word, rolls, row = np.uint64(0), np.int64(0), bits(rng), 0, -1
    while row < 0:
        digits, all_, fallen = word & low, saved, np.uint64(0)
        for _ in range(DICE - size):
            digits *= np.uint64(6)
            all_ = np.uint64(rules.add[all_, digits >> half])
            fallen = np.uint64(rules.add[fallen, digits >> half])
            digits &= low
        roll = all_ - np.uint64(FIRST_ROLL)
        rolls += 1
        note(trace, count, ROLLED, roll, 0)
        best, equals = OUTCOMES * np.int64(worth[all_]), 0
        if rolls < ROLLS:
            best, equals = best_keeps(rules, share, worth, saved, fallen, best, ties)
        entries, left = 0, can_fill
        while left:
            i, left = lowest(left), without_lowest(left)
            ties[equals + entries] = i
            entries += int(OUTCOMES * np.int64(gains[i, roll]) == best)
        while True:
            word = bits(rng)
            attacks = 0 if best else count_targets(masks, hands, seat, FREEZE, rows)
            choice = np.int64(((word >> half) * np.uint64(equals + entries + attacks)) >> half)
            if choice < equals + entries:
                break
            play_die(points, masks, hands, seat, FREEZE, choice - equals - entries, rows, trace, count)
        if choice < equals:
            saved = np.uint64(ties[choice])
            size = np.int64(rules.size[saved])
            note(trace, count, KEPT, saved, 0)
        else:
            row = ties[choice]
    note(trace, count, ENTERED, row, 0)
    points[seat, row] = gains[row, roll]
    masks[seat, FILLED] |= 1 << row
    if rules.earns[roll]:
        face = below(rng, len(rules.action_die))
        note(trace, count, ACTION_DIE, face + 1, 0)
        for die in range(hands.shape[1]):
            earned[seat, die] += rules.action_die[face, die]


@inlined
def sheet_total(points: Array, seat: Int) -> Int:
    """The points of a sheet."""
    total = 0
    for row in range(points.shape[1]):
        total += points[seat, row]
    return total


@inlined
def shifting_turn(rng: Array, points: Array, masks: Array, hands: Array, seat: Int, trace: Array, count: Array) -> None:
    """One turn of the shifting phase."""
    seats, end, shift = len(points), -2, -1
    while hands[seat, SHIFT] or hands[seat, SWAP]:
        own = sheet_total(points, seat)
        best, equals, choice = 0, 1, end
        for option in range(shift, seats):
            if option == seat or not hands[seat, SHIFT if option == shift else SWAP]:
                continue
            gain = sheet_total(points, (seat + seats - 1) % seats if option == shift else option) - own
            if gain >= best:
                equals = equals + 1 if gain == best else 1
                best = gain
                if below(rng, equals) == 0:
                    choice = option
        if choice == end:
            note(trace, count, END, 0, 0)
            return
        if choice == shift:
            hands[seat, SHIFT] -= 1
            note(trace, count, PLAYED + SHIFT, 0, 0)
            for other in range(seats - 1, 0, -1):
                exchange(points, masks, other, other - 1)
        else:
            hands[seat, SWAP] -= 1
            note(trace, count, PLAYED + SWAP, choice, 0)
            exchange(points, masks, seat, choice)


@compiled
def greedy_playouts(rng: Array, rules: Any, scores: Array, trace: Array, ends: Array) -> None:
    """Play `len(scores)` games; the arguments are those of `bench.playouts.kniffeliger.random.random_playouts`."""
    seats, rounds = scores.shape[1], rules.points.shape[1]
    points, masks = np.empty((seats, rounds), np.int64), np.empty((seats, 3), np.int64)
    hands, earned = np.empty((seats, 5), np.int64), np.empty((seats, 5), np.int64)
    gains = np.ascontiguousarray(rules.points.T).astype(np.int32)
    share = np.empty(len(rules.size), np.int64)
    for keep in range(len(share)):
        share[keep] = 6 ** np.int64(rules.size[keep])
    room = np.empty(len(rules.size), np.int32), np.empty(MOST_TIES, np.int64)
    state = points, masks, hands, earned
    untraced = np.empty((0, 3), np.int16), np.zeros(1, np.int64)
    play(rng, rules, (gains, best_of_halves(gains), share), room, state, scores, trace, ends, untraced)


@compiled
def play(
    rng: Array,
    rules: Any,
    worths: Any,
    room: Any,
    state: Any,
    scores: Array,
    trace: Array,
    ends: Array,
    untraced: Any,
) -> None:
    """`greedy_playouts` with room for one game.

    :param worths: by row what rolls score (14, 252), `best_of_halves` of that, and (462) that of `dice_greedy.shares`.
    """
    rng, rules, scores, trace, ends = borrowed(rng), borrowed(rules), borrowed(scores), borrowed(trace), borrowed(ends)
    worths, room, state, untraced = borrowed(worths), borrowed(room), borrowed(state), borrowed(untraced)
    gains, halves, share = worths
    worth, ties = room
    points, masks, hands, earned = state
    games, seats = scores.shape
    for game in range(games):
        points[:] = 0
        masks[:] = 0
        hands[:] = 0
        earned[:] = 0
        events, count = untraced
        if game < len(trace):
            events, count = trace[game], ends[game]
            count[0] = 0
        for _ in range(len(gains)):
            for seat in range(seats):
                rows = (1 << len(gains)) - 1
                can_fill = rows & ~(masks[seat, FILLED] | masks[seat, CROSSED] | masks[seat, FROZEN])
                if can_fill:
                    best_entries(halves, can_fill, worth)
                    throw(rules.add, worth)
                    if not steal_or_roll(rng, points, masks, hands, seat, np.int64(worth[0]), events, count):
                        roll_and_enter(
                            rng,
                            rules,
                            gains,
                            share,
                            worth,
                            ties,
                            points,
                            masks,
                            hands,
                            earned,
                            seat,
                            can_fill,
                            events,
                            count,
                        )
                after_entry(rng, points, masks, hands, seat, events, count)
                masks[seat, FROZEN] = 0
            for seat in range(seats):
                shifting_turn(rng, points, masks, hands, seat, events, count)
            for seat in range(seats):
                for die in range(hands.shape[1]):
                    hands[seat, die] += earned[seat, die]
                    earned[seat, die] = 0
        for seat in range(seats):
            scores[game, seat] = sheet_total(points, seat)
