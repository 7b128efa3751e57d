"""Ledger of a seat's points: its expected score at the start and all changes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from math import fsum


class Kind(StrEnum):
    """Cause of a change of a seat's expected score."""

    LUCK = "luck"
    """A roll: the expected score after it, less the mean over all possible rolls."""
    DECISION = "decision"
    """The value of the seat's own action, less that of the best one."""
    UNKNOWN = "unknown"
    """Incomplete records: luck and decisions that cannot be separated."""
    OTHERS = "others"
    """Effects of other seats on this one and of its moves on theirs, less their expectation.

    They are points that move between sheets, sheets that change hands, and an earlier or later end of the game.
    """
    CORRECTION = "correction"
    """A change of the estimate without an event."""


@dataclass(frozen=True, slots=True)
class Change:
    """Change of a seat's expected score by an event, numbered from 1: the difference `points` and the new `value`."""

    event: int
    seat: int
    kind: Kind
    points: float
    value: float


@dataclass(frozen=True, slots=True)
class Ledger:
    """A seat's expected score at the `start`, the sums of its changes by kind, and the `final` score (the total)."""

    start: float
    luck: float
    decisions: float
    unknown: float
    others: float
    correction: float
    final: int

    @property
    def without_luck(self) -> float:
        """Return the result without the luck of the dice."""
        return self.final - self.luck

    def rounded(self) -> "Ledger":
        """Return the ledger in tenths of a point that add up; the correction, or the luck, has the rounding errors."""
        start, luck, decisions, unknown, others = (
            round(part, 1) for part in (self.start, self.luck, self.decisions, self.unknown, self.others)
        )
        correction = round(self.final - fsum((start, luck, decisions, unknown, others)), 1)
        if not round(self.correction, 1):
            luck, correction = round(luck + correction, 1), 0.0
        return Ledger(start, luck, decisions, unknown, others, correction, self.final)


@dataclass(slots=True, eq=False)
class Account:
    """A seat's expected score during a game.

    `value` is the value of its sheet by its own dice, `others` the expected effect of other seats. `start` is their sum
    at the start of the game.
    """

    seat: int
    value: float
    others: float
    start: float
    changes: list[Change] = field(default_factory=list)
    has_gap: bool = False
    """True if an event after the last `value` is missing in the record."""

    @classmethod
    def open(cls, seat: int, value: float, others: float) -> "Account":
        """Return the account of a seat at the start of a game."""
        return cls(seat, value, others, value + others)

    def book(self, event: int, kind: Kind, value: float, others: float | None = None) -> None:
        """Book the change to a new `value` and a new expected effect of others (None: unchanged)."""
        before = self.value + self.others
        self.value, self.others = value, self.others if others is None else others
        now = self.value + self.others
        if now != before:
            self.changes.append(Change(event, self.seat, kind, now - before, now))

    def book_unexplained(self, number: int, value: float, kind: Kind) -> None:
        """Book the change to a new `value` that no event explains.

        Its kind is `kind`, or unknown if an event is missing.
        """
        self.book(number, Kind.UNKNOWN if self.has_gap else kind, value)
        self.has_gap = False

    def close(self, final: int) -> Ledger:
        """Return the ledger of the finished game."""
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
    """Return the sum of the changes of a kind."""
    return fsum(change.points for change in changes if change.kind is kind)
