"""Themes of mistakes, determined by the reason that carries the loss."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

_GRID: Mapping[str, tuple[str, ...]] = {
    "straights": ("breaks_straight", "too_far", "same_number", "fits_straight"),
    "equal_numbers": ("pairs_up", "third_equal", "spoils_pair", "spoils_three"),
    "last_cells": (
        "completes", "completes_several", "one_missing", "one_missing_ways", "closes_empty", "closes_low", "next_roll",
        "next_roll_none", "next_roll_any", "next_roll_any_none",
    ),
    "crossings": (
        "serves_lines", "harms_several", "costs_less", "all_lines", "lines_together", "lines_compared",
        "line_gains", "line_loses", "bad_start", "good_start", "strengthens", "weakens", "rare_beside",
        "fits_beside", "more_lines", "spares_lines", "centre_line", "place_for",
    ),
    "diagonals": ("starts_diagonal", "harms_diagonal"),
    "weak_lines": (
        "dead_line", "weak_line", "caps", "ruins_chance", "harms_chance", "builds_chance", "starts_line"
    ),
}  # fmt: skip
_CIRCLES: Mapping[str, tuple[str, ...]] = {
    "earning": ("earns", "earns_more"),
    "lines_to_close": (
        "line_done", "line_lacks_one", "line_lacks", "line_progress", "circles_richer", "richer_lines",
        "spares_lines_of",
    ),
    "circle_or_enter": (
        "circle_now", "circle_now_rare", "circle_later", "rarer", "room", "keeps_free", "keeps_others", "fills_up",
        "fits_nowhere",
    ),
}  # fmt: skip
_BOXES: Mapping[str, tuple[str, ...]] = {
    "boxes_now": ("ticks_only", "ticks_several", "ticks_more"),
    "full_chains": ("ticks_later", "ticks_richer", "fills_line"),
    "dead_boxes": ("dead", "dead_equal", "dead_more", "caps_line", "dead_in_line", "no_longer_both"),
    "rare_sums": ("rare_number", "only_rare", "rarer_number", "rare_at_edge"),
    "boxes_later": ("next_round", "next_two", "two_at_once", "easier", "more_open", "fewer_open"),
    "own_colour": ("keeps_own", "keeps_last_own", "last_of_colour"),
}
_TURNS: Mapping[str, tuple[str, ...]] = {
    "useless_dice": ("useless_dice", "extra_helps_less", "all_fields", "more_fields", "more_fields_only", "keep_both"),
    "roll_on": (
        "roll_on", "roll_on_certain", "roll_on_better", "roll_on_more", "risks_nothing", "risks_nothing_mean",
        "improves", "entry_stays",
    ),
    "stop": ("enough", "enough_risk", "rich"),
    "early_entries": ("struck_early", "poor_early", "turn_goes_on"),
    "strike": (
        "strike", "struck", "struck_gradual", "cheapest_strike", "cheap_strike", "poor", "less_below", "worth_later",
        "points_now", "points_now_alone", "made_now", "made_now_alone",
    ),
    "bonus": ("bonus", "bonus_lost", "bonus_pace", "keep_bonus"),
    "free_rolls": ("free_roll_costs", "free_roll_kept", "free_roll_gain", "joker"),
}  # fmt: skip
_ACTION_DICE: Mapping[str, tuple[str, ...]] = {
    "steals": ("steal", "steal_loses", "steal_poor", "steal_waits"),
    "attacks": ("cross", "cross_points", "cross_little", "freeze", "freeze_little"),
    "sheets": (
        "sheet", "open_rows", "taken_again", "swap_waits", "swapped_back", "answered_swap", "answered_shift"
    ),
    "action_dice": ("die_waits", "sum_for_die", "sum_earns"),
}  # fmt: skip
_ALL: Mapping[str, tuple[str, ...]] = {
    "winning": ("win", "win_over_points", "win_favourite", "win_last_hope", "win_secured", "win_decided")
}
THEMES: Mapping[str, tuple[str, ...]] = {**_GRID, **_CIRCLES, **_BOXES, **_TURNS, **_ACTION_DICE, **_ALL}
"""The kinds of reasons of each theme."""
_THEME_OF = {kind: theme for theme, kinds in THEMES.items() for kind in kinds}
FIELD_THEMES = {
    **dict.fromkeys(("1s", "2s", "3s", "4s", "5s", "6s"), "keep_faces"),
    **dict.fromkeys(("3k", "4k", "kn", "fh"), "keep_equal"),
    **dict.fromkeys(("ss", "ls", "pi"), "keep_straights"),
    "ch": "keep_faces",
}
"""The themes of keeping dice, by the field that profits."""
GAME_THEMES: Mapping[str, tuple[str, ...]] = {
    "knister": (
        "straights", "equal_numbers", "last_cells", "crossings", "diagonals", "weak_lines", "winning"
    ),
    "knaster": (
        "straights", "equal_numbers", "last_cells", "crossings", "weak_lines", *_CIRCLES, "winning"
    ),
    "knapp_daneben": (*_BOXES, "crossings", "winning"),
    "knoeffel": (
        "keep_faces", "keep_equal", "keep_straights", "useless_dice", "roll_on", "stop", "strike", "bonus",
        "free_rolls", "winning",
    ),
    "kniffeliger": (
        "keep_faces", "keep_equal", "keep_straights", "useless_dice", "roll_on", "stop", "strike", "sheets",
        "action_dice", "winning",
    ),
}  # fmt: skip
"""The themes of each game by which losses are counted over many games."""
BROADER = {"steals": "action_dice", "attacks": "action_dice", "early_entries": "strike"}
"""The broader theme that includes a theme when losses are counted over many games."""
DIAGONALS = ("diag", "anti")
NO_THEME = "many_small"
"""The kind of reason without a theme."""
OVERALL = frozenset({"entry_stays", "turn_goes_on", "keep_ends", "lines_compared", "lines_together"})
"""Kinds of reasons that say what many small things have in common. Like the reason without a theme, they do not count
over many games, because they have no definite theme."""


class Told(Protocol):
    """A reason, or the message of one."""

    @property
    def kind(self) -> str: ...

    @property
    def figures(self) -> Mapping[str, Any]: ...


def theme_of(game: str, reasons: Iterable[Told]) -> str | None:
    """Return the theme of a mistake with these reasons, None if it has none.

    In Knister, where diagonals count double, everything about them is one theme.
    """
    reason = next(iter(reasons), None)
    if reason is None or reason.kind == NO_THEME:
        return None
    figures: Mapping[str, Any] = reason.figures
    if game == "knister" and figures.get("line") in DIAGONALS:
        return "diagonals"
    return _THEME_OF.get(reason.kind) or FIELD_THEMES.get(figures.get("field", ""))


def counted_theme(game: str, reasons: Iterable[Told]) -> str | None:
    """Return the theme of `GAME_THEMES` with which a mistake with these reasons is counted, None if it has none."""
    told = tuple(reasons)
    theme = None if told and told[0].kind in OVERALL else theme_of(game, told)
    return None if theme is None else BROADER.get(theme, theme)
