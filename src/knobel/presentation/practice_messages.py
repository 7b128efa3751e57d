"""Messages about a person's own games and their practice."""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from knobel.presentation.coach_messages import CoachDecision
from knobel.presentation.messages import Position

MAX_TIME = 2**53 - 1
"""The largest time in ms, the largest integer that is exact in JavaScript."""
DAY = r"^(\d{4}-\d\d-\d\d)?$"
"""Pattern of a date in ISO format, or nothing."""
MAX_MISTAKES = 5
"""Maximum number of mistakes of a game that become practice cards; the gravest are chosen."""
MAX_ANSWERS = 4_000
"""Maximum number of answers to the exercises of a game."""


class DecisionsOfKind(msgspec.Struct, kw_only=True):
    """Number of decisions of a kind, and the points that they lost in total."""

    decisions: int
    lost: float


class PlayedSkill(msgspec.Struct, kw_only=True):
    """How well a game was played: accuracy in percent, luck in points, decisions by kind, points lost by theme.

    `themes` is null if the review is older than themes. `insights` are the decisions by the phase of the game, by the
    place in the turn order from 1, and by the time that they took; one that the record does not tell is left out.
    """

    accuracy: float
    luck: float
    kinds: dict[Literal["enter", "circle", "keep", "action"], DecisionsOfKind]
    themes: dict[str, float] | None = None
    insights: dict[Literal["phase", "place", "time"], dict[str, DecisionsOfKind]] = {}


class ReviewedSkill(PlayedSkill, kw_only=True):
    """How well a seat played a game by a review that was made elsewhere.

    `mistakes`: the events of its gravest mistakes, with their themes (empty: none).
    """

    seat: int
    accuracy: Annotated[float, msgspec.Meta(ge=0, le=100)]
    mistakes: Annotated[dict[int, Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=MAX_MISTAKES)]


class PlayedGame(msgspec.Struct, kw_only=True):
    """A game that the person finished.

    It began at seq `first` of a table's log. `others` are the names of the other people who finished it, by seat.
    `skill` is null until the game is reviewed.
    """

    table: str
    first: int
    game: str
    score: int
    seats: int
    others: list[str]
    time: int
    skill: PlayedSkill | None


def losses_at(game: str, played: Iterable[PlayedGame]) -> list[tuple[dict[str, float], int]]:
    """Return the points lost by theme, and the number of decisions, of the reviewed games of a kind."""
    skills = [each.skill for each in played if each.game == game and each.skill is not None]
    return [
        (skill.themes, sum(kind.decisions for kind in skill.kinds.values()))
        for skill in skills
        if skill.themes is not None
    ]


class MyPlay(msgspec.Struct, kw_only=True):
    """The person's latest games, the oldest first.

    `due` is the number of mistakes to practise now, `next` the time (ms) of the next one after that, null if there is
    none.
    """

    games: list[PlayedGame]
    due: int
    next: int | None


class ThemeLosses(msgspec.Struct, kw_only=True):
    """The points that the person loses a game in a theme, with the limits of the interval of 95 %.

    `names` and `rules` (of thumb) are by language. `peers` is the loss of players of the same strength, null if
    unknown, `levels` that of the levels of bots. `weakness`: the loss is larger than chance explains. `earlier` and
    `lately` are the means of the earlier and of the latest games, null if there are too few; `trend` says whether they
    differ.
    """

    theme: str
    names: dict[str, str]
    rules: dict[str, str]
    lost: float
    low: float
    high: float
    peers: float | None
    levels: dict[str, float]
    weakness: bool
    earlier: float | None
    lately: float | None
    trend: Literal["better", "worse", "same"] | None


class ThemeReport(msgspec.Struct, kw_only=True):
    """Where the person loses most at a game: weaknesses first, then the themes that cost most.

    `games` is the number of games, `trend` says whether the points lost in total change.
    """

    game: str
    games: int
    trend: Literal["better", "worse", "same"] | None
    themes: list[ThemeLosses]


class GivenAnswer(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An answer to an exercise at a time in ms.

    `day` is the date (UTC, ISO format) whose exercise of the day it was, empty for another exercise.
    """

    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,16}$")]
    right: bool
    time: Annotated[int, msgspec.Meta(ge=0, le=MAX_TIME)]
    day: Annotated[str, msgspec.Meta(pattern=DAY)] = ""


class GivenAnswers(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The person's answers to the exercises of a game, the oldest first."""

    answers: Annotated[list[GivenAnswer], msgspec.Meta(max_length=MAX_ANSWERS)]


class TrainingExercise(msgspec.Struct, kw_only=True):
    """A shipped exercise: the seat decides at the end of the record.

    `difficulty` is the share of answers of bots that are wrong. `repeated`: the person answered it before.
    """

    key: str
    theme: str
    difficulty: float
    repeated: bool
    seat: int
    record: str


class Share(msgspec.Struct, kw_only=True):
    """A share with the limits of its interval of 95 %."""

    mean: float
    low: float
    high: float


class ThemeProgress(msgspec.Struct, kw_only=True):
    """How many exercises of a theme the person solved at the first answer.

    `names` are by language. `exercises` is the number of all of the theme. `right` is the share of right first answers,
    `bots` that of bots in the same exercises; null without answers. `earlier` and `lately` are the shares of the halves
    of the answers, null if there are too few.
    """

    theme: str
    names: dict[str, str]
    exercises: int
    answered: int
    right: Share | None
    bots: float | None
    earlier: Share | None
    lately: Share | None


class Question(msgspec.Struct, kw_only=True):
    """A position in which the person made a mistake."""

    table: str
    first: int
    event: int
    names: list[str]
    position: Position


class Training(msgspec.Struct, kw_only=True):
    """The next position to practise, and the progress by theme.

    The position is a `question` about an own mistake that is due, or else an `exercise`; both are null if there is none
    now. `due` is the number of mistakes and exercises to repeat now, `next` the time (ms) of the next one after them,
    null if there is none.
    """

    game: str
    due: int
    next: int | None
    question: Question | None = None
    exercise: TrainingExercise | None
    themes: list[ThemeProgress]


class ExerciseDay(msgspec.Struct, kw_only=True):
    """The exercises of a day: the games that have one and were answered, and whether the first answer was right.

    `streak` is the number of days in a row up to this one on which one was answered.
    """

    day: str
    streak: int
    solved: dict[str, bool]


class RecentResults(msgspec.Struct, kw_only=True):
    """The person's best and last results, the latest first, with the options with which they last played a game."""

    game: str
    best: int
    last: list[int]


class Practice(msgspec.Struct, kw_only=True):
    """The mistake to practise now; None if no mistake is due."""

    due: int
    next: int | None
    question: Question | None


class NotedAnswer(msgspec.Struct, kw_only=True):
    """The consequences of an answer that the person's device assessed; the fields are as in `Verdict`."""

    then: str
    again: int | None


class Verdict(msgspec.Struct, kw_only=True):
    """The assessment of an answer.

    `then` is the action that was played in the game. `again` is the time (ms) of the next repetition, null if the
    mistake is learned.
    """

    decision: CoachDecision
    then: str
    right: bool
    again: int | None
