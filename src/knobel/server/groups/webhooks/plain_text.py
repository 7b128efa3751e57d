"""Text for chat programs whose markup is not known: all names and titles appear as they were written.

Chat programs read different dialects, and most do not say which. Escapes of one are shown by another, so signs are
replaced instead: by forms that look alike, or with a space of no width after them, which ends a mention or an address.
"""

import re

from knobel.display_text import clusters, shown

ZERO_WIDTH_SPACE = "\u200b"
FULL_WIDTH = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "*_~`|<>$=^\\"})
"""Signs that enclose formatted text, hidden text or mentions, by their wide forms (U+FF01 to U+FF5E)."""
ENDED = re.compile(r"[@#&:\]]|\.(?=\S)")
"""Signs that have a meaning only together with the next character: of mentions, channels, entities and addresses."""
MAX_UNITS, MAX_BYTES = 2_000, 4_096
"""Maximum size of a text: UTF-16 units (Discord) and bytes of UTF-8 (ntfy). Other services take more."""


def plain(text: str) -> str:
    """Return one line of a person's text without effects on chat programs, also at the beginning of a line."""
    line = ENDED.sub(lambda found: found[0] + ZERO_WIDTH_SPACE, shown(text).translate(FULL_WIDTH))
    # Headings, lists and rules are signs or numbers at the beginning of a line.
    return line if line[:1].isalpha() else ZERO_WIDTH_SPACE + line


def fits(text: str) -> bool:
    """True if all services take a text in one message."""
    return len(text.encode("utf-16-le")) <= 2 * MAX_UNITS and len(text.encode()) <= MAX_BYTES


def shortened(text: str, suffix: str = "") -> str:
    """Return a text that fits with a `suffix`. A longer one ends with an ellipsis, and no character is divided."""
    if fits(text + suffix):
        return text
    characters = clusters(text)
    while characters and not fits("".join(characters) + "…" + suffix):
        characters.pop()
    return "".join(characters) + "…"
