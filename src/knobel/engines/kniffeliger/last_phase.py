"""The last phase of Kniffeliger: no dice are rolled any more, and sheets only change hands.

It is solved by backward induction. Each seat in turn shifts and swaps so that it ends with the highest total. This is
also the best way to win: the totals on the table stay the same, so the share of the win depends on the own total alone.
Of ways with the same total a seat takes the one after which it holds the best sheet, because later seats may overlook
their dice, and of these the one with the fewest dice. So it leaves the sheets where they are if it cannot gain.

Sheets are given by their totals, and seats by their places in the last round. The solution is exact for up to four
seats. Of larger tables it is exact unless the seats have many dice. Then the search is bounded: a seat considers
`MOST_ARRANGEMENTS`, and seats that are reached after `MOST_STEPS` take the best sheet that they can, as if all later
seats would pass.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import factorial
from typing import NamedTuple, TypeAlias, TypeVar

from knobel.core import Move
from knobel.engines.kniffeliger.action_dice import SHIFT, SWAP
from knobel.games.kniffeliger import NO_DICE, Kniffeliger, Stage, State

Totals: TypeAlias = tuple[int, ...]
"""The totals of the sheets by the places of the seats that hold them."""
Ranks: TypeAlias = tuple[int, ...]
"""The ranks of these totals, the lowest one 0; equal totals have equal ranks."""
Hands: TypeAlias = tuple[tuple[int, int], ...]
"""The shifts and the swaps of the seats, by place."""
Arrangement: TypeAlias = tuple[int, ...]
"""For each place the place from which it receives a sheet."""
N = TypeVar("N", int, float)

NO_HAND = (0, 0)

EXACT_SEATS = 4
"""Number of seats up to which the solution is always exact."""
MOST_ARRANGEMENTS = 120
"""Number of arrangements of the sheets that a seat considers: all of those of five seats."""
MOST_STEPS = 600
"""Number of arrangements that the seats of a larger table consider in a position, all together."""
HELD_WEIGHT = 1e-4
"""Weight of a point that a seat would hold at the end if the others passed, relative to one that it certainly holds."""
CACHED, CACHED_ENDS = 1 << 10, 1 << 15
"""Number of hands whose arrangements are cached, and of positions whose end is: they come again in many samples."""


class Ending(NamedTuple):
    """The totals by place at the end of the game, and whether the search was not bounded."""

    totals: Totals
    exact: bool


class Ways(NamedTuple):
    """The arrangements that a seat can make, with the fewest dice first, and whether these are all."""

    arrangements: tuple[Arrangement, ...]
    complete: bool


def is_last_phase(game: Kniffeliger, state: State) -> bool:
    """True if no dice are rolled any more."""
    return state.stage is Stage.OVER or (state.stage is Stage.SHIFTING and not game.rounds_to_come(state))


def ending(game: Kniffeliger, state: State, alone: int | None = None) -> Ending:
    """Return the end of the last phase, with the totals by the places of the last round.

    :param alone: the only seat that still plays action dice; None: all do.
    """
    order = game.final_order(state)
    hands = [state.hands[i] if alone in (None, i) else NO_DICE for i in order]
    place = len(order) if state.stage is Stage.OVER else order.index(state.seat)
    totals = tuple(state.sheets[i].total for i in order)
    return solve(totals, tuple((hand[SHIFT], hand[SWAP]) for hand in hands), place)


def held_if_others_pass(game: Kniffeliger, state: State, seat: int) -> int:
    """Return the total of the best sheet in the last phase for a seat if no other seat plays action dice."""
    return ending(game, state, alone=seat).totals[game.final_order(state).index(seat)]


def merits(game: Kniffeliger, state: State, ends: Mapping[str, State]) -> dict[str, float]:
    """Return the merits of actions in the last phase for the seat to move: its final total, which decides who wins.

    Equal actions are compared as the solution compares them.

    :param ends: the position after each action.
    """
    seat, assumed = state.seat, ending(game, state)
    place = game.final_order(state).index(seat)
    return {
        action: (after := ending(game, end)).totals[place]
        + HELD_WEIGHT * held_if_others_pass(game, end, seat)
        + HELD_WEIGHT / 2 * (after == assumed)
        + HELD_WEIGHT / 4 * (action == "end")
        for action, end in ends.items()
    }


def best_plays(game: Kniffeliger, state: State) -> Iterator[tuple[str, State, State]]:
    """Yield the actions of the last phase from a position on, with the positions before and after each of them."""
    while state.stage is not Stage.OVER:
        before = state
        ends = {action: game.apply(before, Move(before.seat, action)) for action in game.legal(before, before.seat)}
        found = merits(game, before, ends)
        action = max(found, key=found.__getitem__)
        state = ends[action]
        yield action, before, state


def solve(totals: Totals, hands: Hands, place: int) -> Ending:
    """Return the end of the game if the seat at a place and all later ones play as well as possible.

    :param place: that of the seat to move; the number of seats if all have moved.
    """
    seats = len(totals)
    ways = [ways_of(seats, i, *hands[i]) for i in range(place, seats)]
    searched = _searched([len(each.arrangements) for each in ways], seats)
    # A seat that only takes the best sheet has no replies to consider if none can follow.
    exact = not any(hand != NO_HAND for hand in hands[place + searched + 1 :]) and all(each.complete for each in ways)
    return Ending(final_totals(totals, hands[place:], searched), exact)


def final_totals(totals: tuple[N, ...], hands: Hands, searched: int) -> tuple[N, ...]:
    """Return the totals at the end of the game.

    :param hands: those of the seats that are still to move.
    :param searched: how many of these seats consider replies; the others take the best sheet in their reach.
    """
    # Only the order of the totals counts for the play.
    levels = sorted(set(totals))
    ranks = tuple([levels.index(total) for total in totals])
    seats, first = len(totals), len(totals) - len(hands)
    useful = tuple([useful_hand(seats, first + i, *hand) for i, hand in enumerate(hands)])
    return tuple([levels[rank] for rank in _end(ranks, useful, searched)])


@lru_cache(CACHED_ENDS)
def _end(held: Ranks, hands: Hands, searched: int) -> Ranks:
    if not hands:
        return held
    later, still_searched = hands[1:], max(searched - 1, 0)
    if hands[0] == NO_HAND:
        return _end(held, later, still_searched)
    seats = len(held)
    mover, highest = seats - len(hands), max(held)
    if not searched:
        return _end(_best_taken(held, mover, *hands[0]), later, 0)
    ways = [tuple([held[i] for i in way]) for way in ways_of(seats, mover, *hands[0]).arrangements]
    # The best ones in hand come first, and of these those with the fewest dice.
    ways.sort(key=lambda after: -after[mover])
    best: Ranks = ()
    for after in ways:
        end = _end(after, later, still_searched)
        if not best or end[mover] > best[mover]:
            best = end
            if best[mover] == highest:
                break
    return best


def _best_taken(held: Ranks, mover: int, shifts: int, swaps: int) -> Ranks:
    """Return the ranks after a seat has taken the best sheet that one swap or its shifts bring."""
    seats = len(held)
    ways = [held[-i:] + held[:-i] for i in range(min(shifts, seats - 1) + 1)]
    if swaps:
        ways.insert(1, _swapped(held, mover, held.index(max(held))))
    return max(ways, key=lambda after: after[mover])


def _searched(branches: Sequence[int], seats: int) -> int:
    """Return how many seats, given their numbers of arrangements, consider the replies."""
    steps, reached = 0, 1
    if seats <= EXACT_SEATS:
        return len(branches)
    for number, count in enumerate(branches):
        steps += reached * count
        if steps > MOST_STEPS:
            return number
        reached = min(reached * count, factorial(seats))
    return len(branches)


@lru_cache(CACHED)
def useful_hand(seats: int, place: int, shifts: int, swaps: int) -> tuple[int, int]:
    """Return the smallest hand with the same arrangements, so that fewer positions are distinguished."""
    if seats > EXACT_SEATS:
        return shifts, swaps
    ways = set(ways_of(seats, place, shifts, swaps).arrangements)
    hands = ((few, some) for some in range(swaps + 1) for few in range(shifts + 1))
    smaller = (hand for hand in hands if set(ways_of(seats, place, *hand).arrangements) == ways)
    return min(smaller, key=sum)


@lru_cache(CACHED)
def ways_of(seats: int, place: int, shifts: int, swaps: int) -> Ways:
    """Return the arrangements that a seat can make with its shifts and swaps."""
    same = tuple(range(seats))
    # This many swaps reach every arrangement (the diameter of the star graph: Akers and Krishnamurthy, "A
    # group-theoretic model for symmetric interconnection networks", 1989), and more shifts before, between and after
    # them bring sheets round the table.
    swaps = min(swaps, 3 * (seats - 1) // 2)
    todo = [(same, min(shifts, (seats - 1) * (swaps + 1)), swaps)]
    reached, found = set(todo), {same: None}
    for held, shifts_left, swaps_left in todo:
        after = [((held[-1], *held[:-1]), shifts_left - 1, swaps_left)] if shifts_left else []
        if swaps_left:
            after += [(_swapped(held, place, i), shifts_left, swaps_left - 1) for i in range(seats) if i != place]
        for new in after:
            if new not in reached:
                reached.add(new)
                todo.append(new)
                found.setdefault(new[0])
        if len(found) > MOST_ARRANGEMENTS:
            return Ways(tuple(found)[:MOST_ARRANGEMENTS], complete=False)
    return Ways(tuple(found), complete=True)


def _swapped(held: tuple[int, ...], a: int, b: int) -> tuple[int, ...]:
    exchanged = list(held)
    exchanged[a], exchanged[b] = held[b], held[a]
    return tuple(exchanged)


def share_of_win(totals: Totals, place: int) -> float:
    """Return the share of the win of a seat: 1/n if n seats hold the best sheets, 0 if it is none of them."""
    highest = max(totals)
    return 1 / totals.count(highest) if totals[place] == highest else 0.0
