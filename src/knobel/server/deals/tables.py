"""Tables that play a deal."""

import json

from knobel.bots import TABLE_BOTS
from knobel.games import make
from knobel.server.deals.store import Deal
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
