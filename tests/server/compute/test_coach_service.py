"""The coach over HTTP: reviews and assessments are computed in another process and stored; bad records are refused."""

import asyncio
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from knobel import Move, Over, Roll, coach, make, notation
from knobel.coach.wording import LANGUAGES
from knobel.core import Chance, Event
from knobel.presentation import coach_jobs
from knobel.server.compute import coach_preparation, coach_service
from knobel.server.compute.coach_service import CoachService
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.compute.job import CoachJob
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Entry, Log, Store
from knobel.server.practice.reviews.service import ReviewService
from knobel.server.practice.store import PracticeStore
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused
from tests.server.client import TIMEOUT_S, Person, Server, running, tell
from tests.server.room_fixtures import with_store

ANN, BEN = JobOwner("home", "ann"), JobOwner("elsewhere", "ben")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("coach")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with running(folder) as started:
        yield started


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server on which each household may have only one job at a time."""
    changed = {"household_review_s": 0.001}
    with running(tmp_path_factory.mktemp("strict"), changed, proxy=["127.0.0.1"]) as started:
        yield started


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Return the record of a finished game that requires no compiling."""
    game = make("knoeffel", columns=1)
    state, events = game.start(1), list[Event]()
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            events.append(Roll((1 + len(events) % 6, 2, 3, 3, 6)))
        else:
            events.append(Move(0, game.legal(state, 0)[0]))
        state = game.apply(state, events[-1])
    return notation.dumps(notation.Record(game, ("Ann",), events)).splitlines(keepends=True)


def kept(folder: Path) -> list[tuple[str, int, str]]:
    """Return the reviews in the database: stamps, sizes and data."""
    with sqlite3.connect(folder / "knobel.db") as database:
        return list(database.execute("SELECT stamp, length(data), data FROM reviews"))


async def test_a_game_at_a_table_is_reviewed_once(ann: Person, folder: Path) -> None:
    code = await ann.open_table(game="knoeffel", options={"columns": 1}, seats=1)
    assert (await ann.http.get(f"/api/tables/{code}/review")).json()["reason"] == "no_game"
    table = await ann.join(code)
    await table.do("start")
    assert (await ann.http.get(f"/api/tables/{code}/review")).json()["reason"] == "game_running"
    await table.play()
    first, again = await asyncio.gather(*(ann.http.get(f"/api/tables/{code}/review") for _ in range(2)))
    assert first.status_code == 200, first.text
    found = first.json()
    assert again.json() == found == (await ann.http.get(f"/api/tables/{code}/games/1/review")).json()
    assert [seat["name"] for seat in found["seats"]] == ["Ann"]
    ledger = dict(found["seats"][0]["ledger"])
    assert ledger.pop("final") == pytest.approx(sum(ledger.values()), abs=1e-6)
    wrong = [each for each in found["decisions"] if each["why"]]
    assert wrong
    assert all(each["sentences"].keys() == LANGUAGES.keys() for each in wrong)
    assert len(kept(folder)) == 1
    # A name that must be removed is also removed from stored reviews.
    assert (await ann.http.delete("/api/person")).status_code in (200, 204)
    assert not kept(folder)


async def test_hints_need_a_decision_and_are_logged(ann: Person, ben: Person) -> None:
    code = await ann.open_table(game="knoeffel", options={"columns": 1}, seats=2, coach=True)
    table, other = await ann.join(code), await ben.join(code)
    await other.do("sit", seat=None)
    await table.do("start")

    async def hint(who: Person, at: int) -> Any:
        answer = await who.http.post(f"/api/tables/{code}/hint?at={at}")
        return [json.loads(line) for line in answer.text.splitlines()]

    assert (await hint(ann, table.at))[0]["reason"] == "not_your_turn"
    await table.do("roll", at=table.at)
    assert (await hint(ann, 0))[0]["reason"] == "stale"
    assert (await hint(ben, table.at))[0]["reason"] == "not_your_turn"
    quick, found = await hint(ann, table.at)
    assert quick["effort"] == "quick"
    assert (found["seat"], found["effort"]) == (0, "master")
    assert {each["action"] for each in found["choices"]} == {each["action"] for each in table.choices}
    again = await hint(ann, table.at)
    assert again == [quick, found]
    await other.do("resync")
    assert [entry["seat"] for entry in other.log if entry["kind"] == "hint"] == [0]
    await table.do("move", at=table.at, action=found["choices"][0]["action"])


async def test_records_from_outside(ann: Person, lines: list[str]) -> None:
    answer = await ann.http.post("/api/coach/review", content="".join(lines))
    assert answer.status_code == 200, answer.text
    assert answer.json()["game"] == "knoeffel"
    answer = await ann.http.post("/api/coach/assess", content="".join(lines[:10]))
    assert answer.status_code == 200, answer.text
    efforts = [json.loads(line) for line in answer.text.splitlines()]
    assert [each["effort"] for each in efforts] == ["quick", "strong", "master"]
    assert len(efforts[-1]["choices"]) > 9
    assert efforts[-1]["sentences"]["it"]
    # Retrying a position of the review: it is visible to its seat, and assessed as in the review.
    answer = await ann.http.post("/api/records/position?seat=0", content="".join(lines[:10]))
    assert answer.status_code == 200, answer.text
    position = answer.json()
    assert (position["seat"], {choice["action"] for choice in position["choices"]}) == (
        0,
        {choice["action"] for choice in efforts[-1]["choices"]},
    )
    best = efforts[-1]["choices"][0]["action"]
    for action, loses in ((best, False), (json.loads(lines[10])["move"], True)):
        judged = (await ann.http.post(f"/api/coach/judge?seat=0&action={action}", content="".join(lines[:10]))).json()
        assert (judged["event"], judged["played"]["action"], judged["loss"] > 0) == (10, action, loses)
    refused = await ann.http.post("/api/coach/judge?seat=0&action=x", content="".join(lines[:10]))
    assert refused.json()["reason"] == "bad_record"
    nobody = await ann.http.post("/api/records/position?seat=1", content="".join(lines[:10]))
    assert nobody.json()["reason"] == "no_seat"


async def test_derived_review_data_is_recomputed(ann: Person, folder: Path) -> None:
    code = await ann.open_table(game="knoeffel", options={"columns": 1}, seats=1)
    table = await ann.join(code)
    await table.do("start")
    await table.play()
    await ann.http.get(f"/api/tables/{code}/review")
    before = (await ann.http.get("/api/play")).json()["games"]
    with sqlite3.connect(folder / "knobel.db") as database:
        database.execute("DELETE FROM skills")
    assert (await ann.http.get("/api/play")).json()["games"][0]["skill"] is None
    await ann.http.get(f"/api/tables/{code}/review")
    assert (await ann.http.get("/api/play")).json()["games"] == before


def test_a_declined_swap_is_a_decision_about_action_dice() -> None:
    game = make("kniffeliger")
    state, events, rng = game.start(2), list[Event](), Random(13)
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            events.append(game.sample(state, rng))
        else:
            legal = game.legal(state, turn.seats[0])
            # Nobody plays an action die in this game.
            events.append(Move(turn.seats[0], "end" if "end" in legal else "roll" if "roll" in legal else legal[0]))
        state = game.apply(state, events[-1])
    record = notation.Record(game, ("Ann", "Ben"), events)
    found = coach.review(record, "quick")
    lost = 0.0
    for seat, skill in zip(found.seats, coach_jobs.summarize(record, found, "").skills, strict=True):
        assert sum(lost for _, lost in skill.kinds.values()) == pytest.approx(-seat.ledger.decisions, abs=1e-3)
        own = [each for each in found.decisions if each.seat == seat.seat]
        declined = [each.loss for each in own if each.played.action in ("end", "roll")]
        assert skill.kinds["action"][1] >= sum(declined) - 1e-3
        lost += sum(declined)
    # The last seat could have taken the better sheet.
    assert lost > 50


