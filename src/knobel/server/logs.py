"""What the server writes to its log: warnings, and not more of them than anybody would read."""

import logging
import time

from knobel.server.limits import Bucket, Clock

BURST, RATE = 200, 5.0
"""Lines at once, and then a second."""


class Sparing(logging.Filter):
    """Keeps back what is too much, and says with the next line how much that was."""

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


def set_up() -> None:
    """Write warnings to standard error; what a stranger sends is nothing to warn of."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(Sparing())
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
