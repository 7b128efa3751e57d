"""Wire format of the coach's answers.

The fields are those of the coach's results, from which the messages are read by name.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class CoachReason(msgspec.Struct, kw_only=True):
    """A reason for a choice: its kind, and the figures behind it."""

    kind: str
    figures: dict[str, Any]


class CoachChoice(msgspec.Struct, kw_only=True):
    """A legal action with its expected final score and its probability of winning. Each value has its standard error,
    which is 0 if the value is exact."""

    action: str
    points: float
    uncertainty: float
    win: float | None
    win_uncertainty: float | None


class CoachAssessment(msgspec.Struct, kw_only=True):
    """All choices of a seat, in descending order of points. `margin` is the lead of the first over the second, in
    points.

    `why` gives the reasons for this lead, and `sentences` states them by language. `quantiles`: the 10 %, 50 % and 90 %
    quantiles of the final score after the first choice.
    """

    seat: int
    effort: Literal["quick", "strong", "master"]
    choices: list[CoachChoice]
    margin: float
    why: list[CoachReason]
    sentences: dict[str, str]
    quantiles: list[int]


class CoachEstimate(msgspec.Struct, kw_only=True):
    """A mean over samples, and its standard error."""

    mean: float
    uncertainty: float


class CoachPlayedOut(msgspec.Struct, kw_only=True):
    """What rollouts say about an action: its final score, the 10 %, 50 % and 90 % quantiles of it, and the probability
    of winning, which is null at a table with one seat."""

    action: str
    points: CoachEstimate
    quantiles: list[int]
    win: CoachEstimate | None


class CoachComparison(msgspec.Struct, kw_only=True):
    """Two actions, after each of which the game was played out `samples` times with the same dice.

    `points` and `win` are the difference of the first from the second.
    """

    samples: int
    actions: list[CoachPlayedOut]
    points: CoachEstimate
    win: CoachEstimate | None


class CoachDecision(msgspec.Struct, kw_only=True):
    """A decision: the action `played`, the best choices for points, and the losses of `played` against the best choice.

    `judged_by` is the measure of the accuracy, and `error` the loss in this measure against the choice `better`, which
    is null if there is none. `cost` is the cost of `played` in points, by which it is graded. A decision with `decided`
    cannot change the winner and does not count; one with `decided_if_perfect` cannot change the winner between perfect
    players.
    `quantiles`: the 10 %, 50 % and 90 % quantiles of the final score after the action played.
    `parts`: the points of the loss by theme, negative where the action played gains.
    """

    event: int
    seat: int
    played: CoachChoice
    best: list[CoachChoice]
    loss: float
    win_loss: float | None
    judged_by: Literal["points", "win"]
    error: float
    cost: float = 0.0
    better: CoachChoice | None
    decided: bool
    decided_if_perfect: bool = False
    grade: Grade
    why: list[CoachReason]
    sentences: dict[str, str] = {}
    quantiles: list[int]
    parts: dict[str, float] = {}


class CoachChange(msgspec.Struct, kw_only=True):
    """The change in points of a seat's expected final score by an event; `value` is the expectation after it."""

    event: int
    seat: int
    kind: Literal["luck", "decision", "unknown", "others", "correction"]
    points: float
    value: float


class CoachLedger(msgspec.Struct, kw_only=True):
    """The sources of a seat's points; the sum of all parts is `final`."""

    start: float
    luck: float
    decisions: float
    unknown: float
    others: float
    correction: float
    final: int


class CoachRule(msgspec.Struct, kw_only=True):
    """The rule of thumb that would have saved most: its theme, the number of decisions against it, and their cost."""

    theme: str
    decisions: int
    points: float


class CoachPeers(msgspec.Struct, kw_only=True):
    """The bots that play about as well as a seat: the points that they lose a decision, their accuracy in percent."""

    level: str
    points: float
    accuracy: float


class CoachLesson(msgspec.Struct, kw_only=True):
    """The lesson of a game for a seat.

    `moments`: the events of the decisions that cost or decided most, in order of play. `lost`: the mean points lost a
    decision. `advice` is in sentences by language: the rule of thumb, the points or the probability of winning that it
    would have saved, and the strength of the play.
    """

    moments: list[int]
    rule: CoachRule | None
    lost: float
    peers: CoachPeers | None
    advice: dict[str, list[str]] = {}


class CoachSeat(msgspec.Struct, kw_only=True):
    """Summary of a seat in a reviewed game.

    `start_quantiles`: the 10 %, 50 % and 90 % quantiles of the final score before the first roll, after good play.
    """

    seat: int
    name: str
    ledger: CoachLedger
    result_without_luck: float
    place: int
    place_without_luck: int
    decisions: int
    error_rate: float
    win_error_rate: float
    accuracy: float
    grades: dict[str, int]
    turning_points: list[CoachChange]
    start_quantiles: list[int]
    lesson: CoachLesson


class CoachChances(msgspec.Struct, kw_only=True):
    """The probability of winning of each seat after an event (0: at the start), if all seats play on with the accuracy
    that they showed in the game."""

    event: int
    wins: list[float]


class CoachReview(msgspec.Struct, kw_only=True):
    """Review of a finished game. Events are counted from 1, as in the record and the replay. `engine` changes when the
    engine may give other results. `chances`: at the beginning of each round and at the end, where they depend much on
    the strength of the seats; empty elsewhere. `seconds`: how long decisions took, by event, where the
    record has times."""

    game: str
    options: dict[str, Any]
    seats: list[CoachSeat]
    decisions: list[CoachDecision]
    changes: list[CoachChange]
    engine: str
    chances: list[CoachChances] = []
    seconds: dict[int, float] = {}


class SeatSkill(NamedTuple):
    """A seat's accuracy (percent), its luck (points), its number of decisions and points lost by kind of decision, the
    events of its gravest mistakes with their themes (empty: none), the points lost by theme, and decisions and points
    lost as by kind, but by insight (`insights.py`) and class.

    The points lost are those of the ledger: their sum over all kinds is its `decisions`. Themes leave out decisions
    that could not change who wins.
    """

    seat: int
    accuracy: float
    luck: float
    kinds: dict[str, tuple[int, float]]
    mistakes: dict[int, str]
    themes: dict[str, float]
    insights: Mapping[str, dict[str, tuple[int, float]]]
