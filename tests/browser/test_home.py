"""The home page and what is one step behind it: few words, few controls and few taps until the first roll."""

import pytest
from playwright.sync_api import expect

from knobel.games import GAMES
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_pages import inspect
from tests.slow import slow_except

WORDS_AND_CONTROLS = r"""() => {
  const seen = (e) => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 1;
  const words = document.body.innerText.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(seen);
  return [words.length, controls.length];
}"""
SHIFTS = """() => {
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const {value, hadRecentInput} of list.getEntries()) if (!hadRecentInput) window.shifts += value;
  }).observe({type: 'layout-shift', buffered: true});
}"""
ROLLED = "main [data-action]:not([data-testid=lever]), .tray .offered button, [data-testid=die-0]"
"""What can be done after a first roll."""


def taps_to_a_roll(person: Person, *testids: str) -> int:
    """Tap elements from the home page on, the last one the lever. Return the number of taps until dice have fallen."""
    for testid in testids:
        person.click(testid)
    person.page.locator(ROLLED).first.wait_for()
    return len(testids)


def test_home_says_one_thing_to_newcomers_and_little_to_players(arrive: Arrive) -> None:
    ann = arrive(None, width=390, height=844, locale="de-DE", new=True)
    ann.page.add_init_script(f"({SHIFTS})()")
    ann.go("/")
    expect(ann.find("welcome").get_by_role("button")).to_have_text("Zum ersten Mal? Eine Runde mit Hilfe")
    for game in GAMES:
        expect(ann.page.get_by_role("button", name=ann.find(f"play-{game}").locator("b").inner_text())).to_have_count(1)
    words, controls = ann.page.evaluate(WORDS_AND_CONTROLS)
    assert (words <= 100, controls <= 12) == (True, True), (words, controls)
    ann.page.wait_for_load_state("networkidle")
    assert ann.page.evaluate("() => window.shifts") == 0
    assert inspect(ann, "first visit") == []
    # Players who come back find the game of the day first.
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.come_back()
    expect(ann.find("deals").get_by_role("button").first).to_have_text("Spielen")
    expect(ann.page.locator("[data-testid^=play-kn]")).to_have_count(len(GAMES))
    words, controls = ann.page.evaluate(WORDS_AND_CONTROLS)
    assert (words <= 110, controls <= 21) == (True, True), (words, controls)
    assert inspect(ann, "home of a player") == []
    # A table that waits says whose turn it is.
    ann.open_table(settings={"game": "knoeffel", "seats": 2}, bots=["random"], start=True)
    ann.find("lever").wait_for()
    ann.go("/")
    expect(ann.page.locator("section.recent")).to_contain_text("Du bist dran")


def taps_of_a_newcomer(person: Person, game: str) -> int:
    """Begin a game with help from the home page and roll. Return the number of taps."""
    return taps_to_a_roll(person, f"play-{game}", "choose-guided", "lever")


def taps_of_the_first_round(person: Person) -> int:
    """Begin the first round that the home page offers a newcomer, and roll. Return the number of taps."""
    return taps_to_a_roll(person, "first-round", "lever")


def taps_of_a_player(person: Person, game: str) -> int:
    """Begin a game, come back to the home page, begin the game again and roll. Return the number of taps since then."""
    person.go("/")
    if GAMES[game].min_seats > 1:
        person.play_bot(game)
    else:
        person.play_alone(game)
    person.find("lever").wait_for()
    person.come_back()
    again, deal = person.find(f"again-{game}"), person.find(f"deal-{game}")
    expect(again.or_(deal).first).to_be_visible()
    return taps_to_a_roll(person, f"again-{game}" if again.count() else f"deal-{game}", "lever")


@pytest.mark.parametrize("game", slow_except("kniffeliger", games=tuple(GAMES)))
def test_two_taps_lead_a_player_to_the_first_roll_and_three_a_newcomer(game: str, arrive: Arrive) -> None:
    ann = arrive(width=390, height=844)
    ann.page.evaluate("() => localStorage.setItem('knobel.level', 'random')")
    assert taps_of_a_newcomer(ann, game) <= 3
    if game == "knister":
        ann.go("/")
        assert taps_of_the_first_round(ann) <= 2
    assert taps_of_a_player(ann, game) <= 2


def test_others_are_invited_immediately_and_nothing_covers_the_seats(arrive: Arrive) -> None:
    ann = arrive(width=390, height=844, locale="de-DE")
    ann.choose("knister", "table")
    ann.find("share-code").wait_for()
    words, controls = ann.page.evaluate(WORDS_AND_CONTROLS)
    assert (words <= 64, controls <= 20) == (True, True), (words, controls)
    for width, height in ((360, 640), (390, 844), (1280, 720)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("() => scrollTo(0, 0)")
        for seen in (ann.page.locator(".share .qr svg"), ann.find("share-code"), ann.find("start")):
            expect(seen).to_be_in_viewport(ratio=1)
        start = ann.find("start")
        for seat in range(4):
            row = ann.find(f"seat-{seat}")
            row.evaluate("(row) => row.scrollIntoView({block: 'center'})")
            box, bar = row.bounding_box(), start.bounding_box()
            assert box is not None
            assert bar is not None
            assert box["y"] + box["height"] <= bar["y"] or box["x"] >= bar["x"] + bar["width"], (width, seat)


@pytest.mark.slow
def test_names_are_typed_and_offered_again_when_the_device_is_passed_on(arrive: Arrive) -> None:
    ann = arrive(width=360, height=640, new=True)
    ann.choose("knister", "turns")
    ann.find("own-name").fill("Ann")
    ann.find("guest-0").fill("Bea")
    ann.click("device-start")
    ann.wait_for_game()
    expect(ann.find("sheet-0")).to_contain_text("Ann")
    ann.go("/")
    ann.click("play-knister")
    expect(ann.find("choose-last")).to_contain_text("Bea")
    ann.click("choose-turns")
    expect(ann.find("own-name")).to_have_value("Ann")
    # A name that is refused is neither taken over nor offered.
    ann.find("own-name").fill("x" * 30)
    ann.find("guest-0").fill("y" * 30)
    ann.click("device-start")
    expect(ann.page.get_by_role("alert")).to_contain_text("at most 24 characters")
    ann.go("/")
    ann.choose("knister", "turns")
    expect(ann.find("own-name")).to_have_value("Ann")
    expect(ann.find("known-guest")).to_have_text(["Bea"])
    ann.click("known-guest")
    expect(ann.find("guest-0")).to_have_value("Bea")
    expect(ann.find("known-guest")).to_have_count(0)
