"""Display names."""

import pytest

from knobel.tables.names import BOT_NAMES, bot_name, clean, free_variant, looks, proposed, taken
from knobel.tables.refusals import REASONS, Refused


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("  Ann  ", "Ann"), ("A\u200bnn", "Ann"), ("An\u00a0n\u2003 x", "An n x"), ("Ａnn", "Ann"), ("Zoë", "Zoë"),
        ("Ann\ufe0f\U000e0100", "Ann"), ("A\u3164n\u115f\u1160\uffa0n", "Ann"), ("\u2800Ann\u2800", "Ann"),
        ("A\u034fnn\ufffc", "Ann"), ("e\u034f\u0301", "é"), ("Æsa Ólafs 🎲", "Æsa Ólafs 🎲"), ("Ĳsbrand", "IJsbrand"),
    ],
)  # fmt: skip
def test_names_are_cleaned(raw: str, shown: str) -> None:
    assert clean(raw) == shown


@pytest.mark.parametrize(
    "raw",
    [
        "", "   ", "\u200b", "\x00\x07", "x" * 25, "x" * 10_000, "a" + "\u0336" * 5, "\u0308Ann", "\u3164",
        "\u2800\u2800", "\ufe0f", "\u115f \u1160",
    ],
)  # fmt: skip
def test_no_name(raw: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean(raw)
    assert refusal.value.reason == "bad_name"


@pytest.mark.parametrize("raw", ["Аnn", "Pаul", "Olgа", "Βen", "Иvan", "さА", "Ann Иванова"])
def test_scripts_are_not_mixed(raw: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean(raw)
    assert refusal.value.reason == "mixed_scripts"


@pytest.mark.parametrize(
    "raw", ["Анна", "Ελένη", "さくらサクラ花Sakura", "박지성 Park", "ﬁnn ½", "محمد", "नेहा", "C3PO", "Ann ♥"]
)
def test_names_of_one_script_are_names(raw: str) -> None:
    assert clean(raw)


def alike(one: str, other: str) -> bool:
    return not looks(clean(one)).isdisjoint(looks(clean(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Marie", "ANNMARIE"), ("Iris", "lris"), ("iris", "IRIS"), ("Paco", "Расо"), ("Oha", "0ha"), ("Max", "Мах"),
        ("Emma", "Ernma"), ("Li|i", "Lili"), ("Ă", "Ǎ"), ("Å", "Å"), ("Nǃ", "N!"),
    ],
)  # fmt: skip
def test_names_that_look_alike(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Elia", "Ella"), ("Bar", "Bär"), ("Jan", "Jan 2")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert free_variant("Ann", taken(["Bob"])) == "Ann"
    assert free_variant("Ann", taken(["ann"])) == "Ann 2"
    assert free_variant("Paco", taken(["Расо", "Paco 2"])) == "Paco 3"
    assert len(free_variant("x" * 24, taken(["x" * 24]))) == 24


@pytest.mark.parametrize("language", ["de", "en", "it", "fr"])
def test_proposed_names_are_names(language: str) -> None:
    name = proposed(language, set())
    assert clean(name) == name


def test_bots_have_unique_names() -> None:
    used: list[str] = []
    for _ in range(3 * len(BOT_NAMES)):
        used.append(bot_name(used))
    assert all(looks(name).isdisjoint(taken(used[:i])) for i, name in enumerate(used))


def test_reasons_are_distinct() -> None:
    assert len(set(REASONS)) == len(REASONS)
