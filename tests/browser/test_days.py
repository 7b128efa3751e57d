"""The deals of the day in the browser, on a server whose clock is moved."""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from math import floor
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from knobel.games import GAMES
from knobel.presentation.deal_days import shifted
from tests.browser.conftest import Arrive
from tests.browser.person import TIMEOUT_MS, Person
from tests.browser.test_pages import inspect
from tests.server.client import Server
from tests.server.deals.test_routes import DAY, MASTER, at, dated

TOKEN = "nobody guesses this token"
MADE_UP = 1000


@pytest.fixture(scope="module")
def dated_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with dated(tmp_path_factory.mktemp("server"), 23.9, operator_token=TOKEN) as server:
        yield server


@pytest.fixture(scope="module")
def server(dated_server: Server) -> str:
    """Return the address of the server of this file, in place of the shared one."""
    return dated_server.url


@contextlib.contextmanager
def stored(server: Server) -> Iterator[sqlite3.Connection]:
    """Yield the database of the running server, to be changed."""
    with (
        contextlib.closing(sqlite3.connect(server.options["database"], timeout=TIMEOUT_MS / 1000)) as database,
        database,
    ):
        yield database


def make_up(server: Server, deal: str, scores: dict[str, int]) -> None:
    """Store finished first tries by person. A deal of an earlier day is made up too."""
    day, _, game = deal.partition("/")
    with stored(server) as database:
        database.execute(
            "INSERT OR IGNORE INTO deals (id, game, options, commitment, opens, closes) VALUES (?, ?, '{}', 'x', 0, 1)",
            (deal, game),
        )
        for number, (person, score) in enumerate(scores.items()):
            name, table = f"Person {number}", f"{list(GAMES).index(game)}{day[-1]}{number:04}"
            database.execute("INSERT OR IGNORE INTO people VALUES (?, ?, 0)", (person, name))
            database.execute("INSERT INTO tries VALUES (?, ?, ?, 0)", (deal, person, table))
            database.execute(
                'INSERT INTO results ("table", first, seat, game, options, person, name, score, seats, time, ranked) '
                "VALUES (?, 1, 0, ?, '{}', ?, ?, ?, 1, ?, TRUE)",
                (table, game, person, name, score, number),
            )


def play_to_the_end(person: Person, code: str) -> None:
    """Play through the protocol, and look at the results."""
    person.play_by_protocol(code, 99)
    person.page.evaluate("() => window.playedOn")
    person.go(f"/t/{code}")
    person.find("deal-again").wait_for()


