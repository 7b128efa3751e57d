"""The catalogues of texts: what a message is, what a language may lack, and what `make lint` says of it."""

import re

import pytest
from tools import texts as check

from knobel import texts
from knobel.texts import icu


@pytest.mark.parametrize(
    ("message", "values", "said"),
    [
        ("{name}: {n}", {"name": "Ann", "n": 3}, "Ann: 3"),
        ("{n, plural, one {# Punkt} other {# Punkte}}.", {"n": 1}, "1 Punkt."),
        ("{n, plural, one {# Punkt} other {# Punkte}}.", {"n": 0}, "0 Punkte."),
        ("{a, select, b {{n, plural, one {#b} other {#bs}}} other {#}}", {"a": "b", "n": 2}, "2bs"),
        ("{a, select, b {B} other {#}}", {"a": "c"}, "#"),
    ],
)
def test_a_message_is_filled(message: str, values: dict[str, object], said: str) -> None:
    assert icu.formatted(message, {1}, values) == said


@pytest.mark.parametrize(
    "message",
    ["{a", "a}", "{n, plural, one {x}}", "{n, plural, other {x}", "{n, number}", "{n, plural, other{x}}", "it's", "{}"],
)
def test_bad_messages_are_refused(message: str) -> None:
    with pytest.raises(icu.BadMessage):
        icu.parsed(message)


def test_missing_texts_are_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {
        "en": {"a": "A", "b": "{n, plural, one {# b} other {# bs}}"},
        "fr": {"b": "{n, plural, one {# c} other {# cs}}"},
    }
    monkeypatch.setattr(texts, "own_messages", lambda language, _: own[language])
    texts.messages.cache_clear()
    try:
        said = [texts.text("fr", "terminal", "a"), texts.text("fr", "terminal", "b", n=0)]
    finally:
        texts.messages.cache_clear()
    assert said == ["A", "0 c"]


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("{n} von {m}", "the arguments are not those of"),
        ("{n, plural, few {#} other {#}}", "one and other"),
        ("{n", "the braces are not in pairs"),
        ("{n} Punkte", None),
    ],
)
def test_faults_of_a_message_are_found(message: str, fault: str | None) -> None:
    found = list(check.faults_of(message, "{n, plural, one {# Punkt} other {# Punkte}}"))
    assert len(found) == (fault is not None)
    assert all(fault in each for each in found if fault)


def test_the_catalogues_are_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    check.main()
    lacking = {language for language in texts.LANGUAGES if check.missing(language)}
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == lacking
    assert not lacking & {"de", "en", "it"}


COUNTED = re.compile(
    r"\{\w+\} (games|dice|points|people|results|Partien|Würfeln?|Punkte|Personen|Ergebnisse|"
    r"partite|dadi|punti|persone|risultati|parties|dés|points|personnes|résultats)\b"
)
"""A number that is followed by a noun in the plural, in any of the languages."""
NEVER_ONE = re.compile(r"\{(figure|high|mean|now|limit)\}")
"""Placeholders of messages that are never 1, or that are filled with a formatted number such as 1.0."""
SEVERAL = {"better", "better_all", "too_few"}
"""Keys of messages about several games in any case."""


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_counted_words_have_a_singular(language: str) -> None:
    for catalogue in check.catalogues("de"):
        if not catalogue.startswith("pages/"):
            continue
        for key, message in texts.own_messages(language, catalogue).items():
            if key not in SEVERAL and "plural" not in message and not NEVER_ONE.search(message):
                assert not COUNTED.search(message), f"{language} {catalogue} {key}: {message}"
