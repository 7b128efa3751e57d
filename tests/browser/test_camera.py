"""Real dice are read by camera: from a video in place of one, from a photo, and without permission."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from knobel.vision.dice.reader import read_picture
from tests.browser.conftest import BROWSER_ARGUMENTS, Arrive, launch
from tests.browser.person import Person
from tests.browser.test_installation import as_app

PICTURES = Path(__file__).parents[1] / "vision" / "dice" / "pictures"
FRAMES = 90
"""Frames of a scene in a video, of which Chromium shows 30 a second."""
EMPTY_FRAMES = 30
VALUES = [2, 4, 4, 4, 6]
"""The dice of the stored scene."""
TWO, TWO_VALUES = (0, 0, 640, 320), [2, 6]
"""A part of it with two dice."""
HEIC = bytes([0, 0, 0, 24]) + b"ftypheic" + bytes(4) + b"mif1heic" + bytes(100)
KEEP_STREAMS = """() => {
  window.streams = [];
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wish) => {
    const stream = await ask(wish);
    window.streams.push(stream);
    return stream;
  };
}"""
RELEASED = "() => window.streams.every((stream) => stream.getTracks().every((track) => track.readyState === 'ended'))"
LIVE = "() => document.querySelector('video')?.srcObject?.active"
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event('visibilitychange'));
}"""

Film = Callable[[list[Image.Image]], Person]


def jpeg(picture: Image.Image) -> bytes:
    content = BytesIO()
    picture.convert("RGB").save(content, "JPEG", quality=92)
    return content.getvalue()


def write_video(path: Path, scenes: list[Image.Image]) -> None:
    """Write a video that shows the scenes by turns; between them, the table is empty."""
    empty = jpeg(Image.new("RGB", scenes[0].size, (120, 90, 60)))
    path.write_bytes(b"".join(jpeg(scene) * FRAMES + empty * EMPTY_FRAMES for scene in scenes))


def stored() -> Image.Image:
    """Return a drawn scene with the dice `VALUES`."""
    with Image.open(PICTURES / "sure.jpg") as image:
        return image.convert("RGB")


def colours() -> Image.Image:
    """Return a drawn scene with five dice of different colours."""
    with Image.open(PICTURES / "colours.jpg") as image:
        return image.convert("RGB")


@pytest.fixture
def film(browser: Browser, server: str, tmp_path: Path) -> Iterator[Film]:
    """Return a function that opens a browser whose camera shows a video of these scenes, again and again."""
    opened: list[tuple[Browser, Person]] = []

    def show(scenes: list[Image.Image]) -> Person:
        write_video(tmp_path / "dice.mjpeg", scenes)
        own = launch(
            browser.browser_type,
            [
                *BROWSER_ARGUMENTS[:-3],  # the reader runs for long
                *BROWSER_ARGUMENTS[-2:],
                "--use-fake-device-for-media-stream",
                "--use-fake-ui-for-media-stream",
                f"--use-file-for-fake-video-capture={tmp_path / 'dice.mjpeg'}",
            ],
        )
        context = own.new_context(viewport={"width": 360, "height": 640}, locale="en-GB", permissions=["camera"])
        person = Person(watched(context).new_page(), server)
        opened.append((own, person))
        return person

    yield show
    for own, _ in opened:
        own.close()
    assert [problem for _, person in opened for problem in person.problems] == []


def watched(context: BrowserContext) -> BrowserContext:
    """Let pages of a context keep their streams for the test."""
    context.add_init_script("try { localStorage.setItem('knobel.muted', 'yes') } catch {}")
    context.add_init_script(f"if (navigator.mediaDevices) ({KEEP_STREAMS})()")
    return context


def entered(person: Person) -> list[int]:
    """Return the dice in the tray, of which each has a value or none."""
    words = [re.findall(r"\d", label(die)) for die in person.page.locator("[data-testid^=entered-]").all()]
    return [int(digits[-1]) for digits in words if digits]


def label(die: Locator) -> str:
    return die.get_attribute("aria-label") or ""