async def test_bad_records_are_refused_with_the_line_number(server: Server, lines: list[str]) -> None:
    header, *rest = lines
    bad = {
        "": "line 1: empty",
        "".join(lines[:-1]): f"line {len(lines) - 1}: the record ends before the game is over",
        header + '{"roll": [1, 2, 3, 4, 7]}\n': "line 2: dice show 1 to 6",
        header + "{": "line 2: not JSON",
        header.replace("knoeffel", "chess"): "line 1: ",
        header.replace('"knobel": 1', '"knobel": 9'): "line 1: format version 9",
        header + rest[0].replace("}", ', "scores": [99]}'): "line 2: the scores are",
        "".join(lines) + "\n" * 10_000: "line 5001: longer than 5,000 lines",
        header.replace('["Ann"]', json.dumps(["Ann"] * 13)): "line 1: more than 12 seats",
    }
    ann = await Person(server.url).arrive()
    for record, said in bad.items():
        answer = await ann.http.post("/api/coach/review", content=record)
        problem = answer.json()
        assert (answer.status_code, problem["reason"]) == (400, "bad_record"), record[:99]
        assert problem["message"].startswith(said), problem
    answer = await ann.http.post("/api/coach/review", content=header.encode() + b"\xff\n")
    assert answer.json()["message"].startswith("line 2: not UTF-8")
    answer = await ann.http.post("/api/coach/review", content="x" * 600_000)
    assert answer.status_code == 413
    answer = await ann.http.post("/api/coach/assess?seat=3", content="".join(lines[:10]))
    assert answer.json()["message"] == "line 10: seat 3 is not to move"
    answer = await ann.http.post("/api/coach/assess", content="".join(lines))
    assert answer.json()["reason"] == "bad_record"
    assert (await ann.http.post("/api/coach/assess?effort=endless", content=header)).status_code == 400
    nobody = Person(server.url)
    assert (await nobody.http.post("/api/coach/review", content="".join(lines))).json()["reason"] == "no_session"


