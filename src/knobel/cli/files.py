"""Reading and writing game records from the command line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from knobel.core import BadSetup
from knobel.notation import BadRecord, Record, load


def why(error: OSError) -> str:
    """Why a file cannot be used, in lower case as the rest of a message."""
    return (error.strerror or str(error)).lower()


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """The file's bytes; `-` is standard input."""
    if path == "-":
        yield sys.stdin.buffer
        return
    with Path(path).open("rb") as file:
        yield file


def decoded(lines: IO[bytes]) -> Iterator[str]:
    """The lines as text.

    :raises BadRecord: at the first that is not UTF-8.
    """
    for number, line in enumerate(lines, 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise BadRecord(number, "not UTF-8 text: a record is a JSON Lines file") from None


def read_record(path: str, *, finished: bool = False, most: int | None = None) -> tuple[Record, Any]:
    """The record in a file (`-`: standard input) and the position that it ends in; see `notation.load`.

    :raises BadSetup: if the file cannot be read.
    :raises BadRecord: at the first line that is malformed or illegal.
    """
    try:
        with opened(path) as file:
            return load(decoded(file), finished=finished, most=most)
    except OSError as error:
        raise BadSetup(f"cannot read {path}: {why(error)}") from None
