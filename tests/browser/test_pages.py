"""Every page at every size and in either theme: axe finds no violation, nothing sticks out, targets can be touched."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import TimeoutError as TooLong

from knobel.games import GAMES
from tests.browser.conftest import Arrive
from tests.browser.person import Person, play_to_the_end

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1280, 800)}
SCREENSHOTS = os.environ.get("KNOBEL_SCREENSHOTS")
"""A folder for screenshots of every page, to be looked at."""

VIOLATIONS = """async () => {
  const {violations} = await axe.run(document, {resultTypes: ['violations']});
  return violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.html.slice(0, 200)).join(' | ')}`);
}"""
TOO_SMALL = """() => [...document.querySelectorAll('button, select, input, a.button, summary')]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.matches('.visually-hidden, .skip'))
  .map((e) => [e.closest('label') ?? e, e])
  .map(([target, e]) => [target.getBoundingClientRect(), e])
  .filter(([box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
  .map(([box, e]) => `${Math.round(box.width)}x${Math.round(box.height)} ${e.outerHTML.slice(0, 150)}`)"""
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def inspect(person: Person, name: str, scheme: str) -> list[str]:
    """What is wrong with the page as it is now, at every size."""
    page, found = person.page, []
    # What changes while axe looks would be taken for a fault.
    person.settle()
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        where = f"{name} {size} {scheme}"
        try:
            page.wait_for_function(FITS, timeout=3_000)
        except TooLong:
            found.append(f"{where}: wider than the screen")
        if size == "phone":
            found += [f"{where}: too small to touch: {target}" for target in page.evaluate(TOO_SMALL)]
        if size != "tablet":
            if not page.evaluate("() => 'axe' in window"):
                page.evaluate(AXE.read_text())
            found += [f"{where}: {violation}" for violation in page.evaluate(VIOLATIONS)]
        if SCREENSHOTS:
            folder = Path(SCREENSHOTS)
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", full_page=True)
    return found


def at_home(ann: Person) -> None:
    ann.find("game-knister").wait_for()


def creating(ann: Person) -> None:
    ann.click("create-knapp_daneben")
    ann.find("create-dialog").wait_for()


def in_settings(ann: Person) -> None:
    ann.click("open-settings")
    ann.find("language").wait_for()


def at_an_open_table(ann: Person) -> None:
    ann.open_table(settings={"game": "knister", "seats": 4, "public": True}, bots=["random"])
    ann.find("seats").wait_for()


def at_the_scores(ann: Person) -> None:
    ann.go("/scores?game=knister")


def lost(ann: Person) -> None:
    ann.go("/nowhere/at/all")


def on_another_device(ann: Person) -> None:
    ann.go("/move/some-link")
    ann.find("transfer-accept").wait_for()


def sharing(ann: Person) -> None:
    ann.open_table(settings={"game": "knister", "seats": 2}, bots=["random"], start=True)
    ann.click("share")
    ann.find("share-dialog").wait_for()


def choosing_bots(ann: Person) -> None:
    ann.click("play-bots-kniffeliger")
    ann.find("bots-dialog").wait_for()


def typing_real_dice(ann: Person) -> None:
    ann.open_table(settings={"game": "knapp_daneben", "seats": 1, "dice": "real"}, start=True)
    ann.find("face-1").wait_for()


PAGES: dict[str, Callable[[Person], None]] = {
    "home": at_home,
    "create": creating,
    "settings": in_settings,
    "open": at_an_open_table,
    "scores": at_the_scores,
    "lost": lost,
    "move": on_another_device,
    "share": sharing,
    "bots": choosing_bots,
    "real-dice": typing_real_dice,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page(name: str, scheme: str, arrive: Arrive) -> None:
    ann = arrive(scheme=scheme)
    PAGES[name](ann)
    assert inspect(ann, name, scheme) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_rules(game: str, scheme: str, arrive: Arrive) -> None:
    ann = arrive(scheme=scheme, locale={"light": "de-DE", "dark": "it-IT"}[scheme])
    seats = min(GAMES[game].max_seats or 3, 3)
    ann.open_table(settings={"game": game, "seats": seats}, bots=["strong"] * (seats - 1), start=True)
    ann.find("turn").wait_for()
    rng = Random(4)
    for _ in range(25):
        ann.step(rng)
    while not (ann.look()["actions"] or ann.look()["picks"]):
        ann.step(rng)
    found = inspect(ann, f"{game}-play", scheme)
    ann.go(f"/rules/{game}")
    found += inspect(ann, f"{game}-rules", scheme)
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_results(scheme: str, arrive: Arrive) -> None:
    ann = arrive(scheme=scheme)
    ann.open_table(settings={"game": "knapp_daneben", "seats": 2}, bots=["random"], start=True)
    ann.find("turn").wait_for()
    play_to_the_end([ann], Random(5))
    assert inspect(ann, "results", scheme) == []


def test_the_first_load_is_small(arrive: Arrive) -> None:
    ann = arrive()
    ann.find("game-knister").wait_for()
    sizes = ann.page.evaluate(
        """() => Object.fromEntries(['navigation', 'resource'].flatMap((kind) =>
          performance.getEntriesByType(kind).map((entry) => [entry.name, entry.transferSize])))"""
    )
    assert sum("/assets/" in name for name in sizes) >= 2
    assert sum(sizes.values()) < 200_000, sizes
