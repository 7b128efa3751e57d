"""A screen reader reads in each game what it read before.

`python -m tests.browser.transcripts` writes what it reads now.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from knobel.games import GAMES
from tests.browser.transcripts import FOLDER, STEADY, transcript
from tests.server.client import running


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_screen_reader_reads_what_the_snapshot_says(browser: Browser, tmp_path: Path, game: str) -> None:
    with running(tmp_path, STEADY) as server:
        heard = transcript(browser, server.url, game)
    assert heard == (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()
