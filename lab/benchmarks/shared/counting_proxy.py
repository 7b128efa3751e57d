"""A TCP proxy that counts bytes."""

import socket
import threading


class CountingProxy:
    """A TCP proxy that counts the bytes from the server."""

    def __init__(self, port: int) -> None:
        self.received = 0
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept no more connections."""
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._target))
            threading.Thread(target=self._copy, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self._copy, args=(server, client, True), daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket, count: bool) -> None:
        try:
            while data := source.recv(65536):
                self.received += len(data) if count else 0
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            target.close()
