"""Erasure of a person: their data is deleted, and their name is removed from the tables' logs."""

import asyncio

from knobel.server.cluster.services import Services
from knobel.server.people.accounts import Account
from knobel.server.rooms.room import Room
from knobel.tables.events import decode
from knobel.tables.events import encode as encode_event
from knobel.tables.name_erasure import ERASED_NAME, erase_name


async def erase_person(services: Services, who: Account) -> None:
    """Delete the data of a person and of their custom bots. The games at tables stay, without the person's name.

    :raises Refused: `storage`.
    :raises StoreError: if the database cannot be written; the person is then not deleted.
    """
    for bot in await services.people.bots(who):
        await erase_person(services, await services.people.own_bot(who, bot.id))
    await _erase_name_in_logs(services, who)
    await services.reports.report_store.forget(who.id)
    await services.people.forget(who, name=ERASED_NAME if services.options.keep_results else None)
    services.chat.delete_person(who.id)
    services.peers.announce_chat_erasure(who.id)
    services.peers.announce_account_change(who)
    services.connections.reauthenticate(who)
    # The person may have taken another seat before the deletion.
    await _erase_name_in_logs(services, who)


async def _erase_name_in_logs(services: Services, who: Account) -> None:
    for code in await services.people_store.tables(who.id):
        if (room := await _load_occupied_room(services, code)) is not None:
            await room.vacate_seat(who)
        log = []
        for line in await services.store.read_log(code):
            log.append(decode(line))
            if not len(log) % 500:
                await asyncio.sleep(0)
        nameless = [(seq, encode_event(event)) for seq, event in erase_name(log, who.id)]
        await services.people_store.rewrite(code, who.id, nameless)
        if code in services.rooms:
            await services.rooms[code].live.read_anew()
        services.peers.announce_rewrite(code)


async def _load_occupied_room(services: Services, code: str) -> Room | None:
    """Return the table if it is in memory or has people at it on any process, else None."""
    return (
        await services.tables.get(code)
        if code in services.rooms or code in services.peers.remote_locations.values()
        else None
    )
