"""Runs scenarios of load: starts the servers, lets a story happen on them, and reports its figures.

Every scenario has the options `--processes`, `--postgres`, `--proxy` and `--workers` and is measured in the same way.
Its servers are the program that people start, with the processes that it starts, and errors that they log fail the
scenario.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tests.processes import processor_seconds
from tests.server import services
from tests.server.client import SOURCE, everybody_leaves, free_port
from tests.server.proxies import running_proxy, shipped_site

from benchmarks.results import Row
from benchmarks.shared import script

PROXY_CONNECTIONS = 30_000
"""Maximum number of connections of the proxy: two for each person."""
ENVIRONMENT = os.environ | {"PYTHONPATH": str(SOURCE)}


class Program:
    """`knobel serve` with these options, in the names of Python: one process, or several.

    Several share a port, or have a port each and a proxy in front.
    """

    def __init__(self, folder: Path, ports: Sequence[int] = (), **options: Any) -> None:
        """Set up one process for each of these ports, by default one on a free port."""
        self._ports = ports or [free_port()]
        self.proxy_pid: int | None = None
        """Process id of the proxy in front."""
        self._set_port(self._ports[0])
        self.options: dict[str, Any] = {"database": str(folder / "knobel.db"), "bot_pace": 0.0} | options
        self.errors = folder / "errors.txt"
        self._processes: list[subprocess.Popen[str]] = []

    def _set_port(self, port: int) -> None:
        """Set the port to which people connect."""
        self.port, self.url = port, f"http://127.0.0.1:{port}"

    def use_proxy(self, port: int, pid: int) -> None:
        """Let people connect to a proxy in front."""
        self._set_port(port)
        self.proxy_pid = pid

    def start(self, environment: Mapping[str, str] = ENVIRONMENT) -> None:
        """Start the servers and wait until they answer."""
        words = [word for name, value in self.options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
        if len(set(self._ports)) < len(self._ports):
            words.append("--share-port")
        with self.errors.open("a") as errors:
            self._processes = [
                subprocess.Popen(
                    [sys.executable, "-m", "knobel", "serve", "--port", str(port), *words],
                    stdout=subprocess.PIPE, stderr=errors, env=environment, text=True,
                )
                for port in self._ports
            ]  # fmt: skip
        for process in self._processes:
            assert process.stdout is not None
            if not process.stdout.readline():
                process.wait()
                raise RuntimeError(f"a server ended: {self.errors.read_text()}")

    def stop(self) -> str:
        """Stop the servers gracefully, and return the warnings and errors that they have logged."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.wait()
        return self.errors.read_text()

    @property
    def pid(self) -> int:
        """Process id of the first server."""
        return self._processes[0].pid

    def children(self) -> list[int]:
        """Return the processes of bots and coach that the first server has started."""
        listed = Path(f"/proc/{self.pid}/task").glob("*/children")
        return [int(child) for path in listed for child in path.read_text().split()]

    def family(self) -> list[int]:
        """Return all processes, also those of bots and coach."""
        return [pid for process in self._processes for pid in services.family(process.pid)]

    def processor_s(self) -> float:
        """Return the seconds of processor time of the servers so far."""
        return sum(processor_seconds(process.pid) for process in self._processes)

    def proxy_s(self) -> float:
        """Return the seconds of processor time of the proxy in front so far, 0 if there is none."""
        return 0.0 if self.proxy_pid is None else sum(map(processor_seconds, services.family(self.proxy_pid)))

    def megabytes(self) -> list[int]:
        """Return the memory of each server."""
        return [memory_kb(process.pid) >> 10 for process in self._processes]


def memory_kb(pid: int, what: str = "VmRSS") -> int:
    """Return the memory of a process in kB: now (`VmRSS`) or at most (`VmHWM`); 0 if it has ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(f"{what}:"):
                return int(line.split()[1])
    return 0


T = TypeVar("T")
Story = Callable[[Program, Namespace], Awaitable[T]]
"""A scenario that runs on a server and returns its figures."""


def parser(description: str | None, *, only_sqlite: bool = False) -> ArgumentParser:
    """Return a parser of the command line with the options of all scenarios.

    :param only_sqlite: the story reads or writes the file of the database, so that there is one process.
    """
    made = script.parser(description)
    if only_sqlite:
        made.set_defaults(processes=1, postgres=False, workers=0, proxy=False)
        return made
    made.add_argument("--processes", type=int, default=1, help="several share a PostgreSQL")
    made.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite also for one process")
    made.add_argument("--proxy", action="store_true", help="nginx in front, which sends each table to one process")
    made.add_argument("--workers", type=int, default=0, help="processes of a `knobel worker` for the coach")
    return made


def run(story: Story[Row | None], options: Namespace, **settings: Any) -> Row | None:
    """Run a story on a new server, report the figures if it returns some, and return them.

    The exit status is 1, and the errors are printed, if the server has logged any.

    :param settings: further options of `knobel serve`.
    """

    async def reported(program: Program, options: Namespace) -> Row | None:
        if figures := await story(program, options):
            script.report(figures)
        return figures

    return happen(reported, options, **settings)


def happen(story: Story[T], options: Namespace, **settings: Any) -> T:
    """Run a story on a new server as `run`, but only return its figures."""
    with serving(options, **settings) as program:
        try:
            figures = asyncio.run(_told(story, program, options))
        finally:
            # They say why a story failed, too.
            errors = program.stop()
            print(errors, file=sys.stderr, end="")
    if errors:
        sys.exit(1)
    return figures


async def _told(story: Story[T], program: Program, options: Namespace) -> T:
    try:
        return await story(program, options)
    finally:
        await everybody_leaves()


@contextlib.contextmanager
def serving(options: Namespace, **settings: Any) -> Iterator[Program]:
    """Start a server with the database and the workers that the options of the command line ask for."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if options.processes > 1 or options.workers or options.postgres:
            settings |= {"database": stack.enter_context(services.postgres()).new()}
        if options.workers:
            stack.enter_context(working(settings["database"], options.workers))
        count = options.processes
        ports = [free_port() for _ in range(count)] if options.proxy else [free_port()] * count
        program = Program(folder, ports, **settings)
        try:
            program.start()
            if options.proxy:
                # The driver gives each person an address.
                site = shipped_site("nginx").replace("$remote_addr", "$http_x_forwarded_for")
                running = running_proxy("nginx", folder, ports, site, PROXY_CONNECTIONS)
                program.use_proxy(*stack.enter_context(running))
            yield program
        finally:
            program.stop()


@contextlib.contextmanager
def working(database: str, coach: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker with this number of processes for the coach."""
    command = [sys.executable, "-m", "knobel", "worker", "--database", database, "--coach", str(coach)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT) as worker:
        try:
            yield worker
        finally:
            worker.terminate()