def wait_for_offer(person: Person, values: list[int]) -> list[int]:
    """Wait until dice with these values are offered, and return them in their order."""
    expect(person.find("confirm")).to_be_enabled()
    found = entered(person)
    assert sorted(found) == values
    return found


def in_tray(person: Person) -> list[int]:
    dice = person.page.locator("main button[data-testid^=die-]")
    dice.first.wait_for()
    return [int(re.findall(r"\d+", label(die))[-1]) for die in dice.all()]


def lose_camera(person: Person) -> None:
    """Take the camera away from the page, which says so and releases it, and let the page try again."""
    person.page.wait_for_function(LIVE)
    person.page.evaluate("() => window.streams.at(-1).getTracks()[0].dispatchEvent(new Event('ended'))")
    expect(person.find("camera-line")).to_contain_text("The camera is gone")
    person.page.wait_for_function(RELEASED)
    person.click("camera-again")


@pytest.mark.slow
def test_rolls_are_read_from_a_video(film: Film) -> None:
    ann = film([stored(), stored().rotate(180)])
    ann.open_table(settings={"game": "knoeffel", "seats": 1, "dice": "real"}, start=True)
    ann.click("camera-on")
    expect(ann.find("camera")).to_contain_text("neither stored nor sent")
    assert ann.page.locator("video").bounding_box() == ann.find("camera-reread").bounding_box()
    wait_for_offer(ann, VALUES)
    ann.click("confirm")
    assert sorted(in_tray(ann)) == VALUES
    assert ann.page.evaluate(RELEASED)

    # Two fours are kept. The camera is on again, and sees them beside the others.
    fours = [i for i, value in enumerate(in_tray(ann)) if value == 4][:2]
    for i in fours:
        ann.click(f"die-{i}")
    ann.click("lever")
    first, *_ = wait_for_offer(ann, [2, 4, 6])
    ann.click("entered-0")
    ann.click(f"face-{first % 6 + 1}")
    corrected = sorted([first % 6 + 1, *(value for value in entered(ann)[1:])])
    ann.click("confirm")
    assert sorted(in_tray(ann)) == sorted([4, 4, *corrected])

    # The camera is released while the page is hidden, and when somebody takes it away.
    ann.click("lever")
    expect(ann.page.locator("video")).to_have_js_property("videoWidth", stored().width)
    ann.page.evaluate(HIDE, True)
    ann.page.wait_for_function(RELEASED)
    ann.page.evaluate(HIDE, False)
    expect(ann.find("seen-die").first).to_be_visible()
    lose_camera(ann)
    expect(ann.find("seen-die").first).to_be_visible()
    # Dice can be typed at any time. The keyboard leads from the camera to its roll.
    ann.page.keyboard.press("3")
    assert entered(ann)[0] == 3
    ann.page.keyboard.press("Escape")
    expect(ann.find("camera")).to_have_count(0)
    ann.page.wait_for_function(RELEASED)
    while ann.find("backspace").count():
        ann.click("backspace")
    ann.find("camera-on").press("Enter")
    expect(ann.find("confirm")).to_be_focused()
    ann.page.keyboard.press("Enter")
    assert sorted(in_tray(ann)) == VALUES


