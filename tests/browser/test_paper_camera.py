"""Printed pads are read by camera, one after another and together, on the page of a folder without a network."""

import contextlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, expect

import knobel
from knobel.filled_sheets import score_sheets
from knobel.games.grid import CELLS
from tests.browser.conftest import BROWSER_ARGUMENTS, launch
from tests.browser.person import TIMEOUT_MS, Person
from tests.browser.printed_pads import answer, blank, contents, filled, on_table, photo
from tests.browser.test_offline import serving_site
from tests.browser.test_pages import inspect
from tests.browser.waits import PACK_KEPT

FRAMES, EMPTY_FRAMES = 60, 10
"""Frames of a scene in a video, of which Chromium shows 30 a second, and of the empty table after it."""
TABLE = (150, 120, 90)
OPEN_GROUP = """async () => {
  const headers = {'Content-Type': 'application/json'};
  await fetch('/api/groups', {method: 'POST', headers, body: JSON.stringify({title: 'Family'})});
}"""


def same_numbers(count: int) -> list[dict[str, str]]:
    """Return the contents of the sheets of a game of Knister, in which all players enter the same numbers."""
    random = Random(5)
    numbers = [str(random.randint(1, 6) + random.randint(1, 6)) for _ in CELLS]
    return [dict(zip(CELLS, random.sample(numbers, len(numbers)), strict=True)) for _ in range(count)]


@contextlib.contextmanager
def filming(browser: Browser, folder: Path, scenes: Sequence[Image.Image]) -> Iterator[BrowserContext]:
    """Open a browser whose camera shows a video of these scenes, again and again."""
    video = folder / "pads.mjpeg"
    pictures = [(scene, FRAMES) for scene in scenes]
    empty = Image.new("RGB", scenes[0].size, TABLE)
    with video.open("wb") as file:
        for picture, frames in [each for scene in pictures for each in (scene, (empty, EMPTY_FRAMES))]:
            picture.save(frame := BytesIO(), "JPEG", quality=90)
            file.write(frame.getvalue() * frames)
    own = launch(
        browser.browser_type,
        [
            *(each for each in BROWSER_ARGUMENTS if not each.startswith("--js-flags")),
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={video}",
        ],
    )
    context = own.new_context(viewport={"width": 360, "height": 640}, locale="en-GB", permissions=["camera"])
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    own.close()


def points_of(sheets: Sequence[dict[str, str]], game: str = "knister") -> list[int]:
    return sorted(sheet.points for sheet in score_sheets(knobel.make(game), sheets).sheets)


def shown_points(person: Person) -> list[int]:
    """Return the points in the result, which must be right after the questions."""
    points = person.page.locator("[data-testid^=result-]")
    points.first.wait_for()
    return sorted(int(text.split()[0]) for text in points.all_inner_texts())


def save_to_group(person: Person) -> None:
    """Save the result for the group of a person, and take it back."""
    person.click("paper-group")
    expect(person.find("paper-group-save")).to_be_disabled()
    person.find("paper-member-1").select_option(index=1)
    assert inspect(person, "paper-group") == []
    person.click("paper-group-save")
    person.find("paper-saved").get_by_role("button").click()
    expect(person.find("paper-group")).to_be_visible()


def check(person: Person, texts: dict[str, str] | None) -> int:
    """Answer the questions about the read sheets, with the likeliest contents if the right ones are not given."""
    taps = 0
    expect(person.find("sheet-0")).to_be_visible()
    while person.find("paper-question").count():
        if texts is None:
            person.click("paper-likely-0")
        else:
            answer(person, texts)
        taps += 1
    person.click("paper-result")
    return taps


def test_pads_are_read_one_after_another(browser: Browser, server: str, tmp_path: Path) -> None:
    sheets = same_numbers(2)
    pad = blank(browser, tmp_path, "knister")
    # A camera does not take larger pictures.
    scenes = [on_table([filled(pad, sheet)], 3).reduce(2) for sheet in sheets]
    with filming(browser, tmp_path, scenes) as context:
        ann = Person(context.new_page(), server)
        ann.go("/paper?game=knister")
        ann.page.evaluate(OPEN_GROUP)
        ann.click("paper-camera")
        expect(ann.find("paper-read")).to_have_text("Go on with 2 sheets")
        assert inspect(ann, "paper-camera") == []
        ann.click("paper-read")
        # All players enter the same numbers: few are asked for.
        assert check(ann, None) <= 6
        assert shown_points(ann) == points_of(sheets)
        # No total is written on the pads.
        expect(ann.find("paper-wrong")).to_have_count(0)
        save_to_group(ann)
        assert ann.problems == []


@pytest.mark.slow
def test_a_folder_reads_pads_without_a_network(browser: Browser, tmp_path: Path) -> None:
    sheets = same_numbers(4)
    pads = {game: blank(browser, tmp_path, game) for game in knobel.GAMES}
    scenes = [
        on_table([filled(pads["knister"], sheet)], turn) for sheet, turn in zip(sheets, (3, -4, 178, 0), strict=True)
    ]
    (tmp_path / "site").mkdir()
    with serving_site(tmp_path / "site") as address, filming(browser, tmp_path, scenes) as context:
        ann = Person(context.new_page(), address)
        ann.go("/")
        ann.page.evaluate(PACK_KEPT)
        # The files of the reader are kept when it has read for the first time.
        read(ann, on_table([filled(pads["knister"], sheets[0])], 0), sheets[:1])
        context.set_offline(True)
        open_paper(ann)
        ann.click("paper-camera")
        ann.click("paper-sure")
        expect(ann.find("paper-read")).to_have_text("Go on with 4 sheets")
        ann.click("paper-read")
        check(ann, None)
        assert shown_points(ann) == points_of(sheets)
        read(ann, on_table([filled(pads["knister"], sheet) for sheet in sheets[:2]], 2), sheets[:2])
        for game, pad in pads.items():
            texts = contents(game)
            read(ann, on_table([filled(pad, texts)], 183), [texts], game)
        open_paper(ann)
        choose(ann, Image.new("RGB", (640, 480), TABLE))
        expect(ann.find("camera-line")).to_contain_text("No sheet found")
        expect(ann.find("paper-read")).to_have_count(0)
        assert ann.problems == []


def open_paper(person: Person) -> None:
    """Open the page of paper of a folder anew."""
    person.go("/#/paper?game=knister")
    person.page.reload()
    person.find("paper-camera").wait_for()


def choose(person: Person, picture: Image.Image) -> None:
    """Choose a photo on the page of paper, in place of the sheets before."""
    person.find("paper-photos").set_input_files(photo(picture))
    person.page.locator("[data-testid=paper-sure], [data-testid=camera-line], [data-testid=sheet-0]").first.wait_for()
    if person.find("paper-sure").count():
        person.click("paper-sure")


def read(person: Person, picture: Image.Image, sheets: Sequence[dict[str, str]], game: str = "knister") -> None:
    """Let the page read a photo of these sheets, and compare the points."""
    open_paper(person)
    choose(person, picture)
    check(person, sheets[0] if len(sheets) == 1 else None)
    assert shown_points(person) == points_of(sheets, game)
