"""The server's log: warnings and errors, limited in rate."""

import json
import logging
import time
from contextvars import ContextVar
from datetime import UTC, datetime

from knobel.server.limits import Bucket, Clock
from knobel.server.metrics import CountErrors

BURST, RATE = 200, 5.0
"""Lines in a burst, and lines a second."""
request: ContextVar[str] = ContextVar("request", default="")
"""The id of the request or WebSocket that is being handled."""
table: ContextVar[str] = ContextVar("table", default="")
"""The code of the table that is being handled."""


class Sparing(logging.Filter):
    """Drops lines above the rate limit. The next line that passes states how many were dropped."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._bucket = Bucket(BURST, RATE, clock())
        self._kept_back = 0

    def filter(self, record: logging.LogRecord) -> bool:
        if not self._bucket.take(self._clock()):
            self._kept_back += 1
            return False
        if self._kept_back:
            record.msg = f"[{self._kept_back} lines were too many] {record.getMessage()}"
            record.args = ()
            self._kept_back = 0
        return True


class JsonLines(logging.Formatter):
    """Formats a record as a JSON object.

    Its fields are `time` (UTC), `level`, `logger`, `message`, and `request`, `table` and `trace` where known.
    """

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": request.get(),
            "table": table.get(),
            "trace": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return json.dumps({key: value for key, value in told.items() if value}, ensure_ascii=False)


def set_up(*, as_json: bool = False) -> None:
    """Write warnings and errors to standard error. Invalid requests are not warnings."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(Sparing())
        if as_json:
            handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(CountErrors())
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
