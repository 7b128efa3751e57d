"""Make a release: set the version, date the changelog, build and check the distributions, commit and tag.

    make release VERSION=0.2.0

Nothing is published: the script ends by printing the commands that publish. If a step fails, no file is changed.
"""

import re
import subprocess
import sys
import tempfile
import venv
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INIT, CHANGELOG, DIST = ROOT / "src" / "knobel" / "__init__.py", ROOT / "CHANGELOG.md", ROOT / "dist"
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
FORM = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
UNRELEASED = "## [Unreleased]\n"


class NotReady(Exception):
    """The reason why no release can be made."""


def with_version(source: str, version: str) -> str:
    """Return the package's source with another version.

    :raises NotReady: if `version` is not a version, or is the current one.
    """
    if not FORM.fullmatch(version):
        raise NotReady(f"a version looks like 0.2.0 or 1.0.0rc1, not {version!r}")
    found = VERSION.search(source)
    if found is None or found[1] == version:
        raise NotReady(f"the version is {version} already" if found else "the package tells no version")
    return VERSION.sub(f'__version__ = "{version}"', source)


def with_heading(changelog: str, version: str, day: str) -> str:
    """Return the changelog with the unreleased changes under a heading of this version.

    :raises NotReady: if there are no unreleased changes.
    """
    before, heading, after = changelog.partition(UNRELEASED)
    news = after.split("\n## ")[0].strip()
    if not heading or not news:
        raise NotReady("the changelog tells nothing new under Unreleased")
    return f"{before}{UNRELEASED}\n## [{version}] - {day}\n{after}"


def run(*command: str | Path) -> str:
    """Run a command and return its output.

    :raises NotReady: if it fails.
    """
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 -- our own
    if done.returncode:
        raise NotReady(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def check(wheel: Path, version: str) -> None:
    """Install a wheel into a fresh environment without its requirements, and check that the rules work.

    :raises NotReady: if they do not.
    """
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel)
        code = (
            "import knobel; print(knobel.__version__, *(knobel.make(name).start(2) and name for name in knobel.GAMES))"
        )
        told = run(python, "-I", "-c", code)
    if not told.startswith(f"{version} "):
        raise NotReady(f"the wheel is not of {version}: {told}")


def main(version: str) -> None:
    """Make the release."""
    if run("git", "status", "--porcelain"):
        raise NotReady("there are changes that are not committed")
    if run("git", "tag", "--list", f"v{version}"):
        raise NotReady(f"there is a tag v{version} already")
    day = datetime.now(UTC).date().isoformat()
    init = with_version(INIT.read_text(encoding="utf-8"), version)
    changelog = with_heading(CHANGELOG.read_text(encoding="utf-8"), version, day)
    INIT.write_text(init, encoding="utf-8")
    CHANGELOG.write_text(changelog, encoding="utf-8")
    try:
        run(sys.executable, "-m", "hatchling", "build", "--directory", DIST / version)
        (wheel,) = (DIST / version).glob("*.whl")
        check(wheel, version)
    except BaseException:
        run("git", "checkout", "--", INIT, CHANGELOG)
        raise
    run("git", "commit", "--quiet", "--message", f"Version {version}", "--", INIT, CHANGELOG)
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Knobel {version}")
    print(f"dist/{version} is checked, the tag is v{version}. To publish:")
    print(f"  git push --follow-tags && uv publish dist/{version}/*")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:2] or [""])
    except NotReady as error:
        sys.exit(f"no release: {error}")
