"""The end of a game: its summary, the picture to share, and the replay."""

from contextlib import suppress
from random import Random

import pytest
from playwright.sync_api import TimeoutError as TooLong
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import PLAY_BY_PROTOCOL, SETTLED_MS, Person

# Announcements of moves and marks on sheets disappear after a while: record them when they appear.
REMEMBER_NEWS = """() => {
  [window.told, window.marked] = [[], false];
  new MutationObserver(() => {
    const text = document.querySelector('[data-testid=news]')?.textContent.trim();
    if (text && window.told.at(-1) !== text) window.told.push(text);
    window.marked ||= document.querySelector('.fresh') !== null;
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


# The end of a turn is shown only for a moment: record what is visible, and press Enter to end the turn immediately.
END_TURN = """() => {
  window.ended = new Promise((done) => {
    let seen = null;
    new MutationObserver(() => {
      const button = document.querySelector('[data-testid=end-turn]');
      if (seen !== null && button === null) done(seen);
      if (seen !== null || button === null) return;
      seen = {
        todo: document.querySelector('[data-testid=todo]').textContent.trim(),
        die: document.querySelector('[data-testid=action-die]') !== null,
      };
      document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
    }).observe(document.body, {subtree: true, childList: true});
  });
}"""


# Find parts of the end that are outside of the window or cut off.
SPILLED = """() => {
  const {scrollWidth, scrollHeight} = document.documentElement;
  const found = scrollWidth > innerWidth || scrollHeight > innerHeight ? [`page: ${scrollWidth}x${scrollHeight}`] : [];
  for (const sheet of document.querySelectorAll('.sheets .paper')) {
    const {right, bottom} = sheet.getBoundingClientRect();
    if (right > innerWidth || bottom > innerHeight) found.push(`sheet: to ${right}, ${bottom}`);
  }
  return found;
}"""


def test_an_automatically_ended_turn_stays_in_view_until_confirmed(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640)
    ann.open_table(settings={"game": "kniffeliger", "seats": 2}, bots=["random"], start=True)
    ann.find("lever").wait_for()
    ann.page.evaluate(END_TURN)
    # Nobody has an action die yet: after a row is written and its action die rolled, there is nothing to choose.
    rng = Random(3)
    while not ann.page.evaluate("() => Promise.race([window.ended, false])"):
        if not (ann.look()["ended"] or ann.step(rng)):
            ann.page.wait_for_timeout(20)
    seen = ann.page.evaluate("() => window.ended")
    assert seen["todo"] == "Your turn is over."
    if seen["die"]:
        # The log follows when the dice have begun to fall.
        expect(ann.find("log")).to_contain_text("the action die:")


SHEET_ABOVE_STORY = """() => {
  const [sheet, story] = ['.sheets .paper', '[data-testid=story]'].map((it) => document.querySelector(it));
  return sheet.getBoundingClientRect().bottom <= story.getBoundingClientRect().top;
}"""


def test_results_can_be_replayed(arrive: Arrive) -> None:
    ann = arrive(None, width=390, height=664)
    code = ann.open_table(settings={"game": "knister", "seats": 2}, bots=["random"], start=True, until=19)
    ann.find("turn").wait_for()
    ann.page.evaluate(REMEMBER_NEWS)
    ann.page.evaluate(PLAY_BY_PROTOCOL, [code, 99])
    ann.find("results").wait_for()
    # At least one of the lines that the bot completed had points; most of the twelve are completed in the last rounds.
    told, marked = ann.page.evaluate("() => [window.told, window.marked]")
    assert any("completes" in text for text in told)
    assert marked
    scores = ann.results()
    # All but the points, the sheets and what to do next is folded. On phones the sheets come earlier.
    for testid in ("story", "replay", "record", "log"):
        expect(ann.find(testid)).to_be_hidden()
    ann.click("results-more")
    ann.page.wait_for_function(SHEET_ABOVE_STORY)
    assert ann.find("story").locator("tfoot td").inner_text() == str(scores[0])
    margin = abs(scores[0] - scores[1])
    if margin:
        assert str(margin) in ann.find("margin").inner_text()

    ann.page.set_viewport_size({"width": 1366, "height": 768})
    ann.page.reload()
    assert ann.results() == scores
    # Everything is in view, and the sheets are larger than with several players.
    root = ann.page.locator("html")
    assert root.evaluate("(root) => [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight]") == [0, 0]
    assert ann.page.locator(".sheets .cell").first.evaluate("(cell) => cell.clientWidth") > 44
    # All else is beside the sheets, which stay in view.
    ann.click("results-more")
    ann.page.set_viewport_size({"width": 1024, "height": 768})
    for button in ("replay", "picture", "ask-coach"):
        expect(ann.find(button)).to_be_in_viewport(ratio=1)
    assert root.evaluate("(root) => [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight]") == [0, 0]
    ann.page.set_viewport_size({"width": 1366, "height": 768})
    ann.click("replay")
    slider = ann.find("replay-slider")
    slider.wait_for()
    expect(ann.page.locator("main h1")).to_be_focused()
    expect(slider).to_have_value("0")
    expect(ann.find("score-0")).to_have_text("0")
    ann.page.keyboard.press("End")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    for seat, score in enumerate(scores):
        expect(ann.find(f"score-{seat}")).to_have_text(str(score))
    last = ann.find("replay-text").inner_text()
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.find("replay-text")).not_to_have_text(last)
    ann.click("replay-on")
    expect(ann.find("replay-text")).to_have_text(last)
    ann.click("player-1")
    expect(ann.find("sheet-1")).to_be_visible()
    ann.click("replay-play")
    # At its end, the replay starts again and continues automatically.
    ann.page.wait_for_function(
        "() => { const {value, max} = document.querySelector('[type=range]'); "
        "return 0 < Number(value) && Number(value) < Number(max); }"
    )
    ann.click("replay-table")
    ann.find("results").wait_for()


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param("knister", 1, marks=pytest.mark.slow),
        ("knister", 5),
        pytest.param("knapp_daneben", 4, marks=pytest.mark.slow),
    ],
)
def test_all_of_the_end_is_in_view(game: str, seats: int, arrive: Arrive) -> None:
    ann = arrive(None, locale="de-DE")
    ann.open_table(settings={"game": game, "seats": seats}, bots=["random"] * (seats - 1), start=True, until=99)
    ann.find("results-more").wait_for()
    for width, height in ((1024, 768), (1280, 720), (1366, 768)):
        assert spilled(ann, width, height) == []
        if width > 1024 or game == "knister":
            expect(ann.page.locator(".sheets .paper")).to_have_count(seats)
    # Also in the smallest window with this layout, and beside all else.
    ann.click("results-more")
    for width, height in ((960, 600), (999, 700)):
        assert spilled(ann, width, height) == []


def spilled(person: Person, width: int, height: int) -> list[str]:
    """Return the problems with the end of a game at that size, after the layout has settled."""
    problems = f"({SPILLED})()"
    person.page.set_viewport_size({"width": width, "height": height})
    with suppress(TooLong):
        person.page.wait_for_function(f"() => {problems}.length === 0", timeout=SETTLED_MS)
    found: list[str] = person.page.evaluate(f"() => {problems}")
    return found
