"""Every page at every size and in both themes: axe finds no violation, nothing overflows, targets are large enough.

Contrasts are those of the palettes, which the tests of the page check; `test_every_page.py` measures them on pages in
both themes.
"""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import time
from typing import Literal

import httpx
import pytest
from playwright.sync_api import TimeoutError as TooLong
from playwright.sync_api import expect

from knobel.games import GAMES
from tests.browser.axe import violations
from tests.browser.conftest import Arrive
from tests.browser.person import LAST_ROUND, Person
from tests.browser.targets import TOO_SMALL
from tests.browser.test_layout import badly_beside
from tests.slow import WHOLE, slow_except

SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1280, 800)}
SCREENSHOTS = os.environ.get("KNOBEL_SCREENSHOTS")
"""Folder for screenshots of every page, for visual inspection."""
LOOKS: list[tuple[Literal["light", "dark", "forced"], str]] = [("light", size) for size in SIZES]
LOOKS += [("dark", size) for size in SIZES if SCREENSHOTS or size == "phone"]
FORCED_LOOK: tuple[Literal["forced"], str] = ("forced", "phone")

AT_REST = "() => document.getAnimations().every((animation) => animation.playState !== 'running')"
# Transitions start only after that.
TWO_FRAMES = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def stranger(server: str) -> str:
    """Return the id of a person with a long name on another machine."""
    with httpx.Client(base_url=server) as http:
        return str(http.post("/api/session", json={"name": "W" * 24}).json()["id"])


def choose_colours(person: Person, scheme: Literal["light", "dark", "forced"]) -> None:
    """Select a preferred theme of the system, or forced colours."""
    forced = scheme == "forced"
    person.page.emulate_media(
        color_scheme="dark" if scheme == "dark" else "light", forced_colors="active" if forced else "none"
    )
    wanted = "forced-colors: active" if forced else f"prefers-color-scheme: {scheme}"
    person.page.wait_for_function(f"() => matchMedia('({wanted})').matches")
    person.page.evaluate(TWO_FRAMES)


def inspect(person: Person, name: str, *, again: bool = False, whole: bool = False) -> list[str]:
    """Return the problems of the current page on a phone.

    :param again: True if another inspection sees a page of this kind; quick runs leave it out.
    :param whole: True to look at every size whether it fits. Whole runs inspect every page there, and in all colours.
    """
    if again and not (WHOLE or SCREENSHOTS):
        return []
    page, found = person.page, []
    chosen: str | None = None
    # Changes during the check could be reported as violations, and tooltips as names.
    page.mouse.move(0, 0)
    person.settle()
    looks = LOOKS if WHOLE or SCREENSHOTS else LOOKS[: len(SIZES) if whole else 1]
    for scheme, size in [*looks, *([FORCED_LOOK] if WHOLE else [])]:
        width, height = SIZES[size]
        if scheme != chosen:
            choose_colours(person, scheme)
            chosen = scheme
        page.set_viewport_size({"width": width, "height": height})
        # Colours change with a short transition.
        page.wait_for_function(AT_REST)
        where = f"{name} {size} {scheme}"
        try:
            page.wait_for_function(FITS)
        except TooLong:
            found.append(f"{where}: wider than the screen")
        if size == "phone":
            found += [f"{where}: {target}" for target in page.evaluate(TOO_SMALL)]
        if scheme != "dark" and (size == "phone" or (WHOLE and size == "desktop")):
            found += [f"{where}: {violation}" for violation in violations(page, scheme, contrasts=False)]
        if SCREENSHOTS:
            folder = Path(SCREENSHOTS)
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", full_page=True)
    choose_colours(person, "light")
    return found


FORCED = """() => {
  const [lever] = document.querySelectorAll('[data-testid=lever]');
  const [chosen, other] = ['true', 'false'].map((on) => document.querySelector(`[role=tab][aria-selected=${on}]`));
  const edge = (e) => getComputedStyle(e).borderBottomColor;
  return [
    ...(parseFloat(getComputedStyle(lever).borderTopWidth) > 0 ? [] : ['the lever has no edge']),
    ...(edge(chosen) !== edge(other) ? [] : ['the selected tab does not show']),
  ];
}"""


# Return the distance of the last game from the end of its row: no space may stay empty.
GAMES_LAYOUT = """() => {
  const row = document.querySelector('.choice').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('.choice :is(li, nav)')].map((box) => box.getBoundingClientRect());
  return Math.round(row.right - boxes.at(-1).right);
}"""


def visiting(path: str, shown: str = "") -> Callable[[Person], None]:
    """Return a function that follows a link to a page and waits for a part of it."""

    def visit(ann: Person) -> None:
        ann.follow(path)
        if shown:
            ann.find(shown).wait_for()

    return visit


def at_home(ann: Person) -> None:
    ann.go("/")
    ann.find("game-knister").wait_for()
    for width in (360, 600, 740, 1000, 1280):
        ann.page.set_viewport_size({"width": width, "height": 640})
        ann.page.wait_for_function(f"() => ({GAMES_LAYOUT})() === 0")


def creating(ann: Person) -> None:
    ann.choose("knapp_daneben", "days")
    ann.find("play-dialog").wait_for()
    ann.page.set_viewport_size({"width": 360, "height": 640})
    expect(ann.find("create-submit")).to_be_in_viewport(ratio=1)


def in_settings(ann: Person) -> None:
    ann.page.keyboard.press("Escape")
    ann.click("open-settings")
    ann.find("language").wait_for()


def at_an_open_table(ann: Person) -> None:
    ann.open_table(settings={"game": "knapp_daneben", "seats": 5, "public": True}, bots=["random"])
    ann.find("seats").wait_for()
    for width, height in ((360, 640), (740, 360)):
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(ann.find("start")).to_be_in_viewport(ratio=1)


