"""A table that plays a deal: no command of its player takes the only try away."""

from typing import Any

import pytest

from knobel import seeded_dice
from knobel.bots import TABLE_BOTS
from knobel.presentation import messages
from knobel.presentation.command_dispatch import events_of
from knobel.presentation.deals import Deal, opened
from knobel.tables.commands import Source, vacate
from knobel.tables.game_dice import ServerDice
from knobel.tables.refusals import Refused
from knobel.tables.settings import Settings
from knobel.tables.state import TableState, fold

ANN = Source(1_000, person="ann", name="Ann")
NOT_FOR_THE_LOG = {
    messages.Say,
    messages.Invite,
    messages.React,
    messages.Report,
    messages.Watch,
    messages.Resync,
    messages.Ping,
}
FIELDS: dict[Any, dict[str, Any]] = {
    messages.Sit: {"seat": None},
    messages.Stand: {"lead": True},
    messages.SeatBot: {"seat": None, "level": "strong"},
    messages.Remove: {"seat": 1},
    messages.Expel: {"person": "ann"},
    messages.Mute: {"person": "ann", "muted": True},
    messages.Lock: {"locked": True},
    messages.HideChat: {"hidden": True},
    messages.RenewLink: {},
    messages.Setup: {"settings": Settings(game="knoeffel")},
    messages.PickSubstitute: {"level": "strong"},
    messages.Start: {},
    messages.PickColour: {"colour": "red"},
    messages.Commit: {"commitment": "0" * 64},
    messages.Contribute: {"value": "0" * 64},
    messages.RollDice: {"at": 0},
    messages.MakeMove: {"at": 0, "action": "a1"},
    messages.TakeBack: {"at": 0},
    messages.Correct: {"game": 1, "changes": [{"number": 1, "dice": [1, 2]}]},
}


def state_of(game: str) -> TableState:
    seed = seeded_dice.new_seed()
    deal = Deal(f"2026-11-25/{game}", game, "{}", seeded_dice.commitment(seed), None, 0, 9_000, None)
    return fold(opened(deal, seed, ANN, TABLE_BOTS, ranked_until=9_000))


def test_all_commands_are_tried() -> None:
    commands = {*messages.Command.__subclasses__(), *messages.HostCommand.__subclasses__()} - {messages.HostCommand}
    assert commands - NOT_FOR_THE_LOG == {*FIELDS}


@pytest.mark.parametrize("game", ["knister", "kniffeliger"])
@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
def test_the_try_goes_on(game: str, kind: Any) -> None:
    before = state_of(game)
    try:
        events = events_of(
            before, kind(id="1", **FIELDS[kind]), ANN, lambda: {"ann": "Ann"}, TABLE_BOTS, lambda _: False,
            seeded_dice.new_seed, lambda _: ServerDice(seeded_dice.new_seed()),
        )  # fmt: skip
        after = fold(events, before)
    except Refused:
        after = before
    assert [(seat.person, seat.bot) for seat in after.seats] == [(seat.person, seat.bot) for seat in before.seats]
    assert (after.settings, after.deal, after.ranked_until) == (before.settings, before.deal, before.ranked_until)
    assert after.play is not None
    assert after.play.persons == ("ann", *[None] * (len(after.seats) - 1))
    assert not after.play.assisted


def test_the_seat_of_a_deleted_person_is_freed() -> None:
    before = state_of("knister")
    assert fold(vacate(before, ANN, {"ann": "Ann"}), before).seats[0].person is None
