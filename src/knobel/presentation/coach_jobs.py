"""The coach's work in steps. Jobs take records and return JSON, so that a server neither parses nor encodes."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import fsum
from time import monotonic, process_time
from typing import Any, NamedTuple, TypeVar

import msgspec

from knobel import coach
from knobel.coach.chances import course_of_chances
from knobel.coach.decision import Decision
from knobel.coach.grades import GRADE_MARKS
from knobel.coach.lesson_text import advice
from knobel.coach.parts import losses_by_theme
from knobel.coach.review import Reviewer, ReviewProgress
from knobel.coach.rollouts import MAX_SAMPLES, MIN_SAMPLES, Totals
from knobel.coach.sheet_changes import table_sentences
from knobel.coach.theme_losses import PlayedLosses, usual_shares
from knobel.coach.themes import main_theme
from knobel.coach.weaknesses import find_losses, total_trend
from knobel.coach.wording import LANGUAGES
from knobel.core import Decide, Game, Illegal, Move
from knobel.engines import Effort, engine
from knobel.games import make
from knobel.notation import BadRecord, Record, load
from knobel.presentation import coach_messages as messages
from knobel.presentation.insights import insights, seconds_taken
from knobel.presentation.practice_messages import MAX_MISTAKES, ThemeLosses, ThemeReport
from knobel.presentation.record_sizes import MAX_RECORD_LINES, MAX_RECORD_SEATS

REVIEW_VERSION = 18
"""To be increased when reviews change while the engines stay the same; then stored reviews are made again."""

SLICE_S = 0.2
"""Duration of one step of a review or comparison, in seconds; other jobs run between steps."""
MAX_UNFINISHED_REVIEWS = 16
"""Maximum number of unfinished reviews that a process keeps in memory."""

T = TypeVar("T")

_encoder = msgspec.json.Encoder(decimal_format="number")
_progress = msgspec.json.Decoder(ReviewProgress)
_luck_progress = msgspec.json.Decoder(coach.LuckProgress)
_totals = msgspec.json.Decoder(Totals)


def stamp(name: str, options: Mapping[str, Any]) -> str:
    """Job: return a hash of the engine and the review version; reviews with another stamp are out of date."""
    return sha256(f"{REVIEW_VERSION} {engine(make(name, **options)).stamp}".encode()).hexdigest()


class Reviewed(NamedTuple):
    """A review as a `CoachReview` in JSON, and the skills of each seat."""

    data: bytes
    skills: tuple[messages.SeatSkill, ...]


class ReviewStep(NamedTuple):
    """Result of one step of a review and its duration in seconds.

    `done` is the finished review; if it is None, the next step continues from `progress`, in any process. `share` is
    the share of the game that is done. `mistakes` are those found in this step, as a list of `CoachDecision` in JSON;
    empty if there are none, or if they are not asked for.
    """

    done: Reviewed | None
    progress: bytes
    seconds: float
    share: float = 0.0
    mistakes: bytes = b""


_unfinished_reviews: OrderedDict[tuple[str, bytes], Reviewer] = OrderedDict()
"""Unfinished reviews by record and progress, which this process can continue without parsing the record again."""


def review(text: str, progress: bytes) -> ReviewStep:
    """Job: review the finished game in a record for about `SLICE_S` seconds, from the start or from `progress`.

    :raises BadRecord: at the first wrong line.
    """
    return review_step(text, progress, with_mistakes=False)


def review_step(text: str, progress: bytes, *, with_mistakes: bool) -> ReviewStep:
    """Do the job `review`, and tell which mistakes it finds if they are asked for.

    :raises BadRecord: at the first wrong line.
    """
    began = monotonic()
    reviewing = _unfinished_reviews.pop((text, progress), None)
    if reviewing is None:
        record, _ = _read(text, finished=True)
        reviewing = Reviewer(record, "master", progress=_progress.decode(progress) if progress else None)
    known = len(reviewing.decisions)
    while not reviewing.done:
        reviewing.step()
        if monotonic() > began + SLICE_S:
            break
    if reviewing.done:
        return ReviewStep(summarize(reviewing.record, reviewing.close(), text), b"", monotonic() - began)
    new_progress = msgspec.json.encode(reviewing.progress())
    _unfinished_reviews[text, new_progress] = reviewing
    if len(_unfinished_reviews) > MAX_UNFINISHED_REVIEWS:
        _unfinished_reviews.popitem(last=False)
    wrong = [each for each in reviewing.decisions[known:] if with_mistakes and each.grade in GRADE_MARKS]
    mistakes = _encode([_decision(each, reviewing.record) for each in wrong]) if wrong else b""
    return ReviewStep(None, new_progress, monotonic() - began, reviewing.share, mistakes)


class LuckStep(NamedTuple):
    """Result of one step of a computation of luck, and its duration in seconds.

    `done`: the luck by seat, in points; if it is None, the next step continues from `progress`, in any process.
    `engine`: the `luck_stamp` of the engine.
    """

    done: dict[int, float] | None
    engine: str
    progress: bytes
    seconds: float


def luck(text: str, seats: Sequence[int], progress: bytes) -> LuckStep:
    """Job: compute the luck of seats in the finished game in a record for about `SLICE_S` seconds.

    It starts at the beginning of the game, or continues from `progress`.

    :raises BadRecord: at the first wrong line.
    """
    began = monotonic()
    record, _ = _read(text, finished=True)
    meter = coach.LuckMeter(record, seats, _luck_progress.decode(progress) if progress else None)
    stamp = coach.luck_stamp(record.game)
    while not meter.finished:
        meter.step()
        if monotonic() > began + SLICE_S:
            break
    if meter.finished:
        return LuckStep(meter.luck, stamp, b"", monotonic() - began)
    return LuckStep(None, stamp, msgspec.json.encode(meter.progress), monotonic() - began)


def summarize(record: Record, found: coach.Review, text: str) -> Reviewed:
    """Return a review in the form in which it is sent and stored, with the times in the text of the record."""
    message = _message(found, messages.CoachReview)
    message.seconds = seconds_taken(text, record)
    for each, decision in zip(message.decisions, found.decisions, strict=True):
        each.sentences = _sentences(decision.why, record.game, record.seats)
    for seat in message.seats:
        seat.lesson.advice = {
            language: [
                *advice(found, seat.seat, language, record.seats),
                *table_sentences(record, seat.seat, language),
            ]
            for language in LANGUAGES
        }
    accuracies = [seat.accuracy for seat in found.seats]
    message.chances = [_message(each, messages.CoachChances) for each in course_of_chances(record, accuracies)]
    data = _encode(message)
    return Reviewed(data, skills(data.decode()))


def skills(data: str) -> tuple[messages.SeatSkill, ...]:
    """Job: return the skills of each seat from a `CoachReview` in JSON."""
    found = msgspec.json.decode(data, type=messages.CoachReview)
    return tuple(_seat_skill(found, seat) for seat in found.seats)


def judge(text: str, seat: int, action: str) -> bytes:
    """Job: return the value of a seat's action at the end of a record, as a `CoachDecision` in JSON.

    :raises BadRecord: at the first wrong line; after the last line if the action is illegal or the only one.
    """
    record, _ = _read(text, finished=False)
    try:
        found = coach.review_move(record, Move(seat, action))
    except Illegal as error:
        raise BadRecord(len(text.splitlines()) + 1, str(error)) from None
    if found is None:
        raise BadRecord(len(text.splitlines()) + 1, "this is the only thing to do")
    return _encode(_decision(found, record))


def _decision(found: Decision, record: Record) -> messages.CoachDecision:
    message = _message(found, messages.CoachDecision)
    message.sentences = _sentences(found.why, record.game, record.seats)
    return message


def _seat_skill(found: messages.CoachReview, seat: messages.CoachSeat) -> messages.SeatSkill:
    decisions = [each for each in found.decisions if each.seat == seat.seat]
    by_kind = defaultdict[str, list[float]](list)
    for each in decisions:
        by_kind[coach.kind_of(each.played.action, each.best[0].action)].append(each.loss)
    kinds = {kind: (len(losses), fsum(losses)) for kind, losses in by_kind.items()}
    lost = losses_by_theme((each.loss, each.parts) for each in decisions if not each.decided)
    wrong = [each for each in decisions if not each.decided and each.grade in ("mistake", "blunder")]
    gravest = sorted(wrong, key=lambda each: -each.cost)[:MAX_MISTAKES]
    return messages.SeatSkill(
        seat.seat,
        round(seat.accuracy, 2),
        seat.ledger.luck,
        kinds,
        {each.event: main_theme(each.parts, each.loss, usual_shares(found.game)) or "" for each in gravest},
        {theme: round(points, 4) for theme, points in lost.items()},
        insights(found, seat.seat),
    )


def themes(game: str, played: Sequence[tuple[dict[str, float], int]]) -> bytes:
    """Job: return a player's losses by theme at a game, as a `ThemeReport` in JSON.

    :param played: the points lost by theme and the number of decisions of each game, the oldest first.
    """
    losses = [PlayedLosses(*each) for each in played]
    found = find_losses(game, losses)
    message = ThemeReport(
        game=game,
        games=len(losses),
        trend=total_trend(losses),
        themes=[
            ThemeLosses(
                theme=each.theme,
                names={language: texts.THEMES[each.theme] for language, texts in LANGUAGES.items()},
                rules={language: texts.RULES[each.theme] for language, texts in LANGUAGES.items()},
                lost=each.lost.mean,
                low=each.lost.low,
                high=each.lost.high,
                peers=each.peers,
                levels=each.levels,
                weakness=each.weakness,
                earlier=each.earlier,
                lately=each.lately,
                trend=each.trend,
            )
            for each in found
        ],
    )
    return _encode(message)


class Assessed(NamedTuple):
    """An assessment as a `CoachAssessment` in JSON, and its duration in seconds."""

    data: bytes
    seconds: float


def assess(text: str, seat: int | None, effort: Effort) -> Assessed:
    """Job: assess the choices of a seat at the end of a record; None stands for the first seat that must decide.

    :raises BadRecord: at the first wrong line; at the last line if the seat has no decision to make.
    """
    return next(assessments(text, seat, (effort,)))


def assessments(text: str, seat: int | None, efforts: Iterable[Effort]) -> Iterator[Assessed]:
    """Yield the results of the job `assess` for several efforts."""
    began = monotonic()
    record, state = _read(text, finished=False)
    turn = record.game.turn(state)
    deciding = turn.seats if isinstance(turn, Decide) else ()
    who = next(iter(deciding), None) if seat is None else seat
    if who is None or who not in deciding:
        raise BadRecord(
            len(text.splitlines()), "nobody is to decide here" if not deciding else f"seat {who} is not to move"
        )
    for effort in efforts:
        yield Assessed(_encode(_assessment(record, state, who, effort)), monotonic() - began)
        began = monotonic()


def _assessment(record: Record, state: Any, seat: int, effort: Effort) -> messages.CoachAssessment:
    game = record.game
    found = coach.assess(game, state, seat, effort)
    why: tuple[coach.Reason, ...] = ()
    if len(found.choices) > 1:
        why = coach.why(game, game.view(state, seat), found, found.best.action, found.choices[1].action)
    return messages.CoachAssessment(
        seat=seat,
        effort=effort,
        choices=_message(found.choices, list[messages.CoachChoice]),
        margin=found.margin,
        why=_message(why, list[messages.CoachReason]),
        sentences=_sentences(why, game, record.seats),
        quantiles=list(coach.final_quantiles(game, state, seat, found.best.points)),
    )


class ComparisonStep(NamedTuple):
    """Result of one step of a comparison and its processor time in seconds.

    `data` is a `CoachComparison` in JSON, empty as long as there are too few samples. Unless the comparison is `done`,
    the next step continues from `progress`, in any process.
    """

    data: bytes
    done: bool
    progress: bytes
    seconds: float


def compare(text: str, seat: int, action: str, other: str, progress: bytes) -> ComparisonStep:
    """Job: compare two actions of a seat at the end of a record by rollouts, for about `SLICE_S` seconds.

    :raises BadRecord: at the first wrong line; after the last line if the seat may not choose between these actions.
    """
    began, used = monotonic(), process_time()
    record, state = _read(text, finished=False)
    try:
        totals = _totals.decode(progress) if progress else None
        rollouts = coach.Rollouts(record.game, state, seat, (action, other), totals=totals)
    except (Illegal, ValueError) as error:
        raise BadRecord(len(text.splitlines()) + 1, str(error)) from None
    while monotonic() < began + SLICE_S:
        rollouts.step()
    data, done, samples = b"", False, rollouts.totals.samples
    if samples >= MIN_SAMPLES:
        found = rollouts.comparison()
        done = found.precise or samples >= MAX_SAMPLES
        data = _encode(_message(found, messages.CoachComparison))
    return ComparisonStep(data, done, msgspec.json.encode(rollouts.totals), process_time() - used)


def _read(text: str, *, finished: bool) -> tuple[Record, Any]:
    return load(text.splitlines(), finished=finished, max_lines=MAX_RECORD_LINES, max_seats=MAX_RECORD_SEATS)


def _message(found: Any, kind: type[T]) -> T:
    """Return a result of the coach as a message of a class with the same field names."""
    return msgspec.convert(found, kind, from_attributes=True)


def _encode(message: msgspec.Struct | Sequence[msgspec.Struct]) -> bytes:
    return _encoder.encode(_round_floats(msgspec.to_builtins(message)))


def _sentences(why: Sequence[coach.Reason], game: Game[Any], names: Sequence[str]) -> dict[str, str]:
    return {language: coach.sentences(why, language, game, names) for language in LANGUAGES} if why else {}


def _round_floats(data: Any) -> Any:
    """Return plain data with its floats rounded to five places, except in ledgers, which stay exact."""
    match data:
        case float():
            return round(data, 5)
        case dict():
            return {key: value if key == "ledger" else _round_floats(value) for key, value in data.items()}
        case list():
            return [_round_floats(value) for value in data]
    return data
