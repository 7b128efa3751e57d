"""What the coach's process does: jobs with a record in and JSON out, so that the server's own process neither reads the
one nor writes the other."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from knobel import coach
from knobel.bots.compiling import NotCompiled, only_compiled
from knobel.bots.rehearsal import positions
from knobel.coach.words import LANGUAGES
from knobel.core import Decide, Game, Illegal, Move
from knobel.engines import Effort, engine
from knobel.games import make
from knobel.notation import BadRecord, Record, load
from knobel.server.coach_messages import CoachAssessment, CoachDecision, CoachReview
from knobel.server.records import MOST_LINES, MOST_SEATS

VERSION = 6
"""Rises whenever reviews say something else of the same game with the same engine."""

_encode = msgspec.json.Encoder(decimal_format="number").encode


def stamp(name: str, options: Mapping[str, Any]) -> str:
    """A job: what a review of a game with these options depends on beside the game."""
    return sha256(f"{VERSION} {engine(make(name, **options)).stamp}".encode()).hexdigest()


MOST_CARDS = 5
"""So many mistakes of a game are practised on, the gravest."""


class SeatSkill(NamedTuple):
    """How well a seat played: its accuracy (percent), its luck (points), by kind of decision how many there were and
    the points lost, and the events with which it made its gravest mistakes."""

    seat: int
    accuracy: float
    luck: float
    kinds: dict[str, tuple[int, float]]
    mistakes: tuple[int, ...]


class Reviewed(NamedTuple):
    """A review as a `CoachReview`, and what is kept of it for each seat."""

    data: bytes
    skills: tuple[SeatSkill, ...]


def prepare(name: str, options: Mapping[str, Any]) -> None:
    """A job: load what assessments of a game need, as far as that is compiled."""
    game = make(name, **options)
    view, seat = next(positions(game))
    with suppress(NotCompiled), only_compiled():
        coach.assess(game, view, seat)


def review(text: str) -> Reviewed:
    """A job: the review of the finished game in a record.

    :raises BadRecord: at the first line that is wrong.
    """
    record, _ = _read(text, finished=True)
    found = coach.review(record)
    return Reviewed(_review_data(record, found), tuple(_skill(found, seat) for seat in found.seats))


def judge(text: str, seat: int, action: str) -> bytes:
    """A job: what an action of a seat would be worth where a record ends, as a `CoachDecision`.

    :raises BadRecord: at the first line that is wrong, and after the last if the action is not legal.
    """
    record, _ = _read(text, finished=False)
    try:
        found = coach.judge(record, Move(seat, action))
    except Illegal as error:
        raise BadRecord(len(text.splitlines()) + 1, str(error)) from None
    if found is None:
        raise BadRecord(len(text.splitlines()) + 1, "this is the only thing to do")
    data = asdict(found) | {"sentences": _sentences(found.why, record.game, record.seats)}
    return _encode(msgspec.convert(_rounded(data), CoachDecision))


def _skill(found: coach.Review, seat: coach.SeatReview) -> SeatSkill:
    own = [each for each in found.decisions if each.seat == seat.seat and not each.decided]
    kinds: dict[str, tuple[int, float]] = {
        kind: (len(errors), round(sum(errors), 3))
        for kind in coach.KINDS
        if (errors := [each.error for each in own if coach.kind_of(each.played.action) == kind])
    }
    wrong = [each for each in own if each.grade in (coach.Grade.MISTAKE, coach.Grade.BLUNDER)]
    gravest = sorted(wrong, key=lambda each: -each.error)[:MOST_CARDS]
    luck = round(seat.ledger.luck, 3)
    return SeatSkill(seat.seat, round(seat.accuracy, 2), luck, kinds, tuple(each.event for each in gravest))


def _review_data(record: Record, found: coach.Review) -> bytes:
    data = asdict(found)
    for each, decision in zip(data["decisions"], found.decisions, strict=True):
        each["sentences"] = _sentences(decision.why, record.game, record.seats)
    return _encode(msgspec.convert(_rounded(data), CoachReview))


def assess(text: str, seat: int | None, effort: Effort) -> bytes:
    """A job: what a seat can do where a record ends (None: the first of those who are to decide).

    :raises BadRecord: at the first line that is wrong, and at the last if the seat may not decide then.
    """
    record, state = _read(text, finished=False)
    game, turn = record.game, record.game.turn(state)
    deciding = turn.seats if isinstance(turn, Decide) else ()
    who = next(iter(deciding), None) if seat is None else seat
    if who is None or who not in deciding:
        raise BadRecord(
            len(text.splitlines()), "nobody is to decide here" if not deciding else f"seat {who} is not to move"
        )
    found = coach.assess(game, state, who, effort)
    why: tuple[coach.Reason, ...] = ()
    if len(found.choices) > 1:
        why = coach.why(game, game.view(state, who), found, found.best.action, found.choices[1].action)
    data = asdict(found) | {"effort": effort, "why": [asdict(reason) for reason in why]}
    data["sentences"] = _sentences(why, game, record.seats)
    return _encode(msgspec.convert(_rounded(data), CoachAssessment))


def _read(text: str, *, finished: bool) -> tuple[Record, Any]:
    return load(text.splitlines(), finished=finished, most=MOST_LINES, most_seats=MOST_SEATS)


def _sentences(why: Sequence[coach.Reason], game: Game[Any], names: Sequence[str]) -> dict[str, str]:
    return {language: coach.sentences(why, language, game, names) for language in LANGUAGES} if why else {}


def _rounded(data: Any) -> Any:
    """Plain data with its figures as fine as anybody wants to see them; ledgers stay exact."""
    match data:
        case float():
            return round(data, 5)
        case {"ledger": ledger, **rest}:
            return {key: _rounded(value) for key, value in rest.items()} | {"ledger": ledger}
        case dict():
            return {str(key): _rounded(value) for key, value in data.items()}
        case list() | tuple():
            return [_rounded(value) for value in data]
    return data
