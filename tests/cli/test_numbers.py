"""Every number on the command line and in the environment has a smallest and a largest value."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
import typer

from knobel.cli.app import app
from knobel.cli.usage_errors import parameter_name
from tests.cli.conftest import Run, fails

NOT_FINITE = "inf", "nan", "1e400", "-1e400"


def numbers(command: Any, path: str = "knobel") -> Iterator[tuple[str, Any]]:
    """Yield the numeric parameters of all commands, with the words that name each of them."""
    for parameter in command.params:
        kind = parameter.type_descriptor.annotation
        if {kind, *get_args(kind)} & {int, float}:
            yield f"{path} {parameter_name(parameter)}", parameter
    for name, part in getattr(command, "commands", {}).items():
        yield from numbers(part, f"{path} {name}")


def test_every_number_has_bounds() -> None:
    found = dict(numbers(typer.main.get_command(app)))
    assert {"knobel serve --grace", "knobel --port", "knobel bot --pace", "knobel admin answer NUMBER"} <= found.keys()
    assert not [name for name, parameter in found.items() if None in (parameter.min, parameter.max)]


@pytest.mark.parametrize("value", NOT_FINITE)
def test_a_number_is_finite(run: Run, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    fails(run("serve", f"--grace={value}"), "--grace: must be ")
    fails(run("bot", "x", "casual", f"--pace={value}"), "--pace: must be ")
    monkeypatch.setenv("KNOBEL_BOT_PACE", value)
    fails(run("doctor"), "KNOBEL_BOT_PACE: must be ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("serve", f"--retention={10**20}"),
        ("play", "knister", f"--seed={10**30}"),
        ("play", "knister", f"--seed={'9' * 5000}"),
        ("admin", "answer", str(10**20), "text"),
    ],
)
def test_a_number_is_not_too_large(run: Run, arguments: tuple[str, ...]) -> None:
    fails(run(*arguments), "must be ")
