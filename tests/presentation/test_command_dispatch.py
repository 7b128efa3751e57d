"""Who may send a command to a table."""

import pytest

from knobel.presentation import messages
from knobel.presentation.command_dispatch import events_of
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.game_dice import ServerDice
from knobel.tables.refusals import Refused
from knobel.tables.settings import Settings
from knobel.tables.state import fold

HOST_COMMANDS = (
    messages.SeatBot(id="", seat=None, level="random"),
    messages.Remove(id="", seat=1),
    messages.Expel(id="", person="cat"),
    messages.Mute(id="", person="cat", muted=True),
    messages.Lock(id="", locked=True),
    messages.HideChat(id="", hidden=True),
    messages.RenewLink(id=""),
    messages.Setup(id="", settings=Settings(game="knaster")),
    messages.Start(id=""),
)


def decided(command: messages.Command, person: str) -> Events:
    """Return the events of a command of a person at a table of Ann and Ben, at which Cat watches."""
    state = fold(commands.open_table(Source(0, "ann", "Ann"), Settings(game="knister", seats=3)))
    state = fold(commands.sit(state, Source(0, "ben", "Ben"), None), state)
    return events_of(
        state,
        command,
        Source(0, person, person.title()),
        lambda: {"ann": "Ann", "ben": "Ben", "cat": "Cat"},
        ("random",),
        lambda _: False,
        lambda: "00" * 16,
        lambda _: ServerDice(),
    )


def test_only_the_host_changes_and_moderates_the_table() -> None:
    assert {type(command) for command in HOST_COMMANDS} == set(messages.HostCommand.__subclasses__())
    for command in HOST_COMMANDS:
        assert decided(command, "ann"), command
        for person in ("ben", "cat"):
            with pytest.raises(Refused) as refused:
                decided(command, person)
            assert refused.value.reason == "not_host", command
