"""One file with all that the browser has stored of its owner, to carry it to another device or to a server.

Its `person`, `games` and `exercises` have the form of the data that a server lets a person download, so each takes the
file of the other. `device` has what only devices know: unfinished tables, reviews, mistakes to practise and tries at
deals.
"""

import re
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from knobel.clock import now_ms
from knobel.games import GAMES
from knobel.notation import BadRecord
from knobel.offline.messages import (
    OWNER,
    Answer,
    Need,
    OwnResult,
    StoredAnswer,
    StoredReview,
    StoredSkill,
    StoredTable,
    StoredTry,
)
from knobel.offline.paths import Request
from knobel.offline.records import record_in, record_of
from knobel.offline.store import DeviceStore, Text
from knobel.offline.table import OfflineTable
from knobel.presentation.coach_messages import CoachReview
from knobel.presentation.deal_days import is_day
from knobel.presentation.json import encode
from knobel.presentation.log_reader import Unreadable
from knobel.presentation.practice_messages import PlayedSkill
from knobel.tables.commands import Source
from knobel.tables.game_records import past_game
from knobel.tables.names import clean
from knobel.tables.refusals import Refused
from knobel.tables.returned_games import log_of_returned, times_of

CODE = re.compile("0[A-Z]{5}")
DEAL = re.compile(r"\d{4}-\d\d-\d\d/\w+")
CLOCK_ERROR_MS = 60_000
"""Time by which the clock of another device may be fast."""

Result: TypeAlias = tuple[str, int, int, int]
"""A result by which a game is known again: its game, seats, the owner's score, and the time of its end."""


class CarriedPerson(msgspec.Struct, kw_only=True):
    """The owner."""

    name: str


class CarriedGame(msgspec.Struct, kw_only=True):
    """A finished game: its record and the owner's seat, None in older files."""

    record: str
    seat: int | None = None


class DeviceData(msgspec.Struct, kw_only=True):
    """All that the browser has stored."""

    tables: list[StoredTable] = []
    reviews: list[StoredReview] = []
    skills: list[StoredSkill] = []
    tries: list[StoredTry] = []


class CarriedFile(msgspec.Struct, kw_only=True):
    """The file. `exercises` are answers to exercises (`StoredAnswer`)."""

    person: CarriedPerson
    games: list[CarriedGame]
    exercises: list[Any] = []
    device: DeviceData | None = None


class Brought(msgspec.Struct, kw_only=True):
    """The numbers of new, of known and of refused tables and games."""

    stored: int = 0
    known: int = 0
    refused: int = 0


_file = msgspec.json.Decoder(CarriedFile)
_data = msgspec.json.Decoder(DeviceData)
_review = msgspec.json.Decoder(CoachReview)


