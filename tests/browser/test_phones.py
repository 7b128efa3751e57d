"""The important elements are visible on a phone: complete, legible and not repeated."""

import re

import pytest
from playwright.sync_api import expect

from knobel.games import GAMES
from tests.browser.conftest import Arrive
from tests.browser.person import TIMEOUT_MS, Person
from tests.slow import slow_except

PHONES = [(360, 640), (390, 844)]
LARGER = [(390, 844), (1280, 720)]

# Names of players that are cut off although they would fit into their cards.
CUT_NAMES = """() => [...document.querySelectorAll('.players .name')]
  .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent.trim())"""

# Dice whose colour mark covers a part of a pip. A pip is a dot of a line with width 21 of 100 units.
COVERED_PIPS = """() => [...document.querySelectorAll('.die[data-colour]')].flatMap((die) => {
  const svg = die.querySelector(':scope > .side svg');
  const {left, top, width} = svg.getBoundingClientRect();
  const mark = die.querySelector(':scope > .mark').getBoundingClientRect();
  const [x, y, radius] = [mark.x + mark.width / 2, mark.y + mark.height / 2, mark.width / 2];
  return [...svg.firstElementChild.getAttribute('d').matchAll(/M(\\d+) (\\d+)h0/g)]
    .map(([, px, py]) => [left + (px / 100) * width, top + (py / 100) * width])
    .filter(([px, py]) => Math.hypot(px - x, py - y) < radius + 0.105 * width)
    .map(() => `face ${die.dataset.face}, colour ${die.dataset.colour}`);
})"""


def sized(person: Person, width: int, height: int) -> None:
    person.page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("locale", slow_except("de-DE", games=("en-GB", "de-DE", "it-IT")))
def test_the_first_choice_is_seen_without_scrolling(locale: str, arrive: Arrive) -> None:
    ann = arrive(width=360, height=640, locale=locale)
    ann.find("game-knister").wait_for()
    for seen in ("open-join", "first-round", "game-knister"):
        expect(ann.find(seen)).to_be_in_viewport(ratio=1)
    for width, height in PHONES:
        sized(ann, width, height)
        expect(ann.find("open-join")).to_be_in_viewport(ratio=1)
    # A dialog that scrolls shows it.
    ann.choose("knoeffel", "days")
    body = ann.find("play-dialog").locator(".body")
    ann.find("setup-days-3").wait_for()
    expect(body).not_to_have_attribute("data-more", "")
    ann.find("play-dialog").locator("summary").click()
    expect(body).to_have_attribute("data-more", "")
    body.evaluate("(body) => body.scrollTo(0, body.scrollHeight)")
    expect(body).not_to_have_attribute("data-more", "")


def test_a_sheet_of_paper_is_whole_on_a_phone(arrive: Arrive) -> None:
    ann = arrive("/paper", width=360, height=640, locale="de-DE")
    ann.find("paper-game").select_option("kniffeliger")
    ann.page.locator("[data-testid=paper-order] > summary").click()
    ann.find("paper-name-0").fill("Annegret")
    ann.find("paper-name-1").fill("Bert")
    ann.click("paper-begin")
    whole = "() => { const board = document.querySelector('.board'); return board.scrollHeight <= board.clientHeight; }"
    ann.find("face-1").wait_for()
    before = ann.page.locator(".board").bounding_box()
    ann.page.wait_for_function(whole)
    ann.page.keyboard.type("66321")
    ann.page.keyboard.press("Enter")
    ann.page.locator("button[data-place]").first.wait_for()
    ann.page.wait_for_function(whole)
    # The page does not jump between entering dice and writing either.
    assert ann.page.locator(".board").bounding_box() == before


TEXT_WITHOUT_SHEETS = """() => {
  const screen = document.querySelector('.screen').cloneNode(true);
  for (const sheet of screen.querySelectorAll('.paper')) sheet.remove();
  document.querySelector('.screen').after(screen);
  const text = screen.innerText;
  screen.remove();
  return text;
}"""


