"""Distributions are complete, and optional dependencies are not loaded."""

import hashlib
import importlib.metadata
import inspect
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import knobel

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LAB = tomllib.loads((ROOT / "lab" / "pyproject.toml").read_text())["project"]
PAGE = ("index.html", "offline.json", "pads.html")
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def loaded_by(statement: str) -> set[str]:
    """Return the top-level modules that are loaded after the statement in a new interpreter."""
    code = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("module", ["knobel", "knobel.games", "knobel.notation", "knobel.perft"])
def test_rules_load_the_standard_library_only(module: str) -> None:
    here = loaded_by("pass")
    assert loaded_by(f"import {module}") - here - sys.stdlib_module_names == {"knobel"}


def test_help_is_instant() -> None:
    heavy = {"alembic", "litestar", "numba", "numpy", "sqlalchemy", "uvicorn"}
    assert not loaded_by("import knobel.cli") & heavy


def test_environments_name_missing_packages() -> None:
    code = "import sys; sys.modules['gymnasium'] = None\nimport knobel.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install '.[rl]'" in done.stderr.splitlines()[-1]


UV = """#!/bin/sh
[ -d "$VIRTUAL_ENV" ] && echo "uv works in $VIRTUAL_ENV"
"""


def test_the_folder_may_have_a_space_in_its_name(tmp_path: Path) -> None:
    """`make` gives uv the whole path of the virtual environment."""
    folder = tmp_path / "my folder"
    tools = folder / ".venv" / "bin"
    tools.mkdir(parents=True)
    (folder / "requirements").mkdir()
    (folder / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    for name in ("installer", "play"):
        (folder / "requirements" / f"{name}.txt").touch()
    for tool, content in {"uv": UV, "python": "#!/bin/sh\n"}.items():
        (tools / tool).write_text(content)
        (tools / tool).chmod(0o755)
    command = ["make", "--silent", ".venv/.play"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == f"uv works in {folder / '.venv'}\n"


def test_paths_in_the_makefile_are_quoted() -> None:
    used = re.sub(r'^export .*|"[^"\n]*"', "", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    assert "$(CURDIR)" not in used


FROM_AN_INDEX = re.compile(r"""\b(?:pipx?|uv tool) install\b[^\n`#&]*(?<![\w./-])knobel(?![\w/:.-])|['"`]knobel\[""")


def test_nothing_advises_installing_from_an_index() -> None:
    """Knobel has no release on an index yet, so a package of that name could have any author (docs/install.md)."""
    advised = {
        f"{name}: {line.strip()}"
        for name in tracked(
            "src", "docs", "examples", "deploy", "tools", "manual", "README.md", "CONTRIBUTING.md", "Makefile"
        )
        if not name.endswith((".webp", ".png", ".npz"))
        for line in (ROOT / name).read_text(encoding="utf-8", errors="ignore").splitlines()
        if FROM_AN_INDEX.search(line)
    }
    assert not advised
    assert FROM_AN_INDEX.search("pip install 'knobel[rl]'")
    assert FROM_AN_INDEX.search("    pip install knobel")


LIGHT_PACKAGES = {"gymnasium", "knobel", "numpy", "pettingzoo"}
"""Packages for environments of single games, without their own dependencies."""


def test_environments_of_single_games_need_no_compiler_and_no_server() -> None:
    """Test the minimal installation that docs/install.md describes."""
    needed = {re.split(r"[^\w-]", dependency)[0] for dependency in PROJECT["dependencies"]} - LIGHT_PACKAGES
    code = f"""
import sys
sys.modules |= dict.fromkeys({needed}, None)
import gymnasium, knobel.envs, knobel.notation
from knobel.envs.pettingzoo import KnobelAEC
for game in knobel.GAMES:
    env = gymnasium.make(knobel.envs.env_id(game), opponents=["random"])
    env.reset(seed=1)
    KnobelAEC(game, seats=2).reset(seed=1)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("module", ["knobel.bots", "knobel.server.app"])
def test_kernels_are_loaded_only_when_used(module: str) -> None:
    assert not loaded_by(f"import {module}") & {"numba", "numpy"}


def build(target: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


def tracked(*paths: str) -> set[str]:
    """Return the files below these paths that are in version control."""
    done = subprocess.run(["git", "ls-files", *paths], cwd=ROOT, check=True, capture_output=True, text=True)
    return set(done.stdout.splitlines())


def test_wheel_is_complete(tmp_path: Path) -> None:
    names = set(zipfile.ZipFile(build("wheel", tmp_path)).namelist())
    assert {file.removeprefix("src/") for file in tracked("src/knobel")} <= names
    assert {"knobel/py.typed", *(f"knobel/server/page/{name}" for name in PAGE)} <= names
    assert any(re.fullmatch(r"knobel/server/page/assets/.+\.js", name) for name in names)
    installable = ("sw.js", "sw.js.br", "manifest.webmanifest", "manifest.de.webmanifest", "icons/maskable-512.png")
    assert {f"knobel/server/page/{name}" for name in installable} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_readme_needs_no_repository_on_a_package_index() -> None:
    shown = importlib.import_module("tools.build_readme").for_index((ROOT / "README.md").read_text(encoding="utf-8"))
    assert shown.startswith("# Knobel\n")
    assert "```python" in shown
    assert not re.search(r"\]\((?!https://)", shown)


def version_in(folder: Path) -> str:
    """Return the version that a build in a folder has."""
    command = [sys.executable, "-W", "ignore", "-m", "hatchling", "version"]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def test_every_build_has_a_version_of_its_own(tmp_path: Path) -> None:
    """Two builds of different commits differ, with or without tags; an sdist and an archive need no repository."""

    def git(*arguments: str) -> str:
        names = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
        command = ["git", *names, *arguments]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.strip()

    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    base = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["version"]["fallback-version"]
    assert version_in(tmp_path) == base
    git("init", "--quiet")
    git("add", "pyproject.toml")
    git("commit", "--quiet", "--message", "first")
    assert re.fullmatch(rf"{re.escape(base[:-1])}1\+g[0-9a-f]+", version_in(tmp_path))
    git("tag", "v7.0.0")
    assert version_in(tmp_path) == "7.0.0"
    git("commit", "--quiet", "--allow-empty", "--message", "second")
    assert re.fullmatch(r"7\.1\.0\.dev1\+g[0-9a-f]+", version_in(tmp_path))
    shutil.rmtree(tmp_path / ".git")
    (tmp_path / "PKG-INFO").write_text("Metadata-Version: 2.4\nName: knobel\nVersion: 7.1.0.dev1+g6eba4b8a\n")
    assert version_in(tmp_path) == "7.1.0.dev1+g6eba4b8a"


def test_the_version_is_the_installed_one_and_is_read_only_when_used() -> None:
    code = "import sys, knobel; early = 'importlib.metadata' in sys.modules; print(early, knobel.__version__)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PYTHONPATH": str(ROOT / "src")},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "False 0+unknown\n"
    assert knobel.__version__ == importlib.metadata.version("knobel")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        assert knobel.nothing  # type: ignore[attr-defined]


@pytest.mark.slow
def test_sdist_can_build_the_wheel(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = [
        "src",
        "web",
        "tools",
        "tests",
        "docs",
        "examples",
        "manual",
        "requirements",
        "lab",
        "deploy",
    ]
    assert tracked(*needed, "pyproject.toml", "Makefile", "README.md", "CHANGELOG.md", "LICENSE") <= names
    assert not any("node_modules" in name or "server/page/" in name for name in names)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_lock_is_pinned_hashed_and_tied_to_no_place(lock: Path) -> None:
    text = lock.read_text().replace("\\\n", "")
    assert "://" not in text
    for line in text.splitlines():
        assert re.fullmatch(r"[\w.-]+==[\w.]+( ; .+?)?( +--hash=sha256:[0-9a-f]{64})+", line.rstrip()), line


@pytest.mark.parametrize("dependency", PROJECT["dependencies"])
def test_lock_for_playing_holds_each_dependency(dependency: str) -> None:
    name = re.split(r"[^\w-]", dependency)[0]
    assert f"\n{name}==" in "\n" + (ROOT / "requirements" / "play.txt").read_text()


def test_types_do_not_depend_on_other_installed_packages() -> None:
    """Packages that the tests do not require count as missing for mypy even if they are installed."""
    locked = (ROOT / "requirements/test.txt").read_text()
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["overrides"]
    followed = [
        module.partition(".")[0]
        for override in overrides
        if override.get("ignore_missing_imports") and override.get("follow_imports") != "skip"
        for module in override["module"]
    ]
    assert followed
    for name in followed:
        assert re.search(rf"^(pytest-)?{name}==", locked, re.MULTILINE), name


def test_page_lock_is_tied_to_no_place() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text()


PUBLIC = [
    path.parent.relative_to(ROOT / "src").as_posix().replace("/", ".")
    for path in sorted((ROOT / "src").rglob("__init__.py"))
    if "__all__" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("package", PUBLIC)
def test_public_names_are_there_and_explained(package: str) -> None:
    module = importlib.import_module(package)
    for name in module.__all__:
        found = getattr(module, name)
        if callable(found) and getattr(found, "__module__", "").startswith("knobel"):
            assert inspect.getdoc(found), f"{package}.{name} says nothing"
            assert not inspect.isfunction(found) or "return" in found.__annotations__, f"{package}.{name} has no types"


def test_a_release_is_prepared() -> None:
    release = importlib.import_module("tools.release")
    distributions = importlib.import_module("tools.distributions")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for version, following in {"9.1.0": "9.2.0", "9.1.2": "9.2.0", "10.0.0rc1": "10.0.0"}.items():
        assert f'\nfallback-version = "{following}.dev0"\n' in release.with_next(project, version)
    for wrong in ("v2", "", "1.0.0.dev1"):
        with pytest.raises(release.NotReady):
            release.with_next(project, wrong)
    log = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- More.\n\n## [0.1.0] - 2026-01-01\n"
    heading = "## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added"
    assert heading in release.with_heading(log, "0.2.0", "2026-02-03")
    assert release.with_heading(log, "0.2.0", "2026-02-03").replace("\n## [0.2.0] - 2026-02-03\n", "") == log
    with pytest.raises(release.NotReady):
        release.with_heading("## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n- More.\n", "0.2.0", "2026-02-03")
    assert distributions.notes(log, "0.1.0") == "# Knobel 0.1.0\n"
    for version in ("0.2.0", "0.3.0"):  # with a heading, and before it has one
        text = release.with_heading(log, "0.2.0", "2026-02-03") if version == "0.2.0" else log
        assert distributions.notes(text, version) == f"# Knobel {version}\n\n### Added\n\n- More.\n"
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert release.UNRELEASED in changelog
    notes = distributions.notes(changelog, re.findall(r"^## \[(\d.*?)\]", changelog, re.MULTILINE)[0])
    assert "\n- " in notes
    assert not re.search(r"\]\((?!https://)", notes)


def test_a_release_lists_its_components_and_checksums(tmp_path: Path) -> None:
    distributions = importlib.import_module("tools.distributions")
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    components = {component["name"]: component for component in distributions.page_components(lock)}
    assert {"svelte", "uqr", "html-to-image", "vite"} <= set(components)
    assert not {"eslint", "axe-core"} & set(components)
    assert components["@sveltejs/vite-plugin-svelte"]["purl"].startswith("pkg:npm/%40sveltejs/vite-plugin-svelte@")
    assert len(components["svelte"]["hashes"][0]["content"]) == 128
    (tmp_path / "a.whl").write_bytes(b"wheel")
    (tmp_path / "SHA256SUMS").write_text("not counted")
    assert distributions.checksums(tmp_path) == f"{hashlib.sha256(b'wheel').hexdigest()}  a.whl\n"


def test_the_tests_of_a_release_are_the_quick_ones() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"QUICK := {' '.join(importlib.import_module('tools.distributions').TESTS)}\n" in makefile


def workflow(name: str) -> str:
    return (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")


def test_every_supported_python_is_tested_and_classified() -> None:
    supported = [f"3.{minor}" for minor in range(11, 15)]
    prefix = "Programming Language :: Python :: "
    assert [name.removeprefix(prefix) for name in PROJECT["classifiers"] if name.startswith(f"{prefix}3.")] == supported
    assert f"python: {json.dumps(supported)}" in workflow("ci")
    assert PROJECT["requires-python"] == f">={supported[0]}"


def test_a_release_is_published_without_a_password() -> None:
    """Trusted publishing: only the job that publishes may ask for an identity token, and no job reads a secret."""
    text = workflow("release")
    build, publish = text.split("\n  publish:\n")
    assert "make dist" in build
    assert "id-token: write" not in build
    assert "id-token: write" in publish
    assert "environment:" in publish
    assert "secrets." not in text


def test_every_dependency_has_a_reason() -> None:
    """`docs/dependencies.md` lists exactly the packages that users install, and those of the built page."""
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").partition("## To build and to test")[0]
    explained = re.findall(r"`([\w@/-]+)`", "".join(re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE)))
    lists = [
        PROJECT["dependencies"],
        *PROJECT["optional-dependencies"].values(),
        *LAB["optional-dependencies"].values(),
    ]
    python = {re.split(r"[^\w-]", requirement)[0] for listed in lists for requirement in listed}
    web = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    assert sorted(explained) == sorted(python | {*web["dependencies"]})


def test_make_names_each_service_that_is_missing(tmp_path: Path) -> None:
    """Tests that need a program skip without it, so `make test` looks for each."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("/usr/", "/nowhere/")
    (tmp_path / "Makefile").write_text(makefile)
    for name in ("sh", "id"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    command = [str(shutil.which("make")), "--silent", "services", "KNOBEL_BROWSER=chromium"]
    for program, needed in (("", "postgresql pgbouncer"), ("postgres", "pgbouncer"), ("pgbouncer", "")):
        if program:
            (tmp_path / program).write_text("#!/bin/sh\n")
            (tmp_path / program).chmod(0o755)
        done = subprocess.run(
            command, cwd=tmp_path, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
        )
        assert (f"need {needed}. " in done.stderr) == bool(done.returncode) == bool(needed), done.stderr
