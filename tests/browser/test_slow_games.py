"""Games over days in the browser, on a server whose clock is moved over weeks."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_pages import inspect
from tests.server.client import Server

DAY_S = 86_400
RNG = Random(1)


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changed = {"slow_interval_s": 0.1, "knobel.tables.due_actions.START_DELAY_MS": 0}
    server = Server(tmp_path_factory.mktemp("server"), changed)
    server.set_clock(0)
    server.start()
    yield server
    assert not server.stop()


@pytest.fixture(scope="module")
def server(slow_server: Server) -> str:
    """Return the address of the server of this file, in place of the shared one."""
    return slow_server.url


def enter(person: Person) -> None:
    """Make one entry at the table that is open."""
    person.wait_for_game()
    person.play_until_asked(RNG)
    while person.find("turn").get_attribute("data-mine") == "true":
        person.step(RNG)


def skip_missed(person: Person, text: str) -> None:
    """Read what was missed and go on to the game."""
    expect(person.find("missed-dialog")).to_contain_text(text)
    person.click("missed-skip")
    expect(person.find("missed-dialog")).to_be_hidden()


def home(person: Person) -> None:
    person.go("/")
    person.find("slow-games").wait_for()


def test_a_game_over_days(arrive: Arrive, slow_server: Server) -> None:
    ann, ben, cat = arrive(width=390, height=844), arrive(None, width=390, height=844), arrive(None)
    ann.choose("knister", "days")
    ann.find("setup-seats").fill("3")
    ann.find("setup-seats").blur()
    assert inspect(ann, "start of a game over days") == []
    ann.find("setup-days-3").check()
    ann.click("create-submit")
    expect(ann.find("slow-settings")).to_contain_text("3 days a round")
    code, link = ann.code, ann.page.url.removeprefix(ann.server)
    for person in (ben, cat):
        person.go(link)
        person.click("join")
    # It starts when all seats are taken.
    enter(ann)
    expect(ann.find("slow-left")).to_contain_text("2 days left")
    home(ann)
    expect(ann.find("slow-turns")).to_have_text("0")
    ann.find("slow-group-waiting").locator("summary").click()
    expect(ann.find(f"slow-{code}")).to_contain_text("waiting for")
    ben.click("tab-chat")
    ben.find("chat-text").fill("Good morning")
    ben.find("chat-text").press("Enter")
    enter(ben)
    enter(cat)
    cat.go("/")

    # The next round has begun by itself: Ann is told what happened, and sees the message that she has not read.
    home(ann)
    expect(ann.find("slow-turns")).to_have_text("1")
    expect(ann.find("slow-unread")).to_contain_text("1")
    assert inspect(ann, "games over days") == []
    ann.click(f"slow-{code}")
    skip_missed(ann, "Since your last visit")
    expect(ann.find("unread")).to_contain_text("1")
    enter(ann)
    enter(ben)
    ann.go("/")
    ben.go("/")

    # Cat does not come: a bot plays for her. Ben takes a break, and nobody plays for him.
    ben.go("/you")
    ben.find("pause-days").select_option("10")
    ben.click("pause-begin")
    expect(ben.find("pause-left")).to_contain_text("4")
    slow_server.set_clock(3 * DAY_S + 60)
    home(ann)
    expect(ann.find("slow-turns")).to_have_text("1")
    ann.click(f"slow-{code}")
    skip_missed(ann, "Since your last visit")
    enter(ann)
    ann.go("/")
    slow_server.stop()
    slow_server.set_clock(10 * DAY_S)
    slow_server.start()
    home(ann)
    expect(ann.find("slow-turns")).to_have_text("0")
    home(ben)
    expect(ben.find("slow-turns")).to_have_text("1")

    # Both are back: the seat is Cat's again.
    cat.go(f"/t/{code}")
    skip_missed(cat, "Since your last visit")
    ben.click(f"slow-{code}")
    skip_missed(ben, "Since your last visit")
    expect(ben.find("player-2").locator("svg")).to_have_count(0)


def test_the_next_game_is_one_tap_away(arrive: Arrive) -> None:
    ann = arrive()
    for game in ("knister", "knaster"):
        settings = {"game": game, "seats": 2, "days": 7}
        code = ann.open_table(settings=settings, bots=["random"], start=True)
        expect(ann.find("turn")).to_be_visible()
    home(ann)
    expect(ann.find("slow-turns")).to_have_text("2")
    ann.click(f"slow-{code}")
    ann.wait_for_game()
