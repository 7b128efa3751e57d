"""Contents of a sheet of paper, read place by place."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from knobel.core import KnobelError

STRUCK = "x"
"""The text of a place that was struck or crossed out."""


class BadSheet(KnobelError):
    """A sheet has a place that its game does not have."""


class ContradictionKind(StrEnum):
    """Kind of a contradiction: a stable code for programs and for translation."""

    UNREADABLE = "unreadable"
    """The text is no number."""
    IMPOSSIBLE = "impossible"
    """The dice cannot give the number; the numbers that they can give are expected."""
    SUM = "sum"
    """The players wrote another sum than the expected one."""
    OTHER_NUMBERS = "other_numbers"
    """The sheet has this number once more than the sheets of the others, which have the expected numbers instead."""
    SECOND_KNOEFFEL = "second_knoeffel"
    """A player scores in one Knöffel field only, by an option; at most the expected points are possible here."""
    FREE_ROLLS = "free_rolls"
    """More free rolls were used than the expected number."""
    COLUMN_CLOSED = "column_closed"
    """A column has entries before the previous one is full."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Contents of a sheet that cannot be right.

    `place` is empty if they concern the whole sheet. `because` is the line that explains the difference of a sum, empty
    if none does so alone.
    """

    place: str
    kind: ContradictionKind
    written: str
    expected: tuple[int, ...] = ()
    because: str = ""


def number_in(text: str) -> int | None:
    """Return the number that a text is, None if it is no number of at most four digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else None


class Contents:
    """The texts of a sheet by place, and the contradictions that were found."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._unread = {place: text.strip() for place, text in texts.items() if text.strip()}
        self.contradictions: list[Contradiction] = []

    def text(self, place: str) -> str:
        """Return the text of a place; empty if nothing is written there."""
        return self._unread.pop(place, "")

    def rest(self) -> Iterator[tuple[str, str]]:
        """Yield the places that were not read yet, with their texts."""
        while self._unread:
            yield self._unread.popitem()

    def number(self, place: str, possible: Collection[int]) -> int | None:
        """Return the number at a place, None if it is empty, or if the number is not one of the possible ones."""
        return self.checked(place, self.text(place), possible)

    def checked(self, place: str, text: str, possible: Collection[int]) -> int | None:
        """Return the number in a text that was read at a place; None if there is none, or no possible one."""
        if not text:
            return None
        number = number_in(text)
        if number is None:
            self.contradict(place, ContradictionKind.UNREADABLE, text, possible)
        elif number not in possible:
            self.contradict(place, ContradictionKind.IMPOSSIBLE, text, possible)
        else:
            return number
        return None

    def contradict(
        self, place: str, kind: ContradictionKind, written: str, expected: Collection[int], because: str = ""
    ) -> None:
        self.contradictions.append(Contradiction(place, kind, written, tuple(sorted(expected)), because))
