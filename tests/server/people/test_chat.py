"""Recent chat messages that a process takes over from another one."""

from typing import Any, cast

from knobel.presentation import messages
from knobel.server.cluster.notes import Notes
from knobel.server.people.accounts import Account
from knobel.server.people.chat import HISTORY_LENGTH, Chat

ANN, BEN = Account("ann", "Ann"), Account("ben", "Ben")


def said(time: int, to: str = "all", text: str = "hello") -> messages.Chat:
    return messages.Chat(to=to, sender=messages.Person(id="ann", name="Ann"), text=text, time=time)


def new_chat() -> Chat:
    return Chat(cast("Any", None), Notes("me", ""))


def test_missed_messages_are_taken_over_once_and_in_order() -> None:
    chat = new_chat()
    for time in (1, 3):
        chat.receive(said(time), str(time), None)
    private, at_table = said(2, to="ben"), said(2, to="table")
    history = [said(1), said(2)], {"ann": [private], "ben": [private]}, {"ABCD": [at_table]}
    assert chat.merge_recent(history) == [(said(2), ""), (private, ""), (at_table, "ABCD")]
    assert chat.merge_recent(history) == []
    assert list(chat.visible_to(BEN)) == [said(1), said(2), said(3), private]
    assert list(chat.visible_at("ABCD", ANN)) == [at_table]


def test_a_full_history_keeps_the_latest_messages() -> None:
    chat, own = new_chat(), [said(time) for time in range(2, 2 * HISTORY_LENGTH + 2, 2)]
    for each in own:
        chat.receive(each, str(each.time), None)
    assert chat.merge_recent(([said(1), said(7)], {}, {})) == [(said(7), "")]
    assert list(chat.visible_to(BEN)) == sorted([*own[1:], said(7)], key=lambda each: each.time)
