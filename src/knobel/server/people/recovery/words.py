"""The secret of a recovery sheet as twelve words (BIP 39), and as the end of a link.

The secret has 128 random bits. Four bits of its hash are added, and each eleven bits are a word of a list of 2048. A
wrong word or order is therefore found in 15 of 16 cases without a look at the database.
"""

import base64
import re
import secrets
import unicodedata
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from knobel.tables.refusals import Refused, TableReason

if TYPE_CHECKING:
    from mnemonic import Mnemonic

LISTS = {"en": "english", "it": "italian"}
"""The list of words by language. There is no German list of BIP 39, so German sheets have English words."""
DEFAULT_LANGUAGE = "en"
WORDS = 12
MAX_TEXT = 1000
"""Maximum number of characters of the text that a person types."""
SECRET_BYTES = 16
MAX_WINDOWS = 4
"""Number of places where twelve words may begin, above which none is tried: checks take a millisecond."""
_LINK = re.compile(r"(?:.*#)?([\w-]{22})(?![\w-])[\W_]*", re.ASCII | re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")


@cache
def _mnemonic(language: str) -> "Mnemonic":
    from mnemonic import Mnemonic  # noqa: PLC0415 -- rarely needed

    return Mnemonic(LISTS[language])


@cache
def _listed(language: str) -> frozenset[str]:
    return frozenset(_mnemonic(language).wordlist)


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def language_of_list(language: str) -> str:
    """Return the language of the words for people who use the page in a language."""
    return language if language in LISTS else DEFAULT_LANGUAGE


def words_of(secret: bytes, language: str) -> list[str]:
    return _mnemonic(language).to_mnemonic(secret).split()


def link_end(secret: bytes) -> str:
    """Return a secret as the end of a link."""
    return base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def secret_of(text: str) -> bytes:
    """Return the secret that a person typed as words, or pasted as a link.

    Case, spaces, digits and punctuation between the words do not matter, nor do hyphens that divide a word, invisible
    characters, and text before and after the words, such as the heading of the sheet.

    :raises Refused: `unknown_word`, with the word as `subject` and a similar one as `proposal`; `word_count`;
        `wrong_words`, if the words do not belong together.
    """
    text = text[:MAX_TEXT].strip()
    if (link := _LINK.fullmatch(text)) is not None:
        return base64.urlsafe_b64decode(link[1] + "==")
    # Characters that nobody sees, such as soft hyphens, divide no word.
    shown = (char for char in unicodedata.normalize("NFKD", text.lower()) if unicodedata.category(char) != "Cf")
    pieces = _WORD.findall("".join(shown))
    language = max(LISTS, key=lambda each: len(_listed(each).intersection(pieces)))
    words = _undivided(pieces, _listed(language))
    runs = [list(run) for is_listed, run in groupby(words, _listed(language).__contains__) if is_listed]
    windows = [run[first : first + WORDS] for run in runs for first in range(len(run) - WORDS + 1)]
    for window in windows if len(windows) <= MAX_WINDOWS else ():
        if _mnemonic(language).check(" ".join(window)):
            return bytes(_mnemonic(language).to_entropy(window))
    unknown = [word for word in words if word not in _listed(language)]
    if unknown and not windows:
        similar = _by_beginning(language)
        word = next((word for word in unknown if word[:4] in similar), unknown[0])
        raise Refused(TableReason.UNKNOWN_WORD, f"{word!r} is not in the list", similar.get(word[:4]), subject=word)
    if len(windows) != 1:
        raise Refused(TableReason.WORD_COUNT, f"a recovery sheet has {WORDS} words, not {len(words)}")
    raise Refused(TableReason.WRONG_WORDS, "these words do not belong together: one is wrong, or their order")


def _undivided(pieces: list[str], listed: frozenset[str]) -> list[str]:
    """Return the words, with two pieces as one word if they are one only together, as at the end of a line."""
    words: list[str] = []
    for piece in pieces:
        if words and words[-1] + piece in listed and not {words[-1], piece} <= listed:
            words[-1] += piece
        else:
            words.append(piece)
    return words


@cache
def _by_beginning(language: str) -> dict[str, str]:
    """Return the words of a list by their first four letters, which no two words of a list share."""
    return {word[:4]: word for word in _mnemonic(language).wordlist}
