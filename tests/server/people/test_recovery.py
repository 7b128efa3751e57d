"""Recovery sheets: their words, their use on a new device, and the cost of guessing them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mnemonic import Mnemonic

from knobel.server.limits.code_guesses import CodeGuesses
from knobel.server.people.recovery import service
from knobel.server.people.recovery.words import link_end, new_secret, secret_of, words_of
from knobel.tables.refusals import Refused
from tests.server.client import Person, Server, running, tell

SECRET = bytes(range(16))


async def arrive(server: Server, name: str | None = None) -> Person:
    return await Person(server.url).arrive(name)


async def sheet_of(person: Person, language: str = "en") -> Any:
    answer = await person.http.post("/api/recovery", json={"language": language})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def restore(server: Server, secret: str) -> Any:
    return (await Person(server.url).http.post("/api/recovery/restore", json={"secret": secret})).json()


@pytest.mark.parametrize("language", ["en", "it", "de"])
def test_words_and_links_stand_for_the_same_secret(language: str) -> None:
    words = words_of(SECRET, language if language != "de" else "en")
    assert len(words) == 12
    assert secret_of(" ".join(words)) == SECRET
    numbered = "\n".join(f"{number}. {word.upper()}," for number, word in enumerate(words, 1))
    assert secret_of(f"  {numbered}\t ") == SECRET, "case, spaces and numbers do not matter"
    for link in (link_end(SECRET), f"https://example.org/restore#{link_end(SECRET)}", f"#{link_end(SECRET)}"):
        for pasted in (link, f"{link}.", f" {link}\n", f"{link}»,"):
            assert secret_of(pasted) == SECRET


@pytest.mark.parametrize("language", ["en", "it"])
def test_words_are_found_in_what_a_program_or_a_printer_made_of_them(language: str) -> None:
    words = words_of(SECRET, language)
    first, last = words[0], words[-1]
    for typed in (
        [f"{first[:3]}\u00ad{first[3:]}", *words[1:]],
        [f"{first[:3]}-\n{first[3:]}", *words[1:]],
        [*words[:-1], f"{last[:2]}\u2010 {last[2:]}"],
        ["\ufeff\u2066", *(f"{word}\u200b" for word in words)],
        ["Knobel: My recovery words (Annegret, 28 November 2026)\n", *words],
        ["Meine Wörter:", *words, "\n\nNicht weitergeben! https://knobel.example/restore"],
        [words[3], *words],
    ):
        assert secret_of(" ".join(typed)) == SECRET, typed


def test_a_mistake_below_a_heading_is_the_one_that_is_named() -> None:
    words = words_of(SECRET, "en")
    with pytest.raises(Refused) as caught:
        secret_of(" ".join(["Meine Wörter:", *words[:5], words[5] + "s", *words[6:]]))
    assert (caught.value.subject, caught.value.proposal) == (words[5] + "s", words[5])


def test_each_mistake_in_the_words_has_its_own_reason() -> None:
    words = words_of(SECRET, "it")

    def refusal(typed: list[str]) -> Refused:
        with pytest.raises(Refused) as caught:
            secret_of(" ".join(typed))
        return caught.value

    wrong = refusal([*words[:3], words[3] + "x", *words[4:]])
    assert (wrong.reason, wrong.subject, wrong.proposal) == ("unknown_word", words[3] + "x", words[3])
    assert refusal(words[:11]).reason == "word_count"
    assert refusal([]).reason == "word_count"
    assert refusal(["x" * 100_000]).reason == "unknown_word"
    assert refusal([words[1], words[0], *words[2:]]).reason == "wrong_words", "the order matters"


async def test_a_sheet_restores_a_person_until_it_is_revoked(server: Server) -> None:
    ann = await arrive(server, "Annegret")
    assert (await ann.http.get("/api/recovery")).json() == {"made": None, "used": None}
    sheet = await sheet_of(ann, "it")
    words, link = " ".join(sheet["words"]), sheet["path"]
    assert (sheet["language"], link.partition("#")[0]) == ("it", "/restore")
    stranger = Person(server.url).http
    for secret in words, link:
        offer = await stranger.post("/api/recovery/owner", json={"secret": secret})
        assert offer.json() == {"name": "Annegret", "yours": False}
    assert (await stranger.get("/api/session")).status_code == 401, "looking signs nobody in"
    assert (await ann.http.post("/api/recovery/owner", json={"secret": words})).json()["yours"]
    phone = Person(server.url)
    assert (await phone.http.post("/api/recovery/restore", json={"secret": words})).json()["id"] == ann.id
    assert (await phone.http.get("/api/session")).json()["id"] == ann.id
    assert len((await ann.http.get("/api/devices")).json()) == 2
    state = (await ann.http.get("/api/recovery")).json()
    assert state["used"] >= state["made"], "all devices see that the sheet was used"
    assert (await restore(server, link))["id"] == ann.id, "a sheet stays valid"
    made_at_once = await asyncio.gather(*(sheet_of(ann) for _ in range(4)))
    owners = [(await stranger.post("/api/recovery/owner", json={"secret": made["path"]})) for made in made_at_once]
    assert sorted(answer.status_code for answer in owners) == [200, 404, 404, 404], "four at once leave one"
    renewed = await sheet_of(ann)
    assert (await restore(server, words))["reason"] == "no_sheet", "a new sheet replaces the one before"
    assert (await ann.http.get("/api/person")).json()["recovery_sheet"]["used"] is None
    await phone.http.delete("/api/recovery")
    assert (await restore(server, renewed["path"]))["reason"] == "no_sheet", "any device revokes it"


async def test_a_sheet_goes_with_its_person(server: Server) -> None:
    ann = await arrive(server)
    link = (await sheet_of(ann))["path"]
    await ann.http.delete("/api/person")
    assert (await restore(server, link))["reason"] == "no_sheet"


def test_wrong_sheets_and_devices_are_limited(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        ann = await arrive(server)
        link = (await sheet_of(ann))["path"]
        for _ in range(2):
            assert (await restore(server, link))["id"] == ann.id
        assert (await ann.http.get("/api/session")).status_code == 401, (
            "the device used before all others is logged out"
        )
        for _ in range(service.BURST):
            assert (await restore(server, link_end(new_secret())))["reason"] == "no_sheet"
        assert (await restore(server, link))["reason"] == "rate_limited", (
            "a right sheet too, so that guesses tell nothing"
        )

    limits = {f"{service.__name__}.{name}": value for name, value in {"RATE": 1e-9, "MAX_DEVICES": 2}.items()}
    with running(tmp_path, limits) as server:
        tell(story(server))


def days_to_guess(known: int, households: int = 1) -> float:
    """Return the mean number of days in which some households find a sheet of which they know the first words.

    They try only what the check of the words admits: one sixteenth of all.
    """
    candidates: int = 2048 ** (12 - known) // 16
    mean, burst = candidates / 2, service.BURST * households
    return max(mean - burst, 0) / (service.RATE * households) / 86_400


def test_the_cost_of_guessing_a_sheet() -> None:
    """Simulated time: the limiter admits as many guesses as the formula of the documentation."""
    now = 0.0
    guesses = CodeGuesses(service.BURST, service.RATE, lambda: now)
    found = 0
    for _ in range(24 * 60):
        now += 60.0
        while not guesses.are_too_many("192.0.2.1"):
            guesses.count("192.0.2.1")
            found += 1
    assert found == pytest.approx(service.BURST + 24 * 3600 * service.RATE, abs=1)
    assert [round(days_to_guess(known), 1) for known in (11, 10)] == [0.2, 546.1]
    assert days_to_guess(9) > 365 * 3000
    assert days_to_guess(0, households=1_000_000) > 1e27


def test_the_words_admit_one_guess_in_sixteen() -> None:
    """With eleven known words there are 128 sheets to try, not 2048."""
    words = words_of(SECRET, "en")[:11]

    def is_possible(word: str) -> bool:
        try:
            secret_of(" ".join([*words, word]))
        except Refused:
            return False
        return True

    assert sum(map(is_possible, Mnemonic("english").wordlist)) == 128
