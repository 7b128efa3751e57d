"""Traces of compiled games as events of the rules."""

from benchmarks.kernels.playouts import kniffeliger as playouts
from knobel.core import Event, Move, Roll
from knobel.dice import without
from knobel.engines.shared.five_dice import KEEPS, ROLLS
from knobel.games.combinations import keep_text
from knobel.games.kniffeliger import ACTION_DICE, ROWS, State


def event(state: State, kind: int, a: int, b: int) -> Event:
    """Return a traced event, given as a kind and two numbers."""
    match kind:
        case playouts.ROLLED:
            return Roll(without(ROLLS[a], state.saved))
        case playouts.KEPT:
            return Move(state.seat, keep_text("k", KEEPS[a]))
        case playouts.ENTERED:
            return Move(state.seat, ROWS[a])
        case playouts.ACTION_DIE:
            return Roll((a,))
        case playouts.END:
            return Move(state.seat, "end")
        case playouts.ROLL:
            return Move(state.seat, "roll")
    die = ACTION_DICE[kind - playouts.PLAYED]
    return Move(state.seat, {"shift": "shift", "swap": f"swap.{a}"}.get(die, f"{die}.{a}.{ROWS[b]}"))
