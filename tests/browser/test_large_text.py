"""Text at 200 %: nothing overlaps or extends beyond the window, and all text can be read and reached."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLong
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import LAST_ROUND, SETTLED_MS
from tests.slow import slow_except

SIZES = [(390, 844), (1280, 720)]
DOUBLE_FONT_SIZE = """addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"""

# Texts that overlap or extend beyond the window, contents wider than their boxes, and names that are cut off.
COLLISIONS = """() => {
  const found = [];
  const shown = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.clientWidth !== 1;
  const texts = [];
  const walker = document.createTreeWalker(document.querySelector('.screen'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || !shown(holder) || holder.closest('.visually-hidden, .others, .news')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    // What lies beyond the edge of something that scrolls is not to be seen there.
    const board = holder.closest('.board, .players')?.getBoundingClientRect();
    if (board && (box.top >= board.bottom - 1 || box.bottom <= board.top + 1)) continue;
    if (box.width > 1) texts.push([node.data.trim(), box, holder]);
  }
  for (const [text, box] of texts)
    if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(`sticks out: ${text}`);
  texts.forEach(([text, a, one], i) => texts.slice(i + 1).forEach(([other, b, another]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    // Boxes of letters are taller than what is seen of letters.
    const least = Math.min(a.height, b.height);
    if (across > 2 && down > 0.35 * least && one !== another && !one.closest('.board') === !another.closest('.board'))
      found.push(`overlap: ${text} and ${other}`);
  }));
  for (const e of document.querySelectorAll('.board, .players, .halves, .dice, .felt, .screen'))
    if (e.scrollWidth > e.clientWidth + 1) found.push(`too wide: ${e.className} ${e.scrollWidth} in ${e.clientWidth}`);
  for (const e of document.querySelectorAll('.players .name, .paper .name, [data-testid=todo], .bar h1, .bar .round'))
    if (shown(e) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 8))
      if (getComputedStyle(e).display !== 'inline') found.push(`cut off: ${e.textContent.trim()}`);
  const {scrollWidth, clientWidth} = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`wider than the window by ${scrollWidth - clientWidth}`);
  return found.slice(0, 12);
}"""


@pytest.mark.parametrize("game", slow_except("knoeffel"))
def test_text_of_twice_the_size_is_legible(game: str, arrive: Arrive) -> None:
    ann = arrive(None, locale="de-DE", width=390, height=844, new=True)
    ann.page.add_init_script(DOUBLE_FONT_SIZE)
    seats = 4
    settings = {"game": game, "seats": seats, "hints": True, "coach": True}
    new: dict[str, Any] = {"settings": settings, "bots": ["random"] * (seats - 1), "start": True}
    ann.open_table(**new, until=LAST_ROUND[game] // 2)
    found = []
    for asked in (False, True):
        if asked:
            assert ann.play_until_asked(Random(4))
        for width, height in SIZES:
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.settle()
            try:
                ann.page.wait_for_function(f"() => ({COLLISIONS})().length === 0", timeout=SETTLED_MS)
            except TooLong:
                found += [f"{width}x{height}: {problem}" for problem in ann.page.evaluate(COLLISIONS)]
    assert found == []
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        lever = ann.find("lever")
        lever.scroll_into_view_if_needed()
        expect(lever).to_be_in_viewport(ratio=0.95)
