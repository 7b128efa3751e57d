"""The finish of a game: its sheet is counted up, the best line is ringed, and a sentence compares the score."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import LAYOUT_SHIFTS, PLAY_BY_PROTOCOL

# The counting takes seconds: record how many scores are left each time, and all that a screen reader says.
RECORD_COUNTING = """() => {
  [window.left, window.heard] = [[], []];
  new MutationObserver(() => {
    const left = document.querySelectorAll('.uncounted').length;
    if (window.left.at(-1) !== left) window.left.push(left);
    const said = document.querySelector('[data-testid=announcements]').textContent.trim();
    if (said && window.heard.at(-1) !== said) window.heard.push(said);
  }).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
}"""
COUNTED = "() => Math.max(...window.left) > 1 && window.left.at(-1) === 0"


@pytest.mark.slow
def test_the_counting_is_in_view_and_heard_once(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640)
    code = ann.open_table(settings={"game": "knister", "seats": 1}, start=True, until=24)
    ann.find("turn").wait_for()
    ann.page.evaluate(LAYOUT_SHIFTS.replace("const playing = () =>", "const playing = () => true ||"))
    ann.page.evaluate(RECORD_COUNTING)
    ann.page.evaluate(PLAY_BY_PROTOCOL, [code, 99])
    ann.page.wait_for_function(COUNTED)
    (score,) = ann.results()
    # One line after another; a test's machine may be too slow to see each.
    left = [count for count in ann.page.evaluate("() => window.left") if count]
    assert left == sorted(set(left), reverse=True)
    expect(ann.page.locator(".paper .best")).to_be_visible()
    expect(ann.page.locator(".paper .sum")).to_have_text(str(score))
    expect(ann.find("results-headline")).to_have_text(f"{score} points")
    sentence = ann.find("sentence").inner_text()
    heard = ann.page.evaluate("() => window.heard")
    assert len([text for text in heard if sentence in text]) == 1
    # The numbers in between are not read out.
    assert len([text for text in heard if "points" in text and "You" not in text]) <= 1

    # The sheet and what can be done are in view together.
    for testid in ("start", "picture", "results-more"):
        expect(ann.find(testid)).to_be_in_viewport(ratio=1)
    paper, start = ann.page.locator(".paper").bounding_box(), ann.find("start").bounding_box()
    assert paper
    assert start
    assert paper["y"] + paper["height"] <= start["y"]
    assert [text for text in ann.unrest() if text.startswith("shifted")] == []
