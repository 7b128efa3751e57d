"""Files of trained data, checkpoints and measured figures.

They are written atomically and rejected when the rules have changed.

Every file contains a *stamp*, a hash of its inputs: the rules as arrays, the shapes of the learned arrays and the
settings of the training.
"""

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile

import numpy as np
from numpy.lib.npyio import NpzFile

from knobel.core import BadSetup
from knobel.engines.shared.arrays import Array


class StaleData(BadSetup):
    """Trained data or a checkpoint was made with other rules, arrays or settings."""


def fingerprint(*parts: Iterable[Any]) -> str:
    """Return a hash of the contents, types and shapes of arrays and plain values."""
    digest = hashlib.sha256()
    for part in parts:
        for value in part:
            array = np.asarray(value)
            digest.update(f"{array.dtype.str}{array.shape}".encode())
            digest.update(array.tobytes())
    return digest.hexdigest()


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """Write a file that replaces `path` at the end, atomically even if the power fails or the disk is full."""
    temporary = path.with_suffix(".partial")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def save(path: Path, stamp: str, arrays: Mapping[str, Array], *, compress: bool = False, **facts: Any) -> None:
    """Write named arrays with a stamp."""
    header = np.frombuffer(json.dumps({"stamp": stamp, **facts}).encode(), np.uint8)
    with replaced(path) as file:
        write = np.savez_compressed if compress else np.savez
        write(file, allow_pickle=False, header=header, **arrays)


def save_figures(path: Path, stamp: str, figures: Mapping[str, Any]) -> None:
    """Write measured figures with a stamp as JSON."""
    with replaced(path) as file:
        file.write((json.dumps({"stamp": stamp, **figures}, indent=2) + "\n").encode())


def load_figures(path: Path, stamp: str) -> dict[str, Any]:
    """Return the figures that `save_figures` wrote.

    :raises StaleData: if the file is broken or has another stamp.
    :raises FileNotFoundError: if there is no such file.
    """
    try:
        figures: dict[str, Any] = json.loads(path.read_bytes())
        found = figures.pop("stamp")
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise StaleData(f"{path.name} is broken, or no file of measured figures") from error
    if found != stamp:
        raise StaleData(f"{path.name} was measured with other rules or settings: measure again")
    return figures


def load(path: Path, stamp: str, names: Collection[str] | None = None) -> tuple[dict[str, Array], dict[str, Any]]:
    """Return the arrays and facts that `save` wrote; only the arrays in `names` if it is given.

    :raises StaleData: if the file has another stamp or another format.
    :raises FileNotFoundError: if there is no such file.
    """
    with open_archive(path) as data:
        facts = json.loads(bytes(data["header"]))
        if facts.pop("stamp") != stamp:
            raise StaleData(f"{path.name} was made with other rules, arrays or settings: train again")
        return {name: data[name] for name in names or data.files if name != "header"}, facts


def read_metadata(path: Path) -> dict[str, Any]:
    """Return the facts that `save` wrote, without checking the stamp.

    :raises StaleData: if the file has another format.
    :raises FileNotFoundError: if there is no such file.
    """
    with open_archive(path) as data:
        facts: dict[str, Any] = json.loads(bytes(data["header"]))
        return facts


@contextmanager
def open_archive(path: Path) -> Iterator[NpzFile]:
    """Open a file that `save` wrote.

    :raises StaleData: if the file is broken or has another format.
    """
    try:
        with path.open("rb") as file, np.load(file) as data:
            yield data
    except (BadZipFile, EOFError, KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, StaleData):
            raise
        raise StaleData(f"{path.name} is broken, or no file of trained data") from error


def join_bytes(halves: Array) -> Array:
    """Return the numbers below 2**16 whose low bytes precede their second bytes. Shape (numbers), uint16."""
    return np.ascontiguousarray(halves.T).view("<u2")[:, 0]


def unpack(packed: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    """Return the flat indices (32 bits) of packed weights (`knobel_lab.learning.packing`), and the weights."""
    places = join_bytes(packed[f"{name}_steps"]).astype(np.int32)
    places[packed[f"{name}_wide"]] += packed[f"{name}_more"].astype(np.int32) << 16
    np.cumsum(places, out=places)
    return places, join_bytes(packed[f"{name}_weights"]).view(packed[f"{name}_type"].dtype)