def test_a_whole_day(dated_server: Server, arrive: Arrive) -> None:
    ann = arrive(None)
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    me = ann.ask("POST", "/api/session").json()["id"]
    # A day was missed, and forgiven.
    for missed in (1, 3):
        make_up(dated_server, f"{shifted(DAY, -missed)}/knaster", {me: 1})
    rng = Random(5)
    others = {f"made-up-{number}": round(rng.gauss(45, 15)) for number in range(MADE_UP)}
    make_up(dated_server, f"{DAY}/knister", others)

    # One tap to the first roll, shortly before midnight, without hints.
    ann.come_back()
    expect(ann.find("deals-left")).to_have_text(re.compile(r"^\d min left$"))
    expect(ann.find("deals-streak")).to_have_text("2 days in a row")
    ann.play_deal("knister")
    ann.find("lever").wait_for()
    code = ann.code
    expect(ann.find("round")).to_contain_text("Daily game")
    for help_ in ("hint", "share", "people"):
        expect(ann.find(help_)).to_have_count(0)
    expect(ann.find("guide-offer")).to_be_visible()
    ann.press("[data-testid=lever]")
    ann.click("leave")
    ann.click("leave-keep")
    expect(ann.find("deal-knister")).to_have_attribute("data-state", "running")
    expect(ann.find("continue")).to_have_count(0)
    ann.play_deal("knister")
    ann.find("turn").wait_for()
    assert ann.code == code

    # The game ends after midnight, and counts for the day on which it began.
    dated_server.set_clock(at(shifted(DAY, 1), 0.5))
    play_to_the_end(ann, code)
    (score,) = ann.results()
    worse, equal = (sum(other < score for other in others.values()), sum(other == score for other in others.values()))
    percent = floor(100 * worse / MADE_UP)
    better = f"better than {percent} %" if percent else ""
    expect(ann.find("deal-place")).to_contain_text(f"lace {MADE_UP - worse - equal + 1} of {MADE_UP + 1:,}")
    expect(ann.find("deal-percentile")).to_have_text(better)
    expect(ann.find("deal-streak")).to_have_text("3 days in a row")
    ann.click("results-more")
    histogram = ann.find("histogram").get_by_role("img").get_attribute("aria-label") or ""
    assert f"{MADE_UP + 1:,} results" in histogram
    assert histogram.endswith(f"You: {score}. Master bot: {MASTER}.")
    expect(ann.find("table-points").locator("[aria-current]")).to_contain_text(str(score))

    # The text to share, between whose date and points are the squares.
    points = f"{score} points · {better}" if better else f"{score} points"
    begin, end = f"Knobel · Knister · {DAY}\n", f"\n{points}\n{ann.server}/day/{DAY}"
    ann.click("deal-share")
    expect(ann.find("deal-share")).to_have_text("Copied")
    text = ann.page.evaluate("() => navigator.clipboard.readText()")
    assert text.startswith(begin)
    assert text.endswith(end)
    ann.click("deal-picture")
    assert f"{score} points" in (ann.find("picture-preview").get_attribute("alt") or "")
    assert inspect(ann, "picture", again=True) == []
    with ann.page.expect_download() as download:
        ann.click("picture-save")
    assert download.value.suggested_filename == f"knobel-{DAY}-knister.png"
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    ann.page.keyboard.press("Escape")

    # The coach's decisions lead to the replay.
    decision = ann.find("decisions").get_by_role("link").first
    decision.wait_for()
    assert "/replay/1?at=" in (decision.get_attribute("href") or "")
    assert inspect(ann, "deal-end") == []

    # The next day has new deals. The day that is over can be played again, without being ranked.
    ann.go("/")
    ann.find("deals").wait_for()
    ann.click("play-knister")
    expect(ann.find("choose-day")).to_have_attribute("data-state", "new")
    ann.page.keyboard.press("Escape")
    ann.click("to-day")
    ann.click("day-archive")
    ann.click(f"day-{DAY}")
    expect(ann.find("result-knister")).to_have_text(f"{score} points")
    expect(ann.find("day-facts")).to_contain_text("over")
    ann.click("day-share")
    text = ann.page.evaluate("() => navigator.clipboard.readText()")
    assert text.startswith(f"Knobel · {DAY}\n")
    assert f"🟦 Knister {score}" in text
    assert "⬜ Knaster" in text
    assert inspect(ann, "day") == []
    ann.unfold("card-knister")
    ann.click("play-knister")
    ann.find("lever").wait_for()
    assert ann.code != code
    expect(ann.find("round")).to_contain_text("unranked")


@pytest.mark.slow
def test_one_try_a_device(dated_server: Server, arrive: Arrive) -> None:
    ann = arrive("/")
    dated_server.set_clock(at(shifted(DAY, 2), 0.5))
    ann.go("/")
    ann.play_deal("knister")
    ann.find("lever").wait_for()
    ann.ask("DELETE", "/api/session")
    # Another person at the same browser.
    ann.go("/")
    ann.play_deal("knister")
    ann.find("device-dialog").wait_for()
    ann.click("device-unranked")
    ann.find("lever").wait_for()
    expect(ann.find("round")).to_contain_text("unranked")
    play_to_the_end(ann, ann.code)
    expect(ann.find("deal-unranked")).to_be_visible()
    expect(ann.find("deal-share")).to_have_count(0)
    ann.go("/")
    ann.click("play-knister")
    expect(ann.find("choose-day")).to_have_attribute("data-state", "unranked")


@pytest.mark.slow
def test_the_operator_clears_a_person(dated_server: Server, arrive: Arrive) -> None:
    ann = arrive("/operator")
    with stored(dated_server) as database:
        database.execute("INSERT INTO suspicions VALUES (?, 0, FALSE)", (ann.myself()["id"],))
    ann.find("operator-token").fill(TOKEN)
    ann.click("operator-enter")
    expect(ann.find("operator-suspects")).to_contain_text(ann.name())
    ann.click("operator-clear")
    expect(ann.find("operator-clear")).to_have_text("Hide again")
