"""Make a release: date the changelog, build and check the distributions, commit and tag. The tag is the version.

    make release VERSION=1.1.0            # python tools/release.py 1.1.0
    make release VERSION=1.1.0 TRY=1      # the same without commit and tag; the files stay as they are

Nothing is published: the script ends by printing the commands that publish. If a step fails, no file is changed.
"""

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools import distributions
from tools.distributions import DIST, ROOT, NotReady, run

PROJECT, CHANGELOG = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
NEXT = re.compile(r'^fallback-version = "([^"]+)"$', re.MULTILINE)
FORM = re.compile(r"(\d+)\.(\d+)\.\d+((a|b|rc)\d+)?")
UNRELEASED = "## [Unreleased]\n"


def with_next(project: str, version: str) -> str:
    """Return `pyproject.toml` with the version of what follows this release, for clones that have no tags.

    :raises NotReady: if `version` is not a version.
    """
    form = FORM.fullmatch(version)
    if form is None:
        raise NotReady(f"a version looks like 1.1.0 or 2.0.0rc1, not {version!r}")
    following = version.partition(form[3])[0] if form[3] else f"{form[1]}.{int(form[2]) + 1}.0"
    return NEXT.sub(f'fallback-version = "{following}.dev0"', project)


def with_heading(changelog: str, version: str, day: str) -> str:
    """Return the changelog with the unreleased changes under a heading of this version.

    :raises NotReady: if there are no unreleased changes.
    """
    before, heading, after = changelog.partition(UNRELEASED)
    news = after.split("\n## ")[0].strip()
    if not heading or not news:
        raise NotReady("the changelog tells nothing new under Unreleased")
    return f"{before}{UNRELEASED}\n## [{version}] - {day}\n{after}"


def main(version: str, *, is_trial: bool = False) -> None:
    """Make the release, or only try it."""
    if run("git", "status", "--porcelain"):
        raise NotReady("there are changes that are not committed")
    if run("git", "tag", "--list", f"v{version}"):
        raise NotReady(f"there is a tag v{version} already")
    day = datetime.now(UTC).date().isoformat()
    project = with_next(PROJECT.read_text(encoding="utf-8"), version)
    changelog = with_heading(CHANGELOG.read_text(encoding="utf-8"), version, day)
    PROJECT.write_text(project, encoding="utf-8")
    CHANGELOG.write_text(changelog, encoding="utf-8")
    try:
        distributions.make(version)
    except BaseException:
        run("git", "checkout", "--", PROJECT, CHANGELOG)
        raise
    if is_trial:
        run("git", "checkout", "--", PROJECT, CHANGELOG)
        print(f"{DIST / version} is checked; nothing is committed")
        return
    run("git", "commit", "--quiet", "--message", f"Version {version}", "--", PROJECT, CHANGELOG)
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Knobel {version}")
    print(f"dist/{version} is checked, the tag is v{version}. To publish:")
    print("  git push --follow-tags    # .github/workflows/release.yml builds, checks and publishes the tag")


if __name__ == "__main__":
    try:
        main(next(iter(sys.argv[1:]), ""), is_trial="--try" in sys.argv)
    except NotReady as error:
        sys.exit(f"no release: {error}")
