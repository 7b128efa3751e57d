"""Values of Knöffel's actions: a turn is searched exactly, and each field has a price, its mean score."""

from functools import cache
from typing import Any

from knobel.bots.plain.five_dice import CHOICES, FULL, NUMBER, ROLL, ROLLS, best_choices, expectations
from knobel.games.combinations import ROLLS as ROLLS_PER_TURN
from knobel.games.combinations import UPPER, kept_dice
from knobel.games.joker import EXTRA_POINTS
from knobel.games.knoeffel import (
    BONUS_FROM,
    ENTRIES,
    FIELDS,
    KNOEFFEL,
    KNOEFFEL_POINTS,
    Column,
    Scoring,
    State,
    field_points,
    upper_sum,
)

PRICES = dict(zip(FIELDS, (2.1, 5.3, 8.6, 12.2, 15.7, 19.2, 21.7, 13.1, 22.6, 29.5, 32.7, 6.5, 22.0), strict=True))
"""Mean score of each field. The value of an entry is its points minus this price."""
PAR = tuple(3 * face for face in range(1, 7))
"""Points in the upper fields that together earn the bonus."""
PAR_VALUE = 0.5
"""Value of a point beyond par in an upper field, while the bonus can be reached."""
MAX_EQUAL = 5
FIVE_EQUAL = tuple((face,) * MAX_EQUAL for face in range(1, 7))
FREE_ROLL_PRICE = 5.0
"""Points that a free roll costs in the free-roll field."""
NEVER = -1e9


@cache
def values_by_roll(field: str, scoring: Scoring, *, par: bool, counts: bool) -> tuple[float, ...]:
    """Return the value of each roll in a field.

    :param par: whether points beyond par help to reach the bonus.
    :param counts: whether the field earns points at all.
    """
    number = FIELDS.index(field)
    price = PRICES[field] * (scoring.knoeffel_points / KNOEFFEL_POINTS if field == "kn" else 1.0)
    earned = (field_points(field, roll, scoring) if counts else 0 for roll in ROLLS)
    return tuple(gain - price + (PAR_VALUE * (gain - PAR[number]) if par else 0.0) for gain in earned)


def evaluate(game: Any, view: State, seat: int) -> dict[str, float]:
    """Return the value of each action, relative to the prices of the fields."""
    now = ROLL[view.dice]
    values = {
        action: points[now]
        for action, points in entries(game, view, charged=view.rolls > ROLLS_PER_TURN)
        if points[now] > NEVER
    }
    best = best_of(points for _, points in entries(game, view, charged=False))
    free: list[float] | None = None
    if view.rolls <= ROLLS_PER_TURN and any(game.has_free_roll(view.sheets[seat], i) for i in columns_open(game, view)):
        charged = best_of(points for _, points in entries(game, view, charged=True))
        free = [value - FREE_ROLL_PRICE for value in expectations(charged)]
    if view.rolls == ROLLS_PER_TURN and free is not None:
        return values | {
            action: free[NUMBER[kept_dice(action)]]
            for action in game.legal(view, seat)
            if action[0] == "f" and "." not in action
        }
    if view.rolls < ROLLS_PER_TURN:
        last = best
        if free is not None:
            last = [max(pair) for pair in zip(best, without_full(free), strict=True)]
        expected = expectations(last)
        for _ in range(ROLLS_PER_TURN - 1 - view.rolls):
            stop = [max(pair) for pair in zip(best_choices(expected), best, strict=True)]
            expected = expectations(stop)
        values |= {
            action: expected[NUMBER[kept_dice(action)]] for action in game.legal(view, seat) if "." not in action
        }
    return values


def columns_open(game: Any, view: State) -> list[int]:
    """Return the columns in which this turn's result may be entered, apart from the price of a free roll."""
    columns = [i for i, column in enumerate(view.sheets[view.seat]) if not column.full]
    return columns[:1] if game.options["columns"] == "sequential" else columns


def entries(game: Any, view: State, *, charged: bool) -> list[tuple[str, tuple[float, ...]]]:
    """Return the possible entries, each with its value by roll; after a free roll if `charged`."""
    columns = view.sheets[view.seat]
    counts = game.knoeffel_counts(columns)
    scoring = game.scoring
    found = []
    for i in columns_open(game, view):
        if charged and not game.has_free_roll(columns, i):
            continue
        bonus = may_earn_bonus(columns[i])
        for number, (field, entry) in enumerate(zip(FIELDS, ENTRIES[i], strict=True)):
            if columns[i].points[number] is None:
                par = bonus and number < len(UPPER)
                scores = counts or field != "kn"
                values = values_by_roll(field, scoring, par=par, counts=scores)
                found.append((entry, with_jokers(game, columns, i, number, values)))
    return found


def with_jokers(
    game: Any, columns: tuple[Column, ...], i: int, number: int, values: tuple[float, ...]
) -> tuple[float, ...]:
    """Return the value of each roll in a free field, changed for rolls that are jokers in this column.

    It is `NEVER` where they may not be entered.
    """
    if not game.is_joker(columns[i], FIVE_EQUAL[0]):
        return values
    field, extra = FIELDS[number], EXTRA_POINTS if columns[i].points[KNOEFFEL] else 0
    changed = list(values)
    for dice in FIVE_EQUAL:
        more = game.entry_points(columns, i, field, dice) - game.field_points(field, dice)
        changed[ROLL[dice]] += more + extra
        if number not in game.open_fields(columns[i], dice):
            changed[ROLL[dice]] = NEVER
    return tuple(changed)


def may_earn_bonus(column: Column) -> bool:
    """True if the bonus is not earned but can be reached."""
    earned = upper_sum(column)
    most = sum(MAX_EQUAL * (face + 1) for face in range(len(UPPER)) if column.points[face] is None)
    return earned < BONUS_FROM <= earned + most


def best_of(values: Any) -> list[float]:
    """Return the highest value by roll."""
    columns = list(values)
    return list(map(max, zip(*columns, strict=True))) if columns else [NEVER] * len(ROLLS)


def without_full(expected: list[float]) -> list[float]:
    """Return the value of each roll if the best dice are kept, but not all five."""
    return [
        max(expected[choice] for choice in choices if choice != full)
        for choices, full in zip(CHOICES, FULL, strict=True)
    ]
