"""The server's log: warnings and errors, limited in rate."""

import copy
import json
import logging
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

from knobel.server.runtime.metrics import CountErrors
from knobel.server.runtime.rate_limiter import Clock
from knobel.token_bucket import TokenBucket

BURST, RATE = 200, 5.0
"""Lines in a burst, and lines a second."""
TEXT_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
request: ContextVar[str] = ContextVar("request", default="")
"""The id of the request or WebSocket that is being handled."""
table: ContextVar[str] = ContextVar("table", default="")
"""The code of the table that is being handled."""


LIFECYCLE = logging.getLogger("knobel.lifecycle")
"""Lines about the start and the end of the program. They are written only as JSON."""


class RateLimitedHandler(logging.StreamHandler[TextIO]):
    """Writes to standard error and drops lines above the rate limit.

    The next line that is written states how many were dropped.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._bucket = TokenBucket(BURST, RATE, clock())
        self._dropped = 0

    def emit(self, record: logging.LogRecord) -> None:
        if not self._bucket.take(self._clock()):
            self._dropped += 1
            return
        if self._dropped:
            record = copy.copy(record)
            record.msg, record.args = f"[{self._dropped} lines were dropped] {record.getMessage()}", ()
            self._dropped = 0
        super().emit(record)


class JsonLines(logging.Formatter):
    """Formats a record as a JSON object.

    Its fields are `time` (UTC), `level`, `logger`, `message`, and `request`, `table` and `trace` where known.
    """

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": request.get(),
            "table": table.get(),
            "trace": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return json.dumps({key: value for key, value in fields.items() if value}, ensure_ascii=False)


def set_up(*, as_json: bool = False) -> None:
    """Write warnings and errors to standard error. Invalid requests are not warnings.

    A second call changes nothing.
    """
    if any(isinstance(handler, RateLimitedHandler) for handler in logging.getLogger().handlers):
        return
    handler = RateLimitedHandler()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter(TEXT_FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger().addHandler(CountErrors())
    # The start and the end of the program, which people read on standard output otherwise.
    LIFECYCLE.setLevel(logging.INFO if as_json else logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
