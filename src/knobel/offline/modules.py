"""Modules that are loaded after the first ones, in a folder of their own."""

from importlib import import_module, invalidate_caches
from pathlib import Path


def add_modules(folder: str) -> None:
    """Let the packages that are there already have further modules, which are in a folder."""
    for place in sorted(place for place in Path(folder).glob("knobel/**/") if not list(place.glob("__init__.*"))):
        package = import_module(".".join(place.relative_to(folder).parts))
        if str(place) not in package.__path__:
            package.__path__.append(str(place))
    invalidate_caches()
