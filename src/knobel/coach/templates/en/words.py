"""English templates: the words and forms of which sentences consist."""

SAME = "The same holds for {line}."
"""Said of a second line for which the sentence before holds, too."""
NUMBER: dict[str, str] = {}
PERCENT = "{}%"
AND = " and "
AND_BEFORE: dict[str, str] = {}
OR = " or "
OR_BEFORE: dict[str, str] = {}
POINTS = "{} point", "{} points"
CIRCLES = "{} circle", "{} circles"
LINE_IN_LIST = "{}"
ROLLS = "{} of 36", ("{} of 36 rolls", "{} of 36 rolls")
"""How many rolls of two dice show a number: in a list, and at its end."""
EACH = "each "
"""Before the rolls that show a number which is needed several times."""
LINES = {"row": "row {}", "col": "column {}", "diag": "the diagonal a1–e5", "anti": "the diagonal a5–e1"}
ARTICLES: tuple[tuple[str, str], ...] = (
    (r"(?<=\d) (?:points?|circles?)(?= instead of [\d.]+ (?:points?|circles?)\b)", ""),
)
"""Patterns with their replacements in a finished sentence: forms of articles, and units that would occur twice."""
COLUMN = "{} (column {})"
ONE_DIE = "the {}"
NO_DICE = "all new dice"
FIELDS = {
    "1s": "Ones", "2s": "Twos", "3s": "Threes", "4s": "Fours", "5s": "Fives", "6s": "Sixes",
    "3k": "Three of a kind", "4k": "Four of a kind", "fh": "Full house", "ss": "Small straight",
    "ls": "Large straight", "ch": "Chance", "pi": "Pi",
}  # fmt: skip
COMBINATIONS = {
    "pair": "a pair", "two_pairs": "two pairs", "three": "three equal", "four": "four equal", "five": "five equal",
    "full_house": "a full house", "straight": "a straight", "straight_with_7": "a straight with a 7",
    "straight_without_7": "a straight without a 7",
}  # fmt: skip
COLOURS = {"k": "black", "b": "blue", "g": "green", "y": "yellow", "r": "red"}
DICE = {"steal": "Steal", "freeze": "Freeze", "cross": "Cross out", "shift": "Shift", "swap": "Swap"}
ACTIONS = {
    "keep": "keep {dice}", "keep_none": "roll all again", "free": "free roll, keep {dice}",
    "circle": "circle {cells}", "with_colour": "{cell} with {colour}",
    "roll": "roll", "end": "end the turn", "pass": "pass",
    "of_row": "{die}: {name}’s {field}", "of_seat": "{die}: {name}",
}  # fmt: skip
"""Actions in words (`action_words`)."""
NOW = "{place} brings {points} now", "{place} would be struck"
"""An entry that is possible now, with points and without."""
