"""Moderation of a table by its host."""

from tests.server.client import Table


def chat_texts(table: Table) -> list[str]:
    return [message["text"] for message in table.others if message["type"] == "chat"]


async def test_hosts_moderate_other_people_who_are_there(host: Table) -> None:
    for kind in ("expel", "mute"):
        more = {"muted": True} if kind == "mute" else {}
        assert (await host.do(kind, person=host.person.id, **more))["reason"] == "bad_setup"
        assert (await host.do(kind, person="nobody", **more))["reason"] == "not_here"
    assert (await host.do("lock", locked=3))["reason"] == "malformed"


async def test_messages_of_muted_people_are_refused(host: Table, player: Table, watcher: Table) -> None:
    person = watcher.person.id
    assert (await host.do("mute", person=person, muted=True))["type"] == "accepted"
    await player.until(lambda: player.table["muted"] == [person])
    for to in ("table", "all", player.person.id):
        assert (await watcher.do("say", to=to, text="hush"))["reason"] == "muted"
    assert (await host.do("mute", person=person, muted=True))["type"] == "accepted", "again, which changes nothing"
    await host.do("mute", person=person, muted=False)
    assert (await watcher.do("say", to="table", text="back"))["type"] == "accepted"
    await player.until(lambda: "back" in chat_texts(player))
    assert "hush" not in chat_texts(player)
    assert [entry["on"] for entry in player.log if entry["kind"] == "mute"] == [True, False]


async def test_hidden_chats_are_closed_and_not_sent(host: Table, player: Table, watcher: Table) -> None:
    await player.do("say", to="table", text="before")
    await watcher.until(lambda: "before" in chat_texts(watcher))
    await host.do("hide_chat", hidden=True)
    await player.until(lambda: player.table["chat_hidden"])
    for table in (host, player, watcher):
        assert (await table.do("say", to="table", text="x"))["reason"] == "chat_hidden"
    watcher.others.clear()
    await watcher.connect()
    await watcher.do("resync")
    assert "before" not in chat_texts(watcher)
    await host.do("hide_chat", hidden=False)
    await watcher.connect()
    await watcher.until(lambda: "before" in chat_texts(watcher))


async def test_moderation_outlasts_the_host_and_the_game(host: Table, player: Table, watcher: Table) -> None:
    await host.do("mute", person=watcher.person.id, muted=True)
    await host.do("lock", locked=True)
    await host.do("stand")
    await player.until(lambda: player.table["host"] == player.person.id)
    await player.do("setup", settings={"game": "knaster", "seats": 2})
    await player.until(lambda: player.table["settings"]["game"] == "knaster")
    assert (player.table["muted"], player.table["locked"]) == ([watcher.person.id], True)
    assert (await player.do("lock", locked=False))["type"] == "accepted"
