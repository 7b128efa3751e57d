"""The page is built again only if its sources have changed."""

import importlib
from pathlib import Path

import pytest

build_page = importlib.import_module("tools.build_page")


def test_caches_of_tools_are_no_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_page, "WEB", tmp_path)
    for name in ("index.html", "src/main.ts", ".npmrc", ".svelte-check/state.json", "node_modules/vite/index.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    _, *found = build_page.sources()
    assert {file.relative_to(tmp_path).as_posix() for file in found} == {"index.html", "src/main.ts", ".npmrc"}


def test_page_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("old")

    def npm(*args: str, **_: str) -> None:
        assert (page / "index.html").read_text() == "old"
        built = Path(args[args.index("--outDir") + 1])
        built.mkdir(exist_ok=True)
        (built / ("pads.html" if "build:pads" in args else "index.html")).write_text("new")

    monkeypatch.setattr(build_page, "PAGE", page)
    monkeypatch.setattr(build_page, "install", lambda: None)
    monkeypatch.setattr(build_page, "npm", npm)
    build_page.build()
    assert (page / "index.html").read_text() == "new"
    assert list(tmp_path.iterdir()) == [page]

    monkeypatch.setattr(build_page, "npm", lambda *_, **__: pytest.fail("built again"))
    build_page.build()
