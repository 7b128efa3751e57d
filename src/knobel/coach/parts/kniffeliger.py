"""Parts of losses in Kniffeliger."""

from typing import Any

from knobel.coach.parts import ThemedPoints
from knobel.coach.parts.five_dice import turn_parts
from knobel.coach.reasons.kniffeliger import field_expectation, outlook_of, parse_action
from knobel.coach.reasons.reason import Values
from knobel.core import Game
from knobel.games.kniffeliger import SHIFTING_DICE, Kniffeliger, State


def parts(
    game: Game[Any], view: State, seat: int, better: str, played: str, loss: float, values: Values
) -> ThemedPoints:
    """Yield the parts of the loss of the action played."""
    assert isinstance(game, Kniffeliger), "this is about Kniffeliger"
    if any(action.partition(".")[0] in SHIFTING_DICE for action in (better, played)):
        yield "sheets", loss
        return
    chances = field_expectation(five_is_full_house=game.options["five_is_full_house"])
    outlook = outlook_of(game, view, seat, chances, values)
    more, less = (parse_action(game, view, seat, action, outlook) for action in (better, played))
    if more is None or less is None:
        yield "action_dice", loss
    else:
        yield from turn_parts(outlook, more, less, loss)
