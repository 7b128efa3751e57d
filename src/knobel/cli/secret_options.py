"""Options whose value may hold a password, so that it need not stand among a command's arguments.

Every user of a machine can read the arguments of all its processes. The value of such an option may also be in an
environment variable, or in a file that another environment variable names.
"""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from knobel.cli.files import describe_os_error
from knobel.core import BadSetup

DATABASE, OPERATOR_TOKEN = "KNOBEL_DATABASE", "KNOBEL_OPERATOR_TOKEN"
SECRETS = DATABASE, OPERATOR_TOKEN
"""The variables whose value may be in a file instead."""


def read_secret_file(variable: str) -> str | None:
    """Return the first line of the file that the environment variable `{variable}_FILE` names, if there is one.

    :raises BadSetup: if the file cannot be read or is empty.
    """
    file = os.environ.get(f"{variable}_FILE")
    if not file:
        return None
    try:
        # Editors on Windows put a byte order mark before the text.
        value = Path(file).read_text(encoding="utf-8-sig").strip().partition("\n")[0].strip()
    except OSError as error:
        raise BadSetup(f"cannot read {file}, which {variable}_FILE names: {describe_os_error(error)}") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{file}, which {variable}_FILE names, is not UTF-8 text") from None
    if not value:
        raise BadSetup(f"{file}, which {variable}_FILE names, is empty")
    return value


def secret_option(variable: str, help_text: str) -> Any:
    """Return an option that is also read from an environment variable, or else from a file that one names."""

    def resolve(value: str | None) -> str | None:
        return read_secret_file(variable) if value is None else value

    return typer.Option(envvar=variable, callback=resolve, help=help_text, show_envvar=True)


Database = Annotated[
    str | None,
    secret_option(DATABASE, "The server's database, as given to `knobel serve`; by default the usual file."),
]
