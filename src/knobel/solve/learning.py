"""Training that survives being killed, and trained data that is refused when the rules have changed.

A *learner* is what a game supplies: its whole state as named arrays, and how to play and learn some more games. Games
are learned one after the other from a stored stream of random numbers, so a run that is killed and resumed from its
last checkpoint ends with the same weights as an undisturbed one.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol
from zipfile import BadZipFile

import numpy as np
from numpy.lib.npyio import NpzFile

from knobel.arrays import Array

BLOCK_SECONDS = 1.0
"""About how long games are learned until somebody is told."""


class Stale(ValueError):
    """Trained data or a checkpoint was made with other rules or arrays, or with other settings."""


def fingerprint(*parts: Iterable[Any]) -> str:
    """A hash of arrays and plain values, by their contents, types and shapes."""
    digest = hashlib.sha256()
    for part in parts:
        for value in part:
            array = np.asarray(value)
            digest.update(f"{array.dtype.str}{array.shape}".encode())
            digest.update(array.tobytes())
    return digest.hexdigest()


class Learner(Protocol):
    """What training needs of a game."""

    stamp: str
    """Says with which rules, arrays and settings it learns."""

    def learn(self, first: int, games: int) -> Array:
        """Play and learn from so many games, the first being number `first`; returns their scores.

        Learning games in one call or in several comes to the same.
        """

    def state(self) -> Mapping[str, Array]:
        """All that the next block depends on."""

    def restore(self, state: Mapping[str, Array]) -> None:
        """Take up a state."""

    def export(self, path: Path, games: int) -> None:
        """Write what play needs, in the form that ships, after so many games."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is: games learned, their mean score in the last block and seconds spent in this process."""

    games: int
    mean: float
    seconds: float


def save(path: Path, stamp: str, arrays: Mapping[str, Array], *, compress: bool = False, **facts: Any) -> None:
    """Write named arrays with a stamp: completely or not at all, even when the power fails or the disk is full."""
    temporary = path.with_suffix(".partial")
    header = np.frombuffer(json.dumps({"stamp": stamp, **facts}).encode(), np.uint8)
    try:
        with temporary.open("wb") as file:
            write = np.savez_compressed if compress else np.savez
            write(file, allow_pickle=False, header=header, **arrays)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def load(path: Path, stamp: str) -> tuple[dict[str, Array], dict[str, Any]]:
    """The arrays and facts that `save` wrote.

    :raises Stale: if they carry another stamp, or this is another kind of file.
    :raises FileNotFoundError: if there is no such file.
    """
    with opened(path) as data:
        facts = json.loads(bytes(data["header"]))
        if facts.pop("stamp") != stamp:
            raise Stale(f"{path.name} was made with other rules, arrays or settings: train again")
        return {name: data[name] for name in data.files if name != "header"}, facts


def read_facts(path: Path) -> dict[str, Any]:
    """The facts that `save` wrote, whatever the stamp.

    :raises Stale: if this is another kind of file.
    :raises FileNotFoundError: if there is no such file.
    """
    with opened(path) as data:
        facts: dict[str, Any] = json.loads(bytes(data["header"]))
        return facts


@contextmanager
def opened(path: Path) -> Iterator[NpzFile]:
    """A file that `save` wrote."""
    try:
        with path.open("rb") as file, np.load(file) as data:
            yield data
    except (BadZipFile, EOFError, KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, Stale):
            raise
        raise Stale(f"{path.name} is broken, or no file of trained data") from error


def train(
    learner: Learner,
    checkpoint: Path,
    games: int,
    *,
    block: int = 20_000,
    every: float = 300,
    resume: bool = False,
    report: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] = bool,
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> int:
    """Learn until so many games are learned in all, and return how many are.

    A checkpoint, with the number of games and other `facts`, is written at the start, every so many seconds, and at
    the end. Blocks of up to `block` games take about a second; after each `report` is told, and `stop` asked whether to
    end now. The result depends on the learner and the number of games, not on where it was stopped and resumed.

    :raises Stale: if the checkpoint to resume was made with other rules, arrays or settings.
    :raises OSError: if a checkpoint cannot be written; the one before it stays.
    """
    done, size = 0, 1
    if resume and checkpoint.exists():
        state, found = load(checkpoint, learner.stamp)
        learner.restore(state)
        done = int(found["games"])
    else:
        save(checkpoint, learner.stamp, learner.state(), games=0, **facts)
    started = saved = before = time.monotonic()
    while done < games and not stop():
        scores = learner.learn(done, min(size, games - done))
        done += len(scores)
        now = time.monotonic()
        size = min(max(int(len(scores) * BLOCK_SECONDS / max(now - before, 1e-6)), 1), 4 * size, block)
        if report:
            report(Progress(done, float(scores.mean()), now - started))
        if done >= games or now - saved >= every or stop():
            save(checkpoint, learner.stamp, learner.state(), games=done, **facts)
            saved = time.monotonic()
        before = time.monotonic()
    return done


def pack(name: str, weights: Array, known: Array) -> dict[str, Array]:
    """A large sparse array of 16-bit weights as small named arrays, which compress well: those that are `known`
    (boolean) and the gaps between them, by bytes."""
    places = np.flatnonzero(known.reshape(-1))
    steps = np.diff(places, prepend=0)
    # Gaps of 2**16 and more are rare: they are listed apart.
    wide = np.flatnonzero(steps >= 1 << 16)
    halves = weights.reshape(-1)[places].view(np.uint16)
    return {
        f"{name}_steps": by_bytes(steps),
        f"{name}_wide": wide.astype(np.uint32),
        f"{name}_more": (steps[wide] >> 16).astype(np.uint32),
        f"{name}_weights": by_bytes(halves),
        f"{name}_type": weights[:0],
    }


def by_bytes(numbers: Array) -> Array:
    """The low bytes of all numbers, then the second bytes. Shape (2, numbers), uint8."""
    return np.array([numbers & 0xFF, numbers >> 8 & 0xFF], np.uint8)


def unpack(packed: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    """The places of the weights that `pack` packed, in an array with one axis, and the weights."""
    low, high = packed[f"{name}_steps"].astype(np.int64)
    steps = low | high << 8
    steps[packed[f"{name}_wide"]] += packed[f"{name}_more"].astype(np.int64) << 16
    low, high = packed[f"{name}_weights"].astype(np.uint16)
    return np.cumsum(steps), (low | high << 8).view(packed[f"{name}_type"].dtype)
