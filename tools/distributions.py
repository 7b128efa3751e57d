"""Build and check what a release publishes, into `dist/VERSION`.

    make dist                                  # python tools/distributions.py
    python tools/distributions.py --quick      # without tests: only see that both can be installed and serve the page
    python tools/distributions.py --check DIR  # only check distributions that were built before

| file | content |
|---|---|
| `knobel-VERSION-py3-none-any.whl` | the wheel, with the page and the documentation |
| `knobel-VERSION.tar.gz` | the sources, with all tests |
| `knobel-VERSION.cdx.json` | the software bill of materials (CycloneDX): what the installed wheel contains and needs |
| `NOTES.md` | the part of the changelog about this version |
| `SHA256SUMS` | checksums of all other files, as `sha256sum --check` reads them |

The wheel and the sdist are each installed with the locked requirements into a fresh environment of every supported
Python that is found. There, the quick tests run from the unpacked sdist without its `src`, so that they test what was
installed, and a server shows the page.
"""

import argparse
import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.build_readme import for_index

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
BIN = Path(sys.executable).parent
TESTS = ["tests/games", "tests/golden", "tests/counts", "tests/oracle", "tests/tables", "tests/bots/test_bots.py"]
"""The quick tests, which need no browser, database server or kernel."""

PYTHONS = ["python3.11", "python3.12", "python3.13", "python3.14", "python3.14t"]
"""The supported versions of Python, and the free-threaded build of the newest."""


class NotReady(Exception):
    """The reason why no release can be made."""


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """Run a command and return its output. `PYTHONPATH` is not passed on.

    :raises NotReady: if it fails.
    """
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)  # noqa: S603 -- our own
    if done.returncode:
        raise NotReady(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def environment(folder: Path, python: str, *requirements: str | Path) -> Path:
    """Make an environment of this Python with these requirements, and return its folder."""
    run(BIN / "uv", "venv", "--quiet", "--python", python, folder)
    run(BIN / "uv", "pip", "install", "--quiet", *requirements, VIRTUAL_ENV=str(folder))
    return folder


def is_python(name: str) -> bool:
    """True if a Python of this name runs. A version manager may have the name without the version."""
    found = shutil.which(name)
    return found is not None and not subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode  # noqa: S603


def check_all(folder: Path, version: str, *, tests: bool = True) -> None:
    """Check the wheel and the sdist in a folder with every Python that is found.

    :raises NotReady: if something fails.
    """
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    for python in [name for name in PYTHONS if is_python(name)] or [sys.executable]:
        for distribution in (wheel, sdist):
            check(distribution, sdist, version, python, tests=tests)


def check(distribution: Path, sdist: Path, version: str, python: str, *, tests: bool = True) -> None:
    """Install a distribution into a fresh environment, run the tests there, and see that a server shows the page.

    :raises NotReady: if something fails.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        locked = ROOT / "requirements" / "test.txt"
        installed = environment(folder / "env", python, "--require-hashes", "-r", locked)
        install: list[str | Path] = [
            BIN / "uv",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            distribution,
        ]
        run(
            *install,
            cwd=folder,
            VIRTUAL_ENV=str(installed),
            PATH=f"{installed / 'bin'}{os.pathsep}{os.environ['PATH']}",
        )
        told = run(installed / "bin" / "knobel", "--version", cwd=folder)
        if version not in told:
            raise NotReady(f"{distribution.name} is not of {version}: {told}")
        check_server(installed, folder, with_docs=distribution.suffix == ".whl")
        if tests:
            with tarfile.open(sdist) as archive:
                archive.extractall(folder, filter="data")
            sources = folder / sdist.name.removesuffix(".tar.gz")
            shutil.rmtree(sources / "src")
            told = run(installed / "bin" / "pytest", "--quiet", "-p", "no:cacheprovider", *TESTS, cwd=sources)
            print(f"{Path(python).name}, {distribution.name}: {told.splitlines()[-1]}", flush=True)


def check_server(installed: Path, folder: Path, *, with_docs: bool) -> None:
    """Start the installed server in an empty folder, and request its pages.

    :raises NotReady: if one is missing.
    """
    command: list[str | Path] = [
        installed / "bin" / "knobel",
        "serve",
        "--port",
        "0",
        "--database",
        folder / "knobel.db",
    ]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            # No proxy leads to this machine.
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            for path in ("/", "/api/openapi.json", *(["/docs/", "/docs/de/"] if with_docs else [])):
                with opener.open(f"{address}{path}") as answer:
                    answer.read()
        except OSError as error:
            raise NotReady(f"the server does not show {path}: {error}") from None
        finally:
            server.terminate()


def bill_of_materials(wheel: Path, version: str) -> str:
    """Return the CycloneDX document of the installed wheel, and of the packages that its page is built from.

    :raises NotReady: if it does not follow the standard.
    """
    from cyclonedx.schema import SchemaVersion  # noqa: PLC0415 -- only a release needs this package
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        locked: list[str | Path] = ["--constraint", ROOT / "requirements" / "play.txt"]
        python = environment(Path(folder, "env"), sys.executable, wheel, *locked) / "bin" / "python"
        options: list[str | Path] = [
            "--pyproject",
            ROOT / "pyproject.toml",
            "--mc-type",
            "application",
            "--output-reproducible",
        ]
        told = json.loads(run(BIN / "cyclonedx-py", "environment", *options, "--spec-version", "1.6", python))
    told["metadata"]["component"]["version"] = version
    told["components"] += page_components(json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")))
    text = json.dumps(told, indent=1, ensure_ascii=False) + "\n"
    if (error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)) is not None:
        raise NotReady(f"the bill of materials is not valid: {error}")
    return text


def page_components(lock: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the npm packages that the page is built from as components. Tools of its tests are not among them."""
    components: dict[str, dict[str, Any]] = {}
    for path, package in lock["packages"].items():
        if not path or package.get("dev") or package.get("optional"):
            continue
        name, version = path.rpartition("node_modules/")[2], package["version"]
        algorithm, _, digest = package["integrity"].partition("-")
        address = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        hashes = [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}]
        components[address] = {
            "type": "library",
            "bom-ref": address,
            "name": name,
            "version": version,
            "purl": address,
            "licenses": [{"expression": package["license"]}] if "license" in package else [],
            "hashes": hashes,
        }
    return list(components.values())


