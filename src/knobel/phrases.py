"""The phrases of the terminal in the player's language. An English phrase is the key of its translations."""

import os
from collections.abc import Sequence

from knobel.texts import DEFAULT, Language, language_of, messages, text

CATALOGUE = "terminal"


def preferred() -> Language:
    """Return the language of the locale, or English if it is another one or not set."""
    return language_of(next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), ""))


def phrase(language: Language, english: str, /, **values: object) -> str:
    """Return a phrase in a language with its placeholders filled; English if there is no translation."""
    return text(language, CATALOGUE, english, **values) if english in messages(language, CATALOGUE) else english


def refusal(language: Language, reason: str, english: str) -> str:
    """Return the reason why the rules refuse an action; the English text is more specific than the reason alone."""
    if language == DEFAULT:
        return english
    key = f"reason.{reason}"
    return messages(language, CATALOGUE).get(key) or messages(language, "pages/common").get(key, english)


def how_to(language: Language, game: str) -> Sequence[str]:
    """Return the rules of a game in short and the notation of its actions, a paragraph each; none for other games."""
    found = messages(language, CATALOGUE)
    return [found[key] for part in ("rules", "actions") if (key := f"howto.{game}.{part}") in found]
