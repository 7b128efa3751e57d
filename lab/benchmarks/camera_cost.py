"""Cost of the page's camera: processor time of a picture, pictures a second, bytes and memory.

Chromium gets a video in place of a camera, at a table with real dice. The processor time is that of the worker's thread
for one picture, shrinking included, so that other work on the machine does not matter; with a quarter and a sixth of a
processor a picture takes four and six times as long.

    python -m benchmarks.camera_cost
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person
from tests.browser.test_camera import HIDE, PICTURES, write_video
from tests.server.client import running

from benchmarks.shared import script

COUNT = """() => {
  window.pictures = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.image) window.pictures += 1;
    return post.call(this, message, ...rest);
  };
}"""
SECONDS = 10
HIDDEN_SECONDS = 5
SHARES = {"all": 1, "a quarter": 4, "a sixth": 6}
SCENES = {"sure": "the dice are sure at once", "unsure": "a second look at some dice"}
"""Stored pictures."""
FILES = ".wasm", ".npz", "readerWorker"


def words(process: Path) -> bytes:
    """Return the command line of a process; nothing if it has ended."""
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""


def renderers(video: Path) -> Iterator[Path]:
    """Yield the folders in /proc of the browser's processes that show pages."""
    for process in Path("/proc").glob("[0-9]*"):
        if b"--type=renderer" not in words(process):
            continue
        parent = process
        while parent.name not in ("0", "1") and str(video).encode() not in words(parent):
            stat = (parent / "stat").read_text()
            parent = parent.with_name(stat.rpartition(")")[2].split()[1])
        if parent.name not in ("0", "1"):
            yield process


def worker_seconds(video: Path) -> float:
    """Return the processor time of the reader's threads."""
    threads = [thread for process in renderers(video) for thread in (process / "task").iterdir()]
    own = [thread for thread in threads if (thread / "comm").read_text().startswith("DedicatedWorker")]
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in own) / 1e9


def resident_mb(video: Path) -> float:
    """Return the memory of the largest process that shows a page."""
    lines = [line for process in renderers(video) for line in (process / "status").read_text().splitlines()]
    return max(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def pictures(page: Page) -> int:
    """Return how many pictures were given to the reader."""
    return int(page.evaluate("() => window.pictures"))


def measure(scene: str, server: str, folder: Path) -> None:
    """Report the cost with a picture in place of the camera's."""
    video = folder / f"{scene}.mjpeg"
    with Image.open(PICTURES / f"{scene}.jpg") as image:
        write_video(video, [image.convert("RGB")])
    arguments = [argument for argument in BROWSER_ARGUMENTS if not argument.startswith("--js-flags")]
    fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=[*arguments, *fake, f"--use-file-for-fake-video-capture={video}"]
        )
        context = browser.new_context(viewport={"width": 360, "height": 640}, permissions=["camera"])
        context.add_init_script(f"({COUNT})()")
        ann = Person(context.new_page(), server)
        loaded: dict[str, int] = {}
        ann.page.on(
            "requestfinished",
            lambda request: loaded.update({request.url: request.sizes()["responseBodySize"]}),
        )
        ann.open_table(settings={"game": "knoeffel", "seats": 1, "dice": "real"}, start=True)
        ann.find("camera-on").wait_for()
        before = resident_mb(video)
        ann.click("camera-on")
        ann.find("seen-die").first.wait_for()
        ann.page.wait_for_timeout(1000 * SECONDS)
        seconds, read = worker_seconds(video), pictures(ann.page)
        ann.page.wait_for_timeout(1000 * SECONDS)
        seconds, read = worker_seconds(video) - seconds, pictures(ann.page) - read
        for share, factor in SHARES.items():
            time = f"{1000 * factor * seconds / read:.0f}"
            script.report({"picture": SCENES[scene], "share of a processor": share, "ms": time})
        rates = {"pictures a second": f"{read / SECONDS:.1f}"}
        ann.page.evaluate(HIDE, True)
        ann.page.wait_for_timeout(1000)
        hidden = pictures(ann.page)
        ann.page.wait_for_timeout(1000 * HIDDEN_SECONDS)
        rates[f"in {HIDDEN_SECONDS} s while hidden"] = str(pictures(ann.page) - hidden)
        script.report({"pictures": SCENES[scene], **rates})
        files = sum(size for url, size in loaded.items() if any(part in url for part in FILES))
        script.report({"loaded": SCENES[scene], "bytes": files, "memory MB": round(resident_mb(video) - before)})
        browser.close()


def main() -> None:
    script.parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        for scene in SCENES:
            measure(scene, server.url, Path(folder))


if __name__ == "__main__":
    main()