class CarriedFiles:
    """Writes and reads the file. Reading a file never changes or deletes data that the device already has."""

    def __init__(self, store: DeviceStore) -> None:
        self._store = store

    def write(self, request: Request) -> Text:
        """Return the file. `name` in the query is that of the owner."""
        data = yield from self._stored()
        games: list[CarriedGame] = []
        for number, stored in enumerate(data.tables):
            table = self._read(stored)
            if table is not None:
                games += games_of(table)
            yield Answer(share=number / len(data.tables))
        exercises: list[Any] = [*(yield from self._store.add_answers())]
        file = CarriedFile(
            person=CarriedPerson(name=request.query.get("name", "")), games=games, exercises=exercises, device=data
        )
        return encode(file).decode()

    def read(self, request: Request) -> Text:
        """Add the contents of a file. Return `Brought` in JSON.

        :raises Refused: `malformed`, if it is another kind of file.
        """
        file = request.decoded(_file)
        data, brought = (yield from self._stored()), Brought()
        known = {table.code: table for table in data.tables}
        results = {result_of(each) for table in data.tables for each in table.summary.results or ()}
        new = file.device or DeviceData()
        steps: list[StoredTable | CarriedGame] = [*new.tables, *file.games]
        for number, each in enumerate(steps):
            if isinstance(each, StoredTable):
                self._bring_table(each, known, results, brought)
            else:
                self._bring_game(each, file.person.name, results, brought)
            yield Answer(share=number / len(steps))
        for found in (*new_reviews(new, data, known), *new_tries(new.tries, data.tries, known)):
            self._store.store(found)
        yield from self._store.add_answers(valid_answers(file.exercises))
        return encode(brought).decode()

    def _stored(self) -> Generator[Answer, str, DeviceData]:
        stored = yield Answer(need=Need(kind="everything"))
        if stored:
            return _data.decode(stored)
        # The browser stores nothing.
        tables = [table.stored() for table in self._store.tables.values()]
        return DeviceData(tables=tables, tries=list(self._store.kept_tries.values()))

    def _read(self, stored: StoredTable) -> OfflineTable | None:
        """Return a table of the owner; None if it cannot be read."""
        try:
            table = self._store.read(stored.code, stored.lines, stored.seed)
            return table if table.state.host == OWNER else None
        except (Unreadable, AssertionError):
            return None

    def _bring_table(
        self, stored: StoredTable, known: dict[str, StoredTable], results: set[Result], brought: Brought
    ) -> None:
        """Add a table that is new, or that was played on elsewhere."""
        here = known.get(stored.code)
        if here is not None and stored.lines == here.lines[: len(stored.lines)]:
            brought.known += 1
            return
        went_on = here is None or here.lines == stored.lines[: len(here.lines)]
        table = self._read(stored) if went_on and CODE.fullmatch(stored.code) else None
        if table is None:
            brought.refused += 1
            return
        brought.stored += 1
        known[stored.code] = stored
        results |= set(map(result_of, table.results))
        self._store.add(table)

    def _bring_game(self, game: CarriedGame, name: str, results: set[Result], brought: Brought) -> None:
        """Add a finished game as a table, unless its result is known."""
        try:
            record, state = record_in(game.record)
            seat = record.seats.index(name) if game.seat is None else game.seat
            score = record.game.scores(state)[seat]
            times = tuple(times_of(game.record.splitlines(), now_ms() + CLOCK_ERROR_MS))
            result = (record.game.name, len(record.seats), score, times[-1])
            if result in results:
                brought.known += 1
                return
            events = tuple(log_of_returned(record, times, seat, Source(times[0], OWNER, clean(name))))
            self._store.read("").append(events)
        except (Refused, BadRecord, ValueError, IndexError):
            brought.refused += 1
            return
        brought.stored += 1
        results.add(result)
        self._store.append(self._store.create(), events)


def result_of(result: OwnResult) -> Result:
    """Return a result by which a game is known again."""
    return result.game, result.seats, result.score, result.time


def games_of(table: OfflineTable) -> Iterator[CarriedGame]:
    """Yield the owner's finished games at a table."""
    seats = {result.first: result.seat for result in table.results}
    for number in range(1, table.state.games_played + 1):
        past = past_game(table.log, number)
        if past is not None and past.first in seats:
            yield CarriedGame(record=record_of(table, number), seat=seats[past.first])


def new_reviews(new: DeviceData, here: DeviceData, tables: Collection[str]) -> Iterator[StoredReview | StoredSkill]:
    """Yield the valid reviews and skills of games that have none here."""
    known = {review.key for review in here.reviews}, {skill.key for skill in here.skills}
    for review in new.reviews:
        if review.key not in known[0] and review.key.partition(" ")[0] in tables and is_valid(review):
            yield review
    for skill in new.skills:
        if skill.key not in known[1] and skill.key.partition(" ")[0] in tables and is_valid(skill):
            yield skill


def is_valid(found: StoredReview | StoredSkill) -> bool:
    """True if the page can use a review or a skill."""
    try:
        if isinstance(found, StoredReview):
            _review.decode(found.data)
        else:
            msgspec.convert(found.skill, PlayedSkill)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True


def valid_answers(found: Iterable[Any]) -> Iterator[StoredAnswer]:
    """Yield the valid answers to exercises of a file."""
    for each in found:
        with suppress(msgspec.ValidationError, RecursionError):
            answer = msgspec.convert(each, StoredAnswer)
            if answer.game in GAMES:
                yield answer


def new_tries(new: Iterable[StoredTry], here: Iterable[StoredTry], tables: Collection[str]) -> Iterator[StoredTry]:
    """Yield the tries at deals that are not known here, or whose result is not."""
    known = {each.key: each for each in here}
    for each in new:
        mine = known.get(each.key)
        if DEAL.fullmatch(each.key) and is_day(each.key.partition("/")[0]) and (mine is None or mine.points is None):
            yield each if each.table in tables else replace(each, table=None)
