"""Where deals are played: in this process, in several processes of this machine, or on a cluster.

Deals come back in their order, whoever played them.
"""

import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import active_children, get_context, parent_process
from os import _exit
from threading import Thread
from typing import NamedTuple, TypeAlias

from knobel.arena.match import Deals, Match, play_deals
from knobel.cluster import connect, work
from knobel.core import BadSetup

PORTION_SECONDS = 1.0
"""About how long a worker plays until it reports."""
LARGEST_PORTION = 1000
QUEUED = 2
"""Portions for each worker that are given out before they are due."""

Submit: TypeAlias = Callable[[int, int], "Future[Deals]"]
"""Have so many deals from a first one played."""


class Workers(NamedTuple):
    """Who plays: `ahead` portions may be given out at a time."""

    submit: Submit
    ahead: int


@contextmanager
def here(match: Match) -> Iterator[Workers]:
    """Play in this process."""

    def submit(first: int, count: int) -> "Future[Deals]":
        done: Future[Deals] = Future()
        done.set_result(play_deals(match, first, count))
        return done

    yield Workers(submit, 1)


@contextmanager
def processes(match: Match, count: int) -> Iterator[Workers]:
    """Play in so many processes, none of which outlives this one or hears an interrupt from the keyboard."""
    others = set(active_children())
    executor = ProcessPoolExecutor(count, get_context("spawn"), attend)

    def submit(first: int, deals: int) -> "Future[Deals]":
        with uninterrupted():
            return executor.submit(play_deals, match, first, deals)

    try:
        yield Workers(submit, QUEUED * count)
    except BrokenExecutor as error:
        raise BadSetup("a worker was killed, perhaps for want of memory: play with fewer --workers") from error
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()
        raise
    executor.shutdown()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold interrupts back. Processes that are started meanwhile never get any."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def attend() -> None:
    """Make a new process leave interrupts to its parent and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None, "workers are started by a process"

    def follow() -> None:
        parent.join()
        _exit(1)

    Thread(target=follow, daemon=True).start()


@contextmanager
def cluster(match: Match, address: str) -> Iterator[Workers]:
    """Play on all cores of a cluster; see `knobel.cluster`."""
    ray = connect(address)
    play = ray.remote(num_cpus=1)(play_deals)
    shared = ray.put(match)
    try:
        cores = int(ray.cluster_resources().get("CPU", 1))
        with work(ray):
            yield Workers(lambda first, count: play.remote(shared, first, count).future(), QUEUED * cores)
    finally:
        ray.shutdown()


def play_all(deals: int, where: AbstractContextManager[Workers]) -> Iterator[Deals]:
    """Play so many deals, in order, in portions that take about `PORTION_SECONDS`."""
    with where as workers:
        given: deque[Future[Deals]] = deque()
        first, portion = 0, 1
        while first < deals or given:
            while first < deals and len(given) < workers.ahead:
                count = min(portion, deals - first)
                given.append(workers.submit(first, count))
                first += count
            done = given.popleft().result()
            portion = min(max(int(len(done.played) * PORTION_SECONDS / max(done.seconds, 1e-6)), 1), LARGEST_PORTION)
            yield done
