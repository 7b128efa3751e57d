"""Confusable characters and mixed scripts in names (Unicode UTS 39).

`python -m knobel.tables.lookalikes confusables.txt` prints the lines of Unicode's file for `lookalikes.txt`.
"""

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

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


def _relevant_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that matter for cleaned names: letters, marks, numbers, and signs that look like letters."""
    for line in lines:
        source, target, *_ = [[chr(int(code, 16)) for code in field.split()] for field in line.split(";")[:2]]
        (first,), kind = source, unicodedata.category(source[0])[0]
        if unicodedata.is_normalized("NFKC", first) and (kind in "LMN" or (kind in "PS" and "".join(target).isalnum())):
            yield " ".join(f"{ord(char):04X}" for char in source + target)


if __name__ == "__main__":
    entries = (line for line in Path(sys.argv[1]).read_text("utf-8-sig").splitlines() if ";" in line.split("#")[0])
    sys.stdout.writelines(f"{line}\n" for line in _relevant_lines(entries))
