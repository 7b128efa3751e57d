"""Names, messages and codes as people write them, and browsers with unusual settings."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Arrive

OVERRIDE = "\u202e"
DAN = "\u05d3\u05df"
WITHOUT_DATABASE = """
if (!self.without) {
  self.without = true;
  IDBFactory.prototype.open = () => { throw new DOMException('The operation is insecure.', 'SecurityError') };
}
"""


def test_a_message_does_not_turn_the_line_around(arrive: Arrive) -> None:
    dan = arrive(None)
    dan.ask("POST", "/api/session", {"name": DAN})
    dan.open_table(settings={"game": "knister", "seats": 2})
    dan.click("tab-chat")
    dan.find("chat-text").fill(f"{OVERRIDE}abc 123")
    dan.find("chat-text").press("Enter")
    line = dan.find("chat-lines").locator("p")
    expect(line).to_contain_text("abc 123")
    assert OVERRIDE not in line.inner_text()
    assert line.locator("bdi").all_inner_texts() == [DAN, "abc 123"]
    name, text, time = (line.locator(part).bounding_box() for part in ("b", ".text", "time"))
    assert name is not None
    assert text is not None
    assert time is not None
    assert name["x"] < text["x"] < time["x"] or time["y"] > text["y"]


@pytest.mark.slow
def test_a_game_on_the_device_without_a_database(arrive: Arrive) -> None:
    person = arrive(new=True)

    def patched(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=WITHOUT_DATABASE + answer.text())

    person.page.context.route("**/*.js", patched)
    person.go("/")
    person.choose("knister", "turns")
    person.click("device-start")
    person.wait_for_game()
    expect(person.find("app-bar")).to_contain_text("This browser stores nothing")
    person.click("app-decline")
    person.press('[data-testid="lever"]')
    person.press('main [data-action="a1"]')
    expect(person.page.get_by_role("alert")).to_have_count(0)
    assert person.problems == []
    person.page.context.unroute_all(behavior="ignoreErrors")
