"""Deals of the day on the device: dice from the date, and what stays of the owner's tries."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from knobel import seeded_dice
from knobel.core import Roll
from knobel.games import GAMES
from knobel.notation import load
from knobel.offline import days, table
from knobel.offline.service import Service
from knobel.presentation.deal_days import day_of
from knobel.record_checks import check_record
from tests.offline.page import Page

DAY_MS = 24 * 3600 * 1000
TODAY = "2026-11-27"
NAMED = {"name": "Ann"}


class Clock:
    """The time on the device."""

    def __init__(self) -> None:
        self.now = int(datetime(2026, 11, 27, 12, tzinfo=UTC).timestamp()) * 1000

    def __call__(self) -> int:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (days, table):
        monkeypatch.setattr(module, "now_ms", clock)
    return clock


def begin(page: Page, game: str = "knister", day: str = "today", **more: Any) -> str:
    return str(page.request("POST", f"/api/days/{day}/{game}", {**NAMED, **more})["code"])


def finish(page: Page, game: str = "knister", day: str = "today", **more: Any) -> int:
    """Play a deal to the end and return the points."""
    page.connect(begin(page, game, day, **more))
    return int(page.play()["scores"][0])


def deal(page: Page, day: str = "today", game: str = "knister") -> dict[str, Any]:
    found: dict[str, Any] = page.request("GET", f"/api/days/{day}")
    return next(each for each in found["deals"] if each["game"] == game)


def again(page: Page) -> Page:
    """Return another visit of the page, which reads what the browser has stored."""
    found = Page(Service())
    found.stored, found.tries = page.stored, page.tries
    return found


@pytest.mark.parametrize("game", GAMES)
def test_dice_follow_from_the_date(game: str) -> None:
    pages = [Page(Service()), Page(Service())]
    rolls = []
    for page in pages:
        code = begin(page, game)
        page.connect(code)
        page.play()
        text = page.request("GET", f"/api/tables/{code}/games/1/record")
        assert check_record(text.encode()).rolls > 0
        record, _ = load(text.splitlines(), finished=True)
        rolls.append(next(event.dice for event in record.events if isinstance(event, Roll)))
        assert deal(page, TODAY, game)["commitment"] in text
    assert rolls[0] == rolls[1]
    # The scheme is public: anybody can compute the seed.
    seed = days.seed_of(f"{TODAY}/{game}")
    assert seed == deal(pages[0], TODAY, game)["seed"]
    assert seeded_dice.commitment(seed) == deal(pages[0], TODAY, game)["commitment"]
    assert deal(pages[0], "2026-11-26", game)["seed"] != seed


def test_the_first_try_counts_and_further_ones_do_not(clock: Clock) -> None:
    page = Page(Service())
    code = begin(page)
    assert (deal(page)["state"], deal(page)["table"]) == ("running", code)
    assert begin(again(page)) == begin(page) == code
    points = finish(page)
    assert (deal(page)["state"], deal(page)["points"]) == ("done", points)
    assert page.table["ranked_until"] > clock.now
    assert page.table["settings"]["coach"] is page.table["settings"]["hints"] is False
    finish(page)
    assert page.table["ranked_until"] == 0
    found = deal(again(page))
    assert (found["state"], found["points"], found["table"]) == ("done", points, code)
    standing = again(page).request("GET", "/api/days/today/knister")
    assert (standing["shown"], standing["you"]["points"], standing["streak"]) == (True, points, 1)
    assert standing["percentile"] is standing["master"] is None
    other = page.request("GET", "/api/days/today/knaster")
    assert (other["shown"], other["you"]) == (False, None)


def test_streak_and_history_stay_on_the_device(clock: Clock) -> None:
    page, points = Page(Service()), {}
    for _ in range(3):
        points[day_of(clock.now)] = finish(page, "knoeffel")
        clock.now += DAY_MS
    # An earlier day can still be played, but counts no more.
    finish(page, "knoeffel", "2026-11-26")
    today = again(page).request("GET", "/api/days/today")
    assert (today["day"], today["streak"]) == ("2026-11-30", 3)
    found = again(page).request("GET", "/api/days")
    assert [each["day"] for each in found] == sorted((each["day"] for each in found), reverse=True)
    assert len(found) == days.SHOWN_DAYS
    assert {each["day"]: each["points"]["knoeffel"] for each in found if each["games"]} == points
    assert deal(page, "2026-11-26", "knoeffel")["state"] == "new"
    clock.now += 40 * DAY_MS
    assert len(again(page).request("GET", "/api/days")) == 44


def test_a_try_that_ends_too_late_does_not_count(clock: Clock) -> None:
    page = Page(Service())
    code = begin(page)
    page.connect(code)
    clock.now += DAY_MS
    assert deal(page, TODAY)["state"] == "unranked"
    page.play()
    assert (deal(page, TODAY)["state"], deal(page, TODAY)["points"]) == ("unranked", None)
    assert page.request("GET", "/api/days/today")["streak"] == 0


def test_a_deleted_table_leaves_its_result() -> None:
    page = Page(Service())
    points = finish(page)
    page.service.forget(page.table["code"])
    assert (deal(page)["points"], deal(page)["table"]) == (points, None)
    page.service.forget(begin(page, "knoeffel"))
    assert deal(page, game="knoeffel")["state"] == "unranked"


@pytest.mark.parametrize("path", ["2026-11-28", "2026-13-01", "today/chess", "2026-11-28/knister", "x"])
def test_other_days_and_games_are_refused(path: str) -> None:
    page = Page(Service())
    assert page.request("GET", f"/api/days/{path}") == "no_deal"
    if "/" in path:
        assert page.request("POST", f"/api/days/{path}", NAMED) == "no_deal"


def test_malformed_requests_are_refused() -> None:
    page = Page(Service())
    assert page.request("POST", "/api/days/today/knister", "{") == "malformed"
    assert page.request("POST", "/api/days/today/knister", {"name": ""}) == "name_empty"
    assert page.request("POST", "/api/days/today", NAMED) == "needs_server"
    assert json.loads(json.dumps(page.stored)) == {}