@pytest.mark.usefixtures("quick_reader")
def test_a_photo_is_read_where_no_camera_is_allowed(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640)
    ann.open_table(settings={"game": "knoeffel", "seats": 1, "dice": "real"}, start=True)
    ann.click("camera-on")
    expect(ann.find("camera-line")).to_contain_text(re.compile("isn’t allowed|no free camera"))
    ann.find("camera-photo").set_input_files(PICTURES / "sure.jpg")
    wait_for_offer(ann, VALUES)
    seen = ann.page.evaluate(
        """() => [...document.querySelectorAll('[data-testid=seen-die]')].map((die) =>
            [Number(die.dataset.value), ...die.getAttribute('transform').match(/[\\d.]+/g).map(Number)])"""
    )
    # The browser decodes the photo by other code.
    read = [(die.value, die.x, die.y) for die in read_picture(np.asarray(stored())).dice]
    assert np.allclose(seen, read, atol=1)
    ann.find("camera-photo").set_input_files({"name": "no.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    expect(ann.find("camera-line")).to_contain_text("isn’t a picture")
    # Chromium does not decode HEIC, and the name of a file says nothing.
    ann.find("camera-photo").set_input_files({"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": HEIC})
    expect(ann.find("camera-line")).to_contain_text("HEIC format, which this browser can’t read. Save it as JPEG")
    small = jpeg(colours().resize((150, 150)))
    ann.find("camera-photo").set_input_files({"name": "small.jpg", "mimeType": "image/jpeg", "buffer": small})
    expect(ann.find("camera-line")).to_contain_text("too small to read")
    # Typing replaces what was read.
    for face in "13355":
        ann.page.keyboard.press(face)
    ann.click("confirm")
    assert in_tray(ann) == [1, 3, 3, 5, 5]


def test_dice_are_distinguished_by_colour(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640)
    ann.open_table(settings={"game": "knapp_daneben", "seats": 1, "dice": "real"}, start=True)
    ann.click("camera-on")
    ann.find("camera-photo").set_input_files(PICTURES / "colours.jpg")
    expect(ann.find("confirm")).to_be_enabled()
    assert entered(ann) == [4, 2, 1, 1, 5]
    assert label(ann.find("entered-0")) == "Black: 4"
    # The red die plays the black one, and the other way round.
    ann.click("camera-colours")
    ann.find("camera-colour-k").select_option("red")
    expect(ann.find("camera-colours-done")).to_be_disabled()
    ann.find("camera-colour-r").select_option("black")
    ann.click("camera-colours-done")
    expect(ann.find("entered-0")).to_have_attribute("aria-label", "Black: 5")
    assert entered(ann) == [5, 2, 1, 1, 4]


def start_offline(person: Person, game: str) -> None:
    """Keep the page on the device, begin a game with real dice there, and disconnect the device."""
    as_app(person, "/you")
    person.unfold("you-app")
    person.click("pack-keep")
    person.find("pack-kept").wait_for()
    person.go("/")
    person.choose(game, "turns")
    person.find("device-real").check()
    person.click("device-start")
    person.click("camera-on")
    # The reader has been kept, too.
    person.find("seen-die").first.wait_for()
    person.page.context.set_offline(True)
    person.page.reload()
    person.click("camera-on")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["knoeffel", "knapp_daneben"])
def test_rolls_are_read_without_a_network(game: str, film: Film) -> None:
    by_colour = game == "knapp_daneben"
    ann = film([colours()] if by_colour else [stored(), stored().rotate(180)])
    start_offline(ann, game)
    for _ in range(2):
        expect(ann.find("confirm")).to_be_enabled()
        assert entered(ann) == [4, 2, 1, 1, 5] if by_colour else sorted(entered(ann)) == VALUES
        lose_camera(ann)
    expect(ann.find("confirm")).to_be_enabled()
    if by_colour:
        ann.click("confirm")
    else:
        # The next roll of which the reader is sure is taken without a tap.
        ann.find("camera-takes").check()
    expect(ann.find("confirm")).to_have_count(0)
    ann.page.wait_for_function(RELEASED)
    ann.page.context.set_offline(False)


@pytest.mark.slow
def test_the_host_of_a_class_reads_for_everybody(arrive: Arrive) -> None:
    teacher = arrive(None, width=360, height=640)
    settings = {"game": "knister", "seats": 200, "dice": "real", "rolls": "host"}
    code = teacher.open_table(settings=settings, plays=False)
    ben = arrive(width=360, height=640)
    ben.join(code)
    ben.click("join")
    teacher.click("start")
    teacher.click("camera-on")
    photo = jpeg(stored().crop(TWO))
    teacher.find("camera-photo").set_input_files({"name": "two.jpg", "mimeType": "image/jpeg", "buffer": photo})
    dice = wait_for_offer(teacher, TWO_VALUES)
    expect(ben.find("camera-on")).to_have_count(0)
    teacher.click("confirm")
    assert in_tray(ben) == dice
