"""The ten-line bot of the documentation, in an empty folder: in the arena, in the terminal, and at a live table."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import play_on, play_to_the_end

DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"
KNOBEL = [sys.executable, "-m", "knobel"]


def written(folder: Path) -> Path:
    """Save the first bot of the documentation as described there."""
    (source, *_) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in source.splitlines() if line.strip()]) <= 10
    (folder / "mine.py").write_text(source, encoding="utf-8")
    return folder / "mine.py"


@pytest.mark.slow
def test_a_bot_of_the_docs_plays_everywhere(arrive: Arrive, tmp_path: Path) -> None:
    written(tmp_path)

    def ran(*arguments: str, typed: str = "") -> str:
        command = [*KNOBEL, *arguments]
        here = os.environ | {"LC_ALL": "C.UTF-8"}
        done = subprocess.run(command, cwd=tmp_path, env=here, input=typed, capture_output=True, text=True, check=True)
        assert not done.stderr, done.stderr
        return done.stdout

    compared = ran("arena", "knister", "--bots", "mine.py:Greedy,random", "--games", "4", "--seed", "1", "--json")
    assert '"forfeits": []' in compared
    played = ran("play", "knister", "--bots", "mine.py", "--seed", "1", typed="\na1\n\nq\n")
    assert re.search(r"Bot 1 [a-e][1-5] writes", played)

    ann = arrive(locale="de-DE", width=390, height=844)
    ann.click("open-settings")
    ann.click("open-you")
    ann.unfold("you-bots")
    ann.find("bot-name").fill("Greedy")
    ann.click("bot-create")
    token = ann.find("bot-token").input_value()
    code = ann.open_table(settings={"game": "knister", "seats": 2})
    client = [*KNOBEL, "bot", "mine.py", "--server", ann.server, "--table", code, "--pace", "0", "--games", "1"]
    with subprocess.Popen(client, cwd=tmp_path, env=os.environ | {"KNOBEL_TOKEN": token}) as process:
        try:
            expect(ann.find("seat-1")).to_contain_text("Greedy")
            expect(ann.find("seat-1").locator(".hint")).to_have_text("Bot")
            ann.click("start")
            expect(ann.find("player-1")).to_have_attribute("title", "Greedy, Bot")
            play_on([ann], 25)
            assert process.poll() is None
            play_to_the_end([ann], Random(1))
            assert len(ann.results()) == 2
            assert process.wait() == 0
        finally:
            process.kill()
    ann.go("/you")
    ann.unfold("you-bots")
    ann.click("bot-revoke")
    ann.click("bot-revoke-confirm")
    expect(ann.find("bots")).to_be_hidden()
