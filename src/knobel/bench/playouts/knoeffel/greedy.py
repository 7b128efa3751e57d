"""Greedy playouts of Knöffel: the action with the highest value by `bench.playouts.dice_greedy`.

Ties are broken at random. An entry gains its points, the bonus if the entry earns it, and the change in the points for
free rolls in its column.
"""

from typing import Any

import numpy as np

from knobel.bench.playouts.dice_greedy import OUTCOMES, shares, throw
from knobel.bench.playouts.knoeffel.random import FIELD, SHIFT
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Int, compiled, inlined
from knobel.engines.shared.five_dice import FIRST_ROLL
from knobel.engines.shared.rng import random_below
from knobel.engines.shared.turn_simd import sample_reroll

FORBIDDEN = -(10**9)
"""The gain of entries that the rules forbid, below all others, as an integer."""


@compiled
def greedy_playouts(rng: Array, rules: Any, dice: Any, columns: int, scores: Array, trace: Array) -> None:
    """Play `len(scores)` games; the arguments are those of `bench.playouts.knoeffel.random.random_playouts`."""
    count = rules.points.shape[1]
    points = np.ascontiguousarray(rules.points.T).astype(np.int32)
    free_points = rules.free_points.astype(np.int64)
    bonus = rules.class_of.shape[1] - 1, int(rules.bonus.max())
    worth = np.empty((2, dice.faces.shape[0]), np.int32)
    places, ties = np.empty(columns * count, np.int64), np.empty(columns * count + 32, np.int64)
    totals = np.empty((columns, 2), np.int64)
    nothing = np.empty(trace.shape[2], trace.dtype)
    numbers = points, rules.class_after.shape[1], *bonus, free_points
    play(rng, numbers, dice, shares(dice), (worth, totals, places, ties, nothing), scores, trace)


