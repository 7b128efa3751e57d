"""The commands as a shell sees them: output, exit status, and an error of one line for every mistake."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import knobel
from knobel import notation
from knobel.cli import main, serve
from knobel.core import Event, Move, Roll
from knobel.engines.kniffeliger.lookup import stamp
from knobel.engines.shared.data_files import load
from knobel.games import GAMES
from knobel.perft import Watch
from knobel.server.run.serve import PORTS_TRIED, _bound
from knobel.server.runtime.locations import default_database
from tests.cli.conftest import KNOBEL, Run, fails

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def knobel_runs(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*KNOBEL, *arguments], input=stdin, capture_output=True, timeout=120, check=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a record of two people after one round of Knister."""
    events: list[Event] = [Roll((3, 4)), Move(0, "c3"), Move(1, "a1")]
    path = tmp_path / "game.jsonl"
    path.write_text(notation.dumps(notation.Record(knobel.make("knister"), ("Ann", "Ben"), events)))
    return path


@pytest.mark.parametrize(
    "command",
    [
        "serve",
        "worker",
        "games",
        "play",
        "replay",
        "coach",
        "dice",
        "perft",
        "solve",
        "train",
        "arena",
        "admin tables",
    ],
)
def test_help_shows_an_example(run: Run, command: str) -> None:
    assert f"Example: knobel {command}" in run(*command.split(), "--help").out
    assert command.partition(" ")[0] in run("--help").out


def test_help_cuts_off_no_summary(run: Run) -> None:
    assert "..." not in run("--help").out.partition("Commands:")[2]


def test_help_loads_little() -> None:
    code = "import sys, knobel.cli.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"rich.console", "uvicorn", "litestar", "sqlalchemy", "asyncio", "numpy"} & set(loaded)


def test_version() -> None:
    done = knobel_runs("--version")
    assert done.returncode == 0
    assert done.stdout.decode() == f"knobel {knobel.__version__}\n"


def test_games_as_json(run: Run) -> None:
    listed = json.loads(run("games", "--json").out)
    assert [game["name"] for game in listed] == list(GAMES)
    knoeffel = listed[3]
    assert knoeffel["titles"] == {"de": "Knöffel", "en": "Knöffel", "it": "Knöffel"}
    assert knoeffel["seats"] == {"min": 1, "max": None}
    assert knoeffel["options"][0] == {"name": "columns", "default": 2, "values": [2, 1, 3, 4, 5, 6, "sequential"]}


def test_games_in_words(run: Run) -> None:
    out = run("games").out
    assert all(name in out for name in GAMES)
    assert "--option cross_out=open" in out


def test_replay_as_json(run: Run, record: Path) -> None:
    position = json.loads(run("replay", str(record), "--json").out)
    assert list(position) == ["game", "over", "scores", "sheets", "to_move"]
    assert (position["game"], position["over"], position["to_move"]) == ("knister", False, [])
    assert position["sheets"][0]["grid"][2][2] == 7


def test_replay_says_who_is_to_move(run: Run, record: Path) -> None:
    with record.open("a") as file:
        file.write('{"roll": [1, 1]}\n{"seat": 1, "move": "b1"}\n')
    assert json.loads(run("replay", str(record), "--json").out)["to_move"] == [0]


def test_replay_in_words(run: Run, record: Path) -> None:
    out = run("replay", str(record)).out
    assert "Ann c3 writes 7" in out
    assert "Ben throws 2 dice" in out


def test_replay_reads_standard_input(record: Path) -> None:
    done = knobel_runs("replay", "-", "--json", stdin=record.read_bytes())
    assert json.loads(done.stdout)["scores"] == [0, 0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"seat": 0, "move": "c4"}', "line 5: 2 dice must fall first"),
        ('{"roll": [1, 7]}', "line 5: dice show 1 to 6"),
        ('{"roll": ', "line 5: not JSON"),
        ("[]", "line 5: an event is"),
    ],
)
def test_replay_names_the_line(run: Run, record: Path, line: str, message: str) -> None:
    with record.open("a") as file:
        file.write(line + "\n")
    fails(run("replay", str(record), "--json"), message)


@pytest.mark.parametrize("command", ["replay", "perft"])
def test_unreadable_files(run: Run, command: str, tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(bytes(reversed(range(256))))
    fails(run(command, str(garbage)), "line 1: not UTF-8")
    fails(run(command, str(tmp_path)), "is a directory")
    fails(run(command, str(tmp_path / "none")), "no such file")
    garbage.write_bytes(b"")
    fails(run(command, str(garbage)), "line 1: empty")
    garbage.write_text("[" * 90_000)
    fails(run(command, str(garbage)), "line 1: not JSON")


def test_hostile_names_do_not_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps({"knobel": 1, "game": "knister", "options": {}, "seats": ["A\x1b[31mnn", "\u202eBen"]}))
    ran = run("replay", str(path))
    assert ran.status == 0
    assert not {"\x1b", "\u202e"} & set(ran.out)


