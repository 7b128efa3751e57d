"""The picture to share: it equals the sheet on the page, at every width and while the page is in motion."""

from base64 import b64decode
from io import BytesIO
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import expect

from knobel import GAMES
from tests.browser.conftest import Arrive
from tests.browser.person import Person

SCALE = 2
"""Pixels of the picture per pixel of the page."""
SQUARE = 16
"""Side of the compared squares in pixels, the size of a digit."""
TOLERANCE = 0.12
"""Allowed difference in lightness of a square. Letters in the picture may be shifted by a pixel: 0.08. A digit: 0.2."""
QUICK = ("knister", 390)

# Move the sheet into a stage, alone and as wide as in the picture, which does without its title.
ALONE = """() => {
  const sheet = document.querySelector('main .leaf'), app = document.getElementById('app');
  sheet.querySelector('.several header, header .title').remove();
  const stage = document.createElement('article');
  Object.assign(stage.dataset, {theme: 'light', game: sheet.closest('[data-game]').dataset.game, poster: ''});
  stage.style = 'width: calc(540px - 2 * var(--space-7)); line-height: 1.3; color: var(--text)';
  stage.append(sheet);
  app.before(stage);
  app.hidden = true;
  document.documentElement.removeAttribute('data-broad');
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


def lightness(png: bytes, scale: int = 1) -> NDArray[np.float64]:
    """Return the lightness of the pixels of the page in an image, from 0 to 1, by row and column."""
    image = Image.open(BytesIO(png)).convert("L")
    return np.asarray(image.resize((image.width // scale, image.height // scale), Image.Resampling.BOX)) / 255


def picture(person: Person, shape: str) -> NDArray[np.float64]:
    person.click("picture")
    person.click(f"shape-{shape}")
    preview = person.page.locator(f"[data-testid=picture-preview][data-shape={shape}]")
    expect(preview).to_be_in_viewport(ratio=1)
    address = preview.get_attribute("src") or ""
    return lightness(b64decode(address.removeprefix("data:image/png;base64,")), SCALE)


def sheet(person: Person) -> NDArray[np.float64]:
    """Return the sheet of the page, as wide as in the picture, when it has come to rest."""
    person.page.keyboard.press("Escape")
    expect(person.find("picture-dialog")).to_be_hidden()
    person.page.set_viewport_size({"width": 1280, "height": 1600})
    person.page.evaluate(ALONE)
    person.page.wait_for_function("() => document.getAnimations().length === 0")
    return lightness(person.page.locator("article[data-poster] .paper").screenshot())


def largest_difference(drawn: NDArray[np.float64], shown: NDArray[np.float64]) -> float:
    """Return the difference of the sheet from the picture, at the height of the picture where it fits best."""
    # An upright picture has the sheet in its middle, a square one at its right edge.
    left = (540 - shown.shape[1]) // 2 + drawn.shape[1] - 540
    expected = squares(shown)
    places = (drawn[top : top + len(shown), left:][:, : shown.shape[1]] for top in range(len(drawn) - len(shown) + 1))
    differences = (np.abs(squares(place) - expected) for place in places)
    return float(min(differences, key=np.mean).max())


def squares(image: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean lightness of the squares of an image."""
    rows, columns = (size // SQUARE for size in image.shape)
    parts = image[: rows * SQUARE, : columns * SQUARE].reshape(rows, SQUARE, columns, SQUARE)
    return np.asarray(parts.mean(axis=(1, 3)))


@pytest.mark.parametrize(
    ("game", "width"),
    [pytest.param(*each, marks=() if each == QUICK else pytest.mark.slow) for each in product(GAMES, (390, 1280))],
)
def test_the_picture_equals_the_sheet(arrive: Arrive, game: str, width: int) -> None:
    ann = arrive(None, width=width, height=844)
    bots = ["random"] if game == "kniffeliger" else []
    settings = {"game": game, "seats": 1 + len(bots), "public": True}
    code = ann.open_table(settings=settings, bots=bots, start=True, until=99)
    # As in the picture, the sheet that spectators see has the names of all players.
    ann.page.context.clear_cookies()
    ann.go(f"/t/{code}")
    # Both shapes, each where it is offered first.
    drawn = picture(ann, "portrait" if width < 800 else "square")
    assert width < 800 or drawn.shape[0] == drawn.shape[1]
    assert largest_difference(drawn, sheet(ann)) < TOLERANCE
