"""Habits of people at the games with grids."""

from collections.abc import Sequence
from typing import Any

from knobel.core import Game
from knobel.games.grid import CELL, LINES, LINES_AT, SIZE, numbers
from knobel.games.knapp_daneben import COLOURS

ON_DIAGONALS = {cell for line in ("diag", "anti") for cell in LINES[line]}


def off_diagonals(_game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Never write on a diagonal as long as there is another cell."""
    return [action for action in legal if CELL[action] not in ON_DIAGONALS]


def rows_from_above(_game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Fill one row after the other, from above; circles are placed well."""
    entries = [action for action in legal if action in CELL]
    first = min((CELL[action] // SIZE for action in entries), default=0)
    return [action for action in legal if action not in CELL or CELL[action] // SIZE == first]


def most_points_now(game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Take the action that brings most points immediately."""
    gains = {action: game.preview(view, seat, action).gain for action in legal}
    return [action for action in legal if gains[action] == max(gains.values())]


def enters_first(_game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Circle no rolled number while there is a free cell."""
    return [action for action in legal if action in CELL]


def circles_first(_game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Circle the rolled number whenever it is on the sheet."""
    return [action for action in legal if action not in CELL]


def avoids_black(game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Write in no black circle while there is another one."""
    return [action for action in legal if game.options["layout"][CELL[action[:-1]]] != COLOURS[0]]


def collects_equal_numbers(game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Write where most equal numbers already lie in the lines."""
    grid = view.sheets[seat]
    equal = {
        action: sum(
            numbers(grid, line).count(game.preview(view, seat, action).writes) for line in LINES_AT[CELL[action]]
        )
        for action in legal
    }
    return [action for action in legal if equal[action] == max(equal.values())]


def most_circles_now(game: Game[Any], view: Any, seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Enter the number where it earns most circles immediately."""
    circles = {action: game.preview(view, seat, action).circles or 0 for action in legal if action in CELL}
    most = max(circles.values(), default=0)
    return [action for action in legal if not most or circles.get(action) == most]


def boxes_from_above(_game: Game[Any], _view: Any, _seat: int, legal: Sequence[str]) -> Sequence[str]:
    """Fill one row after the other, from above."""
    first = min(CELL[action[:-1]] // SIZE for action in legal)
    return [action for action in legal if CELL[action[:-1]] // SIZE == first]
