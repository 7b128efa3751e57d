"""A reverse proxy that serves a server below a path, as nginx and Caddy do, with or without removing the path."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator

from tests.server.client import free_port

NOT_FOUND = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
"""The response outside of the path, where another program would answer."""


class PathProxy:
    """The proxy; `url` is the address of the server behind it, without a slash at the end."""

    def __init__(self, target: int, path: str, *, strips: bool) -> None:
        """`target` is the server's port, `path` the path without a slash at the end."""
        self._target = target
        self._path = path.encode()
        self._strips = strips
        self._port = free_port()
        self._tasks = set[asyncio.Task[None] | None]()
        """Tasks of connections. The event loop and the streams keep only weak references to them."""
        self.url = f"http://127.0.0.1:{self._port}{path}"

    async def serve(self) -> asyncio.Server:
        """Start to listen."""
        return await asyncio.start_server(self._handle, "127.0.0.1", self._port)

    async def end_connections(self) -> None:
        """End all connections, also those that were just accepted. A task of asyncio that accepts one must not be
        cancelled: it would leave its socket open."""
        while len(asyncio.all_tasks()) > 1:
            for task in self._tasks:
                if task is not None:
                    task.cancel()
            await asyncio.sleep(0.001)

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tasks.add(task := asyncio.current_task())
        try:
            await self._forward(reader, writer)
        finally:
            self._tasks.discard(task)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with (
            contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError),
            contextlib.closing(writer),
        ):
            head = await reader.readuntil(b"\r\n\r\n")
            method, path, rest = head.split(b" ", 2)
            if path.partition(b"?")[0] != self._path and not path.startswith(self._path + b"/"):
                writer.write(NOT_FOUND)
                return
            if self._strips and path.startswith(self._path + b"/"):
                path = path.removeprefix(self._path)
            if b"upgrade: websocket" not in rest.lower():
                # One request for each connection, so that only its head must be read.
                version, _, headers = rest.partition(b"\r\n")
                kept = [line for line in headers.split(b"\r\n") if not line.lower().startswith(b"connection:")]
                rest = b"\r\n".join([version, b"Connection: close", *kept])
            there, to_server = await asyncio.open_connection("127.0.0.1", self._target)
            with contextlib.closing(to_server):
                to_server.write(b" ".join([method, path, rest]))
                up = asyncio.create_task(_copy(reader, to_server))
                try:
                    await _copy(there, writer)
                finally:
                    up.cancel()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()


@contextlib.contextmanager
def proxied(target: int, path: str, *, strips: bool) -> Iterator[PathProxy]:
    """Yield a running proxy, in a thread of its own."""
    proxy = PathProxy(target, path, strips=strips)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="proxy", daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(proxy.serve(), loop).result()
    try:
        yield proxy
    finally:

        async def stop() -> None:
            server.close()
            await proxy.end_connections()

        asyncio.run_coroutine_threadsafe(stop(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
