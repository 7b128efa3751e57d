"""The archives of the page's interpreter have all modules that are imported by a game's name.

Nothing fails when one is missing: the page judges otherwise than a server.
"""

import gzip
import io
import json
import re
import zipfile
from pathlib import Path, PurePosixPath

import pytest

import knobel
from knobel.games import GAMES
from knobel.server.http.page_files import FOLDER

PACKAGE = Path(knobel.__file__).parent


@pytest.fixture(scope="module")
def archived() -> set[PurePosixPath]:
    """Return the paths of all modules in the archives, without their suffix."""
    description = json.loads((FOLDER / "offline.json").read_bytes())
    found = set[PurePosixPath]()
    for name in *description["files"], description["coach"]:
        if name.endswith(".zip.bin"):
            with zipfile.ZipFile(io.BytesIO(gzip.decompress((FOLDER / name).read_bytes()))) as archive:
                found |= {PurePosixPath(path).with_suffix("") for path in archive.namelist() if path.endswith(".pyc")}
    return found


def missing(wanted: set[str], archived: set[PurePosixPath]) -> list[str]:
    """Return which of these modules of the package exist, but not in the archives."""
    return sorted(
        path for path in wanted if (PACKAGE / f"{path}.py").exists() and PurePosixPath("knobel", path) not in archived
    )


def test_packages_with_a_module_for_each_game_are_complete(archived: set[PurePosixPath]) -> None:
    packages = {path.parent.relative_to("knobel") for path in archived if path.parts[0] == "knobel"}
    assert PurePosixPath("coach/parts") in packages
    assert missing({f"{package}/{game}" for package in packages for game in GAMES}, archived) == []


def test_modules_of_engines_that_the_coach_finds_by_name_are_there(archived: set[PurePosixPath]) -> None:
    sources = (file.read_text() for file in (PACKAGE / "coach").glob("*.py"))
    names = {name for source in sources for name in re.findall(r'find_module\([^()]*, "(\w+)"\)', source)}
    assert {"strengths", "table_playouts"} <= names
    assert missing({f"engines/{game}/{name}" for name in names for game in GAMES}, archived) == []
