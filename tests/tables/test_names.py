"""Display names."""

import pytest

from knobel.bots.human_errors.characters import CHARACTERS
from knobel.tables.names import (
    BOT_NAMES,
    CHARACTER_NAMES,
    bot_name,
    bot_names,
    clean,
    free_variant,
    looks,
    proposed,
    taken,
)
from knobel.tables.refusals import REASONS, Refused
from knobel.texts import LANGUAGES


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
    "name",
    [
        "ကျော်", "မောင်", "ตี๋", "พี่ตี๋", "ญี่ปุ่น", "น้ำ", "ໜູ", "ශ්\u200dරී", "ක්\u200dරිෂ්ණ", "मुख्यमंत्री", "രാജന്\u200d", "র\u200d্যাব",
        "نیک\u200cروش", "می\u200cخواهم", "שָׁלוֹם", "ㅋㅋㅋ", "渡邉\U000e0102", "ᠮᠣᠩᠭᠣᠯ\u180b", "Nguyễn Thị",
        "👨\u200d👩\u200d👧\u200d👦 Familie", "🏳\ufe0f\u200d🌈", "❤\ufe0f", "1\ufe0f\u20e3", "👩🏽\u200d⚕\ufe0f", "🇩🇪",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)  # fmt: skip
def test_names_of_the_world_are_kept(name: str) -> None:
    assert clean(name) == name
    assert free_variant(name, taken([name])) == f"{name} 2"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("A\u200dnn", "Ann"), ("A\u200cnn", "Ann"), ("Ann\u200d", "Ann"), ("🎲\u200dAnn", "🎲Ann"),
        ("نیک\u200c", "نیک"), ("A\U000e0067nn", "Ann"), ("\u202eAnn\u2066", "Ann"),
        ("Ann\u180b", "Ann"), ("क\u200dा", "का"),
    ],
)  # fmt: skip
def test_joiners_stay_only_where_letters_take_them(raw: str, shown: str) -> None:
    assert clean(raw) == shown


def test_the_length_is_counted_in_characters_that_people_see() -> None:
    assert clean("พี่ตี๋" * 10) == "พี่ตี๋" * 10
    with pytest.raises(Refused) as refusal:
        clean("พี่ตี๋" * 13)
    assert refusal.value.reason == "name_too_long"
    assert len(free_variant("👨\u200d👩\u200d👧\u200d👦" * 9, taken(["👨\u200d👩\u200d👧\u200d👦" * 9]))) <= 64
    family = "👨\u200d👩\u200d👧\u200d👦"
    assert free_variant(family * 9, taken([family * 9])) == family * 8 + " 2"


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        *((raw, "name_empty") for raw in ("", "   ", "\u200b", "\x00\x07", "\u3164", "\u2800\u2800", "\ufe0f")),
        *((raw, "name_too_long") for raw in ("x" * 25, "x" * 10_000, "👨\u200d👩\u200d👧\u200d👦" * 24)),
        *((raw, "name_marks") for raw in ("a" + "\u0336" * 5, "\u0308Ann", "A \u0308nn", "a\u0336\u0335\u0334")),
        ("က" + "ာျ" * 5, "name_marks"),
        ("\ud800", "bad_name"),
    ],
)  # fmt: skip
def test_the_true_reason_of_a_refusal(raw: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean(raw)
    assert refusal.value.reason == reason


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
        ("نیک\u200cروش", "نیکروش"), ("❤\ufe0f", "❤"), ("渡邉\U000e0102", "渡邉"), ("ㅋㅋ", "ᄏᄏ"),
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_proposed_names_are_names(language: str) -> None:
    name = proposed(language, set())
    assert clean(name) == name


def test_bots_have_unique_names() -> None:
    used: list[str] = []
    for _ in range(3 * len(BOT_NAMES)):
        used.append(bot_name(used))
    assert all(looks(name).isdisjoint(taken(used[:i])) for i, name in enumerate(used))


def test_characters_have_their_own_names() -> None:
    assert [*bot_names(["rosi", "casual", "grandma", "grandma"], ["Oma", "Ada"])] == ["Rosi", "Bruno", "Oma 2", "Oma 3"]
    assert CHARACTER_NAMES.keys() == CHARACTERS.keys()


def test_reasons_are_distinct() -> None:
    assert len(set(REASONS)) == len(REASONS)