NOT_TEXT = os.fsdecode(b"\xff")
"""An argument that is not UTF-8, as Python passes it on."""


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "knister", "--names", NOT_TEXT, "--save", "game.jsonl"],
        ["admin", "tell", NOT_TEXT],
        ["admin", "answer", "1", NOT_TEXT],
        ["bot", "casual", "--table", "ABCDEF", "--token", NOT_TEXT],
        ["games", NOT_TEXT],
        ["replay", f"{NOT_TEXT}.jsonl"],
        ["export", f"{NOT_TEXT}.csv"],
        ["check", "--database", NOT_TEXT],
    ],
)
def test_arguments_that_are_not_text(run: Run, arguments: list[str]) -> None:
    fails(run(*arguments), f"argument {1 + next(i for i, each in enumerate(arguments) if NOT_TEXT in each)} is not")


def test_variables_that_are_not_text(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_TOKEN", NOT_TEXT)
    fails(run("bot", "casual", "--table", "ABCDEF"), "KNOBEL_TOKEN is not UTF-8 text")


@pytest.mark.parametrize("command", ["replay", "coach", "dice", "perft", "analyse", "play"])
def test_records_that_are_not_text(run: Run, command: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text('{"knobel": 1, "game": "knister", "seats": ["\\ud800"]}\n')
    if command == "analyse":
        (tmp_path / f"{NOT_TEXT}.jsonl").write_text("")
        ran = run("analyse", str(tmp_path))
        assert ran.status == 2
        assert ran.err.count("lone surrogate") == 2
        return
    option = ["--resume"] if command == "play" else []
    fails(run(command, *option, str(file)), "line 1: not Unicode text")


def test_perft(run: Run, record: Path) -> None:
    counted = run("perft", str(record), "--rolls", "3,4", "--json")
    # 24 free cells for each of two players, in either order of moves.
    assert json.loads(counted.out) == {"positions": 24**2, "sequences": 2 * 24**2}
    assert json.loads(run("perft", str(record), "--json").out) == {"positions": 1, "sequences": 1}


def test_perft_shows_its_progress_on_a_terminal_alone(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = run("perft", str(record), "--rolls", "3,4", "--json")
    assert quiet.err == ""
    reported: list[tuple[int, int, int]] = []

    @contextmanager
    def progress(_rolls: int) -> Iterator[Watch]:
        yield lambda *step: reported.append(step)

    with monkeypatch.context() as patched:
        patched.setattr("knobel.cli.perft.progress", progress)
        assert run("perft", str(record), "--rolls", "3,4", "--json").out == quiet.out
    assert reported[0] == (0, 0, 1)
    assert {made for made, _, _ in reported} == {0, 1}
    assert all(done < known for _, done, known in reported)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = run("perft", str(record), "--rolls", "3,4", "--json")
    assert shown.out == quiet.out
    assert "positions after" in shown.err


def test_perft_refuses(run: Run, record: Path) -> None:
    fails(run("perft", str(record), "--rolls", "3-4"), "write rolls as")
    fails(run("perft", str(record), "--rolls", "3,9"), "dice show 1 to 6")
    fails(run("perft", str(record), "--rolls", "3"), "2 dice fall now, not 1")


@pytest.mark.parametrize(
    ("game", "value", "states"), [("knoeffel", 258.900010, 958_976), ("kniffeliger", 244.949178, 2**14)]
)
def test_solve_as_json(run: Run, game: str, value: float, states: int) -> None:
    solution = json.loads(run("solve", game, "--json").out)
    assert list(solution) == ["game", "value", "states", "seconds", "compile_seconds"]
    assert (solution["game"], solution["states"]) == (game, states)
    assert solution["value"] == pytest.approx(value, abs=1e-6)
    assert solution["seconds"] > 0 <= solution["compile_seconds"]


def test_solution_as_bots_use_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "kniffeliger.npz"
    assert run("solve", "kniffeliger", "--export", str(file)).status == 0
    arrays, _ = load(file, stamp())
    assert arrays["values_plain"][0] == pytest.approx(244.949178, abs=1e-6)
    fails(run("solve", "kniffeliger", "--export", str(file)), "cannot write a new file")


def test_solve_in_words(run: Run) -> None:
    assert re.match(r"244\.949178 points, 16,384 states, \d+\.\d\d s ", run("solve", "kniffeliger").out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "knistr"], "no game 'knistr' \\(did you mean knister\\?\\)"),
        (["play", "knoeffel", "--option", "colums=1"], "did you mean columns\\?"),
        (["play", "knoeffel", "--option", "columns=9"], "columns cannot be '9'"),
        (["play", "knoeffel", "--option", "columns"], "name=value"),
        (["play", "knister", "--bots", "stong"], "did you mean strong\\?"),
        (["play", "kniffeliger", "--seats", "1"], "2 to 8 seats, not 1"),
        (["play", "knister", "--seats", "1", "--bots", "random,random"], "2 bots do not fit"),
        (["play", "knister", "--save", "/dev/null/game"], "cannot save"),
        (["play", "knister", "--seed", "x"], "seed"),
        (["pley"], "did you mean play\\?"),
        (["games", "--jsn"], "--json"),
        (["solve", "knister"], "knister is not solved exactly"),
        (["solve", "chess"], "no game 'chess'"),
        (["replay"], "FILE"),
    ],
)
def test_mistakes_get_one_line(run: Run, arguments: list[str], message: str) -> None:
    fails(run(*arguments), message)


