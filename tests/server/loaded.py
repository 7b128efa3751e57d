"""Loads the modules of servers and workers in the process from which they are forked.

A server runs until it answers. What only servers with PostgreSQL load is loaded too, which takes half a second. The
application with its routes, whose registration takes most of a start, is handed to the servers that are forked: each
gives it a state and parts of its own. The processes of bots and the coach are forked from here as well.
"""

import gc
import os
import signal
from multiprocessing import forkserver
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy.dialects.postgresql.asyncpg  # noqa: F401
from litestar import Litestar

import tests.server.working  # noqa: F401
from knobel.server import app
from knobel.server.options import ServerOptions
from knobel.server.serve import serve

made: list[Litestar] = []


def make(**options: Any) -> Litestar:
    """Replacement for `Litestar` that makes one application only."""
    if not made:
        made.append(Litestar(**options))
    made[0]._lifespan_managers, made[0].state = list(options["lifespan"]), options["state"]
    return made[0]


def end(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)


vars(app)["Litestar"] = make
# The thread that started this process may be one that receives no interrupts.
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
with TemporaryDirectory() as folder:
    serve(ServerOptions(port=0, database=str(Path(folder) / "knobel.db")), end)

# Forked processes have others forked by this one, which is none of their children.
vars(forkserver._forkserver)["ensure_running"] = lambda: None
# They need not look through what exists by now.
gc.collect()
gc.freeze()
