"""The secret of a recovery sheet as twelve words (BIP 39), and as the end of a link.

The secret has 128 random bits. Four bits of its hash are added, and each eleven bits are a word of a list of 2048. A
wrong word or order is therefore found in 15 of 16 cases without a look at the database.
"""

import base64
import re
import secrets
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from knobel.tables.refusals import Refused, TableReason

if TYPE_CHECKING:
    from mnemonic import Mnemonic

LISTS = {"en": "english", "it": "italian"}
"""The list of words by language. There is no German list of BIP 39, so German sheets have English words."""
DEFAULT_LANGUAGE = "en"
WORDS = 12
MAX_TEXT = 1000
"""Maximum number of characters of what a person types."""
SECRET_BYTES = 16
_LINK_END = re.compile(r"[\w-]{22}", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+")


@cache
def _mnemonic(language: str) -> "Mnemonic":
    from mnemonic import Mnemonic  # noqa: PLC0415 -- rarely needed

    return Mnemonic(LISTS[language])


@cache
def _listed(language: str) -> frozenset[str]:
    return frozenset(_mnemonic(language).wordlist)


def new_secret() -> bytes:
    """Return a random secret."""
    return secrets.token_bytes(SECRET_BYTES)


def language_of_list(language: str) -> str:
    """Return the language of the words for people who use the page in a language."""
    return language if language in LISTS else DEFAULT_LANGUAGE


def words_of(secret: bytes, language: str) -> list[str]:
    """Return a secret as words of the list of a language."""
    return _mnemonic(language).to_mnemonic(secret).split()


def link_end(secret: bytes) -> str:
    """Return a secret as the end of a link."""
    return base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def secret_of(text: str) -> bytes:
    """Return the secret that a person typed as words, or pasted as a link.

    Case, spaces, digits and punctuation between the words do not matter.

    :raises Refused: `unknown_word`, with the word as `subject` and a similar one as `proposal`; `word_count`;
        `wrong_words`, if the words do not belong together.
    """
    end = text.strip().rpartition("#")[2]
    if _LINK_END.fullmatch(end):
        return base64.urlsafe_b64decode(end + "==")
    words = _WORD.findall(unicodedata.normalize("NFKD", text[:MAX_TEXT].lower()))
    language = max(LISTS, key=lambda each: len(_listed(each).intersection(words)))
    listed = _listed(language)
    for word in words:
        if word not in listed:
            # No two words of a list have the same first four letters.
            similar = next((each for each in _mnemonic(language).wordlist if each[:4] == word[:4]), None)
            raise Refused(TableReason.UNKNOWN_WORD, f"{word!r} is not in the list", similar, subject=word)
    if len(words) != WORDS:
        raise Refused(TableReason.WORD_COUNT, f"a recovery sheet has {WORDS} words, not {len(words)}")
    if not _mnemonic(language).check(" ".join(words)):
        raise Refused(TableReason.WRONG_WORDS, "these words do not belong together: one is wrong, or their order")
    return bytes(_mnemonic(language).to_entropy(words))
