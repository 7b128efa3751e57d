"""Messages about a person's own games and their practice."""

from typing import Literal

import msgspec

from knobel.presentation.coach_messages import CoachDecision
from knobel.presentation.messages import Position


class DecisionsOfKind(msgspec.Struct, kw_only=True):
    """Number of decisions of a kind, and the points that they lost in total."""

    decisions: int
    lost: float


class PlayedSkill(msgspec.Struct, kw_only=True):
    """How well a game was played: accuracy in percent, luck in points, decisions by kind."""

    accuracy: float
    luck: float
    kinds: dict[Literal["enter", "circle", "keep", "action"], DecisionsOfKind]


class PlayedGame(msgspec.Struct, kw_only=True):
    """A game that the person finished.

    It began at seq `first` of a table's log. `skill` is null until the game is reviewed.
    """

    table: str
    first: int
    game: str
    score: int
    seats: int
    time: int
    skill: PlayedSkill | None


class MyPlay(msgspec.Struct, kw_only=True):
    """The person's latest games, the oldest first.

    `due` is the number of mistakes to practise now, `next` the time (ms) of the next one after that, null if there is
    none.
    """

    games: list[PlayedGame]
    due: int
    next: int | None


class RecentResults(msgspec.Struct, kw_only=True):
    """The person's best and last results, the latest first, with the options with which they last played a game."""

    game: str
    best: int
    last: list[int]


class Question(msgspec.Struct, kw_only=True):
    """A position in which the person made a mistake."""

    table: str
    first: int
    event: int
    names: list[str]
    position: Position


class Practice(msgspec.Struct, kw_only=True):
    """The mistake to practise now; None if no mistake is due."""

    due: int
    next: int | None
    question: Question | None


class Verdict(msgspec.Struct, kw_only=True):
    """The assessment of an answer.

    `then` is the action that was played in the game. `again` is the time (ms) of the next repetition, null if the
    mistake is learned.
    """

    decision: CoachDecision
    then: str
    right: bool
    again: int | None
