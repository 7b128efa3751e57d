"""Where a seat's points come from, change by change: what it could expect at the start, and whatever moved that."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from math import fsum


class Kind(StrEnum):
    """What a change of what a seat can expect is due to."""

    LUCK = "luck"
    """A roll: what it left to expect, less the mean over all rolls that could have fallen."""
    DECISION = "decision"
    """What the seat's own action is worth, less what the best is."""
    UNKNOWN = "unknown"
    """What nobody noted: luck and decisions that cannot be told apart."""
    OTHERS = "others"
    """What others did to the seat and it to them, less what was to be expected of that: points that change sheets,
    sheets that change hands, an end of the game that comes sooner or later."""
    CORRECTION = "correction"
    """The estimate changed by itself between two positions."""


@dataclass(frozen=True, slots=True)
class Change:
    """By how many `points` an event, numbered from 1, changed what a seat can expect, and to which `value`."""

    event: int
    seat: int
    kind: Kind
    points: float
    value: float


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a seat could expect at the `start`, the sums of what changed it, and the `final` score, which is the sum of
    all."""

    start: float
    luck: float
    decisions: float
    unknown: float
    others: float
    correction: float
    final: int

    @property
    def without_luck(self) -> float:
        """The result with the luck of the dice taken out."""
        return self.final - self.luck


@dataclass(slots=True, eq=False)
class Account:
    """What a seat can expect as the game goes on: what its sheet is worth by its own dice (`value`), and by how much
    others are to change that (`others`). `start` is their sum when the game began."""

    seat: int
    value: float
    others: float
    start: float
    changes: list[Change] = field(default_factory=list)
    blind: bool = False
    """Something has happened since `value` that nobody noted."""

    @classmethod
    def opened(cls, seat: int, value: float, others: float) -> "Account":
        """Return the account of a seat at the start of a game."""
        return cls(seat, value, others, value + others)

    def book(self, event: int, kind: Kind, value: float, others: float | None = None) -> None:
        """The sheet is now worth `value` and, if that is known anew, others are to change so much; due to that."""
        before = self.value + self.others
        self.value, self.others = value, self.others if others is None else others
        now = self.value + self.others
        if now != before:
            self.changes.append(Change(event, self.seat, kind, now - before, now))

    def look(self, number: int, value: float, kind: Kind) -> None:
        """Book what changed by itself, as that kind, or was not noted."""
        self.book(number, Kind.UNKNOWN if self.blind else kind, value)
        self.blind = False

    def close(self, final: int) -> Ledger:
        """The ledger of the game when it is over and everything booked."""
        return Ledger(
            self.start,
            total(self.changes, Kind.LUCK),
            total(self.changes, Kind.DECISION),
            total(self.changes, Kind.UNKNOWN),
            total(self.changes, Kind.OTHERS),
            total(self.changes, Kind.CORRECTION),
            final,
        )


def total(changes: Iterable[Change], kind: Kind) -> float:
    """The sum of the changes of a kind."""
    return fsum(change.points for change in changes if change.kind is kind)
