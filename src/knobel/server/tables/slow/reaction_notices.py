"""Notices of quick reactions at tables over days, where the people are rarely there at the same time."""

import contextlib

from knobel.server.database.engine import StoreError
from knobel.server.notices.service import Notices
from knobel.server.people.accounts import Account
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.tables.live.room import Room


class ReactionNotices:
    """Tells the players at a table over days of reactions."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._tasks = BackgroundTasks()

    def reacted(self, account: Account, room: Room) -> None:
        """Tell the other players that a person reacted, if the game is over days."""
        state = room.log.head
        people = {seat.person for seat in state.seats if seat.person is not None} - {account.id}
        if state.settings.days is not None and people:
            told = self._tell(people, room.log.code, state.settings.game, account.id)
            self._tasks.start(told, "notice of a reaction")

    async def _tell(self, people: set[str], code: str, game: str, sender: str) -> None:
        # A reaction that cannot be stored is lost, as all others are.
        with contextlib.suppress(StoreError):
            await self._notices.reacted(people, code, game, sender)
