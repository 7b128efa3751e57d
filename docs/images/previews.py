"""Draws the pictures that messengers show of links, with a temporary server and the browser in KNOBEL_BROWSER."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from knobel.games import GAMES

TARGET = Path(__file__).parents[2] / "web" / "public" / "previews"
# The art of one game, or of all, on the felt, with the name below.
DRAW = """([names, title]) => {
  const art = names.map((name) => document.querySelector(`[data-testid=game-${name}] .art`).innerHTML);
  const width = art.length > 1 ? 220 : 520;
  document.body.innerHTML = `<div style="position:fixed;inset:0;display:grid;place-content:center;justify-items:center;
    gap:48px;background:#1c6049;color:#fff;font:700 96px/1 var(--font-display)">
    <div style="display:flex;gap:14px">${art.map((svg) => `<div style="width:${width}px">${svg}</div>`).join('')}</div>
    <div>${title}</div></div>`;
  for (const svg of document.querySelectorAll('svg')) svg.setAttribute('style', 'width:100%;height:auto');
}"""


def main() -> None:
    """Draw one picture a game, and one for all."""
    TARGET.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "knobel",
            "serve",
            "--port",
            "0",
            "--database",
            str(Path(folder) / "knobel.db"),
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("KNOBEL_BROWSER") or shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page(viewport={"width": 1200, "height": 630})
            drawn = {name: ([name], game.titles["en"]) for name, game in GAMES.items()}
            for name, what in {"knobel": (list(GAMES), "Knobel"), **drawn}.items():
                page.goto(address)
                page.get_by_test_id("game-knister").wait_for()
                page.evaluate(DRAW, list(what))
                page.screenshot(path=TARGET / f"{name}.jpg", type="jpeg", quality=82)
            server.terminate()


if __name__ == "__main__":
    main()
