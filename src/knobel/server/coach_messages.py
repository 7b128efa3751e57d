"""What the coach says, as it goes over the wire."""

from typing import Any, Literal

import msgspec

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class CoachReason(msgspec.Struct, kw_only=True):
    """What speaks for a choice: a kind, and the figures that back it."""

    kind: str
    figures: dict[str, Any]


class CoachChoice(msgspec.Struct, kw_only=True):
    """A legal action: the final score that can be expected after it and the chance to win, each with its standard
    error, which is 0 where it is exact."""

    action: str
    points: float
    uncertainty: float
    win: float | None
    win_uncertainty: float | None


class CoachAssessment(msgspec.Struct, kw_only=True):
    """All choices of a seat, the best for points first. `margin`: by how many points that is better than the next.

    `why` says what makes the best better than the next, `sentences` by language (de, en, it).
    """

    seat: int
    effort: Literal["quick", "strong", "master"]
    choices: list[CoachChoice]
    margin: float
    why: list[CoachReason]
    sentences: dict[str, str]


class CoachDecision(msgspec.Struct, kw_only=True):
    """A decision: what was `played` and the best choices; `error` is what was lost needlessly, in points.

    Those that are `decided` make no difference to who wins and do not count.
    """

    event: int
    seat: int
    played: CoachChoice
    best: list[CoachChoice]
    loss: float
    win_loss: float | None
    error: float
    decided: bool
    grade: Grade
    why: list[CoachReason]
    sentences: dict[str, str]


class CoachChange(msgspec.Struct, kw_only=True):
    """By how many points an event changed what a seat can expect, and to which `value`."""

    event: int
    seat: int
    kind: Literal["luck", "decision", "unknown", "others", "correction"]
    points: float
    value: float


class CoachLedger(msgspec.Struct, kw_only=True):
    """Where a seat's points come from: all parts add up to `final`."""

    start: float
    luck: float
    decisions: float
    unknown: float
    others: float
    correction: float
    final: int


class CoachSeat(msgspec.Struct, kw_only=True):
    """How a seat fared."""

    seat: int
    name: str
    ledger: CoachLedger
    result_without_luck: float
    place: int
    place_without_luck: int
    decisions: int
    error_rate: float
    win_error_rate: float | None
    accuracy: float
    grades: dict[str, int]
    turning_points: list[CoachChange]


class CoachReview(msgspec.Struct, kw_only=True):
    """A finished game gone through. Events are counted from 1, as in the record and the replay. `engine` changes when a
    review may say something else."""

    game: str
    options: dict[str, Any]
    seats: list[CoachSeat]
    decisions: list[CoachDecision]
    changes: list[CoachChange]
    engine: str
