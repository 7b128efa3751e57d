"""The languages of Knobel and their texts.

Each language is a folder of this package: `language.json` describes it, and its catalogues contain ICU messages in
JSON. Those in `pages` are for the page, which is built with them; their keys that begin with `server.` are for the
server.
"""

import json
import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from knobel.texts.icu import formatted

FOLDER = Path(__file__).parent
Language: TypeAlias = Literal["de", "en", "fr", "it"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages, which are the folders of this package."""
DEFAULT: Language = "en"
"""The language for people who prefer none of `LANGUAGES`, and for texts that another language lacks."""


def text(language: str, catalogue: str, key: str, /, **values: object) -> str:
    """Return the text of a key in a language, with its placeholders filled.

    :param catalogue: the name of a file of each language, such as `terminal` or `pages/notices`.
    :raises KeyError: if neither this language nor English has the key.
    """
    return formatted(messages(language, catalogue)[key], singular(language), values)


@cache
def messages(language: str, catalogue: str) -> Mapping[str, str]:
    """Return the messages of a catalogue by key; missing ones are in English."""
    return own_messages(DEFAULT, catalogue) | own_messages(language, catalogue)


def own_messages(language: str, catalogue: str) -> dict[str, str]:
    try:
        found: dict[str, str] = _read(language, catalogue)
    except OSError:
        return {}
    return found


@cache
def singular(language: str) -> frozenset[int]:
    """Return the numbers of the plural category `one`; all others are `other`."""
    return frozenset(description(language)["one"])


def description(language: str) -> dict[str, Any]:
    """Return what `language.json` says of a language."""
    found: dict[str, Any] = _read(language, "language")
    return found


def _read(language: str, name: str) -> Any:
    """Read a file of a language, also from an archive, as in a browser.

    :raises OSError: if there is no such file.
    """
    return json.loads(pkgutil.get_data(__name__, f"{language}/{name}.json") or b"{}")


def language_of(tag: str) -> Language:
    """Return the language of a tag such as `de-AT` or `de_AT.UTF-8`, English if it is none of `LANGUAGES`."""
    told = re.split("[-_.@]", tag, maxsplit=1)[0].lower()
    return next((language for language in LANGUAGES if language == told), DEFAULT)
