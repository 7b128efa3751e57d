"""The settings of `knobel serve` in the environment, and their table on the site of documentation."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from knobel.cli.server_options import REMOVED
from tests.cli.conftest import Run, fails

doc_tables = importlib.import_module("tools.doc_tables")

VARIABLES = {
    "HOST": "0.0.0.0", "PORT": "9000", "DATABASE": "", "GRACE": "5", "BOT_PACE": "0.5",
    "PUBLIC_URL": "https://knobel.example", "ROOT_PATH": "/games/", "RETENTION": "30", "KEEP_RESULTS": "1",
    "PROXY": "10.0.0.1 192.0.2.0/24", "METRICS": "9464", "JSON_LOGS": "true", "SHARE_PORT": "1", "LADDER": "1",
    "PUSH": "0", "PUSH_SERVICE": "push.example.org", "PRIVATE_NETWORK": "10.0.0.0/8",
    "WEBHOOK": "discord.com *.example.org", "FRAME": "home.example.org:8123",
}  # fmt: skip
PARSED = {
    "host": "0.0.0.0", "port": 9000, "database": "postgresql://secret", "grace": 5.0,
    "bot_pace": 0.5, "public_url": "https://knobel.example/games", "root_path": "/games", "retention": 30,
    "keep_results": True, "proxy": ["10.0.0.1", "192.0.2.0/24"], "metrics": 9464, "json_logs": True,
    "share_port": True, "ladder": True,
    "push": False, "push_service": ["push.example.org"], "private_network": ["10.0.0.0/8"],
    "webhook": ["discord.com", "*.example.org"], "frame": ["home.example.org:8123"],
    "operator_token": "a-token-of-the-operator",
}  # fmt: skip


def test_every_option_is_read_from_the_environment(
    run: Run, started: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"DATABASE": "postgresql://secret", "OPERATOR_TOKEN": "a-token-of-the-operator"}.items():
        file = tmp_path / name
        file.write_text(f"{value}\n")
        monkeypatch.setenv(f"KNOBEL_{name}_FILE", str(file))
    for name, value in VARIABLES.items():
        monkeypatch.setenv(f"KNOBEL_{name}", value)
    assert run("serve").status == 0
    assert {name: started[name] for name in PARSED} == PARSED
    documented = {line.split("`")[3] for line in doc_tables.settings().splitlines()[2:]}
    assert {f"KNOBEL_{name}" for name in (*VARIABLES, "OPERATOR_TOKEN", "DEMO")} <= documented
    assert run("serve", "--port", "1", "--grace", "7").status == 0
    assert (started["port"], started["grace"]) == (1, 7.0), "options take precedence"


def test_empty_variables_are_ignored(run: Run, started: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.setenv(f"KNOBEL_{name}", "")
    assert run("serve").status == 0
    assert (started["port"], started["public_url"], started["proxy"], started["json_logs"]) == (8000, None, [], False)


def test_invalid_variables_are_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_PORT", "99999")
    fails(run("serve"), "KNOBEL_PORT: must be at most 65535, not 99999")


@pytest.mark.parametrize("command", ["serve", "doctor"])
def test_removed_options_get_one_line(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in REMOVED:
        fails(run(command, f"--{name}", "2"), f"there is no option --{name} .* any more: ")
        monkeypatch.setenv(f"KNOBEL_{name.upper()}", "2")
        fails(run(command), f"KNOBEL_{name.upper()}")
        monkeypatch.delenv(f"KNOBEL_{name.upper()}")
        assert f"--{name}" not in run(command, "--help").out
