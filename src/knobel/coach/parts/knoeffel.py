"""Parts of losses in Knöffel."""

from typing import Any

from knobel.coach.parts import ThemedPoints
from knobel.coach.parts.five_dice import turn_parts
from knobel.coach.reasons.knoeffel import bonus_lead, expectation_of, outlook_of, parse_action
from knobel.coach.reasons.reason import Values
from knobel.coach.reasons.turns import Entry
from knobel.core import Game, Move
from knobel.games.knoeffel import Knoeffel, State


def parts(
    game: Game[Any], view: State, seat: int, better: str, played: str, loss: float, values: Values
) -> ThemedPoints:
    """Yield the parts of the loss of the action played."""
    assert isinstance(game, Knoeffel), "this is about Knöffel"
    free = [action[0] == "f" and "." not in action for action in (better, played)]
    if any(free) and not all(free):
        yield "free_rolls", loss
        return
    outlook = outlook_of(game, view, seat, expectation_of(game), values)
    actions = [parse_action(game, view, seat, action, outlook) for action in (better, played)]
    yield from turn_parts(outlook, actions[0], actions[1], loss)
    if all(isinstance(action, Entry) for action in actions):
        if better.rpartition(".")[2] != played.rpartition(".")[2]:
            yield "columns", loss
        after, other = (game.apply(view, Move(seat, action)).sheets[seat] for action in (better, played))
        if sum(map(bonus_lead, after)) > sum(map(bonus_lead, other)):
            yield "bonus", loss
