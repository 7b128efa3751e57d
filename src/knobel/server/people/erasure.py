"""Erasure of a person: their data is deleted, and their name is removed from the tables' logs."""

import asyncio

from knobel.server.people.accounts import Account
from knobel.server.services import Services
from knobel.server.tables.room import Room
from knobel.tables.events import decode
from knobel.tables.events import encode as encode_event
from knobel.tables.name_erasure import ERASED_NAME, erase_name


async def erase_person(services: Services, account: Account) -> None:
    """Delete the data of a person and of their custom bots. The games at tables stay, without the person's name.

    :raises Refused: `storage`.
    :raises StoreError: if the database cannot be written; the person is then not deleted.
    """
    for bot in await services.people.bots(account):
        await erase_person(services, await services.people.own_bot(account, bot.id))
    await _erase_name_in_logs(services, account)
    await services.reports.report_store.forget(account.id)
    await services.people.forget(account, name=ERASED_NAME if services.options.keep_results else None)
    services.chat.delete_person(account.id)
    services.peers.announce_chat_erasure(account.id)
    services.peers.announce_account_change(account)
    services.connections.reauthenticate(account)
    # The person may have taken another seat before the deletion, and others may have reported messages.
    await _erase_name_in_logs(services, account)
    await services.reports.report_store.forget(account.id)


async def _erase_name_in_logs(services: Services, account: Account) -> None:
    for code in await services.people_store.tables(account.id):
        if (room := await _load_occupied_room(services, code)) is not None:
            await room.vacate_seat(account)
        log = []
        for line in await services.store.read_log(code):
            log.append(decode(line))
            if not len(log) % 500:
                await asyncio.sleep(0)
        nameless = [(seq, encode_event(event)) for seq, event in erase_name(log, account.id)]
        await services.people_store.rewrite(code, account.id, nameless)
        if code in services.rooms:
            await services.rooms[code].live.reload()
        services.peers.announce_rewrite(code)


async def _load_occupied_room(services: Services, code: str) -> Room | None:
    """Return the table if it is in memory or has people at it on any process, else None."""
    return (
        await services.tables.get(code)
        if code in services.rooms or code in services.peers.remote_locations.values()
        else None
    )
