"""Values of Kniffeliger's actions: the solved values of a sheet played alone, and simple ones of action dice."""

from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from knobel.bots.plain.five_dice import NUMBER, ROLL, ROLLS, expectations, expectations_with_saved
from knobel.games.combinations import ROLLS as ROLLS_PER_TURN
from knobel.games.combinations import kept_dice
from knobel.games.kniffeliger import ROWS, Sheet, Stage, State, row_points

UNITS = 128
"""Units of a point in the file of the solved values."""
CROSS_SHARE, FREEZE_SHARE = 0.5, 0.1
"""Share of the value of an opponent's row that is won by crossing it out, or by freezing it for a turn."""
STEAL_SHARE = 0.5
"""Share of an opponent's loss that is won by a steal, in addition to the points."""


@cache
def points_by_roll(*, five_is_full_house: bool) -> dict[str, list[int]]:
    """Return the points of all rolls in each row."""
    return {row: [row_points(row, roll, five_is_full_house=five_is_full_house) for roll in ROLLS] for row in ROWS}


@cache
def solved() -> Sequence[int]:
    """Return the expected points to come on a sheet, in units, by its filled rows as a bit mask."""
    values = array("H")
    values.frombytes(files(__package__).joinpath("kniffeliger.bin").read_bytes())
    return values


def to_come(filled: int, turns: int) -> float:
    """Return the expected points to come on a sheet with these rows filled, and this number of turns left."""
    values = solved()
    while len(ROWS) - filled.bit_count() > turns:
        filled = max((filled | 1 << i for i in range(len(ROWS)) if not filled >> i & 1), key=values.__getitem__)
    return values[filled] / UNITS


def filled_rows(sheet: Sheet) -> int:
    """Return the rows that can no longer be filled, as a bit mask."""
    return sum(1 << i for i, row in enumerate(ROWS) if not sheet.is_open(row))


def sheet_value(sheet: Sheet, turns: int) -> float:
    """Return the estimated final score of a sheet, with this number of turns left."""
    return sheet.total + to_come(filled_rows(sheet), turns)


def evaluate(game: Any, view: State, seat: int) -> dict[str, float]:
    """Return the value of each action: the own estimated final score and a share of others' losses."""
    legal = game.legal(view, seat)
    turns = game.rounds_to_come(view)
    if view.stage is Stage.SHIFTING:
        return {action: sheet_value(held_after(view, action), turns) for action in legal}
    own = view.sheets[seat]
    before = own.total + to_come(filled_rows(own), turns + (view.stage is not Stage.ENTERED))
    values = rolled(game, view, own, legal, turns) if view.stage is Stage.ROLLED else {}
    best = max(values.values(), default=before)
    for action in legal:
        if action in ("roll", "end"):
            values[action] = before
        elif action not in values:
            values[action] = attack(view, action, best, turns)
    return values


def rolled(game: Any, view: State, own: Sheet, legal: tuple[str, ...], turns: int) -> dict[str, float]:
    """Return the values of entering the dice in a row, or of saving some and rolling the others."""
    filled, points = filled_rows(own), points_by_roll(five_is_full_house=game.options["five_is_full_house"])
    after = {row: own.total + to_come(filled | 1 << ROWS.index(row), turns) for row in ROWS if row in legal}
    best = [max(points[row][roll] + value for row, value in after.items()) for roll in range(len(ROLLS))]
    now = ROLL[view.dice]
    values = {row: points[row][now] + value for row, value in after.items()}
    expected = expectations(best)
    for action in legal:
        if action[0] == "k" and action not in after:
            saved = NUMBER[kept_dice(action)]
            last = view.rolls == ROLLS_PER_TURN - 1
            values[action] = expected[saved] if last else expectations_with_saved(expected, saved)
    return values


def held_after(view: State, action: str) -> Sheet:
    """Return the sheet that the seat to move holds after a shift, a swap or neither."""
    if action == "shift":
        return view.sheets[view.seat - 1]
    word, _, partner = action.partition(".")
    return view.sheets[int(partner)] if word == "swap" else view.sheets[view.seat]


def attack(view: State, action: str, best: float, turns: int) -> float:
    """Return the value of playing an action die on another sheet; `best` is that of the best other action."""
    die, target, row = action.split(".")
    victim, opponents = view.sheets[int(target)], len(view.sheets) - 1
    if die == "steal":
        own, loot = view.sheets[view.seat], victim.at(row) or 0
        gained = own.total + loot + to_come(filled_rows(own) | 1 << ROWS.index(row), turns)
        return gained + STEAL_SHARE * loot / opponents
    if victim.at(row) is not None:
        loss = float(victim.at(row) or 0)
    else:
        filled = filled_rows(victim)
        loss = to_come(filled, turns) - to_come(filled | 1 << ROWS.index(row), turns)
    share = CROSS_SHARE if die == "cross" else FREEZE_SHARE
    return best + share * loss / opponents
