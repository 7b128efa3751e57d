"""Checks that type checkers know the type of every name of the public API, with its parameters and attributes.

    python -m tools.type_completeness

The names are those that the reference documents (`tests/public_api.py`). Pyright judges them as it does for the users
of a typed package (`--verifytypes`). Prints each name whose type is missing or could be inferred differently.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import griffe
from tests.public_api import public_names

COMMAND = ["basedpyright", "--ignoreexternal", "--outputjson", "--verifytypes", "knobel"]
OF_UNTYPED_PACKAGES = {"Type of base class unknown", "Type of metaclass unknown"}
"""What is said of classes with a base from a package without types, which is PettingZoo."""


def definitions() -> set[str]:
    """Return the paths at which the names of the public API are defined."""
    return {meant.final_target.path if isinstance(meant, griffe.Alias) else meant.path for _, meant in public_names()}


def incomplete(symbols: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each public name without a complete type.

    :param symbols: what Pyright says of all names.
    """
    public = definitions()
    found = 0
    for symbol in symbols:
        name: str = symbol["name"]
        parts = name.split(".")
        if any(part.startswith("_") for part in parts) or public.isdisjoint(
            ".".join(parts[:count]) for count in range(1, len(parts) + 1)
        ):
            continue
        found += 1
        if symbol["isTypeKnown"] and not symbol["isTypeAmbiguous"]:
            continue
        said = [each["message"].splitlines()[0] for each in symbol["diagnostics"]]
        if not said or not OF_UNTYPED_PACKAGES.issuperset(said):
            yield f"{name}: {'; '.join(said)}"
    if found < len(public):
        yield f"only {found} names were found, but the public API has {len(public)} and their attributes"


def main() -> None:
    done = subprocess.run([*COMMAND, "--pythonpath", sys.executable], capture_output=True, text=True, check=False)  # noqa: S603 -- a fixed command
    if not done.stdout.startswith("{"):
        sys.exit(done.stderr or done.stdout)
    lines = list(incomplete(json.loads(done.stdout)["typeCompleteness"]["symbols"]))
    if lines:
        sys.exit("\n".join(["types that are not complete in the public API:", *lines]))
    print("all types of the public API are complete")


if __name__ == "__main__":
    main()
