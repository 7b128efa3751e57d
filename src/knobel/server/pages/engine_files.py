"""The engines of the games as files for browsers: kernels in WebAssembly, and the images of their arrays.

`knobel site` writes them into its folder. A server writes them in a separate process, because they are made with NumPy,
and keeps them in the folder that its operator names.
"""

import asyncio
import contextlib
import gzip
import hashlib
import json
import logging
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from knobel.server.http.page_files import FOLDER
from knobel.server.pages.engine_messages import BrowserEngine

PLACE = "assets/python-engines"
"""The folder of the files below the page's path, whose addresses begin as those of the interpreter: they are kept."""
LIST = "engines.json"
FILE = re.compile(r"[0-9a-f]{16}[.]bin")
LOWEST_PRIORITY = 19
logger = logging.getLogger("knobel")


class EngineFiles:
    """The files of this version's engines in a folder, once they are written."""

    def __init__(self, folder: Path | None) -> None:
        """`folder` contains the folders of versions; None: there are no files."""
        self._folder = folder
        self._written: Path | None = None
        self.engines: dict[str, BrowserEngine] = {}
        """The files by game, which a browser can load."""

    async def write(self) -> None:
        """Write the files, unless an earlier start or another process has written them."""
        if self._folder is None:
            return
        command = sys.executable, "-m", __name__, str(self._folder.absolute())
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        try:
            out, error = await process.communicate()
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        if process.returncode != 0:
            reason = (error.decode(errors="replace").strip().splitlines() or ["no reason is known"])[-1]
            logger.warning("the engines for browsers could not be written: %s", reason)
            return
        written = Path(os.fsdecode(out.strip()))
        found = json.loads(await asyncio.to_thread((written / LIST).read_bytes))
        self.engines = {game: BrowserEngine(**files) for game, files in found.items()}
        self._written = written

    def find(self, path: str) -> Path | None:
        """Return the file at a path below the page's, None if there is none."""
        place, _, name = path.strip("/").rpartition("/")
        if self._written is None or place != PLACE or not FILE.fullmatch(name):
            return None
        file = self._written / name
        return file if file.is_file() else None


def write_engines(folder: Path, place: str, coach: str) -> dict[str, dict[str, Any]]:
    """Write the files of all engines, compressed, and return their addresses by game.

    :param place: the address of the folder, relative to the page's.
    :param coach: the address of the archive with the coach's modules.
    """
    from knobel.engines.wasm.image import games_with_modules, image, module_path  # noqa: PLC0415 -- needs NumPy

    found: dict[str, dict[str, Any]] = {}
    for game in games_with_modules():
        parts = {"module": module_path(game).read_bytes(), "image": image(game)}
        files = {part: _write_file(folder, content) for part, content in parts.items()}
        found[game] = {part: f"{place}/{file.name}" for part, file in files.items()} | {
            "coach": coach,
            "bytes": sum(file.stat().st_size for file in files.values()),
        }
    return found


def _write_file(folder: Path, content: bytes) -> Path:
    """Write a compressed file with a name from its content."""
    file = folder / f"{hashlib.sha256(content).hexdigest()[:16]}.bin"
    file.write_bytes(gzip.compress(content, 6, mtime=0))
    return file


def version() -> str:
    """Return a hash of all from which the files are made."""
    package = Path(__file__).parents[2]
    digest = hashlib.sha256((FOLDER / "offline.json").read_bytes())
    sources = [*(package / "engines").rglob("*.*"), *(package / "games").rglob("*.py"), package / "dice.py"]
    for file in sorted(file for file in sources if file.suffix in (".py", ".json", ".npz", ".wasm")):
        digest.update(str(file.relative_to(package)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def keep_engines(folder: Path) -> Path:
    """Return the folder with the files of this version, and delete those of others. Write them if they are missing."""
    wanted = folder / f"engines-{version()}"
    if not (wanted / LIST).is_file():
        writing = folder / f"{wanted.name}-{os.getpid()}"
        writing.mkdir(parents=True)
        coach = json.loads((FOLDER / "offline.json").read_bytes())["coach"]
        (writing / LIST).write_text(json.dumps(write_engines(writing, PLACE, coach)), "utf-8")
        try:
            writing.rename(wanted)
        except OSError:
            # Another process was faster.
            shutil.rmtree(writing)
    for other in folder.glob("engines-*"):
        if not other.name.startswith(wanted.name):
            shutil.rmtree(other, ignore_errors=True)
    return wanted


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    sys.stdout.write(str(keep_engines(Path(sys.argv[1]))))
