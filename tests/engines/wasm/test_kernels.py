"""Kernels in WebAssembly: they are those of the sources, and agree with the compiled kernels to the last bit."""

import json
from collections import Counter
from contextlib import ExitStack
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core.dispatcher import Dispatcher
from tools import wasm_target
from tools.build_wasm import PACKAGES, entry_types, folder_of, stamp

import knobel
from knobel.core import Game
from knobel.engines import Engine, engine
from knobel.engines.knoeffel import kernels
from knobel.engines.shared.memory import Memory
from knobel.engines.wasm.image import FACTS, games_with_modules
from tests.engines.wasm.node_host import memory_in_node
from tests.engines.wasm.positions import evaluation, positions, values
from tests.engines.wasm.shipped import shipped_memory
from tests.engines.wasm.tables import table_digests
from tests.slow import slow_except

GAMES = games_with_modules()
*_, ONE = GAMES
QUICK = (ONE,)
MORE = {"kniffeliger": 2, "knaster": 1.2, "knoeffel": 1.1}
"""How many times as many positions a game needs of whose kernels one is called rarely."""
FOR_TABLES = {"unpack", "solve", "quantize"}
"""Kernels that are called once for tables, which the engines of a process share."""
RARE = {*FOR_TABLES, "beat_last_turn"}
"""Kernels that few positions need: also those that are called in last turns only."""


def engine_with(game: Game[Any], memory: Memory) -> Engine:
    """Return a new engine of a game with its kernels and trained data in a memory."""
    return type(engine(game))(game, memory)  # type: ignore[call-arg]


def test_the_version_of_numba_is_the_one_whose_internals_are_used() -> None:
    assert numba.__version__.startswith(f"{wasm_target.NUMBA}.")


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_are_those_of_the_sources(package: str) -> None:
    known = json.loads((folder_of(package) / FACTS).read_bytes())
    entries = entry_types(package)
    assert list(known["kernels"]) == [kernel.__name__ for kernel in entries]
    assert known["stamp"] == stamp(entries), "run `make wasm` and commit the modules"


@pytest.mark.parametrize("number", [20, pytest.param(1500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", slow_except(*QUICK, games=GAMES))
def test_kernels_agree_to_the_last_bit(name: str, number: int) -> None:
    calls = Counter[str]()
    native = import_module(f"knobel.engines.{name}.kernels").memory()

    def counted(kernel: Any) -> Any:
        def call(*arguments: Any) -> Any:
            calls[kernel.__name__] += 1
            return kernel(*arguments)

        return call

    native.kernels = SimpleNamespace(**{kernel.__name__: counted(kernel) for kernel in native.entries})
    many = number > 1000
    with ExitStack() as stack:
        hosts = [native, shipped_memory(name)]
        if many:
            hosts.append(stack.enter_context(memory_in_node(name)))
        for position in positions(name, 1, round(number * MORE.get(name, 1)) if many else number):
            one, *others = (values(engine_with(position[0], each), position) for each in hosts)
            assert all(other == one for other in others)
    if many:
        rarest = min(calls[kernel.__name__] for kernel in native.entries if kernel.__name__ not in FOR_TABLES)
        assert rarest >= 100, calls


@pytest.mark.slow
def test_tables_agree_to_the_last_bit() -> None:
    expected = table_digests(kernels.memory())
    assert table_digests(shipped_memory("knoeffel")) == expected
    with memory_in_node("knoeffel") as in_node:
        assert table_digests(in_node) == expected


@pytest.mark.parametrize("name", slow_except(ONE, games=GAMES))
def test_engines_call_the_declared_kernels_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called, call = set[Any](), Dispatcher.__call__

    def recorded(self: Any, *arguments: Any, **named: Any) -> Any:
        called.add(self)
        return call(self, *arguments, **named)

    native = import_module(f"knobel.engines.{name}.kernels").memory()
    monkeypatch.setattr(Dispatcher, "__call__", recorded)
    for game, state, seat, _, aim, number in positions(name, 2, 120):
        position = game, state, seat, "quick" if number % 8 else "master", aim, number
        values(engine_with(game, native), position)  # type: ignore[arg-type]
    assert called <= set(native.entries)
    assert {kernel.__name__ for kernel in set(native.entries) - called} <= RARE


def test_memory_is_used_again() -> None:
    memory, game = shipped_memory(ONE), knobel.make(ONE)
    thinking = engine_with(game, memory)
    sizes = []
    for _, state, seat, _, aim, number in positions(ONE, 3, 80):
        evaluation(thinking, (game, state, seat, "strong", aim, number))
        address = memory.module.allocate(1 << 19)
        memory.module.release(address)
        sizes.append(address)
    assert sizes[-1] == sizes[len(sizes) // 2]


def test_arrays_are_read_as_numpy_does() -> None:
    memory = shipped_memory(ONE)
    array = memory.zeros("float64", 2, 3)
    assert (len(array), len(array[1]), array[1][2], array.tolist()) == (2, 3, 0.0, [[0.0] * 3] * 2)
    numbers = memory.integers([5, -6, 7])
    assert (numbers[1], numbers.tolist(), numbers[1:].tolist(), numbers[:-2].tolist()) == (-6, [5, -6, 7], [-6, 7], [5])
    assert (numbers[3:].tolist(), len(array[1:]), array[1:][0].tolist()) == ([], 1, [0.0] * 3)
    for wrong in (-1, 3):
        with pytest.raises(IndexError):
            numbers[wrong]


def test_exhausted_memory_is_an_error() -> None:
    memory = shipped_memory(ONE)
    with pytest.raises(MemoryError):
        memory.zeros("float64", 1 << 27, 3)
    assert memory.integers([1]).tolist() == [1]
