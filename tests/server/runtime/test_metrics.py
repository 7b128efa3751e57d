"""Metrics for the operator."""

import json
import logging
import re
import socket
import sys
from pathlib import Path

import httpx
import pytest

from knobel.server.runtime import logging_setup
from knobel.server.runtime.logging_setup import BURST, JsonLines, RateLimitedHandler
from tests.server.client import Person, Server, free_port
from tests.server.http.test_bad_input import failing

METRICS = free_port()
OPTIONS = {"metrics": METRICS}


def told() -> dict[str, float]:
    """Return all metrics in Prometheus' format."""
    answer = httpx.get(f"http://127.0.0.1:{METRICS}/metrics")
    assert answer.status_code == 200
    return {name: float(value) for name, value in re.findall(r"^(knobel_\S+) (\S+)$", answer.text, re.MULTILINE)}


async def test_commands_and_people_are_counted(ann: Person) -> None:
    table = await ann.join(await ann.open_table(game="knister", seats=2, bots=("random",)))
    assert (await table.do("start"))["type"] == "accepted"
    assert (await table.do("start"))["type"] == "rejected"
    await table.play()
    found = told()
    assert found['knobel_commands_total{kind="start",outcome="accepted"}'] == 1
    assert found['knobel_commands_total{kind="start",outcome="game_running"}'] == 1
    moves = found['knobel_commands_total{kind="move",outcome="accepted"}']
    assert moves == 25
    assert found["knobel_command_seconds_count"] == sum(
        count for name, count in found.items() if name.startswith("knobel_commands_total")
    )
    assert found["knobel_writes_total"] >= found["knobel_write_seconds_count"] > 0
    assert found["knobel_bot_seconds_count"] >= 25
    assert found['knobel_requests_total{method="POST",status="200"}'] == 1
    for name in ("sockets", "people", "tables", "tables_with_people"):
        assert found[f"knobel_{name}"] == 1
    for name in ("bot_questions", "writes_waiting", "conflicts_total", "errors_total"):
        assert found[f"knobel_{name}"] == 0


def test_health_and_request_ids(server: Server) -> None:
    answers = [httpx.get(f"{server.url}/api/live") for _ in range(2)]
    assert [answer.json() for answer in answers] == [{"ok": True}] * 2
    assert len({answer.headers["x-request-id"] for answer in answers}) == 2
    assert httpx.get(f"{server.url}/metrics").status_code == 404, "that is nothing for visitors"


def test_a_port_for_metrics_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"cannot serve metrics on port {port}" in failing(tmp_path, metrics=port)


def test_log_lines_as_json() -> None:
    logging_setup.request.set("abc")
    logging_setup.table.set("ABCDEF")
    try:
        raise ValueError("no\nidea")
    except ValueError:
        record = logging.getLogger("knobel").makeRecord(
            "knobel", logging.ERROR, "", 0, "what %s", ("now",), sys.exc_info()
        )
    line = JsonLines().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["message"]) == ("ERROR", "what now")
    assert (found["request"], found["table"]) == ("abc", "ABCDEF")
    assert found["trace"].endswith("idea")
    logging_setup.request.set("")
    logging_setup.table.set("")
    plain = JsonLines().format(logging.makeLogRecord({"msg": "x", "levelname": "WARNING", "name": "knobel"}))
    assert set(json.loads(plain)) == {"time", "level", "logger", "message"}


def test_lines_above_the_rate_limit_are_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    handler = RateLimitedHandler(lambda: now)
    record = logging.makeLogRecord({"msg": "line %s", "args": ("x",)})
    for _ in range(BURST + 3):
        handler.handle(record)
    now = 1.0
    handler.handle(record)
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["line x"] * BURST + ["[3 lines were dropped] line x"]
    assert record.getMessage() == "line x", "other handlers receive it unchanged"
