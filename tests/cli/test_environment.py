"""What the environment gives is checked where it enters."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from knobel.bots import RandomBot, table_client
from knobel.bots.table_client import LiveBot, parse_table_address
from knobel.cli.secret_options import read_secret_file
from knobel.core import BadSetup
from knobel.loopback import is_loopback
from knobel.server.runtime.locations import default_database, file_path
from tests.cli.conftest import KNOBEL, Run, fails

SERVICE = "tcp://10.96.0.1:8000"
"""What Kubernetes puts into KNOBEL_PORT of a pod beside a service named `knobel`."""


def test_without_a_command_host_and_port_are_read(
    run: Run, started: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KNOBEL_HOST", "127.0.0.1")
    monkeypatch.setenv("KNOBEL_PORT", "21000")
    assert run().status == 0
    assert (started["host"], started["port"], started["next_port"]) == ("127.0.0.1", 21000, False)
    assert run("--port", "21001").status == 0
    assert started["port"] == 21001, "options take precedence"
    monkeypatch.setenv("KNOBEL_PORT", "99999")
    fails(run(), "KNOBEL_PORT: must be a whole number from 0 to 65535, not '99999'")
    assert run("games", "--json").status == 0, "other commands do not read it"


@pytest.mark.parametrize("command", [[], ["serve"]])
def test_the_address_of_a_service_is_no_port(
    run: Run, started: dict[str, Any], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setenv("KNOBEL_PORT", SERVICE)
    ran = run(*command)
    assert (ran.status, started["port"]) == (0, 8000)
    assert SERVICE in ran.err
    assert "enableServiceLinks" in ran.err
    assert ran.err.count("\n") == 1


def test_secrets_may_begin_with_a_byte_order_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "token"
    monkeypatch.setenv("KNOBEL_OPERATOR_TOKEN_FILE", str(file))
    file.write_bytes("\N{BYTE ORDER MARK}0123456789abcdefXYZ \r\n".encode())
    assert read_secret_file("KNOBEL_OPERATOR_TOKEN") == "0123456789abcdefXYZ"
    file.write_bytes("0123456789abcdefXYZ".encode("utf-16"))
    with pytest.raises(BadSetup, match="not UTF-8"):
        read_secret_file("KNOBEL_OPERATOR_TOKEN")


@pytest.mark.parametrize("arguments", [["print", "knoeffel"], ["games"]])
def test_redirected_output_is_utf8(arguments: list[str]) -> None:
    legacy = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run([*KNOBEL, *arguments], env=legacy, capture_output=True, check=True)
    assert not done.stdout.isascii()
    done.stdout.decode()


def test_hosts_of_this_machine() -> None:
    assert all(is_loopback(host) for host in ("localhost", "LOCALHOST.", "a.localhost", "127.1.2.3", "[::1]", "::1"))
    assert is_loopback("::ffff:127.0.0.1")
    assert not any(is_loopback(host) for host in ("localhost.example", "10.0.0.1", "0.0.0.0", "", None))


def test_a_bot_reaches_this_machine_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_client, "MAX_ATTEMPTS", 1)
    for name in ("http_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    requests: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def refuse() -> None:
            connection, _ = server.accept()
            with connection:
                requests.append(connection.recv(4096))

        thread = Thread(target=refuse)
        thread.start()
        address = parse_table_address(f"http://127.0.0.1:{server.getsockname()[1]}", "ABCDEF")
        with pytest.raises(BadSetup, match="does not answer"):
            LiveBot(RandomBot(), "token").play(address)
        thread.join()
    assert requests[0].startswith(b"GET /api/tables/ABCDEF/live ")


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "nonsense://x"])
def test_a_proxy_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    for name in ("http_proxy", "all_proxy", "socks_proxy"):
        monkeypatch.setenv(name, proxy)
    with pytest.raises(BadSetup, match="cannot use the proxy"):
        LiveBot(RandomBot(), "token").play(parse_table_address("http://knobel.example", "ABCDEF"))


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", fail)
    assert default_database().is_absolute()
    assert file_path("~nobody-of-this-name/knobel.db") == Path("~nobody-of-this-name/knobel.db")


def test_a_home_that_cannot_be_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/proc")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    ran = run("doctor", "--json")
    found = {finding["subject"]: finding for finding in json.loads(ran.out)}
    assert (ran.status, found["database"]["outcome"]) == (1, "failure")
    assert "--database" in found["database"]["text"]


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", ".local/share"), ("darwin", "Library/Application Support"), ("win32", "AppData/Local")],
)
def test_a_database_is_where_earlier_servers_kept_it(
    platform: str, folder: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert default_database() == tmp_path / folder / "knobel" / "knobel.db"
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / name))
    chosen = {"linux": tmp_path / "XDG_DATA_HOME", "win32": tmp_path / "LOCALAPPDATA"}
    assert default_database().parents[1] == chosen.get(platform, tmp_path / folder)
