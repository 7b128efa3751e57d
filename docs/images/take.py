"""Takes the README's picture, with a temporary server and the browser in KNOBEL_BROWSER (else `chromium`)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

GAME, ROUNDS = "knister", 17
TARGET = Path(__file__).with_name(f"{GAME}.png")
OPEN_TABLE = """async (game) => {
  await fetch('/api/session', {method: 'POST'});
  const answer = await fetch('/api/tables', {
    method: 'POST', headers: {'content-type': 'application/json'},
    body: JSON.stringify({settings: {game, seats: 2}, bots: ['expert'], start: true})});
  return (await answer.json()).code;
}"""
PLACES = """() => {
  if (document.querySelector('[data-testid=sending]')) return [];
  const places = [...document.querySelectorAll('main [data-action][data-cell]:enabled')];
  const gain = (place) => Number(place.innerText.match(/[0-9]+/)?.[0] ?? 0);
  return places.sort((one, other) => gain(other) - gain(one)).map((place) => place.dataset.action);
}"""


def play(page: Page) -> None:
    """Play so many rounds, each where it gains most, and stop before the next entry."""
    while True:
        places = page.evaluate(PLACES)
        if places and len(places) == 25 - ROUNDS:
            return
        if places:
            page.locator(f'main [data-action="{places[0]}"]').click()
        elif page.locator("[data-testid=lever]:enabled").count():
            page.get_by_test_id("lever").click()
        page.wait_for_timeout(250)


def main() -> None:
    """Play and take the picture."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "knobel", "serve", "--port", "0", "--bot-pace", "0"]
        command += ["--database", str(Path(folder) / "knobel.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("KNOBEL_BROWSER") or shutil.which("chromium"), args=["--no-sandbox"]
            )
            context = browser.new_context(
                viewport={"width": 1280, "height": 720}, locale="en-GB", reduced_motion="reduce"
            )
            page = context.new_page()
            page.goto(address)
            page.locator("main").wait_for()
            page.goto(f"{address}/t/{page.evaluate(OPEN_TABLE, GAME)}")
            play(page)
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(500)
            page.screenshot(path=TARGET)
            browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
