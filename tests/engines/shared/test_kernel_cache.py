"""Kernels work where their compiled code cannot be kept, or where what was kept is damaged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

KERNELS = """
from knobel.engines.shared.compiled import compiled

@compiled
def doubled(x):
    return 2 * x

print(doubled(2), sum(doubled.stats.cache_hits.values()))
"""
NOWHERE = "/proc/knobel"
"""A folder that nobody can create, not even root."""


def run(folder: Path, **environment: str) -> tuple[str, list[str]]:
    """Return the output of a program with a kernel, and the lines on its standard error."""
    (folder / "kernels.py").write_text(KERNELS)
    done = subprocess.run(
        [sys.executable, "-B", "kernels.py"],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr.splitlines()


def test_without_a_writable_folder_code_is_kept_in_a_temporary_one(tmp_path: Path) -> None:
    output, (warning,) = run(tmp_path, NUMBA_CACHE_DIR=NOWHERE, TMPDIR=str(tmp_path), **unwritable(tmp_path))
    (kept,) = tmp_path.glob("knobel-kernels-*")
    assert output == "4 0\n"
    assert str(kept) in warning
    assert "NUMBA_CACHE_DIR" in warning
    assert kept.stat().st_mode & 0o077 == 0
    assert run(tmp_path, NUMBA_CACHE_DIR=NOWHERE, TMPDIR=str(tmp_path), **unwritable(tmp_path)) == ("4 1\n", [])


def test_a_temporary_folder_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    foreign = tmp_path / f"knobel-kernels-{os.getuid()}"
    foreign.mkdir()
    foreign.chmod(0o777)
    output, (warning,) = run(tmp_path, NUMBA_CACHE_DIR=NOWHERE, TMPDIR=str(tmp_path), **unwritable(tmp_path))
    assert output == "4 0\n"
    assert "nowhere" in warning
    assert not list(foreign.iterdir())


def test_damaged_code_is_compiled_again(tmp_path: Path) -> None:
    assert run(tmp_path)[0] == "4 0\n"
    for ending in ("nbi", "nbc"):
        (damaged,) = tmp_path.glob(f"__pycache__/kernels.doubled*.{ending}")
        damaged.write_bytes(damaged.read_bytes()[:20])
        assert run(tmp_path) == ("4 0\n", [])
    assert run(tmp_path)[0] == "4 1\n"


def test_code_that_cannot_be_written_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    # Nothing can replace a folder.
    output, _ = run(tmp_path)
    (index,) = tmp_path.glob("__pycache__/kernels.doubled*.nbi")
    index.unlink()
    index.mkdir()
    output, (warning,) = run(tmp_path)
    assert output == "4 0\n"
    assert "cannot be kept" in warning


def unwritable(folder: Path) -> dict[str, str]:
    """Return an environment in which the sources' folder and the user's cache folder cannot be written."""
    # A file in their place, because root may write into any folder.
    (folder / "__pycache__").touch()
    return {"HOME": "/proc", "XDG_CACHE_HOME": NOWHERE}
