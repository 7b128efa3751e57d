import gzip
import json
import re
from pathlib import Path

import pytest

from knobel.bots.registry import OFFERED
from knobel.engines.wasm import image as images
from knobel.engines.wasm.image import games_with_modules, image, module_path
from knobel.server.http import page_files
from tests.cli.conftest import Run, fails

*_, GAME = games_with_modules()
DOCUMENT = """<!doctype html>
<html><head>
    <meta charset="utf-8" />
    <base href="/" />
    <link rel="icon" href="./icon.svg" />
    <link rel="manifest" href="./manifest.webmanifest" />
    <script type="module" crossorigin src="./assets/index-1.js"></script>
</head></html>
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    page = tmp_path / "page"
    (page / "assets" / "python-1").mkdir(parents=True)
    for name, text in {
        "index.html": DOCUMENT,
        "offline.json": json.dumps(
            {
                "folder": "assets/python-1",
                "files": ["assets/python-1/a.bin"],
                "coach": "assets/python-1/coach.bin",
                "coached": [GAME],
                "games": [{"name": "none", "bots": ["casual"]}, {"name": GAME, "bots": ["casual"]}],
            }
        ),
        "assets/python-1/a.bin": "x" * 100_000,
        "assets/index-1.js": "1",
        "pads.html": "pads",
    }.items():
        (page / name).write_text(text)
    monkeypatch.setattr(page_files, "FOLDER", page)
    # The images of games take long to compress.
    monkeypatch.setattr(images, "games_with_modules", tuple)
    return page


def test_the_folder_names_its_files_relative_to_itself(run: Run, page: Path, tmp_path: Path) -> None:
    ran = run("site", str(tmp_path / "site"))
    assert "of which a game needs 0.1 MB at first" in ran.out
    document = (tmp_path / "site" / "index.html").read_text()
    assert not re.search(r'(href|src)="/', document)
    assert '<meta name="knobel-site"' in document
    assert "'wasm-unsafe-eval'" in document
    assert "<base" not in document
    assert (page / "pads.html").exists()
    assert not (tmp_path / "site" / "pads.html").exists()
    assert "knobel-mailbox" not in document


@pytest.mark.usefixtures("page")
def test_the_page_may_ask_the_mailbox_and_no_other_site(run: Run, tmp_path: Path) -> None:
    run("site", "--mailbox", "https://games.example/knobel/", str(tmp_path / "site"))
    document = (tmp_path / "site" / "index.html").read_text()
    assert "; connect-src 'self' https://games.example\"" in document
    assert '<meta name="knobel-mailbox" content="https://games.example/knobel" />' in document
    for wrong in ("games.example", "https://", "https://x.example/?a", "https://x.example/'\"><b>", "https://a b"):
        ran = run("site", "--mailbox", wrong, str(tmp_path / "other"))
        assert ran.status == 2
        assert "https://knobel.example" in ran.err
    assert not (tmp_path / "other").exists()


def test_engines_are_beside_the_interpreter(
    run: Run, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "games_with_modules", lambda: (GAME,))
    run("site", str(tmp_path / "site"))
    pack = json.loads((tmp_path / "site" / "offline.json").read_text())
    bots = {info["name"]: info["bots"] for info in pack["games"]}
    assert bots == {"none": ["casual"], GAME: list(OFFERED)}
    [(game, parts)] = pack["engines"].items()
    assert game == GAME
    assert not set(parts.values()) & set(pack["files"])
    module, content = (gzip.decompress((tmp_path / "site" / parts[part]).read_bytes()) for part in ("module", "image"))
    assert module == module_path(game).read_bytes()
    assert content == image(game)
    assert "engines" not in json.loads((page / "offline.json").read_text())


def test_a_newer_page_replaces_an_older_one(run: Run, page: Path, tmp_path: Path) -> None:
    run("site", str(tmp_path / "site"))
    (page / "assets" / "index-1.js").rename(page / "assets" / "index-2.js")
    run("site", str(tmp_path / "site"))
    assert sorted(file.name for file in (tmp_path / "site" / "assets").iterdir()) == ["index-2.js", "python-1"]


def test_other_files_are_not_mixed_with_the_page(run: Run, page: Path, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("mine")
    fails(run("site", str(tmp_path / "site")), "holds other files")
    (page / "offline.json").unlink()
    fails(run("site", str(tmp_path / "new")), "the page has not been built")
