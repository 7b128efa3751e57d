"""The coach on the page: skill and luck at the end of a game, and the review beside its replay."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import TimeoutError as TooLong
from playwright.sync_api import expect

from knobel import Move, Roll, notation
from knobel.games import GAMES
from tests.browser.conftest import Arrive
from tests.browser.person import SETTLED_MS, Person, play_to_the_end
from tests.browser.test_pages import inspect
from tests.tables.test_what_if import played

SIZES = [(360, 640), (390, 844), (1280, 720)]

# Find elements needed for a decision, and its verdict, that are not completely inside the window or covered.
COVERED = """() => {
  const parts = ['.paper', '[data-cell]', '[data-field]', '.head'].map((part) => `.board ${part}`);
  parts.push('.tray .dice > li');
  parts.push('[data-testid=verdict]', '[data-testid=judgement] .grade', '[data-testid=judgement] li');
  const found = [];
  for (const selector of parts)
    for (const part of document.querySelectorAll(selector)) {
      const {left, top, right, bottom} = part.getBoundingClientRect();
      const name = `${selector} ${part.dataset.cell ?? part.dataset.field ?? ''}`;
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        found.push(`outside: ${name} ${[left, top, right, bottom].map(Math.round)}`);
      else {
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!part.contains(hit) && !hit?.contains(part)) found.push(`covered: ${name} by ${hit?.className}`);
      }
    }
  const board = document.querySelector('.board');
  const {scrollHeight, clientHeight} = board;
  if (scrollHeight > clientHeight + 1) found.push(`cut off: ${scrollHeight} in ${clientHeight}`);
  for (const selector of ['.board .paper', '.tray .dice > li'])
    if (!document.querySelector(selector)) found.push(`missing: ${selector}`);
  return found.slice(0, 6);
}"""


# Before its answer, a moment has a question and controls instead of a verdict.
LESSON_COVERED = COVERED.replace(
    "'[data-testid=judgement] .grade', '[data-testid=judgement] li'", "'.controls .button'"
)

SWIPE_BACK = """() => {
  const board = document.querySelector('.board');
  const touch = (type, clientX) => {
    const touches = [new Touch({identifier: 1, target: board, clientX, clientY: 300})];
    const now = type === 'touchend' ? [] : touches;
    board.dispatchEvent(new TouchEvent(type, {touches: now, changedTouches: touches, bubbles: true}));
  };
  touch('touchstart', 100);
  touch('touchend', 250);
}"""


def uncovered(person: Person, sizes: list[tuple[int, int]], covered: str = COVERED) -> list[str]:
    """Return the parts of a decision that are not visible at these sizes, after the layout has settled at each."""
    found = []
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate("() => scrollTo(0, 0)")
        try:
            person.page.wait_for_function(f"() => ({covered})().length === 0", timeout=SETTLED_MS)
        except TooLong:
            found += [f"{width}x{height}: {problem}" for problem in person.page.evaluate(covered)]
    return found


def to_step(person: Person, step: int) -> None:
    slider = person.find("replay-slider")
    slider.fill(str(step))
    expect(slider).to_have_value(str(step))


def learn(person: Person) -> None:
    """Go through the moments of a lesson, each first without its answer; all is in view, and comes to rest."""
    moments = person.find("which-moment").locator("i")
    expect(moments.first).to_be_visible()
    expect(person.find("rule")).not_to_be_empty()
    assert uncovered(person, SIZES, LESSON_COVERED) == []
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        root = person.page.locator("html")
        assert root.evaluate("(root) => [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight]") == [0, 0]
    person.page.set_viewport_size({"width": 390, "height": 664})
    # Figures, curve, ledger and log are elsewhere.
    for testid in ("fortune", "review", "steps", "maker"):
        expect(person.find(testid)).to_have_count(0)
    expect(person.find("judgement")).to_have_count(0)
    expect(person.page.locator(".board [data-judged~=better], .dice .better")).to_have_count(0)
    person.click("show-answer")
    expect(person.find("judgement").locator("li.played")).to_have_count(1)
    assert inspect(person, "lesson", again=True) == []
    person.page.set_viewport_size({"width": 390, "height": 664})
    # By keys and by a swipe, with motion: another card takes the place of the first.
    if moments.count() > 1:
        person.page.keyboard.press("ArrowRight")
        expect(moments.nth(1)).to_have_class(re.compile("here"))
        expect(person.find("judgement")).to_have_count(0)
        person.page.evaluate(SWIPE_BACK)
        expect(moments.first).to_have_class(re.compile("here"))
        person.page.wait_for_function(
            "() => document.querySelector('.board').getAnimations({subtree: true}).length === 0"
        )
        expect(person.find("judgement")).to_have_count(1)
    # A moment is tried, and its answer stays.
    person.click("try")
    expect(person.find("leave-trial")).to_be_visible()
    person.page.go_back()
    expect(person.find("lesson")).to_be_visible()


def test_a_game_is_reviewed(arrive: Arrive) -> None:
    ann = arrive(None, locale="de-DE", width=390, height=664)
    # A level that requires no compiling.
    settings = {"game": "knoeffel", "options": {"columns": 1}, "seats": 2}
    ann.open_table(settings=settings, bots=["random"], start=True, until=13)
    play_to_the_end([ann], Random(5))
    ann.click("results-more")
    ann.click("ask-coach")
    learn(ann)
    ann.click("all")
    expect(ann.find("fortune")).to_contain_text("Würfelglück")
    expect(ann.find("fortune")).to_contain_text("8 von 10 Partien des Trainers")
    assert [ann.find("fortune").locator("li").count(), ann.problems] == [2, []]
    for ledger in ann.find("fortune").locator("dl").all():
        shown = [text.replace(",", ".").replace("−", "-") for text in ledger.locator(".figure").all_inner_texts()]
        *parts, result = map(float, shown)
        assert sum(parts) == pytest.approx(result)

    ann.click("next-mistake")
    step = int(ann.find("replay-slider").input_value())
    assert step > 0
    expect(ann.find("judgement").locator("li.played")).to_have_count(1)
    expect(ann.find("judgement").locator("li.better")).to_have_count(1)
    expect(ann.find("why")).not_to_be_empty()
    # The page shows the dice of the decision, and marks the played and the better choice.
    faces = ann.page.locator("[data-testid^=die-]").evaluate_all("(dice) => dice.map((die) => die.ariaLabel)")
    assert len(faces) == 5
    assert not [face for face in faces if "?" in face or not any(digit in face.split(":")[-1] for digit in "123456")]
    assert ann.page.locator("[data-judged], .dice .played, .dice .better").count() > 0
    assert uncovered(ann, SIZES) == []
    ann.page.set_viewport_size({"width": 390, "height": 664})

    # The decision can be tried again in place, any number of times.
    before = ann.find("replay-text").inner_text()
    ann.click("try")
    expect(ann.find("leave-trial")).to_be_visible()
    assert uncovered(ann, SIZES) == []
    rng = Random(2)
    while not ann.find("judgement").count():
        ann.step(rng)
        ann.settle()
    assert uncovered(ann, SIZES) == []
    assert inspect(ann, "trial", again=True) == []
    ann.page.set_viewport_size({"width": 390, "height": 664})
    if ann.find("retry").count():
        ann.click("retry")
        expect(ann.find("judgement")).to_have_count(0)
        expect(ann.page.locator("main [data-action]").first).to_be_visible()
    # The exercise is an inner view: "back" leaves it, not the replay.
    ann.page.go_back()
    expect(ann.find("replay-text")).to_have_text(before)

    ann.page.keyboard.press("ArrowRight")
    expect(ann.find("replay-slider")).to_have_value(str(step + 1))
    ann.click("previous-mistake")
    expect(ann.find("replay-slider")).to_have_value(str(step))
    assert inspect(ann, "review") == []

    # A closer look shows intervals while the coach works, and the coach stops when the player leaves the step.
    ann.click("look-closer")
    expect(ann.find("closer-difference")).to_contain_text("±")
    with ann.page.expect_event("requestfailed", lambda request: "/api/coach/compare" in request.url):
        ann.page.keyboard.press("ArrowRight")
    expect(ann.find("closer-difference")).to_have_count(0)
    ann.page.keyboard.press("ArrowLeft")
    ann.click("look-closer")
    ann.click("stop-closer")
    expect(ann.find("look-closer")).to_be_visible()
    assert inspect(ann, "closer", again=True) == []


# It has moves of the most kinds.
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_each_move_where_it_was_chosen(game: str, arrive: Arrive, tmp_path: Path) -> None:
    record = played(game, max(2, GAMES[game].min_seats))
    file = tmp_path / "game.jsonl"
    file.write_text(notation.dumps(record))
    ann = arrive("/record", width=360, height=640)
    ann.find("record-file").set_input_files(file)
    ann.find("replay-slider").wait_for()
    seen = set[str]()
    state = record.game.start(len(record.seats))
    for at, event in enumerate(record.events, 1):
        before, state = state, record.game.apply(state, event)
        kind = "roll" if isinstance(event, Roll) else kind_of(event) if isinstance(event, Move) else ""
        if kind in ("", "roll", *seen) or at < 12:
            continue
        seen.add(kind)
        assert isinstance(event, Move)
        to_step(ann, at)
        ann.click(f"player-{event.seat}")
        assert score(ann, event.seat) == record.game.score(before, event.seat)
        dice = record.game.info(before)["dice"]
        if dice:
            labels = ann.page.locator("[data-testid^=die-]").evaluate_all("(all) => all.map((die) => die.ariaLabel)")
            assert sorted(int(label.split(":")[-1].split(",")[0]) for label in labels) == sorted(dice), kind
        marked = ann.page.locator(".board").get_by_text("played")
        if kind in ("entry", "circle", "line", "swap", "shift", "freeze", "cross", "steal"):
            assert marked.count() > 0, f"{event.action} is marked in words"
        if kind == "keep" and len(event.action) > 1:
            kept = [label for label in labels if "played" in label]
            assert len(kept) == len(event.action) - 1
        assert uncovered(ann, SIZES[:1]) == [], event.action
    assert "entry" in seen
    # The last step shows the result.
    ann.page.keyboard.press("End")
    assert [score(ann, seat) for seat in range(len(record.seats))] == list(record.game.scores(state))


def score(person: Person, seat: int) -> int:
    """Return a seat's score, including points that the seat can still lose."""
    return sum(map(int, person.find(f"score-{seat}").inner_text().replace("\n", "").split("+")))


def kind_of(move: Move) -> str:
    """Return the kind of a move, for moves that are drawn differently."""
    word = move.action.split(".")[0]
    if word in ("steal", "freeze", "cross", "shift", "swap", "roll", "end", "pass"):
        return word
    if move.action[0] in "kf" and not move.action[1:].strip("123456"):
        return "keep"
    return "line" if ":" in move.action else "circle" if move.action.endswith("o") else "entry"
