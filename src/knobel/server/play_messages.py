"""What a person is told of their own play, and asked to practise on."""

from typing import Literal

import msgspec

from knobel.server.coach_messages import CoachDecision
from knobel.server.messages import Position


class DecisionsOfKind(msgspec.Struct, kw_only=True):
    """How many decisions of a kind there were, and the points that they lost together."""

    decisions: int
    lost: float


class PlayedSkill(msgspec.Struct, kw_only=True):
    """How a game was played: accuracy in percent, luck in points, decisions by kind."""

    accuracy: float
    luck: float
    kinds: dict[Literal["enter", "circle", "keep", "action"], DecisionsOfKind]


class PlayedGame(msgspec.Struct, kw_only=True):
    """A game that one ended: it began at seq `first` of a table's log. `skill`: what the coach says, if asked."""

    table: str
    first: int
    game: str
    score: int
    seats: int
    time: int
    skill: PlayedSkill | None


class MyPlay(msgspec.Struct, kw_only=True):
    """One's latest games, the oldest first; how many mistakes are to be practised on now, and when the next one will be
    (ms; None: none)."""

    games: list[PlayedGame]
    due: int
    next: int | None


class Question(msgspec.Struct, kw_only=True):
    """A position in which one once made a mistake."""

    table: str
    first: int
    event: int
    names: list[str]
    position: Position


class Practice(msgspec.Struct, kw_only=True):
    """What is asked now, if anything is."""

    due: int
    next: int | None
    question: Question | None


class Verdict(msgspec.Struct, kw_only=True):
    """What an answer was worth, and what was played then. `again`: when it is asked again (ms; None: it is learned)."""

    decision: CoachDecision
    then: str
    right: bool
    again: int | None
