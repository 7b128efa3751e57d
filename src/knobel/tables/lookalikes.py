"""Confusable characters and mixed scripts in names (Unicode UTS 39)."""

import unicodedata
from functools import cache
from importlib.resources import files

COMBINABLE_SCRIPTS = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
"""Scripts that may occur together in one word: the level "highly restrictive" of UTS 39."""
LETTER_CATEGORIES = ("Lu", "Ll", "Lt", "Lo")
"""Categories of letters that belong to one script."""


@cache
def _prototypes() -> dict[int, str]:
    lines = files("knobel.tables").joinpath("lookalikes.txt").read_text("utf-8").splitlines()
    pairs = (line.split() for line in lines if not line.startswith("#"))
    return {int(source, 16): "".join(chr(int(code, 16)) for code in target) for source, *target in pairs}


def skeleton(text: str) -> str:
    """Return the skeleton of a text, which is equal for texts that look alike."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_prototypes()))


def mixes_scripts(text: str) -> bool:
    """True if a text mixes scripts that are not written in one word."""
    # The first word of a letter's Unicode name is its script, except for some scripts no longer in use.
    found = {
        unicodedata.name(char, "").split(" ")[0] for char in text if unicodedata.category(char) in LETTER_CATEGORIES
    }
    return len(found) > 1 and not any(found <= scripts for scripts in COMBINABLE_SCRIPTS)
