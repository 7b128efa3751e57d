"""Each of the five games, played to the end through the page."""

from random import Random

import pytest

from knobel.core import Over
from knobel.notation import load
from tests.browser.conftest import Arrive
from tests.browser.person import LAST_ROUND, Person, play_on, play_rounds, play_to_the_end
from tests.slow import WHOLE, slow_except


def settings(game: str, seats: int, **more: object) -> dict[str, object]:
    return {"game": game, "seats": seats, **more}


def agree_with_the_record(person: Person) -> None:
    """Compare the page at the end with the result of the record, replayed by the rules."""
    answer = person.ask("GET", f"/api/tables/{person.code}/record")
    assert answer.ok
    record, state = load(answer.text().splitlines())
    turn = record.game.turn(state)
    assert isinstance(turn, Over)
    assert person.results() == list(turn.scores)


def play_without_shifts(people: list[Person], rng: Random, late: int | None) -> None:
    """Play to the end, and check that nothing scrolls or shifts while the first person plays.

    From the second round to a late one, if there is any, people play through the protocol; with KNOBEL_WHOLE=1 they
    never do.
    """
    first = people[0]
    first.watch_layout_shifts()
    if late is not None and not WHOLE:
        play_rounds(people, rng, 2)
        play_on(people, late)
        first.watch_layout_shifts()
    play_to_the_end(people, rng)
    assert first.unrest() == []


@pytest.mark.parametrize("game", slow_except("kniffeliger"))
def test_one_person_against_a_bot(game: str, arrive: Arrive) -> None:
    ann = arrive(width=360, height=640, sound=True)
    # The page preselects the level that was chosen last; this level requires no compiling.
    ann.page.evaluate("() => localStorage.setItem('knobel.level', 'random')")
    ann.play_bot(game)
    # This test has no data about additional games.
    play_without_shifts([ann], Random(game), LAST_ROUND[game] - 1 if game in LAST_ROUND else None)
    agree_with_the_record(ann)
    assert len(ann.results()) == 2
    ann.click("start")
    ann.find("turn").wait_for()
    assert not ann.look()["over"]


@pytest.mark.slow
@pytest.mark.parametrize("game", LAST_ROUND)
def test_two_people_at_one_table(game: str, arrive: Arrive) -> None:
    ann = arrive(None, locale="it-IT", height=720)
    shorter = {"columns": 1} if game == "knoeffel" else {}
    code = ann.open_table(settings=settings(game, 2, options=shorter))
    ben = arrive(f"/t/{code}", locale="de-DE", width=360, height=740, scheme="dark")
    ben.click("join")
    ann.click("start")
    play_without_shifts([ann, ben], Random(game), LAST_ROUND[game] // (2 if shorter else 1))
    assert ann.results() == ben.results()
    agree_with_the_record(ben)
