"""MkDocs hook for the site: adds pages from outside `docs/` and adapts links that also work on a code host.

The pages load nothing from other sites and have no inline scripts, as the server's content security policy requires.
"""

import hashlib
import os
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = ["CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md"]
PROGRAMS = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "examples").rglob("*.py"))]
ASSETS = {"images/icon.svg": ROOT / "web/public/icon.svg", "images/site.css": ROOT / "manual/site.css"}
LINK = re.compile(r"\[([^\]\[]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"(```.*?```|`[^`\n]+`)", re.DOTALL)
INLINE = re.compile(r"<script>(.+?)</script>", re.DOTALL)
FOREIGN = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>")

scripts: dict[str, str] = {}


def is_german(config: Any) -> bool:
    """Whether this is the site in German, whose folder lies within that of the other."""
    return bool(config.theme["language"] == "de")


def on_files(files: Files, *, config: Any) -> Files:
    """Add pages from outside `docs/`."""
    for uri, path in ASSETS.items():
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    if not is_german(config):
        for uri in OUTSIDE:
            files.append(File.generated(config, uri, abs_src_path=str(ROOT / uri)))
        for uri in PROGRAMS:
            source = (ROOT / uri).read_text(encoding="utf-8")
            content = f"---\nsearch: {{ exclude: true }}\n---\n# {uri}\n\n```python\n{source}```\n"
            files.append(File.generated(config, uri.replace(".py", ".md"), content=content))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """Let links lead to where their targets are on the site."""
    own = page.file.src_uri
    if own.startswith("examples/") and own not in OUTSIDE:
        return markdown
    folder = posixpath.dirname(own if own in OUTSIDE else f"docs/{'de/' if is_german(config) else ''}{own}")

    def lead(found: re.Match[str]) -> str:
        text, link = found.groups()
        target, mark, anchor = link.partition("#")
        if "://" in target or not target:
            return found[0]
        place = posixpath.normpath(posixpath.join(folder, target))
        if not (ROOT / place).exists():
            raise PluginError(f"{own}: {link} leads nowhere")
        if place.startswith("docs/") and place.startswith("docs/de/") == is_german(config):
            uri = place.removeprefix("docs/de/" if is_german(config) else "docs/")
        elif place in PROGRAMS:
            uri = place.replace(".py", ".md")
        elif place in OUTSIDE:
            uri = place
        elif place.startswith("docs/"):  # the other of the two sites
            here = posixpath.dirname(f"de/{own}" if is_german(config) else own)
            url = posixpath.relpath(place.removeprefix("docs/").replace(".md", ".html"), here or ".")
            return f'<a href="{url}{mark}{anchor}">{text}</a>'
        else:
            return text
        return f"[{text}]({posixpath.relpath(uri, posixpath.dirname(own) or '.')}{mark}{anchor})"

    parts = CODE.split(markdown)
    # A link's text may contain code, so code is recognized only outside of links.
    kept = {f"\0{i}\0": part for i, part in enumerate(parts[1::2])}
    plain = "".join(part if i % 2 == 0 else f"\0{i // 2}\0" for i, part in enumerate(parts))
    return re.sub("\0\\d+\0", lambda found: kept[found[0]], LINK.sub(lead, plain))


def alone(html: str, config: Any, url: str) -> str:
    """The page with its scripts beside it.

    :raises PluginError: if it loads anything from elsewhere.
    """
    foreign = FOREIGN.search(html)
    if foreign and "canonical" not in foreign[0]:
        raise PluginError(f"{url} loads from elsewhere: {foreign[0]}")
    up = posixpath.relpath(".", posixpath.dirname(url) or ".")

    def move(found: re.Match[str]) -> str:
        name = f"assets/inline-{hashlib.sha256(found[1].encode()).hexdigest()[:8]}.js"
        scripts[os.path.join(config.site_dir, name)] = found[1]  # noqa: PTH118 -- where MkDocs writes to is text
        return f'<script src="{up}/{name}"></script>'

    return INLINE.sub(move, html)


def on_post_page(output: str, *, page: Any, config: Any) -> str:
    """Finish a page."""
    return alone(output, config, page.file.dest_uri)


def on_post_template(output_content: str, *, template_name: str, **_: Any) -> str:
    """Leave out 404.html, which would need the site's address. The server has another one."""
    return "" if template_name == "404.html" else output_content


def on_post_build(*, config: Any) -> None:
    """Write the scripts, and leave out the search files of other languages."""
    for script, source in scripts.items():
        Path(script).write_text(source, encoding="utf-8")
    scripts.clear()
    assets = Path(config.site_dir) / "assets"
    language = f"lunr.{config.theme['language']}.min.js"
    for path in [*assets.rglob("*.map"), *assets.glob("javascripts/lunr/**/*.js")]:
        if path.name not in {language, "lunr.stemmer.support.min.js", "lunr.multi.min.js"}:
            path.unlink()
