"""The engines of the games as files for browsers."""

import asyncio
import gzip
from pathlib import Path

import pytest

from knobel.engines.wasm import image as images
from knobel.server.pages.engine_files import LIST, PLACE, EngineFiles, keep_engines

GAME = "kniffeliger"
"""A game whose engine is small."""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the files of one engine."""
    monkeypatch.setattr(images, "games_with_modules", lambda: (GAME,))
    keep_engines(tmp_path)
    return tmp_path


def test_the_files_are_written_once_a_version(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (kept / "engines-0000000000000000").mkdir()
    monkeypatch.setattr(images, "image", lambda _: pytest.fail("they are written already"))
    folder = keep_engines(kept)
    assert list(kept.iterdir()) == [folder]
    assert len(list(folder.iterdir())) == 3


def test_browsers_get_the_files_and_nothing_else(kept: Path) -> None:
    files = EngineFiles(kept)
    assert (files.engines, files.find(f"/{PLACE}/{'0' * 16}.bin")) == ({}, None)
    asyncio.run(files.write())
    engine = files.engines[GAME]
    found = [files.find(f"/{path}") for path in (engine.module, engine.image)]
    assert [gzip.decompress(file.read_bytes()) for file in found if file] == [
        images.module_path(GAME).read_bytes(),
        images.image(GAME),
    ]
    assert engine.bytes == sum(file.stat().st_size for file in found if file)
    for path in (LIST, "../secret.bin", f"{'0' * 16}.bin", "", f"{'0' * 16}.bin/.."):
        assert files.find(f"/{PLACE}/{path}") is None
    assert files.find(engine.image.replace("engines", "others")) is None


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    files = EngineFiles(tmp_path / "file" / "folder")
    asyncio.run(files.write())
    assert files.engines == {}
    assert "the engines for browsers could not be written: NotADirectoryError" in caplog.text
