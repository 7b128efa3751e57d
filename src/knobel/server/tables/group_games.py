"""Games at the tables of groups, of which the groups are told."""

from collections.abc import Iterator

from knobel.server.database import group_news
from knobel.server.database.memberships import MIN_PEOPLE
from knobel.server.database.store import Statement
from knobel.tables.commands import Events
from knobel.tables.events import Ended, Started
from knobel.tables.state import TableState


def told(code: str, events: Events, state: TableState) -> Iterator[Statement]:
    """Yield the statements that tell the group of a table, if it has one, that a game begins or is over.

    Only games that may count for groups are told.

    :param state: the table after the events.
    """
    play, time = state.play, events[-1].time
    if play is None or play.what_if or sum(person is not None for person in play.persons) < MIN_PEOPLE:
        return
    if any(isinstance(event, Started) for event in events):
        yield from group_news.game_begun(code, play.first, play.game.name, time)
    if isinstance(events[-1], Ended):
        yield from group_news.game_over(code, play.first, play.game.name, time)