def test_the_board_of_a_leading_host_repeats_nothing(arrive: Arrive) -> None:
    ann = arrive(None, width=390, height=844)
    seats = 12
    settings = {"game": "knister", "seats": seats, "rolls": "host"}
    ann.open_table(settings=settings, bots=["random"] * seats, start=True, plays=False)
    ann.find("lever").click()
    expect(ann.page.locator(".bar .round")).to_contain_text("1")
    # Until then the board also names those who are awaited.
    expect(ann.page.get_by_text(f"{seats} of {seats} done")).to_be_visible(timeout=TIMEOUT_MS)
    ann.settle()
    for width, height in ((390, 844), (1280, 720)):
        sized(ann, width, height)
        ann.settle()
        expect(ann.find("todo")).to_contain_text("Everybody is ready")
        # Names in the log and in labels of sheets do not count.
        words = ann.page.evaluate(TEXT_WITHOUT_SHEETS)
        assert words.count("Carla") == 1, words
        assert len(re.findall(ann.find("todo").inner_text().strip(), words)) == 1, words
        expect(ann.page.locator(".board .felt")).to_have_count(0)


def test_names_and_colours_stand_on_the_cards_of_players(arrive: Arrive) -> None:
    ann = arrive(None, width=390, height=844)
    ann.ask("POST", "/api/session", {"name": "Brunhilde"})
    settings = {"game": "knapp_daneben", "seats": 4}
    ann.open_table(settings=settings, bots=["random"] * 3, start=True, until=20)
    ann.find("players").wait_for()
    for width, height in PHONES:
        sized(ann, width, height)
        assert ann.page.evaluate(CUT_NAMES) == []
    for seat, colour in enumerate(("Black", "Blue", "Green", "Yellow")):
        card = ann.find(f"player-{seat}")
        expect(card).to_have_accessible_name(re.compile(colour))
        expect(card.locator("[data-colour] svg")).to_be_visible()


@pytest.mark.parametrize("faces", slow_except("23456", games=("66666", "55555", "23456")))
def test_a_mark_of_a_colour_covers_no_pip(faces: str, arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640)
    ann.open_table(settings={"game": "knapp_daneben", "seats": 1, "dice": "real"}, start=True)
    ann.find("face-1").wait_for()
    ann.page.keyboard.type(faces)
    assert ann.page.evaluate(COVERED_PIPS) == []
    ann.page.keyboard.press("Enter")
    ann.find("die-0").wait_for()
    for width, height in (*PHONES, (1280, 720)):
        sized(ann, width, height)
        assert ann.page.evaluate(COVERED_PIPS) == []


A_VALUE = {"knister": "8", "knaster": "3", "knapp_daneben": "10", "knoeffel": "30", "kniffeliger": "40"}
"""A number that the card of each game contains."""


@pytest.mark.parametrize("game", slow_except("knoeffel"))
def test_the_values_of_a_game_are_one_tap_away(game: str, arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640, locale="de-DE")
    seats = max(GAMES[game].min_seats, 2)
    code = ann.open_table(settings={"game": game, "seats": seats}, bots=["random"] * (seats - 1), start=True)
    ann.wait_for_game()
    card = ann.find("values-dialog")
    ann.click("values")
    expect(card.locator("table tr").first).to_be_visible()
    expect(card).to_contain_text(A_VALUE[game])
    ann.page.go_back()
    expect(card).not_to_be_visible()
    ann.page.keyboard.press("v")
    expect(card).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(card).not_to_be_visible()
    assert f"/t/{code}" in ann.page.url
    # High scores and home, too, are within reach.
    ann.page.get_by_role("button", name="Menü").click()
    ann.page.get_by_role("link", name="Bestenliste").click()
    expect(ann.page).to_have_url(f"{ann.server}/scores")
    ann.page.go_back()
    ann.page.get_by_role("button", name="Menü").click()
    ann.click("menu-home")
    expect(ann.find("continue")).to_be_visible()


def test_the_chosen_player_of_many_is_in_view(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640)
    ann.open_table(settings={"game": "kniffeliger", "seats": 8}, bots=["random"] * 7, start=True)
    ann.wait_for_game()
    for seat in (7, 1):
        ann.find(f"player-{seat}").evaluate("(button) => button.click()")
        expect(ann.find(f"player-{seat}")).to_be_in_viewport(ratio=0.99)
