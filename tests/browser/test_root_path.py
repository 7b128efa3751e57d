"""The page of a server below a path of its host: a game, its links, and pages that are opened by their addresses."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import Person, play_on
from tests.server.client import running
from tests.server.path_proxy import proxied


@pytest.mark.slow
def test_a_game_below_a_path(browser: Browser, tmp_path: Path) -> None:
    with (
        running(tmp_path, root_path="/games") as server,
        proxied(server.port, "/games", strips=True) as proxy,
        browser.new_context(locale="en-GB") as context,
    ):
        ann = Person(context.new_page(), proxy.url)
        ann.go("/")
        ann.play_alone("knister")
        ann.wait_for_game()
        assert ann.page.url.startswith(f"{proxy.url}/t/")
        # Every page can also be opened by its address.
        play_on([ann], 99)
        ann.click("results-more")
        ann.click("replay")
        expect(ann.find("replay-slider")).to_be_visible()
        assert ann.page.url.startswith(f"{proxy.url}/t/")
        ann.go("/")
        ann.click("scores")
        assert ann.page.url == f"{proxy.url}/scores"
        ann.page.go_back()
        expect(ann.find("play-knister")).to_be_visible()
        code = ann.open_table(settings={"game": "knister", "seats": 2})
        expect(ann.find("share-link")).to_have_value(re.compile(rf"{proxy.url}/t/{code}-.+"))
        # Nothing else was requested from the host.
        assert ann.problems == []
