"""Colours of seats, in games in which each seat has its own (`Game.seat_letters` names the option).

A seat has the colour that its player picked. The others have the colour from the settings, or else a remaining one.
"""

from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import game_of
from knobel.tables.state import TableState


def seat_colours(state: TableState) -> tuple[str, ...]:
    """Return the colour of each seat; empty in games without colours."""
    game = game_of(state.settings)
    if game.seat_letters is None:
        return ()
    order: str = game.options[game.seat_letters]
    found = {number: seat.colour for number, seat in enumerate(state.seats) if seat.colour}
    usual = dict(enumerate(order[: len(state.seats)]))
    # Taken seats come before empty ones, and seats whose usual colour is free before the others.
    for number in sorted(usual.keys() - found, key=lambda i: (state.seats[i].empty, usual[i] in found.values(), i)):
        found[number] = next(colour for colour in (usual[number], *order) if colour not in found.values())
    return tuple(found[number] for number in usual)


def check_colour(state: TableState, seat: int, colour: str) -> None:
    """:raises Refused: `no_colour`, `colour_taken`."""
    game = game_of(state.settings)
    if game.seat_letters is None or len(colour) != 1 or colour not in game.options[game.seat_letters]:
        raise Refused(TableReason.NO_COLOUR, f"{game.name} has no such colour to pick")
    if any(other.person is not None and other.colour == colour for other in state.seats if other != state.seats[seat]):
        raise Refused(TableReason.COLOUR_TAKEN, "somebody else has picked this colour")


def settled(state: TableState, first: int) -> dict[str, str]:
    """Return the option with the seats' colours, for a game that begins with the taken seat number `first`."""
    game = game_of(state.settings)
    if game.seat_letters is None:
        return {}
    taken = [colour for seat, colour in zip(state.seats, seat_colours(state), strict=True) if not seat.empty]
    in_turn_order = taken[first:] + taken[:first]
    rest = [colour for colour in game.options[game.seat_letters] if colour not in in_turn_order]
    return {game.seat_letters: "".join(in_turn_order + rest)}
