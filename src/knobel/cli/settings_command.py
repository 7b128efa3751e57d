"""Commands whose options can all be given by environment variables, which suits containers."""

import os
import re
from typing import Any

import typer
from typer.core import TyperCommand

PREFIX = "KNOBEL"
SERVICE_ADDRESS = re.compile(r"(tcp|udp|sctp)://\S+:\d+")
"""What Kubernetes gives every pod for a service: for one named `knobel` it is in `KNOBEL_PORT`."""


class SettingsCommand(TyperCommand):
    """Typer command whose options are also read from the environment."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.context_settings["auto_envvar_prefix"] = PREFIX

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ignore_service_address()
        return super().parse_args(ctx, args)


def ignore_service_address() -> None:
    """Remove the variable that Kubernetes sets for a service named `knobel`, and say so on standard error."""
    variable = f"{PREFIX}_PORT"
    if SERVICE_ADDRESS.fullmatch(os.environ.get(variable, "").strip()):
        address = os.environ.pop(variable)
        typer.echo(
            f"knobel: {variable} is ignored: {address} is the address that Kubernetes gives of a service named knobel;"
            " set enableServiceLinks: false in the pod, or name the service otherwise",
            err=True,
        )
