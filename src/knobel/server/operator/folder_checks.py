"""Checks of the folders to which a server writes, for `knobel doctor`."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from knobel.optional_packages import has_compiler
from knobel.server.http.page_files import FOLDER
from knobel.server.operator.findings import Finding, failure, ok, warning
from knobel.server.options import ServerOptions
from knobel.server.runtime.file_systems import network_kind
from knobel.server.runtime.locations import file_path, home, is_little_space


def check_disk(database: str) -> Iterator[Finding]:
    """Check the free space beside an SQLite file, which an upgrade needs twice, and the kind of its disk."""
    file = None if "://" in database else file_path(database)
    folder = existing_part((file or home()) / "x")
    size = file.stat().st_size if file is not None and file.is_file() else 0
    free = shutil.disk_usage(folder).free
    text = f"{free / 1e9:.1f} GB are free in {folder}"
    if free < size:
        yield failure("disk", f"{text}: not enough for the copy before an upgrade ({size / 1e9:.1f} GB)")
    elif is_little_space(free, size):
        yield warning("disk", f"{text}, which is little")
    else:
        yield ok("disk", text)
    if file is not None and (kind := network_kind(folder)) is not None:
        yield warning(
            "disk",
            f"{folder} is a network drive ({kind}), on which an SQLite file in use (WAL) can be damaged: "
            "put the database on a disk of this machine, or use PostgreSQL",
        )
    if file is not None and (left := list(file.parent.glob(f"{file.name}-version-*"))):
        taken = sum(copy.stat().st_size for copy in left) / 1e9
        yield ok("disk", f"{len(left)} copies from before upgrades take {taken:.1f} GB")


def check_folders(options: ServerOptions) -> Iterator[Finding]:
    """Check that the folders of options can be written: of packed tables, and of the engines for browsers."""
    if options.retention is not None:
        yield check_folder("retention", options.archive)
    if options.browser_engines is None:
        return
    if not has_compiler():
        yield failure("browser engines", "they are written with NumPy and Numba, which are missing")
    elif not (FOLDER / "offline.json").exists():
        yield failure("browser engines", "the page has no files for playing without a server, which they need")
    else:
        yield check_folder("browser engines", file_path(options.browser_engines))


def check_folder(subject: str, folder: Path) -> Finding:
    """Check that a folder can be written, or created."""
    existing = existing_part(folder)
    if any(part.exists() and not part.is_dir() for part in (folder, *folder.parents)):
        return failure(subject, f"{folder} is no folder, and none can be created there")
    if not os.access(existing, os.W_OK | os.X_OK):
        return failure(subject, f"this user cannot write to {existing}")
    return ok(subject, f"{folder} can be written" if existing == folder else f"{folder} can be created")


def existing_part(path: Path) -> Path:
    """Return the path itself if it is a folder, otherwise the nearest folder above it."""
    return next(part for part in (path.absolute(), *path.absolute().parents) if part.is_dir())
