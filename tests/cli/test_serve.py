"""`knobel serve`, and `knobel` without a command."""

import json
import signal
import socket
import subprocess
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from knobel.cli import main, serve
from knobel.server.http.listening import MAX_PORTS_TRIED, listen
from knobel.server.options import PORT, ServerOptions
from tests.cli.conftest import KNOBEL, Run, fails, knobel_runs


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
        monkeypatch.setattr("knobel.server.serve.serve", lambda options, _ready: started.update(vars(options)))
        assert run("--host", "127.0.0.1", "--database", database).status == 0
        assert (started["next_port"], started["port"], started["host"]) == (True, PORT, "127.0.0.1")
        assert started["database"] == database
        assert run("--port", str(port)).status == 0
        assert (started["next_port"], started["port"]) == (False, port)
        bound = listen("127.0.0.1", port, next_port=True)
        assert port < bound.getsockname()[1] < port + MAX_PORTS_TRIED
        bound.close()


@pytest.mark.parametrize("address", ["nonsense", "knobel.example", "ftp://knobel.example", "https://x/?a", "http://[x"])
def test_invalid_public_addresses_are_refused(run: Run, address: str) -> None:
    fails(
        run("serve", "--port", "0", "--public-url", address),
        "--public-url is an address such as https://knobel.example",
    )


def test_database_folder_that_cannot_be(run: Run) -> None:
    fails(run("serve", "--port", "0", "--database", "/dev/null/knobel.db"), "/dev/null")


@pytest.mark.slow
def test_json_logs_cover_the_start_and_the_end(tmp_path: Path) -> None:
    options = ["serve", "--json-logs", "--port", "0", "--database", str(tmp_path / "knobel.db")]
    with subprocess.Popen([*KNOBEL, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            first = json.loads(server.stderr.readline())
            assert first["message"].startswith("Knobel is ready: http://")
            server.send_signal(signal.SIGINT)
            out, err = server.communicate(timeout=300)
        finally:
            server.kill()
    *_, last = [json.loads(line) for line in err.splitlines()]
    assert (last["level"], last["message"], out) == ("INFO", "Knobel has stopped", "")


@pytest.mark.slow
def test_json_logs_cover_a_failed_start() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = knobel_runs("serve", "--json-logs", "--port", str(taken.getsockname()[1]))
    assert (done.returncode, done.stdout) == (2, b"")
    line = json.loads(done.stderr)
    assert line["level"] == "ERROR"
    assert "is in use" in line["message"]


@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_ipv6_addresses_may_have_brackets(host: str) -> None:
    bound = listen(ServerOptions(host=host).host, 0)
    assert bound.family == socket.AF_INET6
    bound.close()


def test_hosts_that_cannot_be(run: Run) -> None:
    fails(run("serve", "--host", "a..b"), "'a..b' is neither a host name nor an address")


def test_bare_command_opens_the_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: SimpleQueue[str] = SimpleQueue()
    monkeypatch.setattr("webbrowser.open", opened.put)
    monkeypatch.setattr("knobel.server.limits.addresses.lan_address", lambda: "192.168.0.7")
    monkeypatch.setattr(serve, "run", lambda options, ready: ready(replace(options, database="games.db")))
    with pytest.raises(SystemExit):
        main([])
    assert opened.get(timeout=600) == "http://localhost:8000"
    assert opened.empty()
    told = capsys.readouterr().out
    assert "Knobel is ready: http://localhost:8000" in told
    assert "Others on your network: http://192.168.0.7:8000" in told
    assert "Database: games.db" in told


@pytest.mark.parametrize("public", ["https://localhost", "http://127.0.0.1:8000/games", "https://knobel.example"])
def test_a_public_address_is_said_once(public: str) -> None:
    """It is where everybody plays, or only this machine: others on the network have no address of their own."""
    told = serve.welcome(ServerOptions(database="games.db", host="0.0.0.0", public_url=public))
    assert told.count(public) == 1
    assert "Others on your network" not in told


def test_passwords_are_not_printed() -> None:
    address = "postgresql+asyncpg://knobel:secret@db.example/knobel"
    lines = serve.welcome(ServerOptions(database=address)).splitlines()
    assert lines[1] == f"Database: {address.replace('secret', '***')}"


def test_a_demo_is_one_process(run: Run) -> None:
    fails(run("serve", "--demo", "--share-port"), "a demo is one process with its own database")
