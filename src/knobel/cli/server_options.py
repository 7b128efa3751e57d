"""The parameters of `knobel serve` and `knobel doctor`, made from the fields of `ServerOptions`."""

import inspect
import os
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Annotated, Any, get_origin, get_type_hints

import typer

from knobel.cli.secret_options import secret_option
from knobel.cli.settings_command import PREFIX
from knobel.core import BadSetup
from knobel.server.options import Option, ServerOptions

KEYWORD = inspect.Parameter.KEYWORD_ONLY
REMOVED = {
    "broker": "servers of one PostgreSQL notify each other through it",
    "processes": "start the same command several times, each with --share-port",
}
"""Options of earlier versions, and what to do instead."""


def takes_server_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command a parameter for each option of a server. The command's first argument is a `ServerOptions`."""
    own = [parameter.replace(kind=KEYWORD) for parameter in inspect.signature(command).parameters.values()][1:]
    parameters = [*_parameters(), *own, *_removed()]
    names = [field.name for field in fields(ServerOptions) if "option" in field.metadata]

    @wraps(command)
    def run(**values: Any) -> None:
        for name in REMOVED:
            values.pop(name)
        options = ServerOptions(**{name: values.pop(name) for name in names})
        command(options, **values)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameters() -> list[inspect.Parameter]:
    hints = get_type_hints(ServerOptions)
    parameters = []
    for field in fields(ServerOptions):
        option: Option | None = field.metadata.get("option")
        if option is not None:
            is_list = get_origin(hints[field.name]) is not None and field.default == ()
            kind, default = (list[str], []) if is_list else (hints[field.name], field.default)
            parameters.append(
                _parameter(field.name, Annotated[kind, _typer_option(field.name, default, option)], default)
            )
    return parameters


def _typer_option(name: str, default: Any, option: Option) -> Any:
    flag = f"--{name.replace('_', '-')}"
    if option.secret:
        return secret_option(variable(name), option.help)
    if default is False:
        return typer.Option(flag, help=option.help)
    if default is True:
        return typer.Option(f"{flag}/--no{flag[1:]}", help=option.help)
    return typer.Option(flag, help=option.help, min=option.min, max=option.max)


def variable(name: str) -> str:
    """Return the environment variable of an option."""
    return f"{PREFIX}_{name.upper()}"


def _removed() -> list[inspect.Parameter]:
    return [
        _parameter(name, Annotated[str | None, typer.Option(hidden=True, callback=_refusal(name, advice))], None)
        for name, advice in REMOVED.items()
    ]


def _refusal(name: str, advice: str) -> Callable[[str | None], None]:
    def refuse(value: str | None) -> None:
        if value is not None or os.environ.get(f"{variable(name)}_FILE"):
            raise BadSetup(f"there is no option --{name} ({variable(name)}) any more: {advice}")

    return refuse


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, KEYWORD, annotation=annotation, default=default)
