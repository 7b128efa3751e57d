"""Printed pads: nothing is cut, lines and type are thick and large enough, and the codes lead to the page for paper."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from knobel import GAMES
from knobel.cli import main
from knobel.vision.paper.pad_form import read_form
from tests.browser.conftest import Arrive
from tests.browser.qr_codes import read_text
from tests.browser.test_pages import inspect
from tests.slow import slow_except

LINK = "https://knobel.example/paper"
PAPERS = {"A4": (210.0, 297.0), "A5": (148.0, 210.0), "Letter": (215.9, 279.4)}
POINT = 96 / 72
"""Pixels of a style sheet in a point."""
SMALLEST_TYPE, THINNEST_LINE = 8.0, 0.5
"""In points."""
FORM_STEP = 0.003
"""The precision of lengths in forms and of where the marks are."""
FLUSH = 0.2
"""The largest difference in pixels, which browsers round."""

MEASURE = """() => {
  const page = document.querySelector('[data-printed]');
  const within = (inner, outer) => inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5
    && inner.top >= outer.top - 0.5 && inner.bottom <= outer.bottom + 0.5;
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility() && !element.closest('.visually-hidden');
  const found = {type: [], lines: [], cut: [], cuts: []};
  for (const pad of page.querySelectorAll('.pad')) {
    const sheet = pad.querySelector('[data-part=sheet]');
    const walker = document.createTreeWalker(pad, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode, parent = text.parentElement;
      if (!text.textContent.trim() || !seen(parent)) continue;
      found.type.push(parseFloat(getComputedStyle(parent).fontSize));
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const each of range.getClientRects()) if (!within(each, box(pad))) found.cut.push(text.textContent);
    }
    for (const element of pad.querySelectorAll('*')) {
      if (!seen(element)) continue;
      const style = getComputedStyle(element);
      for (const side of ['Top', 'Right', 'Bottom', 'Left']) {
        const width = parseFloat(style[`border${side}Width`]);
        if (width > 0 && style[`border${side}Style`] !== 'none') found.lines.push(width);
      }
      if (element instanceof SVGGeometryElement && style.stroke !== 'none') {
        const scale = style.vectorEffect === 'non-scaling-stroke' ? 1 : element.getScreenCTM().a;
        found.lines.push(parseFloat(style.strokeWidth) * scale);
      }
      if (element.matches('[data-cell], [data-field], .end, .label, .title, .line, .sheet, .rules')) {
        const outer = element.closest('[data-part=sheet]') ? sheet : pad;
        if (!within(box(element), box(outer))) found.cut.push(element.outerHTML.slice(0, 120));
      }
    }
    const own = box(pad);
    found.cuts.push([own.left, own.top, own.width, own.height].map(Math.round).join(' '));
  }
  const lines = [...page.querySelectorAll('.place')];
  found.places = lines.map(box).map(({left, top, width, height}) => [left, top, width, height]);
  found.fit = page.dataset.fit.split(' ');
  return found;
}"""
"""What is on a page: sizes of type and widths of lines in pixels, what is cut, and where the pads are."""

PLACES = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const centre = ({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2];
  const [[x, y], [right, bottom]] = ['top-left', 'bottom-right'].map((mark) => centre(box(`[data-mark=${mark}]`)));
  const at = (px, py) => [(px - x) / (right - x), (py - y) / (bottom - y)];
  const places = '[data-cell], [data-field]:not([data-field^="total."])';
  const cells = [...document.querySelector('.pad').querySelectorAll(places)].map((each) => {
    const {left, top, right, bottom} = each.getBoundingClientRect();
    return [...at(left, top), ...at(right, bottom)];
  });
  const code = box('.code svg'), modules = document.querySelector('.code svg').viewBox.baseVal.width;
  const inside = 6.5 * code.width / modules;
  return [cells, at(code.right - inside, code.top + inside)];
}"""
"""Where the cells of the first pad are, and the finder pattern of its code, in the frame of the marks."""

MODULES = """(code) => {
  const size = code.viewBox.baseVal.width, dark = new Set();
  const path = code.querySelector('path').getAttribute('d');
  for (const [, x, y] of path.matchAll(/M(\\d+) (\\d+)h1v1h-1z/g)) dark.add(`${x} ${y}`);
  const range = Array.from({length: size - 6}, (_, i) => i + 3);
  return range.map((y) => range.map((x) => dark.has(`${x} ${y}`)));
}"""


def pages_of(pdf: bytes) -> list[tuple[float, float]]:
    """Return the size of each page of a PDF that Chromium wrote, in millimetres."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(float(width) / 72 * 25.4, float(height) / 72 * 25.4) for width, height in boxes]


@pytest.fixture(scope="module")
def printer(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.emulate_media(media="print")
    yield page
    page.close()


def written(folder: Path, *arguments: str) -> str:
    """Return the address of the file that `knobel print` writes."""
    file = folder / f"{'-'.join(arguments)}.html"
    with pytest.raises(SystemExit) as end:
        main(["print", *arguments, "-o", str(file), "--url", "https://knobel.example"])
    assert not end.value.code
    return file.as_uri()


def check(page: Page, paper: str) -> dict[str, Any]:
    """Check the pads in a page and its PDF; return what was measured."""
    page.locator("[data-fit]").wait_for()
    found: dict[str, Any] = page.evaluate(MEASURE)
    assert min(found["type"]) >= SMALLEST_TYPE * POINT - 0.01
    assert min(found["lines"]) >= THINNEST_LINE * POINT - 0.01
    assert found["cut"] == []
    # Each cut goes through the whole page: all pads have the same size, and begin where the row and the column begin.
    lefts, tops, widths, heights = zip(*found["places"], strict=True)
    assert max(widths) - min(widths) < FLUSH
    assert max(heights) - min(heights) < FLUSH
    columns, rows = (
        {round(each / size, 2) for each in edges} for edges, size in ((lefts, widths[0]), (tops, heights[0]))
    )
    assert len(columns) * len(rows) == len(lefts)
    (size,) = pages_of(page.pdf(prefer_css_page_size=True))
    assert sorted(size) == pytest.approx(sorted(PAPERS[paper]), abs=0.3)
    return found


@pytest.mark.parametrize("game", slow_except("knoeffel"))
def test_pads_are_printed_whole(printer: Page, tmp_path: Path, game: str) -> None:
    for paper, number, more in (("A4", 1, ()), ("A5", 2, ("--mono",)), ("Letter", 6, ("--language", "de"))):
        printer.goto(written(tmp_path, game, "--paper", paper, "--per-page", str(number), *more))
        found = check(printer, paper)
        assert found["fit"][0] == str(number)
        assert found["fit"][1] != "none"
        assert len(found["cuts"]) == number
    link = read_text(printer.locator(".code svg").first.evaluate(MODULES))
    assert link.startswith(f"{LINK}?game={game}&pad=")
    # The form in the code tells where the cells are between the marks.
    cells, finder = printer.evaluate(PLACES)
    assert finder == pytest.approx([1, 0], abs=FORM_STEP)
    assert np.array(read_form(link).cells) == pytest.approx(np.array(cells), abs=2 * FORM_STEP)


@pytest.mark.slow
@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("game", [(name,) for name in GAMES] + [("knoeffel", "--option", "columns=6")], ids="".join)
def test_all_pads_are_printed_whole(printer: Page, tmp_path: Path, game: tuple[str, ...], paper: str) -> None:
    for language in ("de", "en", "it"):
        for number in range(1, 7):
            options = ("--paper", paper, "--per-page", str(number), "--language", language)
            printer.goto(written(tmp_path, *game, *options))
            check(printer, paper)


def test_the_page_is_printed_at_rest_and_a_dialog_once(arrive: Arrive) -> None:
    ann = arrive(None, width=390, height=844, scheme="dark")
    ann.open_table(settings={"game": "knister", "seats": 1}, start=True, until=99)
    ann.find("start").wait_for()
    ann.click("share")
    ann.page.emulate_media(media="print")
    assert ann.page.evaluate("() => document.getAnimations().length") == 0
    assert [len(pages_of(ann.page.pdf(format=paper))) for paper in ("A4", "Letter")] == [1, 1]
    expect(ann.find("share-dialog")).to_be_visible()
    expect(ann.find("results")).to_be_hidden()
    ann.page.emulate_media(media="screen")
    ann.page.keyboard.press("Escape")
    ann.page.emulate_media(media="print")
    expect(ann.find("results")).to_be_visible()
    expect(ann.find("start")).to_be_hidden()
    # Even with the dark theme, paper is white.
    expect(ann.page.locator("html")).to_have_css("color-scheme", "light")


@pytest.mark.slow
def test_the_printed_page_equals_the_preview(arrive: Arrive) -> None:
    ann = arrive("/rules/knoeffel", width=360, height=640, scheme="dark")
    ann.click("to-print")
    expect(ann.page.locator("[data-fit]")).to_have_attribute("data-page", "A4-landscape")
    assert inspect(ann, "print") == []
    ann.find("print-paper").select_option("A5")
    ann.find("print-per-page").select_option("6")
    ann.find("setup-option-columns").select_option(label="6")
    expect(ann.page.get_by_role("status").filter(has_text="no room for more than 3 on A5")).to_be_visible()
    expect(ann.page.locator("[data-field='fh.6']")).to_have_count(3)
    ann.page.keyboard.press("Tab")
    ann.find("print-colour").focus()
    ann.page.keyboard.press("Space")
    expect(ann.page.locator("[data-printed=black]")).to_be_attached()
    ann.find("print-language").select_option("it")
    expect(ann.page.locator(".pad").first).to_contain_text("Punti")
    ann.page.emulate_media(media="print")
    check(ann.page, "A5")
    expect(ann.page.get_by_role("heading", level=1)).to_be_hidden()
    ann.page.emulate_media(media="screen")
    link = read_text(ann.page.locator(".code svg").first.evaluate(MODULES))
    assert "/paper?game=knoeffel&columns=6&pad=" in link
    # The code of a printed sheet leads to its game with its options.
    ann.go(link[link.index("/paper") :])
    expect(ann.find("paper-game")).to_have_value("knoeffel")
    ann.page.locator("summary").first.click()
    expect(ann.find("setup-option-columns").locator("option:checked")).to_have_text("6")
    ann.page.locator("[data-testid=paper-order] > summary").click()
    ann.click("paper-begin")
    expect(ann.page.locator("[data-field^='ls.']")).to_have_count(6)
