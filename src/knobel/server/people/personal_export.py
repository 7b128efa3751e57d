"""Export of all data stored about a person."""

from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from knobel.presentation.json import encode
from knobel.presentation.log_reader import Unreadable
from knobel.presentation.records import record_lines
from knobel.server.database.seeds import deal_seed
from knobel.server.people.accounts import Account
from knobel.server.services import Services
from knobel.server.tables.live_table import LiveTable, LogObserver
from knobel.tables.events import Event, Started, WhatIf


async def export_person(services: Services, account: Account) -> AsyncIterator[bytes]:
    """Yield one JSON object in pieces: the person, their devices, blocked people, custom bots, results, first tries at
    deals, cups, reports, practice cards, ratings, suspicion, and games as records.

    Chat messages are not included, because they are stored only with reports.
    """
    results = await services.people_store.results(account.id)
    person = {
        "person": {"id": account.id, "name": account.name},
        "devices": [
            {"browser": device.browser, "added": device.added, "seen": device.seen}
            for device in await services.people.devices(account)
        ],
        "blocked": [{"id": person, "name": name} for person, name in account.blocked.items()],
        "bots": [asdict(bot) for bot in await services.people.bots(account)],
        "results": [asdict(result) for result in results],
        "cups": await _cups(services, account),
        "deals": [asdict(each) for each in await services.daily_deals.store.tries_of(account.id)],
        "reports": [
            {"time": report.time, "name": report.name, "text": report.text, "answer": report.answer}
            for report in await services.reports.report_store.list_by_reporter(account.id)
        ],
        "practice": [asdict(card) for card in await services.coach.practice.cards(account.id)],
        "ratings": [asdict(rating) for rating in await services.ratings.list_ratings(account.id)],
        "suspicion": await _suspicion(services, account),
        "ladder": [asdict(row) for row in await services.ratings.list_ladder(account.id)],
    }
    yield encode(person)[:-1] + b',"games":['
    between = b"\n"
    for code in await services.people_store.tables(account.id):
        ended = {result.first for result in results if result.table == code}
        for game in await _games(services, account, code, ended):
            yield between + encode(game)
            between = b",\n"
    yield b"]}\n"


async def _cups(services: Services, account: Account) -> dict[str, Any]:
    """Return the cups that a person hosts, and their entries in cups."""
    hosted = [cup for cup in await services.cups.store.of_person(account.id) if cup.host == account.id]
    entries = await services.cups.store.entries_of(account.id)
    return {
        "hosted": [asdict(cup) for cup in hosted],
        "entries": [
            {"code": code, "number": number, "joined": joined, "removed": removed}
            for code, number, joined, removed in entries
        ],
    }


async def _suspicion(services: Services, account: Account) -> dict[str, Any] | None:
    """Return the suspicion that a person plays like a program, None if there is none."""
    found = await services.daily_deals.store.suspicion(account.id)
    return None if found is None else {"since": found[0], "cleared": found[1]}


async def _games(services: Services, account: Account, code: str, ended: set[int]) -> list[dict[str, Any]]:
    """Return a person's games at a table: finished, current and continued games."""
    if code in services.rooms:
        live = services.rooms[code].live
    else:
        live = LiveTable(code, services.store, LogObserver())
        try:
            if not await live.load():
                return []
        except Unreadable:
            return []
    snapshot, log = live.snapshot, await live.log()
    play = snapshot.play
    firsts = ended | ({play.first} if play is not None and account.id in play.persons else set())
    firsts |= set(_played_on(log, account.id))
    starts = (seq for seq, event in enumerate(log) if isinstance(event, Started))
    games, seed = [], await deal_seed(services.store, play)
    for number in [number for number, first in enumerate(starts, 1) if first in firsts]:
        lines = record_lines(snapshot, log, account.id, number, seed) or ()
        record = "".join(["".join(piece) async for piece in services.store.time_slices.through(lines)])
        games.append({"table": code, "game": number, "record": record})
    return games


def _played_on(log: Iterable[Event], person: str) -> Iterator[int]:
    """Yield the first seqs of the games that a person continued from an earlier position."""
    started = 0
    for seq, event in enumerate(log):
        if isinstance(event, Started):
            started = seq
        elif isinstance(event, WhatIf) and event.by == person:
            yield started
