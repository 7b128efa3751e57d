"""The option `--cluster [ADDRESS]`, whose value is optional."""

from typing import Annotated, Any, TypeAlias

import typer
from typer.core import TyperCommand

from knobel.ray_cluster import LOCAL

OPTION = "--cluster"


class ClusterCommand(TyperCommand):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, insert_local_address(args))


def insert_local_address(arguments: list[str]) -> list[str]:
    """Return the arguments with `LOCAL` inserted where the option is not followed by an address."""
    result: list[str] = []
    for i, argument in enumerate(arguments):
        result.append(argument)
        following = arguments[i + 1] if i + 1 < len(arguments) else ""
        if argument == OPTION and (following.startswith("-") or not (":" in following or following in (LOCAL, "auto"))):
            result.append(LOCAL)
    return result


Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(OPTION, metavar="[ADDRESS]", help="Run on Ray: on this machine, or the cluster at host:port."),
]
