"""Access of a person to the results of a deal, to the games of others, and to advice on positions of its game.

Every route that shows results of others or gives advice asks this module.
"""

from sqlalchemy import ColumnElement, and_, exists, func, or_, select

from knobel.presentation.deal_days import GRACE_MS
from knobel.server.database import schema
from knobel.server.database.store import DomainStore
from knobel.tables.refusals import Refused, TableReason

CUP_CODE_LENGTH = 5
"""Length of the code of a cup, with which the ids of its deals begin."""

_deals, _tries, _cups = schema.deals.c, schema.tries.c, schema.cups.c
END_OF_TRY = and_(schema.results.c.table == _tries.table, schema.results.c.person == _tries.person)
"""Joins a first try with its result, also one that does not count."""


def shows_results(ends: int, now: int, *, through: bool) -> bool:
    """True if a person may see the results and games of others at a deal.

    They may once they are `through`, that is, their own first try has ended, and when no first try can end any more.

    :param ends: the time (ms) from which no first try can end; `now` is the present time.
    """
    return through or now >= ends


def is_disclosed(person: str | None, now: int) -> ColumnElement[bool]:
    """Return the condition that a person, or a visitor without a session, may see a result with its name.

    It does not hold for a first try at a deal as long as `shows_results` does not, nor for one in a cup without names,
    even after the cup was deleted.

    :param now: the time in ms.
    """
    own_try, own_result = schema.tries.alias().c, schema.results.alias().c
    own_end = and_(own_result.table == own_try.table, own_result.person == own_try.person)
    through = exists().where(own_try.deal == _tries.deal, own_try.person == person, own_end)
    running = and_(_deals.closes + GRACE_MS > now, ~through) if person is not None else _deals.closes + GRACE_MS > now
    named = exists().where(_cups.code == func.substr(_tries.deal, 1, CUP_CODE_LENGTH), _cups.named)
    # The ids of the deals of the day begin with a digit, those of cups with a letter.
    anonymous = and_(_tries.deal > "A", ~named)
    secret = exists().where(END_OF_TRY, _deals.id == _tries.deal, or_(running, anonymous))
    return ~secret.correlate(schema.results)


class Advice(DomainStore):
    """Refuses advice on the games of running first tries."""

    async def check(self, person: str, game: str, now: int) -> None:
        """Check that a person has no running first try at a deal of this game.

        Which dice a record contains proves nothing, because a person can change them before they ask.

        :raises Refused: `deal_running`.
        """
        ended = exists().where(END_OF_TRY)
        running = (
            select(_tries.table)
            .join(schema.deals, _deals.id == _tries.deal)
            .where(_tries.person == person, _deals.game == game, _deals.closes + GRACE_MS > now, ~ended)
        )
        if await self._store.read(running.limit(1)):
            raise Refused(TableReason.DEAL_RUNNING, f"you are playing a deal of {game}: finish it first")
