"""Loads the modules of servers and workers in the process from which they are forked.

A server runs until it answers. What only servers with PostgreSQL load is loaded too, which takes half a second.
"""

import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy.dialects.postgresql.asyncpg  # noqa: F401

import tests.server.working  # noqa: F401
from knobel.server.options import ServerOptions
from knobel.server.serve import serve


def end(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)


with TemporaryDirectory() as folder:
    serve(ServerOptions(port=0, database=str(Path(folder) / "knobel.db")), end)
