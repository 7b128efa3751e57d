"""`knobel serve` where no compiler is installed: simple bots play, there is no coach, and Ctrl-C ends it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.client import SOURCE, Person, free_port

HIDING = Path(__file__).parents[0] / "without_compiler"
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join([str(HIDING), str(SOURCE)])}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[str]]]:
    """Yield the server's address and its first lines."""
    port, database = str(free_port()), tmp_path_factory.mktemp("light") / "knobel.db"
    command = [sys.executable, "-m", "knobel", "serve", "--port", port, "--database", str(database), "--bot-pace", "0"]
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Stop with"):
                break
        assert lines, process.stderr and process.stderr.read()
        yield f"http://127.0.0.1:{port}", lines
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate()
    assert (process.returncode, complaints) == (0, "")


def test_the_first_lines_say_where_people_play_and_how_to_stop(server: tuple[str, list[str]]) -> None:
    assert httpx.get(server[1][0].rpartition(" ")[2].strip()).status_code == 200
    assert re.fullmatch(r"Database: /.*/knobel\.db\n", server[1][1])
    assert "Ctrl-C" in server[1][-1]


def test_the_server_names_the_missing_compiler(server: tuple[str, list[str]]) -> None:
    (line,) = [line for line in server[1] if "Numba" in line]
    assert line.startswith("Only the bots random, lookahead and no coach, because Numba is missing: run ")


@pytest.mark.parametrize("level", [pytest.param("lookahead", marks=pytest.mark.slow), "master"])
async def test_a_game_against_a_bot(server: tuple[str, list[str]], level: str) -> None:
    """A bot of a stored table that needs the compiler is replaced by a simple one."""
    ann = await Person(server[0]).arrive("Ann")
    for game in (await ann.http.get("/api/games")).json():
        assert (game["bots"], game["coach"]) == (["random", "lookahead"], False)
    code = await ann.open_table(game="knister", seats=2, bots=(level,), start=True)
    table = await ann.join(code)
    while (position := table.position) is None or position["turn"]["kind"] != "over":
        if position is not None and position["choices"]:
            await table.do("move", at=table.at, action=position["choices"][0]["action"])
        elif position is not None and position["turn"]["may_roll"] and position["turn"]["seat"] == position["seat"]:
            await table.do("roll", at=table.at)
        else:
            await table.receive()
    answer = await ann.http.get(f"/api/tables/{code}/games/1/review")
    assert (answer.status_code, answer.json()["reason"]) == (501, "no_coach")


def test_commands_that_need_the_compiler_say_so() -> None:
    command = [sys.executable, "-m", "knobel", "worker", "--database", "postgresql://localhost"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("knobel: a worker needs numba and numpy: run ")