def test_reviews_are_recomputed_after_an_engine_change(
    tmp_path: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(store: Store) -> None:
        await store.append(Log("AAAAAA"), [Entry(0, 1, "{}")])
        asked = 0

        async def record() -> str:
            nonlocal asked
            asked += 1
            return "".join(lines)

        coach = CoachService()
        reviews = ReviewService(store, PracticeStore(store), coach)
        stamp = "one"

        async def answer(_: JobOwner, job: Any, *arguments: Any, **_how: object) -> Any:
            if job is coach_jobs.stamp:
                return stamp
            return coach_jobs.ReviewStep(coach_jobs.Reviewed(arguments[0].encode(), ()), b"", 0.1)

        monkeypatch.setattr(coach, "_submit", answer)
        first = await reviews.review_table("AAAAAA", 3, "knoeffel", {}, record, ANN)
        assert await reviews.review_table("AAAAAA", 3, "knoeffel", {}, record, BEN) == first
        assert asked == 1
        stamp = "two"
        coach._stamps.clear()
        assert await reviews.review_table("AAAAAA", 3, "knoeffel", {}, record, BEN) == first
        assert asked == 2
        # Without a database the review is computed, but not stored.
        coach._stamps.clear()
        stamp = "three"
        monkeypatch.setattr(store, "write", refuse)
        assert await reviews.review_table("AAAAAA", 3, "knoeffel", {}, record, BEN) == first
        await coach.close()

    async def refuse(*_: Any) -> None:
        raise StoreError("full")

    with_store(tmp_path, story)


async def test_a_process_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    coach = CoachService()
    monkeypatch.setattr(coach_jobs, "review", abort)
    with pytest.raises(Refused) as refused:
        await coach.review("", ANN)
    assert refused.value.reason == "internal"
    monkeypatch.undo()
    assert await coach._submit(ANN, os.getpid) != os.getpid()
    await coach.close()
    with pytest.raises(Refused):
        await coach.review("", ANN)


def test_the_process_starts_before_the_first_request(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        coach = CoachService()
        asked, done = [], asyncio.Event()

        async def answer(_: JobOwner, job: Any, *arguments: Any, **_how: object) -> None:
            asked.append((job, *arguments))
            done.set()

        monkeypatch.setattr(coach, "_submit", answer)
        coach.prepare("knoeffel", {"columns": 1})
        coach.prepare("knoeffel", {"columns": 1})
        await done.wait()
        assert asked == [(coach_preparation.prepare, "knoeffel", {"columns": 1})]
        await coach.close()

    asyncio.run(story())
    coach_preparation.prepare("knoeffel", {"columns": 1})


def abort(*_: object) -> None:
    """A job that kills its process."""
    os._exit(9)


class Counting:
    """A replacement for the coach's process: a review takes as many steps as the text says."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.fifty = asyncio.Event()

    async def run(self, job: CoachJob, deadline: float) -> Any:
        await asyncio.sleep(0)
        record, *rest = job.arguments
        self.done.append(record)
        if len(self.done) == 50:
            self.fifty.set()
        if job.function is coach_jobs.assess:
            return coach_jobs.Assessed(b"hint", 0.1)
        steps = len(rest[0]) + 1
        if steps < int(record.split()[-1]):
            return coach_jobs.ReviewStep(None, b"x" * steps, 0.2)
        return coach_jobs.ReviewStep(coach_jobs.Reviewed(record.encode(), ()), b"", 0.2)

    def stop_if_idle(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


async def test_long_reviews_of_a_household_delay_another_by_a_step_each(monkeypatch: pytest.MonkeyPatch) -> None:
    coach, process = CoachService(), Counting()
    monkeypatch.setattr(coach._dispatcher, "_process", process)
    long = "a record of 500 lines" + "\n" * 499 + " in 1000"
    crowd = [asyncio.create_task(coach.review(long, JobOwner("crowd", f"person {number}"))) for number in range(210)]
    await process.fifty.wait()
    refused = sum(task.done() for task in crowd)
    assert 0 < refused < len(crowd), "so much work of one household is refused"
    began = len(process.done)
    assert await coach.review("short 3", JobOwner("home", "ann")) == coach_jobs.Reviewed(b"short 3", ())
    assert len(process.done) - began <= 8
    # Hints have priority over reviews, also within a household.
    own = asyncio.create_task(coach.review(long, JobOwner("home", "ben")))
    await asyncio.sleep(0)
    began = len(process.done)
    assert await coach.assess("position", None, "master", JobOwner("home", "ann"), hint=True) == b"hint"
    assert len(process.done) - began <= 3
    for task in (own, *crowd):
        task.cancel()
    await asyncio.gather(own, *crowd, return_exceptions=True)
    assert coach.reviews._seconds == coach.hints._seconds == {}
    await coach.close()


def test_waiting_jobs_are_counted_by_address(strict_server: Server, lines: list[str]) -> None:
    async def story(url: str) -> None:
        async def review(person: Person) -> int:
            return (await person.http.post("/api/coach/review", content="".join(lines))).status_code

        crowd = [await Person(url, f"2001:db8::{number}").arrive() for number in range(3)]
        ann = await Person(url, "192.0.2.7").arrive()
        *theirs, own = await asyncio.gather(*(review(person) for person in (*crowd, ann)))
        assert sorted(theirs) == [200, 429, 429]
        assert own == 200

    tell(story(strict_server.url))


@pytest.mark.slow
def test_a_comparison_streams_until_the_client_leaves(strict_server: Server, lines: list[str]) -> None:
    # Alone, a column is played perfectly, and one sample without luck is exact. The chance to win is not.
    position = lines[0].replace('["Ann"]', '["Ann", "Ben"]') + lines[1]

    async def story(url: str) -> None:
        ann = await Person(url).arrive()
        path = "/api/coach/compare?seat=0&action=1s.1&other=ch.1"
        async with ann.http.stream("POST", path, content=position) as answer:
            assert answer.status_code == 200
            # The work of this address is limited to one comparison, which has just begun.
            assert (await ann.http.post(path, content=position)).status_code == 429
            received = answer.aiter_lines()
            first, second = [json.loads(await anext(received)) for _ in range(2)]
            assert [each["action"] for each in first["actions"]] == ["1s.1", "ch.1"]
            assert first["samples"] < second["samples"]
            assert first["points"]["mean"] > 0
            assert second["win"]["uncertainty"] > 0
            low, median, high = second["actions"][0]["quantiles"]
            assert low <= median <= high
        record = "".join(lines)
        async with asyncio.timeout(TIMEOUT_S):
            while (answer := await ann.http.post("/api/coach/review", content=record)).status_code == 429:  # noqa: ASYNC110 -- HTTP
                await asyncio.sleep(0.1)
        assert answer.status_code == 200
        wrong = await ann.http.post("/api/coach/compare?seat=0&action=x&other=y", content=position)
        assert (wrong.status_code, wrong.json()["reason"]) == (400, "bad_record")

    tell(story(strict_server.url))


async def test_a_comparison_stops_when_it_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class Comparing(Counting):
        async def run(self, job: CoachJob, deadline: float) -> Any:
            await asyncio.sleep(0)
            self.done.append(job.arguments[0])
            if job.function is coach_jobs.compare:
                return coach_jobs.ComparisonStep(b"{}", False, b"x", 0.25)
            return coach_jobs.ReviewStep(coach_jobs.Reviewed(b"", ()), b"", 0.2)

    coach, process = CoachService(), Comparing()
    monkeypatch.setattr(coach._dispatcher, "_process", process)
    found = [each async for each in coach.compare("all", 0, "a", "b", ANN)]
    assert len(found) == 80, "it ends after 20 seconds of work"
    process.done.clear()
    comparison = coach.compare("left", 0, "a", "b", ANN)
    await anext(comparison)
    await comparison.aclose()
    assert coach.reviews._seconds == {}
    await coach.review("review", BEN)
    assert process.done == ["left", "review"]
    await coach.close()


async def test_a_late_comparison_ends_with_its_first_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waited for other jobs for longer than a comparison lasts."""

    class Comparing(Counting):
        async def run(self, job: CoachJob, deadline: float) -> Any:
            await asyncio.sleep(0)
            progress = job.arguments[-1]
            return coach_jobs.ComparisonStep(b"{}" if len(progress) > 2 else b"", False, progress + b"x", 0.25)

    coach = CoachService()
    monkeypatch.setattr(settings, "comparison_timeout_s", -1.0)
    monkeypatch.setattr(coach._dispatcher, "_process", Comparing())
    assert [each async for each in coach.compare("all", 0, "a", "b", ANN)] == [b"{}"]
    await coach.close()


@pytest.mark.parametrize("processes", [1, 2])
async def test_the_luck_of_many_games_takes_a_share_of_the_processor(
    monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    class Rating(Counting):
        async def run(self, job: CoachJob, deadline: float) -> Any:
            return coach_jobs.LuckStep({0: 1.0}, "engine", b"", 0.02)

    monkeypatch.setattr(settings, "rating_share", 0.5)
    monkeypatch.setattr(coach_service, "LUCK_BURST_S", 0.02 * processes)
    monkeypatch.setattr(process_share, "processes", processes)
    coach = CoachService()
    monkeypatch.setattr(coach._dispatcher, "_process", Rating())
    began = time.monotonic()
    for _ in range(6):
        assert await coach.luck("record", (0,)) == ({0: 1.0}, "engine")
    # The first game takes the burst. After each of the others twice its time passes, for every process.
    assert time.monotonic() - began > 5 * 0.02 * processes / 0.5 - 0.02
    await coach.close()


async def test_hints_and_comparisons_at_a_table(ann: Person) -> None:
    code = await ann.open_table(game="knoeffel", options={"columns": 1}, seats=1, coach=True)
    table = await ann.join(code)
    await table.do("start")
    await table.do("roll", at=table.at)
    first, second = [each["action"] for each in table.choices][:2]
    path = f"/api/tables/{code}/compare?action={first}&other={second}"
    assert (await ann.http.post(f"{path}&at=0")).json()["reason"] == "stale"
    async with ann.http.stream("POST", f"{path}&at={table.at}") as answer:
        found = json.loads(await anext(answer.aiter_lines()))
    assert [each["action"] for each in found["actions"]] == [first, second]
    await table.do("resync")
    assert [entry["seat"] for entry in table.log if entry["kind"] == "hint"] == [0]
