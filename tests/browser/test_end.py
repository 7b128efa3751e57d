"""The end of a game: what is told of it, the picture to send, and the replay."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import PLAY_ON

# What is told of others' moves, and whether places on sheets are marked, goes by: it is noted down as it comes.
REMEMBER_NEWS = """() => {
  [window.told, window.marked] = [[], false];
  new MutationObserver(() => {
    const text = document.querySelector('[data-testid=news]')?.textContent.trim();
    if (text && window.told.at(-1) !== text) window.told.push(text);
    window.marked ||= document.querySelector('.fresh') !== null;
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def test_the_end_is_told_and_can_be_sent_and_replayed(arrive: Arrive) -> None:
    ann = arrive(width=390, height=664)
    code = ann.open_table(settings={"game": "knister", "seats": 2, "public": True}, bots=["random"], start=True)
    ann.find("turn").wait_for()
    ann.page.evaluate(REMEMBER_NEWS)
    ann.page.evaluate(PLAY_ON, [code, 99])
    ann.find("results").wait_for()
    # Of twelve lines that the bot completed, at least one was worth something.
    told, marked = ann.page.evaluate("() => [window.told, window.marked]")
    assert any("completes" in text for text in told)
    assert marked
    scores = ann.results()
    assert ann.find("story").locator("tfoot td").inner_text() == str(scores[0])
    margin = abs(scores[0] - scores[1])
    if margin:
        assert str(margin) in ann.find("margin").inner_text()
    with ann.page.expect_download() as download:
        ann.click("picture")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")

    ben = arrive(f"/t/{code}", locale="de-DE")
    assert ben.results() == scores
    ben.click("replay")
    slider = ben.find("replay-slider")
    expect(slider).to_have_value("0")
    expect(ben.find("score-0")).to_have_text("0")
    ben.page.keyboard.press("End")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    for seat, score in enumerate(scores):
        expect(ben.find(f"score-{seat}")).to_have_text(str(score))
    last = ben.find("replay-text").inner_text()
    ben.page.keyboard.press("ArrowLeft")
    expect(ben.find("replay-text")).not_to_have_text(last)
    ben.click("replay-on")
    expect(ben.find("replay-text")).to_have_text(last)
    ben.click("player-1")
    expect(ben.find("sheet-1")).to_be_visible()
    ben.click("replay-play")
    # Having been at the end, it begins anew and goes on by itself.
    ben.page.wait_for_function(
        "() => { const {value, max} = document.querySelector('[type=range]'); "
        "return 0 < Number(value) && Number(value) < Number(max); }"
    )
    ben.click("replay-table")
    ben.find("results").wait_for()
