"""Work in the background: what lasts goes on after an unexpected error."""

import asyncio

import pytest

from knobel.server.runtime import background_tasks
from knobel.server.runtime.background_tasks import BackgroundTasks


async def test_lasting_work_starts_again_after_an_error(
    monkeypatch: pytest.MonkeyPatch, complaints: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background_tasks, "RESTART_PAUSE_S", 0)
    runs = 0

    async def work() -> str:
        nonlocal runs
        runs += 1
        if runs < 3:
            raise RuntimeError("can't start new thread")
        return "done"

    tasks = BackgroundTasks()
    await tasks.start_lasting(work, "eviction")
    endless = tasks.start_lasting(asyncio.Event().wait, "deals")
    await asyncio.sleep(0)
    await tasks.close()
    assert endless.cancelled()
    assert runs == 3
    assert complaints.messages == ["eviction: an unexpected error; this work starts again"] * 2