def at_a_projector(ann: Person) -> None:
    code = ann.open_table(settings={"game": "knaster", "seats": 4}, bots=["random"] * 3, start=True)
    ann.wait_for_game()
    ann.go(f"/t/{code}/projector")
    ann.find("projector-code").wait_for()


def lost(ann: Person) -> None:
    ann.follow("/nowhere/at/all")
    expect(ann.page.get_by_role("link", name="Kniffeliger")).to_have_attribute("href", "/rules/kniffeliger")
    ann.find("join-code").wait_for()


def restoring(ann: Person) -> None:
    ann.follow("/restore")
    ann.find("restore-words").fill("one two three")
    ann.click("restore-find")
    ann.find("restore-problem").wait_for()


def account_page(ann: Person) -> None:
    ann.ask("POST", "/api/session")
    ann.ask("PUT", f"/api/blocked/{stranger(ann.server)}")
    ann.go("/you")
    ann.find("you-devices").wait_for()
    for fold in ann.page.locator("main details:not([open]) > summary").all()[::-1]:
        fold.click()
    ann.find("devices").locator("li").first.wait_for()
    ann.find("blocked").get_by_role("button").wait_for()
    ann.find("recovery-make").wait_for()


def erasure_dialog(ann: Person) -> None:
    ann.click("forget")
    ann.find("forget-dialog").wait_for()


def moderation_dialog(ann: Person) -> None:
    ann.open_table(settings={"game": "knister", "seats": 2}, bots=["random"], start=True)
    ann.click("people")
    ann.find("order-lock").check()
    ann.find("locked").wait_for()


def looking_at_a_game(ann: Person) -> None:
    code = ann.open_table(settings={"game": "knister", "seats": 1}, start=True, until=LAST_ROUND["knister"] + 1)
    ann.go(f"/t/{code}/replay")
    ann.find("replay-slider").wait_for()


def standings_of_a_series(ann: Person) -> None:
    ann.ask("POST", "/api/session")
    closes = int(1000 * time()) + 3_600_000
    new = {"title": "Ada", "game": "knister", "options": {}, "deals": 2, "closes": closes, "every": "day"}
    opened = ann.ask("POST", "/api/cups", new)
    assert opened.ok, opened.text()
    ann.go(f"/cup/{opened.json()['code']}/season")
    ann.find("season-table").wait_for()


PAGES: dict[str, dict[str, Callable[[Person], None]]] = {
    "strangers": {
        "home": at_home,
        "create": creating,
        "settings": in_settings,
        "lost": lost,
        "scores": visiting("/scores?game=knister"),
        "cups": visiting("/cup", "cup-open"),
        "restore": restoring,
        "you": account_page,
        "forget": erasure_dialog,
    },
    "tables": {
        "open": at_an_open_table,
        "order": moderation_dialog,
        "projector": at_a_projector,
        "replay": looking_at_a_game,
        "season": standings_of_a_series,
    },
}
"""Pages by the person who visits them in sequence, because a new start is slower than a visit."""
WHOLLY = ("home", "open")
"""Pages of which quick runs too look at every size whether they fit, besides a game."""


@pytest.mark.parametrize("who", PAGES)
def test_pages(who: str, arrive: Arrive) -> None:
    ann, found = arrive(None), []
    for name, reach in PAGES[who].items():
        ann.page.set_viewport_size({"width": 1280, "height": 800})
        reach(ann)
        found += inspect(ann, name, whole=name in WHOLLY)
    assert found == []


@pytest.mark.parametrize("game", slow_except("kniffeliger"))
def test_a_game_and_its_rules(game: str, arrive: Arrive) -> None:
    ann = arrive(None, locale="it-IT" if game == "knaster" else "de-DE")
    seats = min(GAMES[game].max_seats or 5, 5)
    new = {"settings": {"game": game, "seats": seats, "hints": True}, "bots": ["random"] * (seats - 1), "start": True}
    ann.open_table(**new, until=LAST_ROUND.get(game, 4) // 2)
    assert ann.play_until_asked(Random(4))
    found = badly_beside(ann, game, seats)
    if game == "kniffeliger":
        # The rows of all players are on one sheet.
        assert ann.page.locator(".board .half").first.locator(".head").count() == seats
    found += inspect(ann, f"{game}-play", whole=True)
    choose_colours(ann, "forced")
    found += ann.page.evaluate(FORCED)
    choose_colours(ann, "light")
    ann.go(f"/rules/{game}")
    found += inspect(ann, f"{game}-rules")
    assert found == []


@pytest.mark.slow
def test_blocking_and_reporting_a_person(arrive: Arrive) -> None:
    ann, ben = arrive(locale="de-DE"), arrive()
    ann.page.locator("[data-testid=people] li", has_text=ben.name()).first.wait_for()
    ann.unfold("lobby-chat")
    ann.click("block-open")
    ann.find("block-dialog").wait_for()
    found = inspect(ann, "blocking")
    ann.page.keyboard.press("Escape")
    ann.click("report-open")
    ann.find("report-why").wait_for()
    assert found + inspect(ann, "reporting") == []


def test_the_first_load_is_small(arrive: Arrive) -> None:
    ann = arrive()
    ann.find("game-knister").wait_for()
    sizes = ann.page.evaluate(
        """() => Object.fromEntries(['navigation', 'resource'].flatMap((kind) =>
          performance.getEntriesByType(kind).map((entry) => [entry.name, entry.transferSize])))"""
    )
    assert sum("/assets/" in name for name in sizes) >= 2
    assert sum(sizes.values()) < 240_000, sizes
