"""A record on the page: dropped or selected, replayed, and continued differently."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from knobel import Move, notation
from tests.browser.conftest import Arrive
from tests.browser.test_pages import inspect
from tests.tables.test_what_if import played


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a game that requires no compiling."""
    file = tmp_path_factory.mktemp("records") / "game.jsonl"
    file.write_text(notation.dumps(played("knoeffel", 2, columns=1)))
    return file


DROP = """(text) => {
  const files = new DataTransfer();
  files.items.add(new File([text], 'game.jsonl'));
  document.querySelector('.drop').dispatchEvent(new DragEvent('drop', {dataTransfer: files, bubbles: true}));
}"""


def test_a_record_is_looked_at_and_played_on(arrive: Arrive, record: Path) -> None:
    ann = arrive("/record", width=390, height=844, locale="de-DE")
    lines = record.read_text().splitlines(keepends=True)
    bad = {
        "Zeile 3": "".join(lines[:2]) + '{"roll": [1, 2, 3, 4, 7]}\n',
        "Zeile 1": lines[0].replace("knoeffel", "chess"),
        f"Zeile {len(lines)}": "".join(lines[:-1]) + lines[-1].replace("}", ', "scores": [1, 1]}'),
        "Zeile 5001": "".join(lines) + "\n" * 10_000,
    }
    for words, text in bad.items():
        ann.page.evaluate(DROP, text)
        expect(ann.find("bad-record")).to_contain_text(words)
    assert inspect(ann, "record") == []
    ann.find("record-file").set_input_files(record)
    # One step for each event, one for the start and one for the end.
    expect(ann.find("replay-slider")).to_have_attribute("max", str(len(lines)))
    ann.click("ask-coach")
    ann.find("show-answer").wait_for()
    ann.click("all")
    expect(ann.find("fortune").locator("li")).to_have_count(2)
    ann.click("next-mistake")
    ann.click("what-if")
    expect(ann.find("what-if-dialog")).to_contain_text("ziehst hier anders")
    assert inspect(ann, "what-if", again=True) == []
    ann.click("play-on")
    expect(ann.find("round")).to_contain_text("Was wäre, wenn?")
    expect(ann.find("hint")).to_be_visible()
    ann.page.go_back()
    expect(ann.find("replay-slider")).to_be_visible()
    ann.click("replay-table")
    expect(ann.find("record-file")).to_be_attached()


# Animations are short: record each when it starts.
RECORD_ANIMATIONS = """() => {
  window.travels = [];
  const {animate} = Element.prototype;
  Element.prototype.animate = function (keyframes, options) {
    window.travels.push(parseFloat(keyframes[0].transform.slice('translateX('.length)));
    return animate.call(this, keyframes, options);
  };
}"""


def test_columns_cross_when_sheets_change_hands(arrive: Arrive) -> None:
    ann = arrive(None, width=390, height=844)
    ann.ask("POST", "/api/session")
    game = played("kniffeliger", 2)
    at, move = next(
        (at, event) for at, event in enumerate(game.events) if isinstance(event, Move) and event.action == "shift"
    )
    branch: dict[str, str | float | bool] = {"at": at, "seat": move.seat, "level": "random", "same_dice": "true"}
    opened = ann.ask(
        "POST",
        "/api/records/what-if",
        notation.dumps(game),
        params=branch,
        headers={"content-type": "application/x-ndjson"},
    )
    assert opened.ok, opened.text()
    ann.go(f"/t/{opened.json()['code']}-{opened.json()['key']}")
    ann.page.evaluate(RECORD_ANIMATIONS)
    ann.page.locator("[data-action=shift]").click()
    ann.page.wait_for_function("() => window.travels.length >= 28")
    ways = ann.page.evaluate("() => window.travels")
    # Fourteen rows and the total, in two columns with equal distances in both directions.
    assert min(ways) == pytest.approx(-max(ways), abs=1)
    assert max(ways) > 20
