"""Quick reactions at a table: who receives them, and who may not send them."""

from tests.server.client import Person, Table


def reactions(table: Table) -> list[tuple[str, str]]:
    """Return the sender and the name of each reaction that was received."""
    return [(sent["sender"]["id"], sent["reaction"]) for sent in table.others if sent["type"] == "reaction"]


async def after_chat(sender: Table, *receivers: Table) -> None:
    """Wait until all earlier messages of the sender have arrived."""
    assert (await sender.do("say", to="table", text="done"))["type"] == "accepted"
    for table in receivers:
        await table.until(lambda table=table: any(sent.get("text") == "done" for sent in table.others))


async def test_everybody_at_the_table_sees_a_reaction_once(host: Table, player: Table, watcher: Table) -> None:
    await host.until(lambda: host.table["seats"][1]["person"] == player.person.id)
    log = list(host.log)
    for table, name in ((player, "clap"), (watcher, "laugh")):
        assert (await table.do("react", reaction=name))["type"] == "accepted"
    await after_chat(player, host, player, watcher)
    for table in (host, player, watcher):
        assert reactions(table) == [(player.person.id, "clap"), (watcher.person.id, "laugh")]
    assert host.log == log
    # They are not kept for later.
    newcomer = await (await Person(host.person.url).arrive()).join(host.code)
    await newcomer.until(lambda: any(sent.get("text") == "done" for sent in newcomer.others))
    assert reactions(newcomer) == []
    assert (await player.do("react", reaction="dance"))["reason"] == "malformed"


async def test_reactions_follow_the_rules_of_the_chat(host: Table, player: Table, watcher: Table) -> None:
    await host.do("mute", person=player.person.id, muted=True)
    assert (await player.do("react", reaction="wow"))["reason"] == "muted"
    await host.do("mute", person=player.person.id, muted=False)
    blocked = await watcher.person.http.put(f"/api/blocked/{player.person.id}")
    assert blocked.is_success
    assert (await player.do("react", reaction="wow"))["type"] == "accepted"
    await after_chat(host, host, watcher)
    assert reactions(host) == [(player.person.id, "wow")]
    assert reactions(watcher) == []
    await host.do("hide_chat", hidden=True)
    for table in (host, player, watcher):
        assert (await table.do("react", reaction="wow"))["reason"] == "chat_hidden"


async def test_many_reactions_in_a_short_time_are_refused(host: Table, player: Table, watcher: Table) -> None:
    sent = [await player.send("react", reaction="oh_no") for _ in range(40)]
    await player.until(lambda: set(sent) <= set(player.answers))
    answers = [player.answers[number] for number in sent]
    refused = [answer["reason"] for answer in answers if answer["type"] == "rejected"]
    assert set(refused) == {"rate_limited"}
    await after_chat(player, host)
    assert len(reactions(host)) + len(refused) == len(answers)
    # Others, and the chat, are not affected.
    assert (await watcher.do("react", reaction="luck"))["type"] == "accepted"
