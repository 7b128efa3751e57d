"""Habits of people with the action dice of Kniffeliger."""

from collections.abc import Sequence
from typing import Any

from knobel.core import Game
from knobel.games.kniffeliger import ACTION_DICE


def never_spends(_game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Never play an action die."""
    return [action for action in legal if action.partition(".")[0] not in ACTION_DICE]


def leader_only(_game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Attack only the player who leads among the others."""
    totals = {other: sheet.total for other, sheet in enumerate(view.sheets) if other != seat}
    leader = max(totals, key=totals.__getitem__)
    others = [str(other) for other in totals if other != leader]
    return [
        action
        for action in legal
        if action.partition(".")[0] not in ACTION_DICE
        or action.split(".")[1:2][:1] not in [[other] for other in others]
    ]


def spends_at_once(_game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Play an action die as soon as it can be played."""
    return [action for action in legal if action.partition(".")[0] in ACTION_DICE]
