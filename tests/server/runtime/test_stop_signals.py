"""Signals stop a process, also where event loops have no signal handlers."""

import asyncio
import os
import signal
from typing import Any

import pytest

from knobel.server.runtime.stop_signals import on_stop


@pytest.mark.parametrize("has_handlers", [True, False])
def test_a_signal_stops(has_handlers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def refuse(*_: Any) -> None:
        raise NotImplementedError

    async def run() -> None:
        if not has_handlers:
            monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
        stop = asyncio.Event()
        on_stop(stop.set)
        os.kill(os.getpid(), signal.SIGTERM)
        await stop.wait()

    try:
        asyncio.run(run())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
