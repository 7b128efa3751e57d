"""The archives of modules for the page's interpreter have what it imports by a game's name."""

import gzip
import io
import json
import zipfile
from pathlib import Path, PurePosixPath

import knobel
from knobel.games import GAMES
from knobel.server.http.page_files import FOLDER

SOURCES = Path(knobel.__file__).parents[1]


def archived(name: str) -> set[PurePosixPath]:
    """Return the paths of the modules in an archive, without their suffix."""
    with zipfile.ZipFile(io.BytesIO(gzip.decompress((FOLDER / name).read_bytes()))) as archive:
        return {PurePosixPath(path).with_suffix("") for path in archive.namelist() if path.endswith(".pyc")}


def test_packages_with_a_module_for_each_game_are_complete() -> None:
    description = json.loads((FOLDER / "offline.json").read_bytes())
    [stdlib] = [file for file in description["files"] if "python_stdlib" in file]
    held = archived(stdlib) | archived(description["coach"])
    packages = {path.parent for path in held if path.parts[0] == "knobel"}
    assert PurePosixPath("knobel/coach/parts") in packages
    wanted = {package / game for package in packages for game in GAMES if (SOURCES / package / f"{game}.py").exists()}
    assert sorted(wanted - held) == []
