"""The texts of the coach in a language: its catalogue, and the grammar of its sentences in `language.json`."""

import re
from collections.abc import Collection, Mapping

from knobel.coach.wording.shared import shared_messages
from knobel.texts import DEFAULT, LANGUAGES, Language, description, messages, own_messages, singular
from knobel.texts.icu import formatted

CATALOGUE = "coach"


class Texts:
    """The messages of a language, by kind and name."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._messages = {**dict(shared_messages(language)), **messages(language, CATALOGUE)}
        self.singular = singular(language)
        self.FIELDS = self.section("field")
        self.COMBINATIONS = self.section("combination")
        self.COLOURS = self.section("colour")
        self.DICE = self.section("die")
        self.ACTIONS = self.section("action")
        """Actions in words (`action_words`)."""
        self.LEVELS = self.section("level")
        self.SENTENCES = self.section("sentence")
        """A message for each kind of reason."""
        self.EXPLAIN = self.section("explain")
        self.PAGE = self.section("page")
        self.TERMINAL = self.section("terminal")
        self.LESSON = self.section("lesson")
        self.THEMES = self.section("theme")
        self.RULES = self.section("rule")
        """The rule of thumb of each theme."""
        grammar = description(language)
        self.DECIMAL: str = grammar["decimal"]
        self.BEFORE: Mapping[str, Mapping[str, str]] = grammar["before"]
        """Other words for `and` and `or`, by the letter with which the next word begins."""
        self.CONTRACTIONS = [
            (re.compile(pattern), re.sub(r"\$(\d)", r"\\\1", replacement))
            for pattern, replacement in grammar["sentences"].items()
        ]
        """Patterns with their replacements in a finished sentence: articles, and units that would occur twice."""

    def section(self, name: str) -> dict[str, str]:
        """Return the messages whose keys begin with a name and a point."""
        begin = f"{name}."
        return {key.removeprefix(begin): text for key, text in self._messages.items() if key.startswith(begin)}

    def say(self, key: str, /, **values: object) -> str:
        """Return the text of a key, with its placeholders filled."""
        return formatted(self._messages[key], self.singular, values)


class CoachTexts(dict[Language, Texts]):
    """The texts of the languages that have all of them; a language that lacks some has them in English."""

    def __missing__(self, language: Language) -> Texts:
        """Return the English texts."""
        return self[DEFAULT]


def complete() -> Collection[Language]:
    """Return the languages that have all texts: a sentence in two languages would be worse than one in English."""
    keys = own_messages(DEFAULT, CATALOGUE).keys()
    return [language for language in LANGUAGES if own_messages(language, CATALOGUE).keys() >= keys]
