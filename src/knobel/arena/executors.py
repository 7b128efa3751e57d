"""The places where deals are played: in this process, in several processes of this machine, or on a cluster.

Results arrive in the order of the deals in all cases.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple, TypeAlias

from knobel.arena.match import DealBatch, Match, play_deals
from knobel.core import BadSetup
from knobel.job_process import JobProcess, ProcessDied
from knobel.ray_cluster import connect, work

BATCH_SECONDS = 1.0
"""Approximate time that a worker plays before it reports."""
MAX_BATCH_DEALS = 1000
QUEUED_BATCHES = 2
"""Portions for each worker that are submitted in advance."""

Submit: TypeAlias = Callable[[int, int], "Future[DealBatch]"]
"""A function that submits this number of deals, from a first one."""


class Executor(NamedTuple):
    """A place to play, and the number of portions that may be submitted ahead."""

    submit: Submit
    ahead: int


@contextmanager
def in_process(match: Match) -> Iterator[Executor]:
    def submit(first: int, count: int) -> "Future[DealBatch]":
        done: Future[DealBatch] = Future()
        done.set_result(play_deals(match, first, count))
        return done

    yield Executor(submit, 1)


@contextmanager
def in_processes(match: Match, count: int) -> Iterator[Executor]:
    """Play in this number of processes of this machine."""
    processes = [JobProcess() for _ in range(count)]

    def submit(first: int, deals: int) -> "Future[DealBatch]":
        process = min(processes, key=lambda process: process.unfinished)
        return process.submit(play_deals, match, first, deals)

    try:
        yield Executor(submit, QUEUED_BATCHES * count)
    except ProcessDied as error:
        raise BadSetup("a worker was killed, perhaps for want of memory: play with fewer --workers") from error
    finally:
        for process in processes:
            process.close()


@contextmanager
def on_cluster(match: Match, address: str) -> Iterator[Executor]:
    """Play on all cores of a cluster; see `knobel.ray_cluster`."""
    ray = connect(address)
    play = ray.remote(num_cpus=1)(play_deals)
    shared = ray.put(match)
    try:
        cores = int(ray.cluster_resources().get("CPU", 1))
        with work(ray):
            yield Executor(lambda first, count: play.remote(shared, first, count).future(), QUEUED_BATCHES * cores)
    finally:
        ray.shutdown()


def play_all(deals: int, executor: AbstractContextManager[Executor]) -> Iterator[DealBatch]:
    """Play this number of deals, in order, in portions that take about `BATCH_SECONDS`."""
    with executor as place:
        given: deque[Future[DealBatch]] = deque()
        first, batch = 0, 1
        while first < deals or given:
            while first < deals and len(given) < place.ahead:
                count = min(batch, deals - first)
                given.append(place.submit(first, count))
                first += count
            done = given.popleft().result()
            batch = min(max(int(len(done.played) * BATCH_SECONDS / max(done.seconds, 1e-6)), 1), MAX_BATCH_DEALS)
            yield done
