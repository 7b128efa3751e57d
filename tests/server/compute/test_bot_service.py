"""Bot decisions are queued and computed in another process, which may fail, and which ends with the server."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from knobel.server.compute import bot_process as asking
from knobel.server.compute.bot_decisions import Decision
from knobel.server.compute.bot_service import BotService
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused
from tests.processes import Event, begin_and_hang, ended, tell, wait_until_ended

ANN = JobOwner("home", "ann", "AAAAAA")
TIMEOUT_S = 100.0
"""Generous timeout in seconds for operations that take nearly no time."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the timeouts, because a process starts slowly on a busy machine."""
    monkeypatch.setattr(settings, "bot_grace_s", TIMEOUT_S)
    monkeypatch.setattr(settings, "bot_start_timeout_s", TIMEOUT_S)


@pytest.fixture
async def bots() -> AsyncIterator[BotService]:
    service = BotService()
    yield service
    await service.close()


def ask(bots: BotService, view: Any, whose: JobOwner = ANN) -> asyncio.Task[str]:
    return asyncio.create_task(bots.choose("knister", {}, view, 0, "master", 0.0, whose))


def obey(_game: str, _options: Any, view: Any, *_: Any) -> Decision:
    """Replacement for a decision: execute the command in the view and return the process's id."""
    match view:
        case "hang", begun:
            begin_and_hang(begun)
        case "wait", begun, go_on:
            tell(begun)
            go_on.read_text()
        case "note", path:
            path.write_text("asked")
        case "fail":
            raise ValueError("no idea")
    return Decision(str(os.getpid()))


@pytest.fixture
def obedient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "decide", obey)


@pytest.mark.usefixtures("obedient")
async def test_questions_wait_for_their_turn(tmp_path: Path, bots: BotService) -> None:
    begun, go_on = Event(tmp_path, "begun"), Event(tmp_path, "go on")
    first = ask(bots, ("wait", begun.path, go_on.path))
    others = [ask(bots, None) for _ in range(3)]
    await asyncio.to_thread(begun.wait)
    assert not any(question.done() for question in (first, *others))
    await asyncio.to_thread(tell, go_on.path)
    assert len(set(await asyncio.gather(first, *others))) == 1


@pytest.mark.usefixtures("obedient")
async def test_a_stranger_waits_for_one_of_a_thousand(tmp_path: Path, bots: BotService) -> None:
    begun, go_on = Event(tmp_path, "begun"), Event(tmp_path, "go on")
    first = ask(bots, ("wait", begun.path, go_on.path))
    await asyncio.to_thread(begun.wait)
    presence = [ask(bots, None, JobOwner("home", "ann", f"AAAAA{'ABCDE'[number % 5]}")) for number in range(1000)]
    stranger = ask(bots, None, JobOwner("home", "ben", "BBBBBB"))
    done: list[asyncio.Future[str]] = []
    for question in (*presence, stranger):
        question.add_done_callback(done.append)
    await asyncio.sleep(0)
    await asyncio.to_thread(tell, go_on.path)
    await stranger
    assert first.done()
    assert done.index(stranger) <= 1
    for question in presence:
        question.cancel()


@pytest.mark.usefixtures("obedient")
async def test_abandoned_requests_are_not_sent(tmp_path: Path, bots: BotService) -> None:
    begun, go_on = Event(tmp_path, "begun"), Event(tmp_path, "go on")
    at_work = ask(bots, ("wait", begun.path, go_on.path))
    waiting = ask(bots, ("note", tmp_path / "note"))
    await asyncio.to_thread(begun.wait)
    for left in (at_work, waiting):
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
    await asyncio.to_thread(tell, go_on.path)
    process = await ask(bots, None)
    assert not (tmp_path / "note").exists()
    # The busy process was not ended.
    assert await ask(bots, None) == process


@pytest.mark.usefixtures("obedient")
async def test_a_wait_in_the_queue_has_a_limit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bots: BotService
) -> None:
    begun, go_on = Event(tmp_path, "begun"), Event(tmp_path, "go on")
    at_work = ask(bots, ("wait", begun.path, go_on.path))
    await asyncio.to_thread(begun.wait)
    monkeypatch.setattr("knobel.server.compute.dispatcher.MAX_WAIT_S", 0.01)
    with pytest.raises(Refused, match="too many jobs wait"):
        await ask(bots, None)
    await asyncio.to_thread(tell, go_on.path)
    await at_work


