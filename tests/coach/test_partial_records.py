"""Incomplete records: known parts are judged as always, and the rest is booked as unknown."""

import pytest

from knobel import notation
from knobel.coach import Kind, Review, review
from knobel.core import Event, Move, Roll
from knobel.notation import BadRecord, Noted, Record
from tests.coach.conftest import Played
from tests.slow import slow_except


def adds_up(found: Review) -> None:
    for seat in found.seats:
        ledger = seat.ledger
        parts = ledger.start + ledger.luck + ledger.decisions + ledger.unknown + ledger.others + ledger.correction
        assert parts == pytest.approx(ledger.final, abs=1e-6)


def is_free(event: Event) -> bool:
    return isinstance(event, Move) and event.action.startswith("f")


def test_the_sum_suffices_where_only_the_sum_counts(played: Played) -> None:
    record = played("knister", "casual")
    plain = review(record, "quick")
    for number, event in enumerate(record.events, 1):
        if isinstance(event, Roll):
            record.events[number - 1] = Roll((sum(event.dice) // 2, -(-sum(event.dice) // 2)))
            record.noted[number] = Noted.SUM
    text = notation.dumps(record)
    assert text.startswith('{"knobel": 2')
    read, _ = notation.load(text.splitlines())
    assert read.noted == record.noted
    assert review(read, "quick") == plain


@pytest.mark.parametrize("name", slow_except("knister", games=("knister", "knapp_daneben")))
def test_unrecorded_rounds_are_not_judged(played: Played, name: str) -> None:
    record = played(name, "casual,casual")
    whole = review(record, "quick")
    # The second round: a roll and two moves.
    record.noted |= dict.fromkeys((4, 5, 6), Noted.NOTHING)
    found = review(record, "quick")
    adds_up(found)
    unknown = [change for change in found.changes if change.kind is Kind.UNKNOWN]
    assert {(change.event, change.seat) for change in unknown} == {(7, 0), (7, 1)}
    missing = [each for each in whole.decisions if each.event in (5, 6)]
    assert missing
    assert list(found.decisions) == [each for each in whole.decisions if each not in missing]
    before, after = (
        {change.seat: change.value for change in each.changes if change.event == 7} for each in (whole, found)
    )
    assert before == after, "what comes later is worth the same"


def test_the_last_dice_of_a_turn_suffice(played: Played) -> None:
    record = played("knoeffel", "casual", columns=1)
    events, turn, noted = list[Event](), list[Event](), dict[int, Noted]()
    state = record.game.start(1)
    for event in record.events:
        turn.append(event)
        state = record.game.apply(state, event)
        if isinstance(event, Roll):
            dice = state.dice
        elif isinstance(event, Move) and "." in event.action and not any(map(is_free, turn[:-1])):
            first = len(events) + 1
            noted |= dict.fromkeys(range(first, first + 4), Noted.NOTHING) | {first + 4: Noted.RESULT}
            events += [Roll(dice), Move(0, "k"), Roll(dice), Move(0, "k"), Roll(dice), event]
            turn = []
        elif isinstance(event, Move) and "." in event.action:
            events += turn
            turn = []
    found = review(Record(record.game, record.seats, events, noted=noted), "quick")
    adds_up(found)
    assert found.seats[0].ledger.final == record.game.score(state, 0)
    judged = [each.event for each in found.decisions if each.event - 1 in noted]
    assert judged, "where to enter"
    assert not set(noted) & {each.event for each in found.decisions}
    assert found.seats[0].ledger.unknown


@pytest.mark.parametrize("version", ["true", "false", "1.0", '"1"', "null", "[1]"])
def test_a_version_is_an_integer(version: str) -> None:
    header = f'{{"knobel": {version}, "game": "knister", "seats": ["Ann"]}}'
    with pytest.raises(BadRecord, match="line 1: the header must be like"):
        notation.load([header])


def test_unknown_values_of_noted_are_refused() -> None:
    head = '{"knobel": %d, "game": "knister", "seats": ["Ann"]}'
    roll, move = '{"roll": [3, 4], "noted": %s}', '{"seat": 0, "move": "c3", "noted": %s}'
    for number, lines in enumerate(((roll % '"all"',), (roll % "[1]",), (roll % '"sum"', move % '"result"'))):
        with pytest.raises(BadRecord, match=r"noted of it can be") as caught:
            notation.load([head % 2, *lines])
        assert caught.value.line == (2 if number < 2 else 3)
    # Older records had this key alone.
    record, _ = notation.load([head % 1, roll % '"all"'])
    assert not record.noted
