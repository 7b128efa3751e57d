"""A service that receives the news of groups, on this machine."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from tests.server.notices.push_service import HttpsService, serving


class Receiver(HttpsService):
    """Keeps the messages that it accepts."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.messages: list[Any] = []

    def options(self) -> dict[str, Any]:
        """Return the options with which a server sends news to this service."""
        return {"webhook": [f"localhost:{self.port}"], "private_network": ["127.0.0.0/8"]}

    def receive(self, handler: BaseHTTPRequestHandler, body: bytes) -> tuple[int, dict[str, str]]:
        """Return the answer to a request, and keep a message that is accepted."""
        status, headers = self.answers.pop(0) if self.answers else (204, {})
        if status == 204:
            is_json = handler.headers["content-type"] == "application/json"
            self.messages.append(json.loads(body) if is_json else body.decode())
        return status, headers


@contextmanager
def receiver(folder: Path) -> Iterator[Receiver]:
    """Yield a running service. Each test must trust its certificate (`SSL_CERT_FILE`)."""
    with serving(Receiver(folder)) as service:
        yield service
