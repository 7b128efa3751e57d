"""Games over days in the browser, on a server whose clock is moved over weeks."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_pages import inspect
from tests.server.client import Server, running

DAY_S = 86_400
SIT = """(link) => new Promise((done, fail) => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${link}/live`);
  socket.onopen = () => socket.send(JSON.stringify({type: 'sit', id: link}));
  socket.onclose = () => fail(new Error('the line was lost'));
  socket.onmessage = ({data}) => {
    const {type} = JSON.parse(data);
    if (type === 'rejected') fail(new Error(data));
    if (type === 'accepted') socket.onclose = done, socket.close();
  };
})"""
"""Take a seat at a table through the protocol."""
RNG = Random(1)


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changed = {"slow_interval_s": 0.1, "knobel.tables.due_actions.START_DELAY_MS": 0}
    with running(tmp_path_factory.mktemp("server"), changed, clock=0) as server:
        yield server


@pytest.fixture(scope="module")
def server(slow_server: Server) -> str:
    """Return the address of the server of this file, in place of the shared one."""
    return slow_server.url


def enter(person: Person) -> None:
    """Make one entry at the table that is open."""
    person.wait_for_game()
    expect(person.find("turn")).to_have_attribute("data-mine", "true")
    person.play_until_asked(RNG)
    round_ = person.round()
    # After the last entry of a round the next one begins immediately.
    while person.find("turn").get_attribute("data-mine") == "true" and person.round() == round_:
        person.step(RNG)


def skip_missed(person: Person, text: str) -> None:
    """Read what was missed and go on to the game."""
    expect(person.find("missed-dialog")).to_contain_text(text)
    person.click("missed-skip")
    expect(person.find("missed-dialog")).to_be_hidden()


def home(person: Person, turns: int) -> None:
    """Go to the home page when this number of games waits for the person."""
    while True:
        games = person.ask("GET", "/api/slow-games").json()
        if sum(game["state"] == "your_turn" for game in games) == turns:
            break
        person.page.wait_for_timeout(50)
    person.go("/")
    expect(person.find("slow-turns")).to_have_text(str(turns))


@pytest.mark.slow
def test_a_game_over_days(arrive: Arrive, slow_server: Server) -> None:
    ann, ben, cat = arrive(width=390, height=844), arrive(None, width=390, height=844), arrive(None)
    ann.choose("knister", "days")
    ann.find("setup-seats").fill("3")
    ann.find("setup-seats").blur()
    assert inspect(ann, "start of a game over days", again=True) == []
    ann.find("setup-days-3").check()
    ann.click("create-submit")
    expect(ann.find("slow-settings")).to_contain_text("3 days a round")
    code, link = ann.code, ann.page.url.removeprefix(ann.server)
    ben.go(link)
    ben.click("join")
    # Cat's page is opened when she comes back.
    cat.ask("POST", "/api/session")
    cat.page.goto(f"{cat.server}/api/health")
    cat.page.evaluate(SIT, link.removeprefix("/t/"))
    # It starts when all seats are taken.
    enter(ann)
    expect(ann.find("slow-left")).to_contain_text("3 days left")
    home(ann, 0)
    ann.find("slow-group-waiting").locator("summary").click()
    expect(ann.find(f"slow-{code}")).to_contain_text("waiting for")
    ben.click("tab-chat")
    ben.find("chat-text").fill("Good morning")
    ben.find("chat-text").press("Enter")
    enter(ben)
    cat.play_by_protocol(code, 2)
    cat.page.evaluate("() => window.playedOn")

    # The next round has begun by itself: Ann is told what happened, and sees the message that she has not read.
    home(ann, 1)
    expect(ann.find("slow-unread")).to_contain_text("1")
    assert inspect(ann, "games over days") == []
    ann.click(f"slow-{code}")
    skip_missed(ann, "Since your last visit")
    expect(ann.find("unread")).to_contain_text("1")
    enter(ann)
    enter(ben)
    ann.go("/")

    # Cat does not come: a bot plays for her. Ben takes a break, and nobody plays for him.
    ben.go("/you")
    ben.unfold("you-days")
    ben.find("pause-days").select_option("10")
    ben.click("pause-begin")
    expect(ben.find("pause-until")).to_be_visible()
    expect(ben.find("pause-left")).to_have_text("4 days left this year")
    slow_server.set_clock(3 * DAY_S + 60)
    home(ann, 1)
    ann.click(f"slow-{code}")
    skip_missed(ann, "Since your last visit")
    enter(ann)
    # A request that is running when the server stops would be an error on the console.
    for person in (ann, ben, cat):
        person.page.goto("about:blank")
    slow_server.stop()
    slow_server.set_clock(10 * DAY_S)
    slow_server.start()
    home(ann, 0)
    home(ben, 1)

    # Both are back: the seat is Cat's again.
    cat.go(f"/t/{code}")
    skip_missed(cat, "Since your last visit")
    ben.click(f"slow-{code}")
    skip_missed(ben, "Since your last visit")
    expect(ben.find("player-2")).not_to_have_attribute("title", re.compile("bot plays"))


def test_the_next_game_is_one_tap_away(arrive: Arrive) -> None:
    ann, ben = arrive(None), arrive(None)
    for person in (ann, ben):
        person.ask("POST", "/api/session")
    ben.page.goto(f"{ben.server}/api/health")
    codes = []
    for _ in range(2):
        new = {"settings": {"game": "knister", "seats": 2, "days": 7}}
        opened = ann.ask("POST", "/api/tables", new).json()
        codes.append(opened["code"])
        ben.page.evaluate(SIT, f"{opened['code']}-{opened['key']}")
    home(ann, 2)
    ann.click(f"slow-{codes[0]}")
    enter(ann)
    ann.click("slow-next")
    ann.page.wait_for_url(f"**/t/{codes[1]}*")
    enter(ann)
    expect(ann.find("slow-next")).to_have_count(0)
    home(ann, 0)
