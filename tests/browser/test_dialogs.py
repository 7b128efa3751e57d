"""Every dialog on a small phone: nothing is cut, axe finds nothing, and "back" closes it."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from knobel import notation
from knobel.games import GAMES
from tests.browser.axe import violations
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_pages import AT_REST
from tests.tables.test_what_if import played

SCREENSHOTS = os.environ.get("KNOBEL_SCREENSHOTS")
"""Folder for screenshots of every dialog, for visual inspection."""
LANGUAGES = {"de": "de-DE", "en": "en-GB", "it": "it-IT"}
CUT = """() => {
  const found = [], dialog = document.querySelector('dialog:modal');
  const {left, top, right, bottom} = dialog.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) found.push('outside the window');
  const body = dialog.querySelector('.body');
  if (body.scrollWidth > body.clientWidth + 1) found.push('wider than the dialog');
  body.scrollTop = body.scrollHeight;
  const edge = body.getBoundingClientRect().bottom;
  const visible = [...body.querySelectorAll('*')].filter((e) => e.checkVisibility({visibilityProperty: true}));
  if (!body.querySelector('form > .foot')) {
    const end = Math.max(...[...body.children].map((e) => e.getBoundingClientRect().bottom));
    if (edge - end < 8) found.push(`the end is ${Math.round(edge - end)} px from the edge`);
  }
  for (const element of visible) {
    const {overflowX, textOverflow} = getComputedStyle(element);
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.matches('.visually-hidden, .visually-hidden *') || element.clientWidth < 2) continue;
    if (overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
      found.push(`clipped: ${element.textContent.trim().slice(0, 40)}`);
  }
  body.scrollTop = 0;
  return found;
}"""
"""Return what is cut off in the open dialog."""


def look_at(person: Person, opener: str, dialog: str, name: str) -> list[str]:
    """Open a dialog, return what is cut off in it, and close it by going back."""
    person.find(opener).locator("visible=true").first.click()
    shown = person.page.locator(f"dialog[open][data-testid={dialog}]")
    expect(shown).to_be_visible()
    expect(shown.locator(".body > *").first).to_be_visible()
    cut = person.page.evaluate(CUT)
    person.page.wait_for_function(AT_REST)
    seen = [*cut, *violations(person.page)]
    problems = [f"{dialog}: {problem}" for problem in seen]
    if SCREENSHOTS:
        person.page.screenshot(path=Path(SCREENSHOTS) / f"{name}-{dialog}.png")
    address = person.page.url
    person.page.go_back()
    expect(shown).to_have_count(0)
    assert person.page.url == address
    return problems


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_dialogs_on_a_small_phone(language: str, scheme: str, arrive: Arrive, tmp_path: Path) -> None:
    ann = arrive(None, width=360, height=640, locale=LANGUAGES[language], scheme=scheme, touch=True)
    name, found = f"{language}-{scheme}", []
    code = ann.open_table(settings={"game": "knister", "seats": 2, "hints": True}, bots=["random"], start=True)
    ann.wait_for_game()
    at_table = {
        "howto": "howto-dialog",
        "values": "values-dialog",
        "people": "order-dialog",
        "open-settings": "settings",
        "player-1": "sheet-dialog",
        "leave": "leave-dialog",
    }
    for opener, dialog in at_table.items():
        found += look_at(ann, opener, dialog, name)
    ann.click("people")
    found += look_at(ann, "order-share", "share-dialog", name)
    assert code in ann.page.url
    ann.open_table(settings={"game": "knister", "seats": 12}, bots=["random"] * 11, start=True)
    ann.wait_for_game()
    found += look_at(ann, "players-all", "players-dialog", name)
    for game in GAMES:
        ann.open_table(settings={"game": game, "seats": 2}, bots=["random"], start=True)
        ann.wait_for_game()
        found += look_at(ann, "values", "values-dialog", f"{name}-{game}")
    ann.go("/")
    found += look_at(ann, "open-join", "join-dialog", name)
    for game in GAMES:
        found += look_at(ann, f"play-{game}", "play-dialog", f"{name}-{game}")
    ann.open_table(settings={"game": "kniffeliger", "seats": 8})
    ann.click("table-more")
    found += look_at(ann, "edit-settings", "settings-dialog", name)
    file = tmp_path / "game.jsonl"
    file.write_text(notation.dumps(played("knister", 2)))
    ann.go("/record")
    ann.find("record-file").set_input_files(file)
    ann.find("replay-slider").wait_for()
    found += look_at(ann, "what-if", "what-if-dialog", name)
    # The record is an inner view of its page.
    ann.page.go_back()
    expect(ann.find("record-file")).to_be_attached()
    ann.go("/you")
    ann.unfold("you-data")
    found += look_at(ann, "forget", "forget-dialog", name)
    assert found == []
