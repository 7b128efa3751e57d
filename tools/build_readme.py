"""The README for a package index, without links and pictures that exist only in the repository."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+://)[^)]*\)")


def for_index(readme: str) -> str:
    """Return the README without relative pictures, and with relative links replaced by their text."""
    return re.sub(r"\n{3,}", "\n\n", RELATIVE.sub(lambda found: "" if found[1] else found[2], readme))


class ReadmeHook(MetadataHookInterface):
    """Puts the README into the package's metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description of the package."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(text)}
