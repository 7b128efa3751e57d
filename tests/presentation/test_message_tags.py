"""Messages on the wire are named like their classes."""

import re
import typing

import pytest

from knobel.presentation import messages

PUBLIC_NAMES = {messages.RollDice: "roll", messages.MakeMove: "move", messages.TakeBack: "undo"}
"""Tags that the protocol of personal bots has had from its first version, for classes that must not shadow events."""

CLASSES: list[type[messages.Command | messages.Message]] = [
    *typing.get_args(messages.TableCommand),
    *typing.get_args(messages.LobbyCommand),
    *typing.get_args(messages.BotCommand),
    *typing.get_args(messages.ServerMessage),
    *typing.get_args(messages.BotMessage),
]


@pytest.mark.parametrize("message", sorted(set(CLASSES), key=str))
def test_a_tag_is_the_name_of_its_class(message: type[messages.Command | messages.Message]) -> None:
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", message.__name__).lower()
    assert message.__struct_config__.tag == PUBLIC_NAMES.get(message, name)
