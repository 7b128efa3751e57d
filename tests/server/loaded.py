"""Loads the modules of a server in the process from which servers are forked, by running a server until it answers."""

import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import tests.server.process  # noqa: F401
from knobel.server.options import ServerOptions
from knobel.server.serve import serve


def end(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)


with TemporaryDirectory() as folder:
    serve(ServerOptions(port=0, database=str(Path(folder) / "knobel.db")), end)
