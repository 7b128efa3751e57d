"""The coach on the device: requests for hints, comparisons, reviews, practice and the owner's statistics.

It is loaded with its modules when it is asked for the first time. All answers are those of the server's coach
(`presentation.coach_jobs`), with the engine of the game in WebAssembly.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

import msgspec

from knobel.clock import now_ms
from knobel.coach import reasons
from knobel.core import Game
from knobel.engines import Effort
from knobel.notation import reading
from knobel.offline.engines import Engines
from knobel.offline.messages import Answer, StoredReview, key_of
from knobel.offline.paths import Request
from knobel.offline.practice import PracticeRequests, played_skill
from knobel.offline.records import record_of
from knobel.offline.store import DeviceStore, Text
from knobel.offline.table import OfflineTable
from knobel.offline.table_requests import finished_game
from knobel.presentation import coach_jobs
from knobel.presentation.coach_messages import SeatSkill
from knobel.presentation.json import encode
from knobel.presentation.practice_messages import ReviewedSkill
from knobel.presentation.record_sizes import MAX_RECORD_SEATS
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.game_records import PastGame
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import game_of

HINT_EFFORTS: tuple[Effort, ...] = ("quick", "master")
"""The efforts of the assessments of a hint."""


def parts(engines: Engines, store: DeviceStore) -> dict[str, Any]:
    """Return the parts that answer requests to the coach."""
    coach = CoachRequests(engines, store)
    return {"coach": coach, "practice": coach.practice}


class CoachRequests:
    def __init__(self, engines: Engines, store: DeviceStore) -> None:
        self._engines, self._store = engines, store
        self.practice = PracticeRequests(engines, store, self)

    def review_record(self, request: Request) -> Text:
        yield from self._engines.load(game_in(request.body))
        return (yield from self.review(request.body)).data.decode()

    def show_skills(self, request: Request) -> str:
        return encode([reviewed_skill(each) for each in coach_jobs.skills(request.body)]).decode()

    def judge_record(self, request: Request) -> Text:
        """Return the assessment of an action at the end of a record."""
        body, query = request.body, request.query
        yield from self._engines.load(game_in(body))
        return coach_jobs.judge(body, int(query["seat"]), query["action"]).decode()

    def compare_record(self, request: Request) -> Text:
        """Yield comparisons of two actions at the end of a record."""
        body, query = request.body, request.query
        yield from self._engines.load(game_in(body))
        yield from compare(body, int(query["seat"]), query)
        return ""

    def show_review(self, request: Request) -> Text:
        """Return the review of a finished game."""
        table = yield from self._store.table(request.code)
        return (yield from self.review_of(table, finished_game(table, request.game_number)))

    def give_hint(self, request: Request) -> Text:
        """Yield assessments of the choices in the running game."""
        return (yield from self._help(request, hint))

    def compare_at_table(self, request: Request) -> Text:
        """Yield comparisons of two choices in the running game."""
        return (yield from self._help(request, compare))

    def preparation(self, game: Game[Any]) -> Iterator[None]:
        """Prepare the first hint in a game in steps, by the computations that it would otherwise do itself."""
        return reasons.preparation(game)

    def review(self, record: str) -> Generator[Answer, str, coach_jobs.Reviewed]:
        """Review the finished game in a record, whose engine is loaded.

        :raises BadRecord: at the first wrong line.
        """
        progress = b""
        while True:
            step = coach_jobs.review_step(record, progress, with_mistakes=True)
            if step.done is not None:
                return step.done
            progress = step.progress
            yield Answer(share=step.share, mistakes=step.mistakes.decode())

    def review_of(self, table: OfflineTable, past: PastGame) -> Generator[Answer, str, str]:
        """Return the review of a finished game of a table as JSON: the stored one, or a new one, which is stored.

        :raises Refused: `too_large`, and what `Engines.load` raises.
        """
        if len(past.names) > MAX_RECORD_SEATS:
            raise Refused(TableReason.TOO_LARGE, f"the coach goes through games of at most {MAX_RECORD_SEATS} seats")
        yield from self._engines.load(game_of(past.settings))
        key, stamp = key_of(table.code, past.first), coach_jobs.stamp(past.settings.game, past.settings.options)
        known = yield from self._store.review(key)
        if known is not None and known.stamp == stamp:
            yield from self.practice.note(table, past.first, coach_jobs.skills(known.data))
            return known.data
        reviewed = yield from self.review(record_of(table, past.number))
        review = StoredReview(key=key, stamp=stamp, data=reviewed.data.decode())
        self._store.store(review)
        yield from self.practice.note(table, past.first, reviewed.skills)
        return review.data

    def _help(self, request: Request, ask: Callable[[str, int, Mapping[str, str]], Iterator[Answer]]) -> Text:
        """Help a person in the running game, and note it in the log with the first answer.

        :raises Refused: `coach_off`, `not_seated`, `stale`, `over`, `not_your_turn`, `too_large`.
        """
        table = yield from self._store.table(request.code)
        if len(table.state.seats) > MAX_RECORD_SEATS:
            raise Refused(TableReason.TOO_LARGE, f"the coach helps at tables of at most {MAX_RECORD_SEATS} seats")
        source = Source(now_ms(), request.person, table.people().get(request.person, ""))
        at = int(request.query["at"])
        commands.ask_coach(table.state, source, at)
        yield from self._engines.load(game_of(table.state.settings))
        events = commands.ask_coach(table.state, source, at)
        seat = table.state.game_seat_of(request.person)
        assert seat is not None, "the person may decide"
        for answer in ask(record_of(table, None, request.person), seat, request.query):
            if events and answer.text:
                self._store.append(table, events)
                events = ()
            yield answer
        return ""


def hint(record: str, seat: int, _query: Mapping[str, str]) -> Iterator[Answer]:
    """Yield assessments of a seat's choices at the end of a record, a quick one first, as lines."""
    for found in coach_jobs.assessments(record, seat, HINT_EFFORTS):
        yield Answer(text=found.data.decode() + "\n")


def compare(record: str, seat: int, query: Mapping[str, str]) -> Iterator[Answer]:
    """Yield comparisons of two actions of a seat at the end of a record as lines, until a comparison is precise.

    :raises BadRecord: at the first wrong line, or if the seat may not choose between these actions.
    """
    progress, done = b"", False
    while not done:
        step = coach_jobs.compare(record, seat, query["action"], query["other"], progress)
        progress, done = step.progress, step.done
        yield Answer(text=step.data.decode() + "\n" if step.data else "")


def reviewed_skill(found: SeatSkill) -> ReviewedSkill:
    """Return a seat's skill in the form in which a server takes it."""
    return msgspec.convert(played_skill(found) | {"seat": found.seat, "mistakes": found.mistakes}, ReviewedSkill)


def game_in(record: str) -> Game[Any]:
    """Return the game of a record, without its moves.

    :raises BadRecord: if its header is wrong.
    """
    found: tuple[Any, Any] = next(reading(record.removeprefix("\ufeff").splitlines()))
    game: Game[Any] = found[0].game
    return game
