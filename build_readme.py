"""The README as a package index shows it: without what leads to files that are only in the repository."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+://)[^)]*\)")


def for_index(readme: str) -> str:
    """Without pictures, and with the words alone of links, where these are relative: nobody knows yet to what."""
    return re.sub(r"\n{3,}", "\n\n", RELATIVE.sub(lambda found: "" if found[1] else found[2], readme))


class ReadmeHook(MetadataHookInterface):
    """Puts it into the package's metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(text)}
