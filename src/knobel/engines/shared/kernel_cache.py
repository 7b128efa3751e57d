"""The cache of compiled kernels on disk, which never makes a kernel fail.

Numba keeps compiled code beside the sources, or else in the user's cache folder, and fails if it can write neither.
Kernels then use a temporary folder of this user. Without one they are compiled in every process.
"""

import contextlib
import logging
import os
import stat
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache

logger = logging.getLogger("knobel")

ADVICE = "set NUMBA_CACHE_DIR to a folder that this user can write"
problems: list[str] = []
"""Why compiled code is not kept where it should be, as found in this process."""


class KernelCache(FunctionCache):
    """The cached code of one kernel. Unreadable code counts as absent; code that cannot be written is not kept."""

    def __init__(self, function: Callable[..., Any], stamp: str) -> None:
        """
        :param stamp: hash of all sources of the kernel; Numba itself would use a hash of the kernel's own file.
        :raises RuntimeError: if no folder can be written.
        """
        super().__init__(function)  # type: ignore[no-untyped-call]
        file = self._cache_file
        file._source_stamp = stamp  # noqa: SLF001
        # An index of another version is not unpickled: it may refer to classes that do not exist any more.
        file._version = f"{file._version} {stamp}"  # noqa: SLF001

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception as error:  # noqa: BLE001 -- a damaged pickle raises any exception
            logger.debug("cached code of %s: %s", self, error)
            with contextlib.suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except Exception as error:  # noqa: BLE001 -- see above
            report(f"compiled code cannot be kept in {self.cache_path} ({error}): {ADVICE}")


def enable_cache(kernel: Any, function: Callable[..., Any], stamp: str) -> None:
    """Cache the code of a kernel on disk, if any folder can be written."""
    try:
        kernel._cache = KernelCache(function, stamp)  # noqa: SLF001
    except RuntimeError:
        folder = use_temporary_folder()
        if folder is not None:
            with contextlib.suppress(RuntimeError):
                kernel._cache = KernelCache(function, stamp)  # noqa: SLF001


@cache
def use_temporary_folder() -> Path | None:
    """Make Numba keep compiled code in a temporary folder. Return the folder, None if there is none.

    The process that creates the folder logs a warning; without a folder every process does.
    """
    folder, is_new = temporary_folder()
    if folder is None:
        report(f"compiled code is kept nowhere, so that every start compiles again: {ADVICE}")
        return None
    report(f"compiled code is kept in {folder} only, a temporary folder: {ADVICE}", quietly=not is_new)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return folder


def temporary_folder() -> tuple[Path | None, bool]:
    """Return a folder for temporary files that only this user can write, and True if it is new.

    All processes of a user share it. Code is loaded from it, so a folder of another user is not accepted.
    """
    try:
        folder = Path(tempfile.gettempdir()) / f"knobel-kernels-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        is_new = not folder.exists()
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None, False
    is_private = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
    return (folder, is_new) if stat.S_ISDIR(found.st_mode) and is_private else (None, False)


def report(problem: str, *, quietly: bool = False) -> None:
    """Note a problem, and log it as a warning once in this process."""
    if problem not in problems:
        problems.append(problem)
        if not quietly:
            logger.warning(problem)
