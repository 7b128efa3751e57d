"""The documentation site builds without a warning, loads nothing from other hosts, and is served by the server."""

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from knobel.server.api import page_files

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build both languages of the site."""
    folder = tmp_path_factory.mktemp("site")
    for config, target in (("mkdocs", folder), ("german", folder / "de")):
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", f"manual/{config}.yml"]
        done = subprocess.run(
            [*command, "--site-dir", str(target)],
            cwd=ROOT,
            env={"PATH": "", "NO_MKDOCS_2_WARNING": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    """MkDocs does not check links from one language to the other, nor links of the theme."""
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 50
    for path in pages:
        html = path.read_text(encoding="utf-8")
        for link in re.findall(r"<(?:a|link|script|img)\b[^>]*\b(?:href|src)=\"([^\"]+)\"", html):
            parts = urlsplit(link)
            if not parts.netloc and parts.path:
                assert (path.parent / parts.path).exists(), f"{path.name}: {link}"


def test_the_site_needs_no_other_and_no_script_in_its_pages(site: Path) -> None:
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert not re.findall(r"<(?:script|link|img)\b[^>]*(?:src|href)=\"(?:https?:)?//[^\"]*", html)
        assert set(re.findall(r"<script([^>]*)>[^<]", html)) <= {' id="__config" type="application/json"'}
        assert "<style" not in html


def test_the_site_is_searchable_and_documents_all_public_names(site: Path) -> None:
    english, german = (json.loads((site / at / "search/search_index.json").read_text()) for at in (".", "de"))
    told = {entry["location"].partition("#")[2] for entry in english["docs"]}
    packages = ["knobel", *(f"knobel.{part}" for part in ("arena", "bots", "coach", "encodings", "engines", "envs"))]
    public = [(package, name) for package in packages for name in importlib.import_module(package).__all__]
    # Some functions have the same name as their module.
    missing = {name for package, name in public if not {f"{package}.{name}", f"{package}.{name}.{name}"} & told}
    # Names that pages describe in text, because their source has no docstring.
    assert missing <= {"__version__", "Event", "encoding", "engine"}
    assert german["config"]["lang"] == ["de"]
    assert any("Freiwurf" in entry["text"] for entry in german["docs"])


def test_the_server_serves_the_built_site(site: Path) -> None:
    built, missing = page_files.Page(site), page_files.Page(site / "nowhere")
    first = built.document("/docs/", "gzip")
    assert (first.status, first.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert first.headers["content-encoding"] == "gzip"
    for path in ("/docs/de/", "/docs/games/knister.html", "/docs/images/ppo.svg"):
        assert built.document(path, "").status == 200
    for path in ("/docs/nothing.html", "/docs/../pyproject.toml", "/docs/\0"):
        assert built.document(path, "").status == 404
    assert b"make docs" in missing.document("/docs/", "").body
