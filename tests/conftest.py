"""Settings of all tests."""

import gc
import os

# Must be set before NumPy is loaded, as the command line and the server's processes do.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from collections.abc import Iterator

import pytest

from knobel.engines.shared import memory
from tests.engines.wasm.shipped import forget_engines, use_shipped_engines
from tests.slow import WHOLE

if not WHOLE:
    use_shipped_engines()


def pytest_configure() -> None:
    """Stop collecting garbage among the millions of objects that collecting tests creates: two fifths of its time.

    The process that only distributes tests to others never collects garbage.
    """
    gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage again, but never look at what exists by now, because it stays."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Return the event loop of tests that are coroutines."""
    return "asyncio"


@pytest.fixture
def native_engines(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let engines use kernels that Numba compiles, until others are provided."""
    monkeypatch.setattr(memory, "_provided", {})
    forget_engines()
    yield
    forget_engines()


@pytest.fixture
def quick_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the readers of dice and of paper use the modules that ship, which need no compilation."""
    from knobel.vision.dice import reader  # noqa: PLC0415 -- loads Numba
    from knobel.vision.paper import kernels, pads, reading  # noqa: PLC0415
    from tests.vision.shipped_reader import SHIPPED_KERNELS, shipped_kernels  # noqa: PLC0415

    if WHOLE:
        return
    of_paper = shipped_kernels(kernels)
    for module, shipped in (reader, SHIPPED_KERNELS), (reading, of_paper), (pads, of_paper):
        for name in shipped.keys() & vars(module).keys():
            monkeypatch.setattr(module, name, shipped[name])
