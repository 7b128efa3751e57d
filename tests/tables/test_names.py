"""Display names."""

import pytest

from knobel.tables.names import BOT_NAMES, bot_name, clean, folded, free_variant, proposed
from knobel.tables.reasons import REASONS, Refused


@pytest.mark.parametrize(
    ("raw", "shown"),
    [("  Ann  ", "Ann"), ("A\u200bnn", "Ann"), ("An\u00a0n\u2003 x", "An n x"), ("Ａnn", "Ann"), ("Zoë", "Zoë")],
)
def test_names_are_cleaned(raw: str, shown: str) -> None:
    assert clean(raw) == shown


@pytest.mark.parametrize("raw", ["", "   ", "\u200b", "\x00\x07", "x" * 25, "x" * 10_000, "a" + "\u0336" * 5])
def test_no_name(raw: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean(raw)
    assert refusal.value.reason == "bad_name"


def test_names_differ_in_more_than_case_and_space() -> None:
    assert folded("Ann Marie") == folded("ANNMARIE")
    assert free_variant("Ann", {folded("ann")}) == "Ann 2"
    assert free_variant("Ann", {folded("ann"), folded("Ann 2")}) == "Ann 3"
    assert len(free_variant("x" * 24, {"x" * 24})) == 24


@pytest.mark.parametrize("language", ["de", "en", "it", "fr"])
def test_proposed_names_are_names(language: str) -> None:
    name = proposed(language, set())
    assert clean(name) == name


def test_bots_have_names_of_their_own() -> None:
    used: list[str] = []
    for _ in range(3 * len(BOT_NAMES)):
        used.append(bot_name(used))
    assert len({folded(name) for name in used}) == len(used)


def test_reasons_are_told_apart() -> None:
    assert len(set(REASONS)) == len(REASONS)
