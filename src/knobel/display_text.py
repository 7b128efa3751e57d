"""Text that people wrote, made safe to show: without hidden characters, counted and cut in characters that people see.

The rules follow Unicode: the joiners of UAX 31 (section 2.3.1), the grapheme clusters of UAX 29, the emoji sequences of
UTS 51. Python has no tables for them, so scripts are recognized by the names of their characters.
"""

import unicodedata
from functools import lru_cache

ZWNJ, ZWJ = "\u200c", "\u200d"
_OVERRIDES = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Characters that set the direction of the text after them, and the characters that end it."""
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
INVISIBLE = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC, 0x1D159, *range(0xFE00, 0xFE0E)))
)
"""Characters without a look that Unicode does not class as control, format or space."""
EMOJI_SELECTORS = frozenset("\ufe0e\ufe0f")
KEYCAP = "\u20e3"
MONGOLIAN_SELECTORS = frozenset("\u180b\u180c\u180d\u180f")
SUBDIVISION_FLAGS = tuple(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in place) + "\U000e007f"
    for place in ("gbeng", "gbsct", "gbwls")
)
"""The flags of England, Scotland and Wales, whose letters are invisible tags."""
CURSIVE_SCRIPTS = frozenset({"ADLAM", "ARABIC", "MANDAIC", "MONGOLIAN", "NKO", "PHAGS-PA", "SYRIAC"})
"""Scripts whose letters join, so that a non-joiner between them shows."""
CONJUNCT_SCRIPTS = frozenset({"BENGALI", "DEVANAGARI", "GUJARATI", "MALAYALAM", "ORIYA", "TELUGU"})
"""Scripts in which consonants joined by a virama are one character (rule GB9c of UAX 29)."""
VIRAMA = 9
"""Combining class of the signs that join consonants."""
AM_VOWELS = frozenset("\u0e33\u0eb3")
"""Vowels of Thai and Lao that are letters for Unicode, but parts of the character before them."""
SHAPING = frozenset({ZWNJ, ZWJ}) | EMOJI_SELECTORS | MONGOLIAN_SELECTORS | frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""Joiners and variation selectors: not seen, but they change the look of their neighbours."""
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


@lru_cache(4096)
def script(char: str) -> str:
    """Return the first word of a character's Unicode name, which is the script of a letter in use today."""
    return unicodedata.name(char, "").split(" ")[0]


def is_mark(char: str) -> bool:
    """True if a character combines with the one before it."""
    return unicodedata.category(char)[0] == "M"


def _is_letter(char: str) -> bool:
    return unicodedata.category(char)[0] == "L"


def _is_pictograph(char: str) -> bool:
    # Emoji that are newer than Python's tables are in the second range.
    return unicodedata.category(char) in ("So", "Sm") or "\U0001f000" <= char <= "\U0001faff"


def _is_skin_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def _may_show(char: str) -> bool:
    if char in INVISIBLE:
        return False
    return unicodedata.category(char)[0] != "C" or char in (ZWNJ, ZWJ) or "\U0001fa70" <= char <= "\U0001faff"


def visible(text: str) -> str:
    """Return a text as one line, without controls, marks of direction and other characters that are not seen.

    Joiners and variation selectors stay where they change the look of a letter or an emoji.
    """
    for flag in SUBDIVISION_FLAGS:
        if flag in text:
            return flag.join(map(visible, text.split(flag)))
    line = [" " if char.isspace() else char for char in text]
    line = ["\0", *filter(_may_show, line), "\0"]
    return "".join(char for at, char in enumerate(line) if char != "\0" and _has_effect(line, at))


def _has_effect(line: list[str], at: int) -> bool:
    """True unless the character is a joiner or selector that its neighbours do not take; `line` has an extra end."""
    char, before, after = line[at], line[at - 1], line[at + 1]
    if char in EMOJI_SELECTORS:
        return _is_pictograph(before) or after == KEYCAP
    if char in MONGOLIAN_SELECTORS:
        return script(before) == "MONGOLIAN"
    if "\U000e0100" <= char <= "\U000e01ef":
        return script(before) == "CJK"
    if char not in (ZWJ, ZWNJ):
        return True
    if unicodedata.combining(before) == VIRAMA:
        return char == ZWJ or _is_letter(after)
    if unicodedata.combining(after) == VIRAMA:
        return _is_letter(before)
    base = next(each for each in reversed(line[:at]) if not (is_mark(each) or _is_skin_tone(each)))
    if char == ZWJ:
        return _is_pictograph(base) and _is_pictograph(after)
    return _is_letter(base) and _is_letter(after) and script(base) in CURSIVE_SCRIPTS


def clusters(text: str) -> list[str]:
    """Return the characters of a text as people see them (extended grapheme clusters)."""
    found: list[str] = []
    for char in text:
        if found and _continues(found[-1], char):
            found[-1] += char
        else:
            found.append(char)
    return found


def _continues(cluster: str, char: str) -> bool:
    """True if a character belongs to the cluster before it."""
    last = cluster[-1]
    if (
        is_mark(char)
        or char in (ZWJ, ZWNJ)
        or char in AM_VOWELS
        or _is_skin_tone(char)
        or "\U000e0020" <= char <= "\U000e007f"
    ):
        return True
    if _is_regional(char):
        return _is_regional(last) and len(cluster) == 1
    if last == ZWJ and _is_pictograph(char):
        return True
    if "\u1160" <= char <= "\u11ff":
        return script(last) == "HANGUL"
    joined = cluster.rstrip(ZWJ + ZWNJ)[-1:]
    return (
        bool(joined)
        and unicodedata.combining(joined) == VIRAMA
        and last != ZWNJ
        and _is_letter(char)
        and (script(char) in CONJUNCT_SCRIPTS)
    )


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def without_overrides(text: str) -> str:
    """Return a text, which may have several lines, without characters that turn the text after it around."""
    return text.translate(_OVERRIDES)


def shown(text: str) -> str:
    """Return a text from a stranger as part of a printed line.

    Only its `visible` characters are left, and text from right to left does not move the text around it.
    """
    line = visible(text)
    if any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in line):
        return f"{ISOLATE}{line}{END_ISOLATE}"
    return line


def shorten(text: str, length: int) -> str:
    """Return a text with at most this number of characters; a longer one ends with an ellipsis."""
    characters = clusters(visible(text))
    return shown("".join(characters) if len(characters) <= length else "".join(characters[: length - 1]) + "…")
