"""The engines that ship as WebAssembly modules, for all processes of the tests.

Numba compiles the same kernels for two minutes, and loads those of a game from its cache in a second. Here the code and
the image of a game are made once, kept until the sources of the engines change, and loaded in a tenth of a second. The
kernels run half as fast.

python -m tests.engines.wasm.shipped
"""

import json
import os
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

import wasmtime

from knobel import engines
from knobel.coach import exercises, grades, strength, theme_losses, uncertainty
from knobel.engines.shared import memory
from knobel.engines.shared.memory import Memory, ProvidedMemory
from knobel.engines.wasm.memory import ModuleMemory
from knobel.server.compute import bot_decisions
from tests.engines.wasm.wasmtime_host import WasmtimeModule, wasm_engine
from tests.slow import WHOLE

if TYPE_CHECKING:
    from knobel.engines.shared.native_memory import NativeMemory

Host = TypeVar("Host", bound=WasmtimeModule)

ENGINES = Path(engines.__file__).parent
KEPT = Path(__file__).parents[3] / ".pytest_cache" / "engines"
COMPILED = engines.games_with("kernels")
"""The games with an engine of their own."""
SUFFIXES = (".json", ".npz", ".py", ".wasm")
"""Of the files from which engines are made."""
CACHES = (
    engines._engine,
    engines._rollouts,
    exercises.shipped_exercises,
    grades.beginner_errors,
    strength.level_errors,
    theme_losses.theme_losses,
    uncertainty.measured_figures,
)


@cache
def stamp() -> str:
    """Return a hash of the names, sizes and times of the files from which engines are made."""
    files = [(path, path.stat()) for path in sorted(ENGINES.rglob("*")) if path.suffix in SUFFIXES]
    facts = [(str(path), facts.st_size, facts.st_mtime_ns) for path, facts in files]
    return f"{crc32(repr((wasmtime.__file__, facts)).encode()):08x}"


def kept(game: str, part: str) -> Path:
    """Return the path of a part of an engine: `code`, or `header` or `content` of its image."""
    return KEPT / f"{game}-{stamp()}.{part}"


def make(game: str) -> None:
    """Keep the engine of a game, and no older one."""
    from knobel.engines.wasm.image import laid_out, module_path  # noqa: PLC0415 -- loads Numba

    KEPT.mkdir(parents=True, exist_ok=True)
    for old in KEPT.glob(f"{game}-*"):
        if stamp() not in old.name:
            old.unlink(missing_ok=True)
    header, content = laid_out(game)
    code = wasmtime.Module(wasm_engine(), module_path(game).read_bytes()).serialize()
    for part, data in (("header", header_text(header).encode()), ("content", content), ("code", code)):
        unfinished = KEPT / f"{game}.{os.getpid()}.{part}"
        unfinished.write_bytes(data)
        unfinished.replace(kept(game, part))


def header_text(header: dict[str, Any]) -> str:
    """Return the header of an image whose arrays are as they are in memory."""
    return json.dumps(header | {"planes": []})


def instance(game: str, host: type[Host]) -> Host:
    """Return a new instance of the module of a game."""
    if not kept(game, "code").exists():
        make(game)
    return host(wasmtime.Module.deserialize_file(wasm_engine(), str(kept(game, "code"))))


def shipped_image(game: str) -> tuple[str, bytes]:
    """Return the header of the image of a game that `instance` was called for, and its content as it is in memory."""
    return kept(game, "header").read_text(), kept(game, "content").read_bytes()


def placed(module: WasmtimeModule, header: str, content: bytes) -> ModuleMemory:
    """Return the memory of a new instance in which an image is placed."""
    address = module.allocate(len(content))
    module.write(address, content)
    return ModuleMemory(module, header, address)


@cache
def shipped_memory(game: str) -> ModuleMemory:
    """Return the kernels of a game that ship, with the trained data, in a module in this process."""
    return placed(instance(game, WasmtimeModule), *shipped_image(game))


def quick_memory(game: str, native: "NativeMemory") -> Memory:
    """Return a memory with the arguments of another one, for kernels that need no compilation."""
    if WHOLE:
        return native
    from knobel.engines.wasm.image import laid_out  # noqa: PLC0415 -- loads Numba

    header, content = laid_out(game, native)
    return placed(instance(game, WasmtimeModule), header_text(header), bytes(content))


class ShippedMemories(dict[str, ProvidedMemory]):
    """What `memory.provide` was given for each game, as if it had been given the engines that ship."""

    def __contains__(self, game: object) -> bool:
        return self.get(str(game)) is not None

    def __getitem__(self, game: str) -> ProvidedMemory:
        return super().__getitem__(game) if super().__contains__(game) else shipped_memory(game)

    def get(self, game: str, default: object = None) -> ProvidedMemory | None:  # type: ignore[override]
        return self[game] if super().__contains__(game) or game in COMPILED else None


def forget_engines() -> None:
    """Let engines, and what is kept of the figures beside their data, be loaded again."""
    for cached in CACHES:
        cached.cache_clear()


def use_shipped_engines() -> None:
    """Let all engines of this process be those that ship, which need no compilation."""
    memory._provided = ShippedMemories()


def use_shipped_engines_for_bots() -> None:
    """Prepare the bot process of a server."""
    use_shipped_engines()
    # It would load Numba.
    vars(bot_decisions)["forbid_compilation"] = nullcontext
    bot_decisions.limit_threads()


def use_shipped_engines_for_the_coach() -> None:
    """Prepare the coach process of a server."""
    use_shipped_engines()
    bot_decisions.lower_priority()


if __name__ == "__main__":
    for each in COMPILED:
        make(each)
