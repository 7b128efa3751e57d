"""What the coach's process does: jobs with a record in and JSON out, so that the server's own process neither reads the
one nor writes the other."""

from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from math import fsum
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from knobel import coach
from knobel.bots.compiling import NotCompiled, only_compiled
from knobel.bots.rehearsal import positions
from knobel.coach.review import Progress, Reviewing
from knobel.coach.words import LANGUAGES
from knobel.core import Decide, Game, Illegal, Move
from knobel.engines import Effort, engine
from knobel.games import make
from knobel.notation import BadRecord, Record, load
from knobel.server.coach_messages import CoachAssessment, CoachDecision, CoachReview, CoachSeat
from knobel.server.records import MOST_LINES, MOST_SEATS

VERSION = 6
"""Rises whenever reviews say something else of the same game with the same engine."""

SLICE_S = 0.2
"""Seconds after which a review gives way to other jobs."""
MOST_UNDER_WAY = 16
"""Unfinished reviews that a process keeps in memory."""

_encode = msgspec.json.Encoder(decimal_format="number").encode
_progress = msgspec.json.Decoder(Progress)


def stamp(name: str, options: Mapping[str, Any]) -> str:
    """A job: what a review of a game with these options depends on beside the game."""
    return sha256(f"{VERSION} {engine(make(name, **options)).stamp}".encode()).hexdigest()


MOST_CARDS = 5
"""So many mistakes of a game are practised on, the gravest."""


class SeatSkill(NamedTuple):
    """How well a seat played: its accuracy (percent), its luck (points), by kind of decision how many there were and
    the points lost, and the events with which it made its gravest mistakes.

    The points lost are those of the ledger: over all kinds, they add up to its `decisions`.
    """

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


class ReviewStep(NamedTuple):
    """The result of one step of a review, and how many seconds it took: the review, if it is `done`; else `progress`,
    with which the next step continues, in whatever process."""

    done: Reviewed | None
    progress: bytes
    seconds: float


_under_way: OrderedDict[tuple[str, bytes], Reviewing] = OrderedDict()
"""By record and progress, reviews that this process can continue without reading their records again."""


def review(text: str, progress: bytes) -> ReviewStep:
    """A job: about `SLICE_S` seconds of the review of the finished game in a record, from the start or from `progress`.

    :raises BadRecord: at the first line that is wrong.
    """
    began = monotonic()
    reviewing = _under_way.pop((text, progress), None) or _resumed(text, progress)
    while not reviewing.done:
        reviewing.step()
        if monotonic() > began + SLICE_S:
            break
    if reviewing.done:
        return ReviewStep(summarize(reviewing.record, reviewing.close()), b"", monotonic() - began)
    reached = msgspec.json.encode(reviewing.progress())
    _under_way[text, reached] = reviewing
    if len(_under_way) > MOST_UNDER_WAY:
        _under_way.popitem(last=False)
    return ReviewStep(None, reached, monotonic() - began)


def _resumed(text: str, progress: bytes) -> Reviewing:
    record, _ = _read(text, finished=True)
    return Reviewing(record, "master", progress=_progress.decode(progress) if progress else None)


def summarize(record: Record, found: coach.Review) -> Reviewed:
    """Return a review of a record as it is sent and kept."""
    data = asdict(found)
    for each, decision in zip(data["decisions"], found.decisions, strict=True):
        each["sentences"] = _sentences(decision.why, record.game, record.seats)
    message = msgspec.convert(_rounded(data), CoachReview)
    return Reviewed(_encode(message), _skills(message))


def skills(data: str) -> tuple[SeatSkill, ...]:
    """A job: what is kept for each seat of a review, given as a `CoachReview`."""
    return _skills(msgspec.json.decode(data, type=CoachReview))


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


def _skills(found: CoachReview) -> tuple[SeatSkill, ...]:
    return tuple(_skill(found, seat) for seat in found.seats)


def _skill(found: CoachReview, seat: CoachSeat) -> SeatSkill:
    own = [each for each in found.decisions if each.seat == seat.seat]
    by_kind = defaultdict[str, list[float]](list)
    for each in own:
        by_kind[coach.kind_of(each.played.action, each.best[0].action)].append(each.loss)
    kinds = {kind: (len(losses), fsum(losses)) for kind, losses in by_kind.items()}
    wrong = [each for each in own if not each.decided and each.grade in ("mistake", "blunder")]
    gravest = sorted(wrong, key=lambda each: -each.error)[:MOST_CARDS]
    return SeatSkill(
        seat.seat,
        round(seat.accuracy, 2),
        seat.ledger.luck,
        kinds,
        tuple(each.event for each in gravest),
    )


class Assessed(NamedTuple):
    """An assessment as a `CoachAssessment`, and how many seconds it took."""

    data: bytes
    seconds: float


def assess(text: str, seat: int | None, effort: Effort) -> Assessed:
    """A job: what a seat can do where a record ends (None: the first of those who are to decide).

    :raises BadRecord: at the first line that is wrong, and at the last if the seat may not decide then.
    """
    began = monotonic()
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
    return Assessed(_encode(msgspec.convert(_rounded(data), CoachAssessment)), monotonic() - began)


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
