"""Erasure of a person: their data is deleted, and their name is removed from the tables' logs."""

import asyncio

from knobel.server.cluster.hub import Hub
from knobel.server.people.accounts import Account
from knobel.server.rooms.room import Room
from knobel.tables.events import decode
from knobel.tables.events import encode as encode_event
from knobel.tables.name_erasure import ERASED_NAME, erase_name


async def forget(hub: Hub, who: Account) -> None:
    """Delete the data of a person and of their custom bots. The games at tables stay, without the person's name.

    :raises Refused: `storage`.
    :raises StoreError: if the database cannot be written; the person is then not deleted.
    """
    for bot in await hub.people.bots(who):
        await forget(hub, await hub.people.own_bot(who, bot.id))
    await _take_name_away(hub, who)
    await hub.reports.report_store.forget(who.id)
    await hub.people.forget(who, name=ERASED_NAME if hub.options.keep_results else None)
    hub.chat.forget_person(who.id)
    hub.peers.forgotten(who.id)
    hub.peers.changed(who)
    hub.identify_again(who)
    # The person may have taken another seat before the deletion.
    await _take_name_away(hub, who)


async def _take_name_away(hub: Hub, who: Account) -> None:
    for code in await hub.registry.tables(who.id):
        if (room := await _inhabited(hub, code)) is not None:
            await room.dismiss(who)
        log = []
        for line in await hub.store.read_log(code):
            log.append(decode(line))
            if not len(log) % 500:
                await asyncio.sleep(0)
        nameless = [(seq, encode_event(event)) for seq, event in erase_name(log, who.id)]
        await hub.registry.rewrite(code, who.id, nameless)
        if code in hub.rooms:
            await hub.rooms[code].live.read_anew()
        hub.peers.rewritten(code)


async def _inhabited(hub: Hub, code: str) -> Room | None:
    """Return the table if it is in memory or has people at it on any process, else None."""
    return await hub.room(code) if code in hub.rooms or code in hub.peers.where.values() else None
