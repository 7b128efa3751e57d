"""Untrusted records: each program that reads one either works or names the wrong line."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from knobel import coach, fairness
from knobel.cli.analyse import seat_rows
from knobel.cli.replay import final_position
from knobel.core import Move, Over, Roll
from knobel.games import make
from knobel.notation import MAX_MESSAGE_LENGTH, BadRecord, Record, dumps, load
from knobel.presentation import coach_jobs
from knobel.presentation.json import encode as encoded
from knobel.presentation.log_reader import logged_events_of
from knobel.presentation.projections import Receiver, Snapshot, position_message
from knobel.presentation.replay import replay_lines
from knobel.server.operator.export import games_of
from knobel.tables.commands import Source
from knobel.tables.events import decode, encode
from knobel.tables.game_records import past_game
from knobel.tables.refusals import Refused
from knobel.tables.state import fold
from knobel.tables.what_if import Branch, log_of, play_on
from knobel.unicode_text import BadText
from tests.properties.foreign import records, renamed, text
from tests.slow import WHOLE

ANN = Source(7, "ann", "Ann")

checks = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def read(data: bytes) -> tuple[Record, Any] | None:
    """Return the record and its final position, or None if it is refused."""
    try:
        return load(text(data).splitlines(), max_lines=5000, max_seats=12)
    except BadRecord as error:
        check_printable(error)
        return None


def check_printable(error: BadRecord) -> None:
    """Check that the error is short and can be encoded."""
    assert len(str(error).encode()) < 4 * MAX_MESSAGE_LENGTH + 100


@settings(checks, max_examples=300 if WHOLE else 50)
@given(records)
def test_it_is_read_or_refused(data: bytes) -> None:
    read(data)


def replayed(record: Record) -> None:
    log = list(log_of(record))
    past = past_game(log, None)
    assert past is not None
    logged_events = [logged for logged in logged_events_of(log[: past.end], past.first) if logged is not None]
    assert all(line.decode() for line in replay_lines(past, logged_events, noted=record.noted))


def played_on(record: Record) -> None:
    for same_dice in (False, True):
        try:
            branch = Branch(len(record.events) // 2, len(record.seats) - 1, same_dice=same_dice)
            log = [decode(encode(event)) for event in play_on(record, branch, ANN) if event is not None]
        except Refused:
            continue
        assert encoded(position_message(Snapshot("ABCDEF", fold(log)), Receiver("ann")))


def exported(record: Record) -> None:
    for game in games_of("ABCDEF", [encode(event) for event in log_of(record)]):
        assert "".join(game.record()).encode()
        assert len(list(game.lines())) == len(record.seats)


def asked(data: str) -> None:
    jobs: tuple[Callable[[], bytes], ...] = (
        lambda: coach_jobs.assess(data, None, "quick").data,
        lambda: coach_jobs.judge(data, 0, "c3"),
    )
    for job in jobs:
        try:
            assert job().decode()
        except BadRecord as error:
            check_printable(error)


@settings(checks, max_examples=15 if WHOLE else 5)
@given(renamed())
def test_accepted_records_work_everywhere(data: bytes) -> None:
    found = read(data)
    if found is None:
        return
    record, state = found
    assert dumps(record).encode()
    for use in (replayed, played_on, exported):
        use(record)
    if WHOLE:
        asked(text(data))
    assert final_position(record.game, state)
    assert list(seat_rows("a.jsonl", record, state, None))
    fairness.fairness(event for event in record.events if isinstance(event, Roll))


def finished(names: list[str]) -> Record:
    """Return a finished game."""
    game, events = make("knister"), list[Any]()
    state = game.start(1)
    while not isinstance(game.turn(state), Over):
        events.append(Roll((3, 4)) if not game.legal(state, 0) else Move(0, game.legal(state, 0)[0]))
        state = game.apply(state, events[-1])
    return Record(game, tuple(names), events)


def test_lone_surrogates_are_refused() -> None:
    with pytest.raises(BadText):
        Record(make("knister"), ("\ud800",))
    good = dumps(finished(["Ann"]))
    head, first, *_ = good.splitlines()
    for bad in (
        good.replace("Ann", "\\ud800"),
        good.replace("Ann", "\ud800"),
        good.replace("Ann", "\\ude00\\ud83d"),
        good.replace(head, head[:-1] + ', "note": "\\udfff"}'),
        good.replace(first, first[:-1] + ', "\\uDC00": 1}'),
    ):
        for job in (
            lambda bad=bad: load(bad.splitlines()),
            lambda bad=bad: coach_jobs.review(bad, b""),
            lambda bad=bad: coach_jobs.assess(bad, None, "quick"),
            lambda bad=bad: coach_jobs.judge(bad, 0, "c3"),
        ):
            with pytest.raises(BadRecord, match="lone surrogate") as error:
                job()
            assert str(error.value).encode()
    assert load(good.replace("Ann", "\\ud83d\\ude00").splitlines())[0].seats == ("\U0001f600",)


def test_a_review_takes_names_of_all_kinds() -> None:
    for name in ("\U0001f600", "\u202eAnn\u2028", "\0</script>", "a" * 3000, ""):
        found = coach.review(finished([name]), "quick")
        assert found.seats[0].name == name
        for language in ("de", "en", "it"):
            assert coach.page(finished([name]), found, language).encode()
