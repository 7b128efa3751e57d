"""Text for chat programs whose markup is not known: all names and titles appear as they were written.

Chat programs read different dialects, and most do not say which. Escapes of one are shown by another, so signs are
replaced instead: by forms that look alike, or with a space of no width after them, which ends a mention or an address.
"""

import re
from typing import NamedTuple

from knobel.display_text import clusters, shown

ZERO_WIDTH_SPACE = "\u200b"
FULL_WIDTH = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "*_~`|<>$=^\\"})
"""Signs that enclose formatted text, hidden text or mentions, by their wide forms (U+FF01 to U+FF5E)."""
ENDED = re.compile(r"[@#&:\]]|\.(?=\S)")
"""Signs that have a meaning only together with the next character: of mentions, channels, entities and addresses."""


class Limits(NamedTuple):
    """Maximum size of a text: UTF-16 units, and bytes of UTF-8."""

    units: int
    bytes: int

    def admit(self, text: str) -> bool:
        """True if a text is short enough."""
        return len(text.encode("utf-16-le")) <= 2 * self.units and len(text.encode()) <= self.bytes


COMMON_LIMITS = Limits(units=2_000, bytes=4_096)
"""The smallest limits of the services, those of Discord and of ntfy."""


def plain(text: str) -> str:
    """Return one line of a person's text without effects on chat programs, also at the beginning of a line."""
    line = ENDED.sub(lambda found: found[0] + ZERO_WIDTH_SPACE, shown(text).translate(FULL_WIDTH))
    # Headings, lists and rules are signs or numbers at the beginning of a line.
    return line if line[:1].isalpha() else ZERO_WIDTH_SPACE + line


def shortened(text: str, limits: Limits, suffix: str = "") -> str:
    """Return a text that fits with a `suffix`. A longer one ends with an ellipsis, and no character is divided."""
    if limits.admit(text + suffix):
        return text
    characters = clusters(text)
    while characters and not limits.admit("".join(characters) + "…" + suffix):
        characters.pop()
    return "".join(characters) + "…"