# Typer prints one of them, Rich the other.
@pytest.mark.parametrize("command", [["games"], ["arena", "knister", "--bots", "random", "--games", "1"]])
def test_closed_pipe(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run([*KNOBEL, *command], stdout=closed, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_full_disk() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*KNOBEL, "games"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (2, "knobel: No space left on device\n")


def test_port_in_use(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        fails(run("serve", "--port", port), f"port {port} is in use")


def test_the_next_free_port_is_only_taken_by_default(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _: None)
    database = str(tmp_path / "knobel.db")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        in_use = f"port {port} is in use: stop what uses it, or choose another with --port"
        # Each command whose message gives this advice has the option.
        for command in ([], ["serve"]):
            fails(run(*command, "--host", "127.0.0.1", "--port", str(port), "--database", database), in_use)
        started: dict[str, Any] = {}
        monkeypatch.setattr("knobel.server.run.serve.serve", lambda **settings: started.update(settings))
        assert run("--host", "127.0.0.1", "--database", database).status == 0
        assert (started["next_port"], started["port"], started["host"]) == (True, serve.PORT, "127.0.0.1")
        assert started["database"] == database
        assert run("--port", str(port)).status == 0
        assert (started["next_port"], started["port"]) == (False, port)
        bound = _bound("127.0.0.1", port, next_port=True)
        assert port < bound.getsockname()[1] < port + PORTS_TRIED
        bound.close()


@pytest.mark.parametrize(
    "address", ["nonsense", "knobel.example", "ftp://knobel.example", "https://x/path", "http://[x"]
)
def test_what_is_no_public_address_is_told(run: Run, address: str) -> None:
    fails(
        run("serve", "--port", "0", "--public-url", address),
        "--public-url is an address such as https://knobel.example",
    )


def test_scripts_that_measure_explain_themselves() -> None:
    """Each script parses its command line and supports --help."""
    scripts = [script for script in BENCHMARKS.glob("*.py") if '__name__ == "__main__"' in script.read_text()]
    assert len(scripts) > 10
    assert not [script.name for script in scripts if not re.search("ArgumentParser|typer", script.read_text())]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.knoeffel_winning", "--help"],
        cwd=BENCHMARKS.parent, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert "pairs" in done.stdout


def test_database_folder_that_cannot_be() -> None:
    done = knobel_runs("serve", "--port", "0", "--database", "/dev/null/knobel.db")
    assert done.returncode == 2
    assert re.fullmatch(rb"knobel: [^\n]+\n", done.stderr), done.stderr


def test_serves_until_interrupted(tmp_path: Path) -> None:
    command = [*KNOBEL, "serve", "--port", "0", "--database", str(tmp_path / "knobel.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().rpartition(" ")[2].strip()
            with urllib.request.urlopen(address, timeout=300) as page:
                assert page.status == 200
            assert server.stdout.readline() == f"Database: {tmp_path / 'knobel.db'}\n"
            assert "Ctrl-C" in server.stdout.readline()
            server.send_signal(signal.SIGINT)
            assert server.wait(timeout=300) == 0
        finally:
            server.kill()


def test_bare_command_opens_the_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(
        serve, "run", lambda **settings: settings["ready"]("http://localhost:8000", "http://192.168.0.7:8000")
    )
    with pytest.raises(SystemExit):
        main([])
    deadline = time.monotonic() + 10
    while not opened and time.monotonic() < deadline:
        time.sleep(0.01)
    assert opened == ["http://localhost:8000"]
    told = capsys.readouterr().out
    assert "Knobel is ready: http://localhost:8000" in told
    assert "Others on your network: http://192.168.0.7:8000" in told
    assert f"Database: {default_database()}" in told


def test_a_password_is_not_told() -> None:
    address = "postgresql+asyncpg://knobel:secret@db.example/knobel"
    assert serve.welcome("here", None, address).splitlines()[1] == f"Database: {address.replace('secret', '***')}"
    assert "Database: games.db" in serve.welcome("here", None, "games.db")


def test_narrow_encoding(record: Path) -> None:
    done = subprocess.run(
        [*KNOBEL, "replay", str(record)],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