@pytest.mark.usefixtures("obedient")
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
async def test_a_process_that_is_stopped_is_replaced(monkeypatch: pytest.MonkeyPatch, bots: BotService) -> None:
    stopped = int(await ask(bots, None))
    os.kill(stopped, signal.SIGSTOP)
    with monkeypatch.context() as impatient:
        impatient.setattr(settings, "bot_grace_s", 0.1)
        with pytest.raises(Refused, match="does not answer"):
            await ask(bots, None)
    assert int(await ask(bots, None)) != stopped
    await asyncio.to_thread(wait_until_ended, stopped)


@pytest.mark.usefixtures("obedient")
async def test_the_death_of_the_process_is_reported_and_other_requests_are_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, bots: BotService
) -> None:
    begun = Event(tmp_path, "begun")
    at_work, waiting = ask(bots, ("hang", begun.path)), ask(bots, None)
    process = await asyncio.to_thread(begun.wait)
    os.kill(int(process), signal.SIGKILL)
    with pytest.raises(Refused, match="has died"):
        await at_work
    assert await waiting != process
    assert "the process that decides for bots has died of SIGKILL" in caplog.text


@pytest.mark.parametrize(("number", "lines"), [(signal.SIGKILL, 1), (signal.SIGTERM, 0)])
async def test_a_compiling_process_may_die(
    number: int,
    lines: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    bots: BotService,
) -> None:
    """SIGTERM goes to the whole group when a server is stopped."""
    begun = Event(tmp_path, "begun")
    monkeypatch.setattr(asking, "compile_all", partial(begin_and_hang, begun.path))
    bots.compile_ahead()
    os.kill(int(await asyncio.to_thread(begun.wait)), number)
    while bots._process._tasks._running:
        await asyncio.gather(*bots._process._tasks._running)
        await asyncio.sleep(0)
    assert [record.message for record in caplog.records if "exception" in record.message] == []
    assert caplog.text.count("the process that compiles kernels has died of SIGKILL") == lines


@pytest.mark.usefixtures("obedient")
async def test_an_error_of_a_bot_reaches_its_caller(bots: BotService) -> None:
    process = await ask(bots, None)
    with pytest.raises(Refused, match="ValueError: no idea"):
        await ask(bots, "fail")
    assert await ask(bots, None) == process


@pytest.mark.usefixtures("obedient")
async def test_closing_ends_everything_quietly(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    begun, tasks = Event(tmp_path, "begun"), asyncio.all_tasks()
    bots = BotService()
    questions = [ask(bots, ("hang", begun.path)), ask(bots, None)]
    bots.prepare("knister", {}, "strong")
    process = await asyncio.to_thread(begun.wait)
    await bots.close()
    assert ended(int(process))
    for question in (*questions, ask(bots, None)):
        with pytest.raises(asyncio.CancelledError):
            await question
    assert asyncio.all_tasks() == tasks
    assert not caplog.records


def needy(_game: str, _options: Any, _view: Any, _seat: int, _level: str, _left_s: float, compiling: bool) -> Decision:
    """Replacement for a decision that requires compiling."""
    return Decision(str(compiling), not_compiled=not compiling)


def note(path: str, options: Any, level: str) -> None:
    """Replacement for a rehearsal."""
    with Path(path).open("a") as notes:
        notes.write(f"{options} {level} {os.getpid()}\n")


async def test_missing_kernels_are_compiled_once_in_another_process(
    bots: BotService, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(asking, "decide", needy)
    monkeypatch.setattr(asking, "warm_up", note)
    notes = tmp_path / "notes"

    async def choose() -> str:
        return await bots.choose(str(notes), {"x": 1}, None, 0, "master", 0.0)

    assert await choose() == "False"
    while await choose() == "False":
        pass
    assert await choose() == "True"
    (line,) = notes.read_text().splitlines()
    assert line.startswith("{'x': 1} master ")
