"""Simulated people who play well, except for one habit.

A habit is a rule of behaviour, which knows neither the themes of the coach nor its reasons: of the legal actions it
names those that a person with this habit considers. The person takes the best of these by the engine.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from knobel.core import Game
from knobel.engines import NOT_CONSIDERED, engine
from knobel_lab.habits import action_dice, five_dice, grids

Considered: TypeAlias = Callable[[Game[Any], Any, int, Sequence[str]], Sequence[str]]
"""Returns the legal actions that a person considers, from the game, the view, the seat and the legal actions."""


@dataclass(frozen=True)
class Habit:
    """A habit at a game, with the themes of which either is the right diagnosis, at a table of `seats`."""

    game: str
    themes: tuple[str, ...]
    considered: Considered
    seats: int = 1


HABITS: Mapping[str, Habit] = {
    "never on a diagonal": Habit("knister", ("diagonals",), grids.off_diagonals),
    "rows from above": Habit("knister", ("one_line",), grids.rows_from_above),
    "rows from above, Knaster": Habit("knaster", ("one_line",), grids.rows_from_above),
    "most points now, Knister": Habit("knister", ("points_now",), grids.most_points_now),
    "enters, and circles only at the end": Habit("knaster", ("circle_or_enter",), grids.enters_first),
    "circles as soon as possible": Habit("knaster", ("circle_or_enter",), grids.circles_first),
    "avoids black": Habit("knapp_daneben", ("own_colour",), grids.avoids_black),
    "most points now, Knapp Daneben!": Habit("knapp_daneben", ("points_now",), grids.most_points_now),
    "keeps the largest group": Habit("knoeffel", ("keep_straights", "useless_dice"), five_dice.largest_group),
    "most points now, Knöffel": Habit("knoeffel", ("points_now",), five_dice.most_points_now),
    "never strikes": Habit("knoeffel", ("strike",), five_dice.never_strikes),
    "saves Chance to the end": Habit("knoeffel", ("chance",), five_dice.saves_chance),
    "never a free roll before the last turn": Habit("knoeffel", ("free_rolls",), five_dice.no_free_rolls),
    "always the same column first": Habit("knoeffel", ("columns",), five_dice.first_column),
    "never strikes, Kniffeliger": Habit("kniffeliger", ("strike",), five_dice.never_strikes, 2),
    "never an action die": Habit("kniffeliger", ("action_dice", "sheets"), action_dice.never_spends, 2),
    "attacks the leader only": Habit("kniffeliger", ("action_dice",), action_dice.leader_only, 3),
}
"""The habits by name, with which the themes were developed."""
HELD_OUT: Mapping[str, Habit] = {
    "collects equal numbers": Habit("knister", ("straights",), grids.collects_equal_numbers),
    "most circles now": Habit("knaster", ("earning",), grids.most_circles_now),
    "rows from above, Knapp Daneben!": Habit("knapp_daneben", ("one_line",), grids.boxes_from_above),
    "rolls to the end": Habit("knoeffel", ("stop",), five_dice.rolls_to_the_end),
    "takes 18 points": Habit("knoeffel", ("roll_on",), five_dice.takes_safe_points),
    "spends action dice at once": Habit("kniffeliger", ("action_dice", "sheets"), action_dice.spends_at_once, 2),
}
"""More habits, on which nothing was tuned: written with their right themes before any of their games was played."""


class Person:
    """A bot with a habit."""

    def __init__(self, habit: Habit) -> None:
        self.habit = habit

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        legal = game.legal(view, seat)
        considered = self.habit.considered(game, view, seat, legal) or legal
        if len(considered) == 1:
            return considered[0]
        found = engine(game).evaluate(view, seat, "strong", "points", rng)
        merits = {action: found[action].merit for action in considered}
        if max(merits.values()) == NOT_CONSIDERED:
            merits = {action: found[action].points for action in considered}
        return max(merits, key=merits.__getitem__)
