"""News for groups about the games at their tables."""

from collections.abc import Iterator

from knobel.server.database.store import Statement
from knobel.server.shared_rows import group_news
from knobel.server.shared_rows.memberships import MIN_PEOPLE
from knobel.tables.commands import Events
from knobel.tables.events import Ended, Started
from knobel.tables.state import TableState


def told(code: str, events: Events, state: TableState) -> Iterator[Statement]:
    """Yield the statements that add news of the beginning or the end of a game for the group of a table, if it has one.

    There are news only of games that may count for groups.

    :param state: the table after the events.
    """
    play, time = state.play, events[-1].time
    if play is None or play.what_if or sum(person is not None for person in play.persons) < MIN_PEOPLE:
        return
    if any(isinstance(event, Started) for event in events):
        yield from group_news.game_begun(code, play.first, play.game.name, time)
    if isinstance(events[-1], Ended):
        yield from group_news.game_over(code, play.first, play.game.name, time)
