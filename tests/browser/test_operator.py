"""The operator's page with a token: the server's state, its people, and a message to all people."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.server.client import running

TOKEN = "nobody guesses this"


@pytest.mark.slow
def test_the_operator_broadcasts_a_notice_and_closes_a_table(arrive: Arrive, tmp_path: Path) -> None:
    with running(tmp_path, operator_token=TOKEN) as server:
        ann, operator = arrive(None, new=True), arrive(None, new=True, width=360, height=640)
        for person, path in ((ann, "/"), (operator, "/operator")):
            person.server = server.url
            person.go(path)
        code = ann.open_table(settings={"game": "knister", "seats": 2})
        operator.find("operator-token").fill(TOKEN)
        operator.click("operator-enter")
        expect(operator.find("operator-tables")).to_contain_text(code)
        expect(operator.find("operator-tables")).to_contain_text(f"Knister, {ann.name()}")
        operator.find("operator-filter").fill("nobody")
        expect(operator.find("operator-tables")).not_to_contain_text(code)
        operator.find("operator-filter").fill("KNISTER")
        expect(operator.find("operator-tables")).to_contain_text(code)
        operator.find("operator-filter").fill("")
        expect(operator.find("operator-health")).to_contain_text("Last backup")
        operator.click("operator-show-people")
        expect(operator.find("operator-people")).to_contain_text(ann.name())
        operator.unfold("operator-notice")
        operator.find("operator-message").fill("We restart at ten.")
        operator.click("operator-tell")
        expect(ann.find("notice")).to_have_text(re.compile("We restart at ten."))
        ann.click("notice-close")
        expect(ann.find("notice")).to_be_hidden()
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert operator.page.evaluate(overflow) == 0
        operator.click("operator-show-tables")
        operator.find("operator-tables").get_by_role("button").click()
        operator.click("operator-confirm")
        expect(operator.find("operator-dialog")).to_be_hidden()
        expect(ann.find("gone")).to_have_text("The table was closed.")
        made = "fetch('/api/groups', {method: 'POST', headers: {'content-type': 'application/json'}, body: %s})"
        ann.page.evaluate(made % """JSON.stringify({title: 'Millers'})""")
        operator.click("operator-enter")
        operator.click("operator-show-groups")
        groups = operator.find("operator-groups")
        groups.get_by_role("button").click()
        operator.find("operator-group-title").fill("Smiths")
        groups.get_by_role("button", name="Rename").click()
        operator.click("operator-confirm")
        expect(groups).to_contain_text("Smiths")
        groups.get_by_role("button", name="Dissolve").click()
        assert operator.page.evaluate(overflow) == 0
        operator.click("operator-confirm")
        expect(groups).to_have_text("Nothing.")
        # Nothing may be loaded any more when the server ends.
        for person in (ann, operator):
            person.page.goto("about:blank")
