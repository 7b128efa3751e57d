"""Build the site of documentation with Zensical; the server shows it under /docs.

    make docs                                # python -m manual.build
    python -m manual.build --output FOLDER   # into another folder, which is replaced

The pages are copied into a temporary folder together with those from outside `docs/`. Their links, which also work on a
code host, are adapted, and the tables that follow from the program are written (`tools/doc_tables.py`). Zensical builds
each language there. The content security policy of the server forbids inline scripts, so they move from the pages into
files. Loading from other sites is an error.
"""

import argparse
import hashlib
import math
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.doc_tables import with_tables

ROOT = Path(__file__).resolve().parents[1]
MANUAL = ROOT / "manual"
OUTPUT = ROOT / "src" / "knobel" / "server" / "docs"
OUTSIDE = ["CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md"]
PROGRAMS = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "examples").rglob("*.py"))]
ASSETS = {
    "images/icon.svg": ROOT / "web/public/icon.svg",
    "images/shadow_styles.js": MANUAL / "shadow_styles.js",
    "images/site.css": MANUAL / "site.css",
}
UNUSED = ["404.html", "assets/stylesheets/classic"]
"""What Zensical writes and nothing uses: the server has its own 404 page."""
LINK = re.compile(r"\[([^\]\[]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"(```.*?```|`[^`\n]+`)", re.DOTALL)
TITLE = re.compile(r"^# .+\n", re.MULTILINE)
WORD = re.compile(r"\w+(?:[-'’.]\w+)*")
WORDS_PER_MINUTE = 200
INLINE = re.compile(r"<script>(.+?)</script>", re.DOTALL)
FOREIGN = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>")


class NotBuilt(Exception):
    """The reason why the site cannot be built."""


def reading_time(markdown: str) -> int:
    """Return how many minutes it takes to read a page, without its blocks of code and the addresses of its links."""
    prose = LINK.sub(r"\1", re.sub(r"```.*?```|<!--.*?-->", "", markdown, flags=re.DOTALL))
    return math.ceil(len(WORD.findall(prose)) / WORDS_PER_MINUTE)


@dataclass(frozen=True, slots=True)
class Site:
    """The site in one language: its name in `manual/`, and the folders of its sources and of its pages."""

    language: str
    source: str
    folder: str
    has_outside_pages: bool
    minutes: str
    """How long it takes to read a page, with a place for the minutes."""

    def pages(self) -> Iterator[tuple[str, str]]:
        """Yield the address and the text of each page."""
        sources = ROOT / self.source
        for path in sorted(sources.rglob("*.md")):
            name = path.relative_to(sources).as_posix()
            if self.source != "docs" or not name.startswith("de/"):
                yield name, self.adapted(name, with_tables(self.timed(name, path.read_text(encoding="utf-8"))))
        if self.has_outside_pages:
            for name in OUTSIDE:
                yield name, self.adapted(name, (ROOT / name).read_text(encoding="utf-8"))
            for name in PROGRAMS:
                source = (ROOT / name).read_text(encoding="utf-8")
                yield (
                    name.replace(".py", ".md"),
                    f"---\nsearch:\n  exclude: true\n---\n# {name}\n\n```python\n{source}```\n",
                )

    def timed(self, name: str, markdown: str) -> str:
        """Return a page with its reading time below its title.

        The start page, figures, and pages that the site makes from docstrings have none.
        """
        if name == "index.md" or name.startswith("results/") or "\n::: " in markdown:
            return markdown
        line = self.minutes.format(reading_time(markdown))
        return TITLE.sub(lambda found: f"{found[0]}\n*{line}*\n", markdown, count=1)

    def adapted(self, name: str, markdown: str) -> str:
        """Return a page whose links lead to where their targets are on the site.

        :raises NotBuilt: if a target does not exist.
        """
        folder = posixpath.dirname(name if self.has_outside_pages and name in OUTSIDE else f"{self.source}/{name}")

        def lead(found: re.Match[str]) -> str:
            text, link = found.groups()
            target, mark, anchor = link.partition("#")
            if "://" in target or not target:
                return found[0]
            place = posixpath.normpath(posixpath.join(folder, target))
            if not (ROOT / place).exists():
                raise NotBuilt(f"{name}: {link} leads nowhere")
            address = self.address(place)
            if address is not None:
                return f"[{text}]({posixpath.relpath(address, posixpath.dirname(name) or '.')}{mark}{anchor})"
            if not place.startswith("docs/"):
                return text  # a file that is not on the site
            here = posixpath.dirname(posixpath.join(self.folder, name))
            url = posixpath.relpath(place.removeprefix("docs/").replace(".md", ".html"), here or ".")
            return f'<a href="{url}{mark}{anchor}">{text}</a>'  # in the other language, which Zensical does not know

        parts = CODE.split(markdown)
        # A link's text may contain code, so code is recognized only outside of links.
        kept = {f"\0{i}\0": part for i, part in enumerate(parts[1::2])}
        plain = "".join(part if i % 2 == 0 else f"\0{i // 2}\0" for i, part in enumerate(parts))
        return re.sub("\0\\d+\0", lambda found: kept[found[0]], LINK.sub(lead, plain))

    def address(self, place: str) -> str | None:
        """Return the source file in this site for a file of the repository, None if the site does not have it."""
        is_german = place.startswith("docs/de/")
        if place.startswith(f"{self.source}/") and is_german == (self.source == "docs/de"):
            return place.removeprefix(f"{self.source}/")
        if self.has_outside_pages and place in OUTSIDE:
            return place
        return place.replace(".py", ".md") if self.has_outside_pages and place in PROGRAMS else None


SITES = [
    Site("english", "docs", "", has_outside_pages=True, minutes="Reading time: {} min"),
    Site("german", "docs/de", "de", has_outside_pages=False, minutes="Lesezeit: {} min"),
]


def build_site(site: Site, stage: Path) -> Path:
    """Build a site in an empty folder, and return the folder of its pages.

    :raises NotBuilt: if Zensical warns about anything.
    """
    docs = stage / "docs"
    pictures = [path for path in (ROOT / site.source / "images").glob("*") if path.suffix not in {".py", ".md"}]
    for name, source in {**{f"images/{path.name}": path for path in pictures if path.is_file()}, **ASSETS}.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, docs / name)
    for name, text in site.pages():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, encoding="utf-8")
    settings = [(MANUAL / f"{name}.toml").read_text(encoding="utf-8") for name in (site.language, "shared")]
    (stage / "zensical.toml").write_text("\n".join(settings), encoding="utf-8")
    shutil.copy(MANUAL / "docstrings.py", stage)
    (stage / "src").symlink_to(ROOT / "src")
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=stage,
        env=os.environ | {"NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode or "Warning" in done.stdout + done.stderr:
        raise NotBuilt(f"{done.stdout}{done.stderr}")
    return finish(stage / "site")


def finish(site: Path) -> Path:
    """Move scripts from the pages into files, remove what nothing uses, and return the folder.

    :raises NotBuilt: if a page loads anything from another site.
    """
    for name in UNUSED:
        unused = site / name
        if unused.is_dir():
            shutil.rmtree(unused)
        else:
            unused.unlink(missing_ok=True)
    for page in site.rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        if (foreign := FOREIGN.search(html)) is not None:
            raise NotBuilt(f"{page.relative_to(site)} loads from elsewhere: {foreign[0]}")
        up = os.path.relpath(site, page.parent)

        def move(found: re.Match[str], up: str = up) -> str:
            name = f"assets/inline-{hashlib.sha256(found[1].encode()).hexdigest()[:8]}.js"
            (site / name).write_text(found[1], encoding="utf-8")
            return f'<script src="{up}/{name}"></script>'

        html = html.replace("</head>", f'<script src="{up}/images/shadow_styles.js"></script></head>', 1)
        page.write_text(INLINE.sub(move, html), encoding="utf-8")
    return site


def build(output: Path) -> None:
    """Build the site in all languages, and replace a folder with it.

    :raises NotBuilt: if it cannot be built; the folder then stays as it is.
    """
    with tempfile.TemporaryDirectory() as folder:
        stages = [Path(folder, site.language) for site in SITES]
        built = [build_site(site, stage) for site, stage in zip(SITES, stages, strict=True)]
        new = output.with_name(f"{output.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        for site, pages in zip(SITES, built, strict=True):
            shutil.copytree(pages, new / site.folder)
    shutil.rmtree(output, ignore_errors=True)
    new.rename(output)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, default=OUTPUT)
    try:
        build(parser.parse_args().output.resolve())
    except NotBuilt as error:
        sys.exit(f"the documentation is not built: {error}")
