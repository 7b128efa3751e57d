"""Pages that ask again and again for a state of the server, such as that of a cup or a group.

Each has the latest `ETag`. Between two rounds of requests the state changes, so that every page receives a new one.
"""

import asyncio
import statistics
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

from tests.server.client import Person

from benchmarks.shared.scenario import Program

PAUSE_S = 5.0
"""Pause between a round of requests and the next change."""


def add_arguments(parser: ArgumentParser, views: tuple[str, ...], *, people: int, rounds: int) -> None:
    """Add the arguments of `rounds_of_requests`.

    :param views: the paths below that of the state which can be asked for instead.
    """
    parser.add_argument("--people", type=int, default=people)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--requests", type=int, default=20)
    parser.add_argument("--view", choices=("", *views), default="")


async def rounds_of_requests(
    program: Program, person: Person, path: str, options: Namespace, change: Callable[[int], None]
) -> dict[str, Any]:
    """Measure requests for a state as pages of many people send them.

    :param change: changes the state before the round of a number, from 0.
    :return: the processor milliseconds of the server a request (`ms`), the bytes of a changed answer, and the processor
        time a second that all pages together take with the pause that the server asks for (`load`, 1 is a core; without
        meaning for other views).
    """
    costs: list[float] = []
    tag, poll_s, size = "", 1, 0
    for number in range(options.rounds):
        change(number)
        began, latest = program.processor_s(), tag
        for _ in range(options.requests):
            answer = await person.http.get(path + options.view, headers={"if-none-match": tag})
            if answer.status_code == 200:
                size, latest = answer.num_bytes_downloaded, answer.headers.get("etag", "")
                if not options.view:
                    poll_s = answer.json()["poll_s"]
        costs.append((program.processor_s() - began) / options.requests)
        tag = latest
        await asyncio.sleep(PAUSE_S)
    ms = 1000 * statistics.fmean(costs[1:])
    load = round(options.people * ms / 1000 / poll_s, 3)
    return {"ms": round(ms, 2), "bytes": size, "poll_s": poll_s, "load": load}
