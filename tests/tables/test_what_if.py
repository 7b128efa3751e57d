"""A game continued differently: it begins like the record, and uses the record's dice while there are enough."""

from collections import Counter
from random import Random

import pytest

from knobel import Move, Over, Roll, make
from knobel.core import Chance, Event, replay
from knobel.notation import Record
from knobel.server.tables.log.ranked_results import result_rows
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.events import Rolled, WhatIf, decode, encode, rules_event
from knobel.tables.game_dice import ServerDice
from knobel.tables.refusals import Refused
from knobel.tables.state import Play, TableState, advance, fold
from knobel.tables.what_if import Branch, play_on

ANN = Source(7, "ann", "Ann")


def played(name: str, seats: int, seed: int = 1, **options: object) -> Record:
    """Return a game of random choices."""
    game, rng = make(name, **options), Random(seed)
    state, events = game.start(seats), list[Event]()
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            events.append(Roll(tuple(rng.choices(range(1, 7), k=turn.dice))))
        else:
            events.append(Move(turn.seats[0], rng.choice(game.legal(state, turn.seats[0]))))
        state = game.apply(state, events[-1])
    return Record(game, tuple(f"P{seat}" for seat in range(seats)), events)


def begun(record: Record, branch: Branch) -> TableState:
    log = [decode(encode(event)) for event in play_on(record, branch, ANN) if event is not None]
    events = [event for event in map(rules_event, log) if event is not None]
    assert events == record.events[: branch.at]
    return fold(log)


@pytest.mark.parametrize("name", ["knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger"])
def test_it_begins_like_the_record_with_the_same_dice(name: str) -> None:
    record = played(name, 2)
    game, at = record.game, len(record.events) // 3
    table = begun(record, Branch(at, 1, "random", same_dice=True))
    assert play_of(table).state == replay(game, 2, record.events[:at])
    assert (play_of(table).what_if, table.settings.coach, table.settings.public) == (True, True, False)
    assert [(seat.person, seat.level) for seat in table.seats] == [(None, "random"), ("ann", None)]
    # Moves as in the record lead through the whole record without a new die.
    events = iter(record.events[at:])
    for event in events:
        play = play_of(table)
        if isinstance(event, Move):
            new = commands.move_for(table, Source(8), play.at, event.seat, event.action, ServerDice(throw=no_dice))
        else:
            new = commands.roll(table, Source(8), play.at, None, ServerDice(throw=no_dice))
        rolled = [Roll(other.dice) for other in new if isinstance(other, Rolled)]
        assert rolled == ([event] if isinstance(event, Roll) else [next(events)] if rolled else [])
        table = fold(new, table)
    assert play_of(table).state == replay(game, 2, record.events)
    assert not play_of(table).ahead
    assert result_rows(table, 9) == [], "it counts for nothing"


def play_of(table: TableState) -> Play:
    assert table.play is not None
    return table.play


def no_dice(count: int) -> tuple[int, ...]:
    assert count == 0, "all dice are known"
    return ()


def test_other_moves_use_a_part_of_the_same_dice() -> None:
    game = make("knoeffel", columns=1)
    rolls: list[Event] = [Roll((1, 2, 3, 4, 5)), Move(0, "k12"), Roll((4, 5, 6)), Move(0, "k12456")]
    record = Record(game, ("P0",), [*rolls[:3], Move(0, game.legal(replay(game, 1, rolls[:3]), 0)[-1])])
    dice = Counter[int]()
    for _ in range(60):
        table = begun(record, Branch(1, 0, same_dice=True))
        after = fold(commands.move(table, ANN, play_of(table).at, "k1234", ServerDice(throw=no_dice)), table)
        rolled = play_of(after).last_roll
        assert rolled is not None
        dice.update(rolled.dice)
    assert set(dice) == {4, 5, 6}, "any of them, not always the first"
    # More dice than in the record: the others are new.
    new = commands.move(table, ANN, play_of(table).at, "k", ServerDice(throw=lambda count: (1,) * count))
    assert isinstance(new[1], Rolled)
    assert new[1].dice == (4, 5, 6, 1, 1)


def test_new_dice_and_invalid_branches() -> None:
    record = played("knister", 2)
    table = begun(record, Branch(2, 0))
    assert not play_of(table).ahead
    for branch, reason in (
        (Branch(len(record.events), 0), "over"),
        (Branch(len(record.events) + 1, 0), "bad_setup"),
        (Branch(0, 2), "no_seat"),
    ):
        with pytest.raises(Refused) as refused:
            begun(record, branch)
        assert refused.value.reason == reason
    with pytest.raises(ValueError, match="no game"):
        advance(fold(commands.open_table(ANN, table.settings)), WhatIf(time=1))
