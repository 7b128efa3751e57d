"""Every page of the list with something on it, in every language and both themes, on two phones.

Axe finds no violation, nothing is wider than the screen, all that can be touched measures 44 pixels, no letter is
smaller than 13, and the console is empty.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from knobel.texts import LANGUAGES
from tests.browser.axe import violations
from tests.browser.devices import MUTED, NO_SERVICE_WORKER, open_context
from tests.browser.person import Person
from tests.browser.populated import PAGES, TOKEN, Populated, open_page, populate
from tests.browser.routes import page_routes
from tests.browser.test_pages import AT_REST, FITS, choose_colours
from tests.server.client import Server, running

WIDTHS = 360, 390

SMALL = """() => {
  const seen = (e) => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 1;
  const inText = (e) => e.matches('a:not(.button)') && [...e.parentElement.childNodes]
    .some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const found = [];
  // A label is touched for its field.
  const touched = (e) => e.closest('label') ?? e;
  const targets = [...document.querySelectorAll('button, select, input, textarea, a[href], summary')]
    .filter((e) => seen(e) && !e.disabled && !e.matches('.visually-hidden, .skip') && !inText(e));
  for (const target of targets) {
    const area = touched(target);
    const box = area.getBoundingClientRect();
    let [width, height] = [box.width, box.height];
    if (width >= 43.5 && height >= 43.5) continue;
    // What lies around the box may react, too.
    area.scrollIntoView({block: 'center', behavior: 'instant'});
    const {left, top} = area.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hits = (dx, dy) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit !== null && (area.contains(hit) || hit.closest('label')?.control === target);
    };
    if (!hits(0, 0)) continue;
    const reach = (dx, dy) => {
      let n = 0;
      while (n < 44 && hits(n * dx, n * dy)) n += 0.5;
      return n;
    };
    [width, height] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
    if (width < 43.5 || height < 43.5)
      found.push(`too small to touch: ${Math.round(width)}x${Math.round(height)} ${target.outerHTML.slice(0, 120)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const e = node.parentElement;
    if (!node.data.trim() || !seen(e) || e.closest('svg, .visually-hidden, [inert]')) continue;
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (size < 12.9) found.push(`too small to read: ${size}px ${node.data.trim().slice(0, 30)} in ${e.className}`);
  }
  scrollTo(0, 0);
  return [...new Set(found)].slice(0, 12);
}"""
"""Find targets whose touch area is below 44 pixels, and text below 13. Links in a sentence are as tall as its lines."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("every"), operator_token=TOKEN, frame=["localhost"]) as started:
        yield started


@pytest.fixture(scope="module")
def world(server: Server) -> Populated:
    return populate(server.url)


def test_every_page_of_the_list_has_an_address() -> None:
    assert {name.split()[0] for name in PAGES} == {route["page"] for route in page_routes()}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page(language: str, browser: Browser, server: Server, world: Populated) -> None:
    context = open_context(browser, language, (NO_SERVICE_WORKER, MUTED), touch=False)
    world.enter(context, server.url)
    ada = Person(context.new_page(), server.url)
    found = []
    for name in PAGES:
        ada.page.set_viewport_size({"width": WIDTHS[0], "height": 740})
        choose_colours(ada, "light")
        open_page(ada.page, server.url, world.address(name))
        ada.settle()
        ada.page.wait_for_function(AT_REST)
        problems = []
        for width in WIDTHS:
            ada.page.set_viewport_size({"width": width, "height": 740})
            ada.page.wait_for_function(AT_REST)
            if not ada.page.evaluate(FITS):
                problems.append(f"wider than {width}")
            problems += [f"{width}: {problem}" for problem in ada.page.evaluate(SMALL)]
        for scheme in ("light", "dark"):
            choose_colours(ada, scheme)
            ada.page.wait_for_function(AT_REST)
            problems += [f"{scheme}: {each}" for each in violations(ada.page, scheme)]
        found += [f"{name}: {problem}" for problem in problems]
    context.close()
    found += ada.problems
    assert not found, "\n".join(found)
