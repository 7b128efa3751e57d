"""Server processes that share one listening socket: started, replaced when one ends, and restarted one by one.

`python -m knobel.server.supervisor` runs one of them. It reads its options from standard input, because every user
of the machine can read a process's arguments and the options may hold passwords. It takes over the listening socket,
prints a line when it is ready, and ends when its parent ends.
"""

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from knobel.server.runtime.startup import CannotServe
from knobel.server.runtime.stop_signals import on_stop
from knobel.server.serve import serve

logger = logging.getLogger("knobel")

RESTART_DELAY_S = 1.0
"""Seconds before a process that ended unexpectedly is replaced."""
STOP_TIMEOUT_S = 10.0
"""Seconds in which a process must end after it was asked to."""


class _Process:
    """A server process."""

    def __init__(self, number: int, bound: socket.socket, options: dict[str, Any]) -> None:
        metrics = options["metrics"]
        own = {
            "descriptor": bound.fileno(),
            "metrics": None if metrics is None else metrics + number,
            "compile_ahead": options["compile_ahead"] and number == 0,
        }
        self.number = number
        self._options = json.dumps(options | own)
        self._descriptor = bound.fileno()
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> bool:
        """Start the process. Return True when it is ready, False if it failed."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "knobel.server.supervisor",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[self._descriptor],
        )  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        # Standard input stays open: its end tells the process that its parent has ended.
        self._process.stdin.write(f"{self._options}\n".encode())
        return bool(await self._process.stdout.readline())

    async def wait(self) -> None:
        """Wait until the process ends."""
        assert self._process is not None
        await self._process.wait()

    async def stop(self) -> None:
        """Ask the process to end, and kill it if it does not end in time."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


async def supervise(count: int, bound: socket.socket, options: dict[str, Any], ready: Callable[[], None]) -> None:
    """Keep `count` processes running until this process is asked to end. SIGHUP restarts them one by one.

    :raises CannotServe: if a process cannot start.
    """
    loop, stop, restart = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
    on_stop(stop.set)
    loop.add_signal_handler(signal.SIGHUP, restart.set)
    processes = [_Process(number, bound, options) for number in range(count)]
    monitors: dict[int, asyncio.Task[None]] = {}

    async def restart_when_ended(number: int) -> None:
        while True:
            await processes[number].wait()
            logger.error("a process has ended: another one is started")
            await asyncio.sleep(RESTART_DELAY_S)
            processes[number] = _Process(number, bound, options)
            await processes[number].start()

    def monitor(number: int) -> asyncio.Task[None]:
        return asyncio.create_task(restart_when_ended(number), name=f"process {number}")

    async def restart_all() -> None:
        while True:
            await restart.wait()
            restart.clear()
            for number in range(count):
                monitors[number].cancel()
                await processes[number].stop()
                processes[number] = _Process(number, bound, options)
                is_ready = await processes[number].start()
                monitors[number] = monitor(number)
                if not is_ready:
                    logger.error("a new process does not start: the other old ones stay")
                    break

    try:
        if not all(await asyncio.gather(*(process.start() for process in processes))):
            raise CannotServe("a server process could not start: its error message is above")
        monitors |= {number: monitor(number) for number in range(count)}
        restarting = asyncio.create_task(restart_all(), name="restarting")
        ready()
        await stop.wait()
        restarting.cancel()
    finally:
        for task in monitors.values():
            task.cancel()
        await asyncio.gather(*(process.stop() for process in processes))


def _stop_with_parent() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Run one server process."""
    options = json.loads(sys.stdin.readline())
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    try:
        serve(**options, ready=lambda *_: print(flush=True))  # noqa: T201 -- tells the parent that it is ready
    except CannotServe as error:
        print(f"knobel: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(2)


if __name__ == "__main__":
    main()