def notes(changelog: str, version: str) -> str:
    """Return the part of the changelog about a version, or the unreleased part if it has none yet.

    Relative links are replaced by their text, because they lead nowhere beside a release.
    """
    for heading in (version, "Unreleased"):
        found = re.search(rf"^## \[{re.escape(heading)}\].*?\n(.*?)(?=^## \[|\Z)", changelog, re.MULTILINE | re.DOTALL)
        if found:
            return for_index(f"# Knobel {version}\n\n{found[1].strip()}".strip()) + "\n"
    raise NotReady(f"the changelog tells nothing about {version}")


def checksums(folder: Path) -> str:
    """Return the checksums of all files of a folder, one a line."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def make(version: str = "", *, tests: bool = True) -> Path:
    """Build and check everything, and return the folder.

    :param version: the version that a tag will give to it; without one, that of the repository.
    :raises NotReady: if something fails; then the folder does not exist.
    """
    told = {"SETUPTOOLS_SCM_PRETEND_VERSION": version} if version else {}
    version = run(sys.executable, "-m", "hatchling", "version", cwd=ROOT, **told)
    folder = DIST / version
    shutil.rmtree(folder, ignore_errors=True)
    try:
        run(sys.executable, "-m", "hatchling", "build", "--directory", folder, cwd=ROOT, **told)
        check_all(folder, version, tests=tests)
        (wheel,) = folder.glob("*.whl")
        (folder / f"knobel-{version}.cdx.json").write_text(bill_of_materials(wheel, version), encoding="utf-8")
        changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        (folder / "NOTES.md").write_text(notes(changelog, version), encoding="utf-8")
        (folder / "SHA256SUMS").write_text(checksums(folder), encoding="utf-8")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--check", type=Path, metavar="DIR")
    given = parser.parse_args()
    try:
        if given.check:
            check_all(given.check.resolve(), given.check.resolve().name, tests=not given.quick)
        else:
            make(tests=not given.quick)
    except NotReady as error:
        sys.exit(f"not ready: {error}")
