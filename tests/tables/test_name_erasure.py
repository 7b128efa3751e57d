"""A log from which a name was removed is the same game."""

from knobel.tables import commands, moderation
from knobel.tables.commands import Source
from knobel.tables.events import Event, Started
from knobel.tables.name_erasure import ERASED_NAME, erase_name
from knobel.tables.settings import Settings
from knobel.tables.state import fold

ANN, BEN = Source(1, "ann", "Ann"), Source(1, "ben", "Ben")
OTHER_ANN = Source(1, "anna", "Ann")


def forgotten(events: commands.Events, person: str) -> list[Event]:
    log = list(events)
    for seq, event in erase_name(log, person):
        log[seq] = event
    return log


def test_erased_names_are_replaced() -> None:
    events = commands.open_table(ANN, Settings(game="knister", seats=2))
    events += commands.sit(fold(events), BEN, None)
    events += commands.rename(fold(events), Source(1, "ann", "Anna"))
    events += commands.pass_host(fold(events), ANN, {"ben": "Ben"})
    events += commands.pass_host(fold(events), BEN, {"ann": "Anna"})
    events += commands.start(fold(events), ANN)
    events += moderation.mute(fold(events), Source(1), "ann", {}, muted=True)
    events += moderation.expel(fold(events), Source(1), "cid", {"cid": "Cid"})
    assert "Cid" not in str(forgotten(events, "cid"))
    log = forgotten(events, "ann")
    assert "Ann" not in str(log)
    before, after = fold(events), fold(log)
    assert after.play is not None
    assert after.play.names == (ERASED_NAME, "Ben")
    assert [seat.name for seat in after.seats] == [ERASED_NAME, "Ben"]
    assert before.play is not None
    assert (after.host, after.play.state) == (before.host, before.play.state)


def test_a_later_owner_of_the_name_keeps_it() -> None:
    events = commands.open_table(BEN, Settings(game="knister", seats=3))
    events += commands.sit(fold(events), ANN, 1)
    events += commands.stand(fold(events), ANN, {})
    events += commands.sit(fold(events), OTHER_ANN, 1)
    events += commands.start(fold(events), BEN)
    play = fold(forgotten(events, "ann")).play
    assert play is not None
    assert play.names == ("Ben", "Ann")


def test_an_erased_name_keeps_the_commitment_of_the_dice() -> None:
    events = commands.open_table(ANN, Settings(game="knister", seats=2))
    events += commands.sit(fold(events), BEN, None)
    events += commands.start(fold(events), ANN, seed="ab" * 32)
    once = forgotten(events, "ann")
    twice = forgotten(tuple(once), "ben")
    dice = [play.dice for log in (list(events), once, twice) if (play := fold(log).play) is not None]
    assert dice[0] is not None
    assert dice[0].version == 3
    assert dice[1:] == dice[:1] * 2
    started = next(event for event in events if isinstance(event, Started))
    assert started.salt
    assert started.salt not in str(once), "with the salt, names could be tried"
