"""Time from `git clone` to the first move, as the README describes it, with empty caches.

    python -m benchmarks.first_move
    python -m benchmarks.first_move --source https://host/knobel.git

Clones the repository into an empty folder, runs `make setup`, starts the server, opens the page in a browser, begins a
game of Knister for one person, rolls and enters the sum. uv, npm and pip find nothing in their caches. Prints one JSON
object with the seconds of each step by wall clock, and the processor time of all of them together, which does not
depend on other work on the machine. The start of the browser is not counted.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from random import Random
from time import monotonic

from playwright.sync_api import sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person

from benchmarks import script

ROOT = Path(__file__).parents[1]


def without_caches(folder: Path) -> dict[str, str]:
    """Return the environment with empty caches, without a virtual environment."""
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    caches = {"UV_CACHE_DIR": "uv", "PIP_CACHE_DIR": "pip", "npm_config_cache": "npm", "NUMBA_CACHE_DIR": "numba"}
    return env | {name: str(folder / cache) for name, cache in caches.items()}


def first_move(server: str) -> float:
    """Play until the first number is entered, and return the seconds that it took."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        began = monotonic()
        person = Person(browser.new_page(), server)
        person.go("/")
        person.click("play-solo-knister")
        person.page.wait_for_url("**/t/*")
        person.wait_for_game()
        rng, first = Random(1), person.round()
        while person.round() == first:
            person.step(rng)
        seconds = monotonic() - began
        browser.close()
    return seconds


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--source", default=f"file://{ROOT}", help="the repository to clone")
    given = parser.parse_args()
    figures: dict[str, float] = {}
    before = os.times()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env, checkout = without_caches(folder / "caches"), folder / "knobel"
        for step, command, where in (
            ("clone", ["git", "clone", "--quiet", given.source, str(checkout)], folder),
            ("make setup", ["make", "setup"], checkout),
        ):
            began = monotonic()
            subprocess.run(command, cwd=where, env=env, check=True, stdout=subprocess.DEVNULL)
            figures[step] = monotonic() - began
        began = monotonic()
        command = [str(checkout / ".venv/bin/knobel"), "serve", "--port", "0", "--database", str(folder / "knobel.db")]
        with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            figures["server"] = monotonic() - began
            try:
                figures["page and move"] = first_move(address)
            finally:
                server.terminate()
    spent = os.times()
    processor = spent.children_user + spent.children_system - before.children_user - before.children_system
    rounded = {step: round(seconds, 1) for step, seconds in figures.items()}
    script.report({**rounded, "total": round(sum(figures.values()), 1), "processor": round(processor, 1)})


if __name__ == "__main__":
    main()
