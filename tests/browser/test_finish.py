"""The finish of a game: its sheet is counted up, the best line is ringed, and a sentence compares the score."""

import json
from importlib.resources import files
from math import ceil

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import LAYOUT_SHIFTS, PLAY_BY_PROTOCOL, play_on

MEANS: dict[str, float] = json.loads((files("knobel.rating") / "levels.json").read_text())["knister"]["means"]

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

# Press a key when the counting begins.
SKIP_COUNTING = """() => {
  const observer = new MutationObserver(() => {
    if (document.querySelector('.uncounted') === null) return;
    observer.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'x', bubbles: true}));
  });
  observer.observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def bot_sentence(score: int) -> str:
    """Return what the page says about a score without earlier ones: what the best bot that it equals usually gets."""
    means = {level: ceil(mean) for level, mean in MEANS.items()}
    level = max((level for level in means if means[level] <= score), key=means.__getitem__, default="beginner")
    return f"The {level} bot usually gets {means[level]}."


@pytest.mark.slow
def test_the_sheet_is_counted_and_the_score_compared(arrive: Arrive) -> None:
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
    sentence = bot_sentence(score)
    expect(ann.find("sentence")).to_have_text(sentence)
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

    ann.click("start")
    ann.find("turn").wait_for()
    play_on([ann], 24)
    ann.find("turn").wait_for()
    ann.page.evaluate(SKIP_COUNTING)
    ann.page.evaluate(RECORD_COUNTING)
    ann.page.evaluate(PLAY_BY_PROTOCOL, [code, 99])
    ann.page.wait_for_function(COUNTED)
    assert len(ann.page.evaluate("() => window.left.filter((count) => count > 0)")) == 1
    (second,) = ann.results()
    if second > score:
        expect(ann.find("sentence")).to_contain_text("Your new best")
    elif second < score:
        expect(ann.find("sentence")).to_have_text(bot_sentence(second))
