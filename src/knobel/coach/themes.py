"""Themes of mistakes: subjects that a player can practise. `coach.parts` divides losses among them."""

from collections.abc import Mapping

FIELD_THEMES = {
    **dict.fromkeys(("1s", "2s", "3s", "4s", "5s", "6s"), "keep_faces"),
    **dict.fromkeys(("3k", "4k", "kn", "fh"), "keep_equal"),
    **dict.fromkeys(("ss", "ls", "pi"), "keep_straights"),
    "ch": "keep_faces",
}
"""The themes of keeping dice, by the field that profits."""
GAME_THEMES: Mapping[str, tuple[str, ...]] = {
    "knister": (
        "straights", "equal_numbers", "last_cells", "crossings", "diagonals", "weak_lines", "one_line", "points_now",
        "winning",
    ),
    "knaster": (
        "straights", "equal_numbers", "last_cells", "crossings", "weak_lines", "one_line", "earning", "lines_to_close",
        "circle_or_enter", "winning",
    ),
    "knapp_daneben": (
        "boxes_now", "full_chains", "dead_boxes", "rare_sums", "boxes_later", "own_colour", "crossings", "one_line",
        "points_now", "winning",
    ),
    "knoeffel": (
        "keep_faces", "keep_equal", "keep_straights", "useless_dice", "roll_on", "stop", "strike", "struck",
        "chance", "points_now", "columns", "bonus", "free_rolls", "winning",
    ),
    "kniffeliger": (
        "keep_faces", "keep_equal", "keep_straights", "useless_dice", "roll_on", "stop", "strike", "struck",
        "chance", "points_now", "sheets", "action_dice", "winning",
    ),
}  # fmt: skip
"""The themes of each game."""
THEME_GROUPS: Mapping[str, tuple[tuple[str, ...], ...]] = {"kniffeliger": (("sheets", "action_dice"),)}
"""Themes of a game that one habit divides among themselves: which of them depends on the seat and the dice in hand."""
NO_THEME = "many_small"
"""The kind of reason that says nothing definite."""
WIN_REASONS = frozenset(
    {"win", "win_over_points", "win_favourite", "win_last_hope", "win_secured", "win_decided"}
)  # fmt: skip
"""Kinds of reasons about the probability of winning."""


def main_theme(parts: Mapping[str, float], loss: float, usual: Mapping[str, float]) -> str | None:
    """Return the theme that explains most of a loss beyond its usual share, None if no theme explains any.

    :param parts: the points of the loss by theme.
    :param usual: the usual share of each theme in the points that are lost.
    """
    return max(
        (theme for theme, points in parts.items() if points > 0),
        key=lambda theme: min(parts[theme], loss) - loss * usual.get(theme, 0.0),
        default=None,
    )
