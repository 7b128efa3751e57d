"""`knobel site`: write the page as a folder of static files, which plays without a server."""

import json
import shutil
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from knobel.core import BadSetup

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
LEFT_OUT = ("pads.html", "previews", "routes.json", ".sources", ".offline", "index.html", "*.br")
"""Files that the folder does not need: the page prints pads itself, and the other files are for a server."""


def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder, or one that this wrote.")],
    mailbox: Annotated[
        str, typer.Option(metavar="URL", help="A server of Knobel with --mailbox, by which phones meet with one scan.")
    ] = "",
) -> None:
    """Write the page as static files that need no server.

    People play alone, against bots, or in turn on one device. The files can be served by any web server, under any
    path. They need no Knobel server, and send nothing to any but a mailbox. With HTTPS, browsers can install the page,
    and it starts without a network.

    Example: knobel site public/knobel
    """
    from knobel.server.http.page_files import FOLDER, PageFiles

    address = mailbox_address(mailbox)
    if not (FOLDER / "index.html").is_file() or not (FOLDER / "offline.json").is_file():
        raise BadSetup("the page has not been built: run `make setup`")
    if folder.exists() and any(folder.iterdir()) and not (folder / "offline.json").is_file():
        raise BadSetup(f"{folder} holds other files: name a new or empty folder")
    if (folder / "assets").exists():
        shutil.rmtree(folder / "assets")
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)
    add_engines(folder)
    document = (FOLDER / "index.html").read_text(encoding="utf-8")
    # Which page is opened, the address says only to the script.
    document = document.replace("</head>", f"{PageFiles(FOLDER).file_links('/')}</head>", 1)
    # Written last: until then, an older page keeps its files.
    (folder / "index.html").write_text(static_document(document, address), "utf-8")
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    files = json.loads((folder / "offline.json").read_text(encoding="utf-8"))["files"]
    typer.echo(f"{folder}: {size / 1e6:.1f} MB, of which a game needs {megabytes(folder, files):.1f} MB at first")


def add_engines(folder: Path) -> None:
    """Add the engines of the games that have kernels in WebAssembly, with which there is also the coach.

    A browser loads them when it needs them.
    """
    from knobel.bots.registry import OFFERED
    from knobel.server.pages.engine_files import write_engines

    path = folder / "offline.json"
    pack = json.loads(path.read_text(encoding="utf-8"))
    pack["engines"] = write_engines(folder / pack["folder"], pack["folder"], pack["coach"])
    for files in pack["engines"].values():
        # The service worker keeps all that is named here.
        del files["bytes"]
    for info in pack["games"]:
        if info["name"] in pack["engines"]:
            info["bots"] = OFFERED
            info["coach"] = info["name"] in pack["coached"]
    path.write_text(json.dumps(pack), "utf-8")


def megabytes(folder: Path, files: list[str]) -> float:
    """Return the size of these files in a folder."""
    return sum((folder / file).stat().st_size for file in files) / 1e6


def mailbox_address(url: str) -> str:
    """Return the address of a server with a mailbox, without a slash at its end; empty if there is none.

    :raises BadSetup: if it is no address.
    """
    from knobel.server.http.root_path import split_public_url

    try:
        origin, root = split_public_url(url or None, None)
    except ValueError:
        origin = None
    if url and (origin is None or any(letter in url for letter in "\"'; ")):
        raise BadSetup(f"--mailbox is the address of a server such as https://knobel.example, not {url!r}")
    return f"{origin}{root}" if origin else ""


def static_document(document: str, mailbox: str = "") -> str:
    """Return the page's document for a folder of static files: relative to the folder, and with its own policy."""
    policy, more = POLICY, ""
    if mailbox:
        parts = urlsplit(mailbox)
        policy += f"; connect-src 'self' {parts.scheme}://{parts.netloc}"
        more = f'\n    <meta name="knobel-mailbox" content="{mailbox}" />'
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}" />\n    <meta name="knobel-site" content="" />'
        + more
    )
    lines = [line for line in document.splitlines(keepends=True) if "<base" not in line]
    return "".join(lines).replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />\n    {head}', 1)
