"""Reading of game records and writing of new files for the commands."""

import contextlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from knobel.core import BadSetup
from knobel.notation import BadRecord, Record, load
from knobel.server.runtime.private_files import create


def describe_os_error(error: OSError) -> str:
    """Return why a file cannot be used, in lower case as part of a message."""
    return (error.strerror or str(error)).lower()


@contextmanager
def open_input(path: str) -> Iterator[IO[bytes]]:
    """Open a file for reading bytes; `-` is standard input."""
    if path == "-":
        yield sys.stdin.buffer
        return
    with Path(path).open("rb") as file:
        yield file


def decode_lines(lines: IO[bytes]) -> Iterator[str]:
    """Yield the lines as text.

    :raises BadRecord: at the first line that is not UTF-8.
    """
    for number, line in enumerate(lines, 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise BadRecord(number, "not UTF-8 text: a record is a JSON Lines file") from None


def read_record(path: str, *, finished: bool = False, max_lines: int | None = None) -> tuple[Record, Any]:
    """Return the record in a file (`-`: standard input) and its final position; see `notation.load`.

    :raises BadSetup: if the file cannot be read.
    :raises BadRecord: at the first line that is malformed or illegal.
    """
    try:
        with open_input(path) as file:
            return load(decode_lines(file), finished=finished, max_lines=max_lines)
    except OSError as error:
        raise BadSetup(f"cannot read {path}: {describe_os_error(error)}") from None


def read_bytes(path: str) -> bytes:
    """Return the content of a file (`-`: standard input).

    :raises BadSetup: if the file cannot be read.
    """
    try:
        with open_input(path) as file:
            return file.read()
    except OSError as error:
        raise BadSetup(f"cannot read {path}: {describe_os_error(error)}") from None


@contextmanager
def new_file(path: Path, *, private: bool = False) -> Iterator[IO[str]]:
    """Yield a text file that gets its name when it is complete. After an error no file remains.

    :param private: only the user may read it.
    :raises BadSetup: if a file of that name exists, or it cannot be written.
    """
    with new_path(path) as unfinished:
        if private:
            create(unfinished)
        with unfinished.open("w", encoding="utf-8", newline="") as file:
            yield file


@contextmanager
def new_binary(path: Path, *, private: bool = False) -> Iterator[IO[bytes]]:
    """Yield a binary file that gets its name when it is complete; see `new_file`."""
    with new_path(path) as unfinished:
        if private:
            create(unfinished)
        with unfinished.open("wb") as file:
            yield file


@contextmanager
def new_path(path: Path) -> Iterator[Path]:
    """Yield the temporary path of a new file or folder, which gets its name when it is complete.

    :raises BadSetup: if something of that name exists, or it cannot be written; no file remains then.
    """
    if path.exists():
        raise BadSetup(f"{path} already exists: choose another name")
    unfinished = path.with_name(f"{path.name}-unfinished")
    try:
        # Remains of a killed command must not block the next one.
        _delete(unfinished)
        yield unfinished
        unfinished.rename(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            _delete(unfinished)
        if isinstance(error, OSError):
            raise BadSetup(f"cannot write {path}: {describe_os_error(error)}") from error
        raise


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
