"""A host of WebAssembly modules as the page's worker, without a browser."""

from knobel.offline.service import Service
from tests.engines.wasm.shipped import instance, shipped_image
from tests.engines.wasm.wasmtime_host import WasmtimeModule


class View:
    """A part of the memory, as Pyodide gives one to Python."""

    def __init__(self, module: WasmtimeModule, address: int, size: int) -> None:
        self.module, self.address, self.size = module, address, size

    def to_bytes(self) -> bytes:
        return self.module.read(self.address, self.size)

    def assign(self, content: bytes) -> None:
        assert len(content) == self.size
        self.module.write(self.address, content)


class PageHost(WasmtimeModule):
    """A module as the page provides it."""

    def view(self, address: int, size: int) -> View:
        return View(self, address, size)


def load(service: Service, game: str, host: type[PageHost] = PageHost) -> None:
    """Add the engine of a game as the page does."""
    module = instance(game, host)
    header, content = shipped_image(game)
    address = module.allocate(len(content))
    module.write(address, content)
    service.add_engine(game, module, header, address)