@compiled
def play(rng: Array, rules: Any, dice: Any, share: Array, room: Any, scores: Array, trace: Array) -> None:
    """Play games like `greedy_playouts`, with memory for one game.

    :param rules: the points (fields, 252); the number of fields that count towards the bonus; the points needed for the
        bonus, and the bonus; the points for free rolls used. All are integers.
    :param room: the values of keeps before the second or third roll, and before a free one (2, 462); by column the
        upper total and the free rolls used (columns, 2); the open places; memory for ties; and memory for events of
        games that are not traced.
    """
    rng, rules, dice, share = borrow(rng), borrow(rules), borrow(dice), borrow(share)
    room, scores, trace = borrow(room), borrow(scores), borrow(trace)
    worth, totals, places, ties, nothing = room
    points, upper, free_points = rules[0], rules[1], rules[4]
    fields = len(points)
    for game in range(len(scores)):
        for place in range(len(places)):
            places[place] = place // fields << SHIFT | place % fields
        totals[:] = 0
        score = free_points[0] * len(totals)
        for turn in range(len(places)):
            n = len(places) - turn
            events = trace[game, turn] if game < len(trace) else nothing
            for k in range(9):
                events[k] = -1
            roll, paid = sample_reroll(rng, dice, 0), 0
            best_entries(rules, totals, places, n, 0, worth[0])
            throw(dice.add, worth[0])
            for again in range(3):
                if again == 2:
                    if not best_entries(rules, totals, places, n, 1, worth[1]):
                        break
                    throw(dice.add, worth[1])
                enter = worth[0, FIRST_ROLL + roll]
                equals, better = best_keeps(dice, share, worth[again // 2], roll, OUTCOMES * np.int64(enter), ties)
                ways = (
                    equals if better else equals + list_places(rules, totals, places, n, 0, roll, enter, ties[equals:])
                )
                chosen = random_below(rng, ways) if ways > 1 else 0
                if chosen >= equals:
                    break
                events[2 * again] = roll
                events[2 * again + 1] = ties[chosen]
                roll, paid = sample_reroll(rng, dice, int(ties[chosen])), again // 2
            most = best_place(rules, totals, places, n, paid, roll)
            equals = list_places(rules, totals, places, n, paid, roll, most, ties)
            i = ties[random_below(rng, equals) if equals > 1 else 0]
            where, field = places[i] >> SHIFT, places[i] & FIELD
            places[i] = places[n - 1]
            events[6] = roll
            events[7] = where
            events[8] = field
            score += most
            totals[where, 1] += paid
            if field < upper:
                totals[where, 0] += points[field, roll]
        scores[game] = score


@inlined
def best_keeps(dice: Any, share: Array, worth: Array, roll: Int, enter: Int, ties: Array) -> tuple[Int, bool]:
    """List in `ties` the best parts of a roll when the others are thrown, if their value is at least `enter`.

    `enter` is the value of the best entry. Returns the number of ties, and True if they exceed `enter`.
    """
    best, equals = enter, 0
    for i in range(np.int64(dice.part_start[roll]), np.int64(dice.part_start[roll + 1]) - 1):
        keep = np.uint64(dice.part[i])
        value = worth[keep] * share[keep]
        if value > best:
            best, equals = value, 0
        if value == best:
            ties[equals] = keep
            equals += 1
    return equals, best > enter


@inlined
def gain(rules: Any, totals: Array, place: Int, roll: Int, paid: Int) -> Int:
    """Return the immediate gain of an entry, or `FORBIDDEN` if a free roll must be paid and its column has none left.

    :param paid: 1 after a free roll, otherwise 0.
    """
    points, upper, bonus_from, bonus, free_points = rules
    where, field = place >> SHIFT, place & FIELD
    total, used = totals[where, 0], totals[where, 1]
    if paid and used == len(free_points) - 1:
        return FORBIDDEN
    value = np.int64(points[field, roll])
    value += bonus * (field < upper and total < bonus_from <= total + value)
    return value + free_points[used + paid] - free_points[used]


@inlined
def best_place(rules: Any, totals: Array, places: Array, n: Int, paid: Int, roll: Int) -> Int:
    """Return the highest gain of a roll in one of the first n places."""
    most = FORBIDDEN
    for i in range(n):
        most = max(most, gain(rules, totals, places[i], roll, paid))
    return most


@inlined
def list_places(rules: Any, totals: Array, places: Array, n: Int, paid: Int, roll: Int, wanted: Int, out: Array) -> Int:
    """List the first n places with the gain `wanted`, and return their number."""
    count = 0
    for i in range(n):
        out[count] = i
        count += gain(rules, totals, places[i], roll, paid) == wanted
    return count


@inlined
def best_entries(rules: Any, totals: Array, places: Array, n: Int, paid: Int, worth: Array) -> Int:
    """Write to the last 252 of `worth` the best gain of each roll, and return the number of allowed places.

    After a free roll, the allowed ones of the first n places are those whose column has a free roll left.
    """
    points, upper, bonus_from, bonus, free_points = rules
    allowed = 0
    best = worth[FIRST_ROLL:]
    best[:] = FORBIDDEN
    for i in range(n):
        where, field = places[i] >> SHIFT, places[i] & FIELD
        total, used = totals[where, 0], totals[where, 1]
        if paid and used == len(free_points) - 1:
            continue
        allowed += 1
        price = np.int32(free_points[used + paid] - free_points[used])
        row = points[field]
        # No single entry scores as much as the bonus requires.
        needed = np.int32(bonus_from - total if field < upper and total < bonus_from else bonus_from)
        extra = np.int32(bonus)
        for roll in range(points.shape[1]):
            # The conversions keep sums as narrow as their operands, so that the processor adds more of them in
            # parallel.
            value = np.int32(row[roll] + price)
            if row[roll] >= needed:
                value = np.int32(value + extra)
            best[roll] = max(best[roll], value)
    return allowed
