"""A game played on paper is entered on phone and desktop, kept in the meantime, and reviewed like any other game."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import expect

from knobel.games.grid import CELLS
from knobel.games.knoeffel import FIELDS
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_pages import inspect


def place(person: Person, action: str) -> None:
    """Make an entry at a place that the sheet offers."""
    person.page.locator(f'button[data-action^="{action}"]').click()


def type_dice(person: Person, faces: str) -> None:
    person.find("face-1").wait_for()
    person.page.keyboard.type(faces)
    person.page.keyboard.press("Enter")


def open_order(person: Person) -> None:
    """Unfold the form for a game with all its rolls, unless it is open because such a game is kept."""
    person.find("paper-order").wait_for()
    person.page.evaluate("document.querySelector('[data-testid=paper-order]').open = true")


def test_a_game_is_typed_in_on_a_phone(arrive: Arrive) -> None:
    ann = arrive("/record", width=390, height=844, locale="de-DE")
    ann.click("to-paper")
    ann.find("paper-game").select_option("knister")
    open_order(ann)
    ann.find("paper-name-0").fill("Anna")
    ann.click("paper-add")
    ann.find("paper-name-1").fill("Bert")
    assert inspect(ann, "paper") == []
    ann.click("paper-begin")
    expect(ann.find("todo")).to_contain_text("Welche Zahl")
    ann.click("sum-8")
    ann.page.keyboard.type("11")
    expect(ann.find("todo")).to_have_text("Anna: Wo steht die 11?")
    # The first arrow key moves the focus to the first place of the sheet.
    ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("Enter")
    expect(ann.find("todo")).to_have_text("Bert: Wo steht die 11?")
    place(ann, "c3")
    expect(ann.find("todo")).to_contain_text("Welche Zahl")
    assert inspect(ann, "paper-sheet") == []
    # Entered data is kept.
    ann.page.reload()
    ann.click("paper-resume")
    expect(ann.page.locator('[data-cell="a1"]')).to_contain_text("11")
    ann.click("paper-back")
    expect(ann.find("todo")).to_have_text("Bert: Wo steht die 11?")
    # The page asks for confirmation before another game replaces this one.
    ann.page.reload()
    ann.find("paper-game").select_option("kniffeliger")
    ann.click("paper-begin")
    expect(ann.page.get_by_role("alert")).to_contain_text("Wirklich")
    ann.click("paper-sure")
    type_dice(ann, "66321")
    place(ann, "6s")
    ann.click("enter")
    # They make a number that earns an action die.
    expect(ann.find("todo")).to_contain_text("Aktionswürfel")
    type_dice(ann, "2")
    expect(ann.find("todo")).to_have_text("2: Die letzten fünf Würfel?")
    assert inspect(ann, "paper-turns", again=True) == []


def test_a_filled_sheet_is_counted_by_hand(arrive: Arrive) -> None:
    ann = arrive("/paper?game=knister", width=360, height=640, locale="de-DE")
    assert inspect(ann, "paper-setup") == []
    ann.click("paper-hand")
    ann.find("paper-question").wait_for()
    ann.page.keyboard.type("7" * 24)
    ann.click("sum-7")
    # Keyboard and screen reader go on from the answer that is gone.
    expect(ann.find("paper-result")).to_be_focused()
    expect(ann.page.locator('[data-cell="e5"]')).to_have_text("7")
    expect(ann.find("todo")).to_contain_text("Stimmt alles?")
    assert inspect(ann, "paper-check") == []
    ann.page.locator('[data-cell="c3"]').click()
    ann.click("sum-8")
    ann.click("paper-result")
    expect(ann.page.get_by_role("heading", level=1)).to_be_focused()
    # Eight lines of five sevens and four of four, of which two are diagonals.
    expect(ann.find("result-0")).to_have_text("116 Punkte")
    assert inspect(ann, "paper-result", again=True) == []
    # What was written is kept.
    ann.page.reload()
    ann.click("paper-look-again")
    expect(ann.page.locator('[data-cell="c3"]')).to_have_text("8")


def drawn(numbers: list[int]) -> bytes:
    """Return a photo of a sheet with these numbers."""
    picture = Image.new("RGB", (1000, 1000), (200, 196, 188))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((120, 120, 880, 880), fill=(250, 249, 245))
    font = ImageFont.load_default(64)
    for i in range(6):
        draw.line((200, 200 + 120 * i, 800, 200 + 120 * i), (40, 40, 50), 4)
        draw.line((200 + 120 * i, 200, 200 + 120 * i, 800), (40, 40, 50), 4)
    for i, number in enumerate(numbers):
        centre = (260 + 120 * (i % 5), 260 + 120 * (i // 5))
        draw.text(centre, str(number), (30, 40, 110), font, anchor="mm")
    content = BytesIO()
    picture.rotate(3, fillcolor=(200, 196, 188)).save(content, "JPEG", quality=90)
    return content.getvalue()


DROP = """(bytes) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(bytes)], 'photo.jpg', {type: 'image/jpeg'}));
  for (const kind of ['dragover', 'drop'])
    document.querySelector('main').dispatchEvent(new DragEvent(kind, {dataTransfer, bubbles: true, cancelable: true}));
}"""


@pytest.mark.slow
def test_a_sheet_is_read_from_a_photo(arrive: Arrive) -> None:
    ann = arrive("/paper?game=knister", width=360, height=640)
    numbers = [2 + 7 * i % 11 for i in range(25)]
    photo = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": drawn(numbers)}
    ann.find("paper-photos").set_input_files([photo])  # type: ignore[list-item]
    expect(ann.page.locator('button[data-cell="a1"]')).to_be_visible()
    # A person settles what is unclear.
    for cell, number in zip(CELLS, numbers, strict=True):
        if f" {cell}?" in ann.find("todo").inner_text():
            ann.page.locator(".likely").get_by_text(str(number), exact=True).click()
    expect(ann.find("paper-result")).to_be_visible()
    # With the pieces of the photo, each cell also shows what was read.
    ann.click("paper-photographed")
    shown = [int(ann.page.locator(f'button[data-cell="{cell}"]').inner_text()) for cell in CELLS]
    assert shown == numbers


@pytest.mark.slow
def test_a_photo_without_a_sheet_says_so(arrive: Arrive) -> None:
    ann = arrive("/paper?game=knister", width=360, height=640)
    content = BytesIO()
    Image.new("RGB", (640, 480), (120, 90, 60)).save(content, "JPEG")
    # It is dropped on the page.
    ann.find("paper-photos").wait_for(state="attached")
    ann.page.evaluate(DROP, list(content.getvalue()))
    expect(ann.find("camera-line")).to_contain_text("No sheet found")
    expect(ann.find("paper-read")).to_have_count(0)


@pytest.mark.slow
def test_a_filled_sheet_without_its_order_is_counted(arrive: Arrive) -> None:
    ann = arrive("/paper?game=knister", width=390, height=844)
    open_order(ann)
    ann.click("paper-add")
    ann.find("paper-unordered").check()
    # Two sheets with the same rolls would need the same order.
    expect(ann.find("paper-name-1")).to_be_hidden()
    expect(ann.find("paper-add")).to_be_hidden()
    ann.click("paper-begin")
    for cell in reversed(CELLS):
        expect(ann.find("todo")).to_contain_text("Which number did you enter?")
        ann.click("sum-7")
        place(ann, cell)
    expect(ann.find("todo")).to_contain_text("Done!")
    expect(ann.find("paper-verdict")).to_have_text("Spectacular!")
    expect(ann.find("paper-needs")).to_contain_text("needs more: the order of the entries")
    assert inspect(ann, "paper-counted", again=True) == []
    ann.click("paper-look")
    expect(ann.find("replay-slider")).to_have_attribute("max", str(2 * len(CELLS) + 1))


@pytest.mark.slow
def test_a_partly_recorded_game_is_entered_and_reviewed(arrive: Arrive) -> None:
    ann = arrive("/paper")
    ann.find("paper-game").select_option("knapp_daneben")
    open_order(ann)
    ann.find("paper-colour-0").select_option("b")
    ann.click("paper-begin")
    ann.click("paper-unknown")
    ann.page.keyboard.type("12")
    place(ann, "a2")
    expect(ann.page.locator('[data-cell="a2"]')).to_contain_text("12")
    ann.click("paper-unknown")
    type_dice(ann, "12345")
    expect(ann.find("die-0")).to_be_visible()
    ann.page.reload()
    ann.find("paper-game").select_option("knaster")
    ann.click("paper-begin")
    ann.click("paper-sure")
    for cell, circled in (("c3", False), ("c3", True), ("a1", False)):
        ann.click("sum-7")
        place(ann, f"{cell}o" if circled else cell)
        expect(ann.find("todo")).to_contain_text("Which number")
    # All rolls of one turn are known; of the other turns only the final dice.
    ann.page.reload()
    ann.find("paper-game").select_option("knoeffel")
    ann.page.locator("summary").first.click()
    ann.find("setup-option-columns").select_option("1")
    ann.click("paper-begin")
    ann.click("paper-sure")
    ann.click("paper-last")
    for number, field in enumerate(FIELDS):
        type_dice(ann, "11234")
        if number == 0:
            ann.click("die-0")
            ann.click("die-1")
            ann.click("lever")
            type_dice(ann, "156")
        place(ann, f"{field}.1")
        ann.click("enter")
        if number == 0:
            ann.click("paper-last")
    expect(ann.find("todo")).to_contain_text("Done!")
    ann.click("paper-look")
    expect(ann.find("replay-slider")).to_have_attribute("max", str(4 + 6 * 12 + 1))
    ann.click("ask-coach")
    ann.click("all")
    expect(ann.find("fortune")).to_contain_text("not noted")
    assert inspect(ann, "paper-review") == []
