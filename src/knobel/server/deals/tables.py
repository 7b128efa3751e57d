"""Tables that play a deal."""

import json

from knobel.bots import TABLE_BOTS
from knobel.games import make
from knobel.server.database.openings import Opening
from knobel.server.deals.store import Deal, first_try
from knobel.server.people.accounts import Account
from knobel.server.tables.creation import TableCreation
from knobel.server.tables.room import Room
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.settings import Settings
from knobel.tables.state import fold

OPPONENT = "strong"
"""Level of the bots in the other seats, at games that cannot be played alone."""


def opened(deal: Deal, seed: str, source: Source, *, ranked_until: int = 0) -> Events:
    """Return the events that open a table for a person who plays a deal alone, and start its game.

    Games that cannot be played alone are played against as few bots as possible, on the dice of their seats.
    """
    options = json.loads(deal.options)
    seats = make(deal.game, **options).min_seats
    settings = Settings(game=deal.game, options=options, seats=seats, hints=False)
    events = commands.open_table(source, settings, deal=deal.id, ranked_until=ranked_until)
    bots = dict.fromkeys(range(1, seats), OPPONENT)
    events = (*events, *commands.seat_bots(fold(events), source, bots, TABLE_BOTS))
    return (*events, *commands.start(fold(events), source, seed=seed))


async def open_deal_table(
    creation: TableCreation,
    account: Account,
    deal: Deal,
    seed: str,
    *,
    ranked_until: int = 0,
    first: bool = False,
    opening: Opening | None = None,
) -> Room:
    """Open a table at which a person plays a deal alone, and start its game.

    :param first: it is the person's first try. A ranked one always is.
    :raises Refused: if it cannot be opened.
    :raises Conflict: if it is a first try, and the person has begun one.
    """
    source = account.source()
    events = opened(deal, seed, source, ranked_until=ranked_until)
    if not (first or ranked_until):
        return await creation.open_with(account, events, opening)
    return await creation.open_with(
        account, events, opening, lambda code: [first_try(deal.id, account.id, code, source.time)]
    )
