"""A server that kills itself, for tests that continue after a crash."""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class DieAt:
    """Lets a server kill itself before or after the first call of a method of a class (`Server.prepare`)."""

    owner: type
    method: str
    after: bool

    def __call__(self) -> Callable[[], None]:
        original = getattr(self.owner, self.method)

        async def dying(*arguments: Any) -> Any:
            if self.after:
                await original(*arguments)
            os.kill(os.getpid(), signal.SIGKILL)

        setattr(self.owner, self.method, dying)
        return lambda: None
