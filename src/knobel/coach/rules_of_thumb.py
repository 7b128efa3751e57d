"""Whether a rule of thumb literally fits a mistake: the better move follows the rule, and the one played breaks it.

Themes are parts of losses (`coach.parts`). A loss may lie in a theme although the theme's rule would have told
something else; such a decision is not counted against the rule. Rules that are advice in general have no test here.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias

from knobel.coach.reasons import knapp_daneben, kniffeliger, knoeffel
from knobel.coach.reasons.line_expectation import line_numbers
from knobel.coach.reasons.reason import roll_count
from knobel.core import Game, Move
from knobel.games.combinations import kept_dice
from knobel.games.grid import CELL, CELLS, DIAGONALS, LINES, LINES_AT, SIZE, Grid, fits_straight
from knobel.games.knapp_daneben import BOX_LINES, NUMBER_POINTS, KnappDaneben, ticks
from knobel.games.knaster import is_circled
from knobel.games.kniffeliger import PI_DICE
from knobel.games.knoeffel import Knoeffel

COMMON_ROLLS = 4
"""Number of the 36 rolls from which a sum is common."""
LAST_PART = 2 / 3
"""Share of a game after which it is near its end."""
LAST_CELLS = 8
"""Free cells of a sheet of Knaster from which the game is near its end."""
NEARLY_FULL = 3
"""Numbers in a line from which it lacks at most two."""
DIAGONAL_CELLS = frozenset(CELLS[cell] for line in DIAGONALS for cell in LINES[line])
"""The names of the cells on the diagonals."""
MIN_ROW = 3
"""Minimum number of dice that are kept together for a straight."""

Check: TypeAlias = Callable[[Game[Any], Any, int, str, str], bool]
"""Tells whether a rule fits, from the game, the view of the seat, the seat, the better action and the one played."""


def unfit_themes(
    themes: Collection[str], game: Game[Any], view: Any, seat: int, better: str, played: str
) -> tuple[str, ...]:
    """Return the themes whose rule of thumb does not literally fit a mistake."""
    return tuple(theme for theme in themes if theme in CHECKS and not CHECKS[theme](game, view, seat, better, played))


def is_keep(action: str) -> bool:
    """True if an action keeps dice."""
    return action[0] in "kf" and not action[1:].strip("123456")


def kept(action: str) -> tuple[int, ...]:
    """Return the dice that an action keeps; none if it does not roll."""
    return kept_dice(action) if is_keep(action) else ()


def keeps_straight(_game: Game[Any], _view: Any, _seat: int, better: str, _played: str) -> bool:
    """True if the better action keeps what goes into one straight, or into Pi."""
    dice = kept(better)
    return len(dice) >= MIN_ROW and (fits_straight(dice) or Counter(dice) <= Counter(PI_DICE))


def keeps_equal(_game: Game[Any], _view: Any, _seat: int, better: str, played: str) -> bool:
    """True if the better action keeps equal dice and nothing else, and the one played does not."""
    equal, other = (len(dice) > 1 and len(set(dice)) == 1 for dice in map(kept, (better, played)))
    return equal and not other


def keeps_face(_game: Game[Any], view: Any, _seat: int, better: str, played: str) -> bool:
    """True if the better action keeps all dice of one face and nothing else, and the one played does not."""
    whole = [len(set(dice)) == 1 and len(dice) == view.dice.count(dice[0]) for dice in map(kept, (better, played))]
    return whole == [True, False]


def is_far_above_average(game: Game[Any], view: Any, seat: int, better: str, _played: str) -> bool:
    """True if the better action enters more than the mean of a turn for the field."""
    field, writes = better.partition(".")[0], game.preview(view, seat, better).writes or 0
    if isinstance(game, Knoeffel):
        expectation = knoeffel.expectation_of(game)
    else:
        expectation = kniffeliger.field_expectation(five_is_full_house=game.options["five_is_full_house"])
    return field in expectation.points and writes > expectation.mean(field)


def suits_the_lead(game: Game[Any], view: Any, seat: int, better: str, played: str) -> bool:
    """True if most of the game is over, and among turns a seat ahead enters points while one behind rolls on."""
    info = game.info(view)
    if "rounds" not in info:
        return bool(view.sheets[seat].grid.count(0) <= LAST_CELLS)
    late = bool(info["round"] >= LAST_PART * info["rounds"])
    if not late or game.simultaneous or is_keep(better) == is_keep(played):
        return late and game.simultaneous
    ahead = game.score(view, seat) == max(game.score(view, each) for each in range(game.seats(view)))
    return ahead and bool(game.preview(view, seat, better).writes) if is_keep(played) else not ahead


def grid_of(view: Any, seat: int) -> Grid:
    """Return the numbers on a sheet."""
    sheet = view.sheets[seat]
    found: Grid = getattr(sheet, "grid", sheet)
    return found


def held_in_lines(view: Any, seat: int, cell: str) -> list[tuple[int, ...]]:
    """Return the numbers in each line through a cell; none for another action."""
    return [line_numbers(grid_of(view, seat), line) for line in LINES_AT[CELL[cell]]] if cell in CELL else []


def breaks_straight(_game: Game[Any], view: Any, seat: int, _better: str, played: str) -> bool:
    """True if the action played puts a number into a line on its way to a straight that it rules out."""
    number = sum(view.dice)
    return any(
        held and fits_straight(held) and not fits_straight((*held, number))
        for held in held_in_lines(view, seat, played)
    )


def joins_equal(_game: Game[Any], view: Any, seat: int, better: str, played: str) -> bool:
    """True if the better action joins equal numbers, or the one played puts another number beside a pair."""
    number = sum(view.dice)
    spoilt = any(len(set(held)) < len(held) and number not in held for held in held_in_lines(view, seat, played))
    return spoilt or any(number in held for held in held_in_lines(view, seat, better))


def fits_several(_game: Game[Any], view: Any, seat: int, better: str, _played: str) -> bool:
    """True if the number suits the numbers in at least two lines through the better cell."""
    number = sum(view.dice)
    held = filter(None, held_in_lines(view, seat, better))
    return sum(number in each or fits_straight((*each, number)) for each in held) > 1


def is_nearly_full(_game: Game[Any], view: Any, seat: int, better: str, played: str) -> bool:
    """True if a line that only one of the two cells lies on lacks one or two numbers."""
    good, bad = (set(LINES_AT[CELL[action]]) if action in CELL else set() for action in (better, played))
    return any(len(line_numbers(grid_of(view, seat), line)) >= NEARLY_FULL for line in good ^ bad)


def is_off_diagonal(_game: Game[Any], _view: Any, _seat: int, better: str, played: str) -> bool:
    """True if only one of the two cells is on a diagonal."""
    return (better in DIAGONAL_CELLS) != (played in DIAGONAL_CELLS)


def leaves_dead(game: Game[Any], view: Any, seat: int, better: str, played: str) -> bool:
    """True if the action played leaves more boxes empty for good."""
    good, bad = box_effects(game, view, seat, better, played)
    return len(bad.dead) > len(good.dead)


def leaves_lines_open(_game: Game[Any], view: Any, seat: int, better: str, _played: str) -> bool:
    """True unless the better action fills the last cell of a line."""
    return all(len(held) < SIZE - 1 for held in held_in_lines(view, seat, better))


def fits_nowhere(_game: Game[Any], view: Any, seat: int, better: str, _played: str) -> bool:
    """True if the number suits no line even through the better cell."""
    number = sum(view.dice)
    return not any(
        held and (number in held or fits_straight((*held, number))) for held in held_in_lines(view, seat, better)
    )


def earns_circles(game: Game[Any], view: Any, seat: int, better: str, played: str) -> bool:
    """True if the better action earns more circles immediately."""
    earned, other = (game.preview(view, seat, action).circles or 0 for action in (better, played))
    return earned > other


def closes_line(game: Game[Any], view: Any, seat: int, better: str, played: str) -> bool:
    """True if the better action finishes a line that the one played does not."""
    done = [
        {line for line in LINES if is_circled(game.apply(view, Move(seat, action)).sheets[seat], line)}
        for action in (better, played)
    ]
    return bool(done[0] - done[1])


def circles_rare(_game: Game[Any], view: Any, _seat: int, better: str, _played: str) -> bool:
    """True if the better action circles a rare number or enters a common one."""
    return (better in CELL) == (roll_count(sum(view.dice)) >= COMMON_ROLLS)


def ticks_now(game: Game[Any], view: Any, seat: int, better: str, played: str) -> bool:
    """True if the better action ticks more boxes immediately."""
    good, bad = box_effects(game, view, seat, better, played)
    return len(good.ticked) > len(bad.ticked)


def box_effects(game: Game[Any], view: Any, seat: int, *actions: str) -> list[knapp_daneben.EntryEffect]:
    """Return the effects of entries on the boxes around their circles."""
    assert isinstance(game, KnappDaneben), "only Knapp Daneben! has boxes"
    grid = view.sheets[seat]
    return [knapp_daneben.entry_effect(grid, CELL[each[:-1]], game.sum_of(seat, each, view)) for each in actions]


def extends_chain(_game: Game[Any], view: Any, seat: int, better: str, played: str) -> bool:
    """True if one of the two actions touches a row or column with two ticks or more."""
    lines = {line for action in (better, played) for line in LINES_AT[CELL[action[:-1]]] if line in BOX_LINES}
    return any(sum(ticks(view.sheets[seat], line)) > 1 for line in lines)


def takes_rare(game: Game[Any], view: Any, seat: int, better: str, played: str) -> bool:
    """True if only the better action enters a number that brings points anywhere."""
    assert isinstance(game, KnappDaneben), "only Knapp Daneben! has rare sums"
    rare, other = (game.sum_of(seat, action, view) in NUMBER_POINTS for action in (better, played))
    return rare and not other


def uses_own_colour(game: Game[Any], _view: Any, seat: int, better: str, played: str) -> bool:
    """True if only the better action fills a circle of the player's colour."""
    assert isinstance(game, KnappDaneben), "only Knapp Daneben! has colours"
    own, other = (game.options["layout"][CELL[action[:-1]]] == game.colour(seat) for action in (better, played))
    return own and not other


CHECKS: Mapping[str, Check] = {
    "keep_straights": keeps_straight,
    "keep_equal": keeps_equal,
    "keep_faces": keeps_face,
    "stop": is_far_above_average,
    "winning": suits_the_lead,
    "straights": breaks_straight,
    "equal_numbers": joins_equal,
    "last_cells": is_nearly_full,
    "crossings": fits_several,
    "diagonals": is_off_diagonal,
    "weak_lines": fits_nowhere,
    "one_line": leaves_lines_open,
    "earning": earns_circles,
    "lines_to_close": closes_line,
    "circle_or_enter": circles_rare,
    "boxes_now": ticks_now,
    "full_chains": extends_chain,
    "dead_boxes": leaves_dead,
    "rare_sums": takes_rare,
    "own_colour": uses_own_colour,
}
"""The tests of the rules, by theme."""
