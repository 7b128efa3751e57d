"""Modules in a separate folder, which are loaded later than the other modules."""

from importlib import import_module, invalidate_caches
from pathlib import Path


def add_modules(folder: str) -> None:
    """Add the modules in a folder to the packages that are loaded already."""
    for place in sorted(place for place in Path(folder).glob("knobel/**/") if not list(place.glob("__init__.*"))):
        package = import_module(".".join(place.relative_to(folder).parts))
        if str(place) not in package.__path__:
            package.__path__.append(str(place))
    invalidate_caches()
