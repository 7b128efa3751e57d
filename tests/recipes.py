"""Recipes of the documentation, executed in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
STEP = re.compile(r"`(?P<path>[^`\n]+)`:\n\n(?P<blocks>(?:```\w+\n.*?```\n+)+)", re.DOTALL)
BLOCK = re.compile(r"```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL)
FOLDERS = "src", "lab/src", "lab", "."
"""The folders of the copy from which Python imports."""
IGNORED_FOLDERS = shutil.ignore_patterns("node_modules", "page")


def changed(text: str, difference: str) -> str:
    """Apply a difference without line numbers: lines that stay, lines to remove (-) and lines to add (+)."""
    lines = [(line[:1], line[1:]) for line in difference.splitlines()]
    before = "".join(f"{line}\n" for sign, line in lines if sign in " -")
    after = "".join(f"{line}\n" for sign, line in lines if sign in " +")
    assert text.count(before) == 1, before
    return text.replace(before, after)


class Copy:
    """A copy of the project in which a recipe was followed.

    `written` are the new files, `lines_elsewhere` the number of lines added to each other file.
    """

    def __init__(self, folder: Path, recipe: str, copied: Sequence[str]) -> None:
        """:param recipe: the page; `copied`: the files and folders that it needs."""
        self.folder = folder
        for name in copied:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=IGNORED_FOLDERS)
            else:
                shutil.copy(source, folder / name)
        if "web" in copied:
            (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        self.written: set[str] = set()
        self.lines_elsewhere: dict[str, int] = {}
        for step in STEP.finditer((ROOT / recipe).read_text(encoding="utf-8")):
            for block in BLOCK.finditer(step["blocks"]):
                self.follow(step["path"], block["kind"], block["text"])

    def follow(self, path: str, kind: str, text: str) -> None:
        file = self.folder / path
        if kind == "sh":
            for command in text.splitlines():
                self.run(*command.split())
        elif kind == "diff":
            file.write_text(changed(file.read_text(encoding="utf-8"), text), encoding="utf-8")
            added = sum(line.startswith("+") for line in text.splitlines())
            self.lines_elsewhere[path] = self.lines_elsewhere.get(path, 0) + added
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            self.written.add(path)

    def run(self, *command: str) -> str:
        """Run a command and return its output; `python` is the current interpreter."""
        # Coverage of the copy would not count for this project.
        here = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
        environment = here | {"PYTHONPATH": os.pathsep.join(str(self.folder / name) for name in FOLDERS)}
        words = [sys.executable if word == "python" else word for word in command]
        done = subprocess.run(
            words, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout
