"""Answers of people to shipped exercises: a log to which devices only add."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import delete, insert, select, tuple_

from knobel.presentation.practice_messages import MAX_ANSWERS, GivenAnswer
from knobel.server.database import schema
from knobel.server.database.guards import Unmet, of_person
from knobel.server.database.store import Conflict, DomainStore
from knobel.tables.refusals import Refused, TableReason

ATTEMPTS = 5
"""Maximum number of attempts to add answers after conflicts with other devices that add the same."""
_c = schema.exercise_answers.c
_FIELDS = (_c.key, _c.time, _c.right, _c.day)


class ExerciseAnswerStore(DomainStore):
    """The answers in the database. All methods raise `StoreError` if it does not answer."""

    async def of(self, person: str, game: str) -> list[GivenAnswer]:
        """Return a person's answers to the exercises of a game, the oldest first."""
        query = select(*_FIELDS).where(_c.person == person, _c.game == game).order_by(_c.time, _c.key)
        return [_answer(row) for row in await self._store.read(query)]

    async def add(self, person: str, game: str, given: Sequence[GivenAnswer]) -> list[GivenAnswer]:
        """Add answers that are not known yet. Return all answers of that game, the oldest first.

        Of more than `MAX_ANSWERS` the oldest ones are deleted.

        :raises Refused: `storage`, if others write the same all the time, or the person was deleted meanwhile.
        """
        for _ in range(ATTEMPTS):
            known = await self.of(person, game)
            missing = {(each.key, each.time): each for each in given}
            for each in known:
                missing.pop((each.key, each.time), None)
            if not missing:
                return known
            answers = sorted([*known, *missing.values()], key=lambda each: (each.time, each.key))
            kept = answers[-MAX_ANSWERS:]
            rows = [{"person": person, "game": game, **asdict(each)} for each in missing.values()]
            theirs = _c.person == person, _c.game == game
            # Others may have added answers meanwhile.
            old = select(_c.time, _c.key).where(*theirs).order_by(_c.time.desc(), _c.key.desc()).offset(MAX_ANSWERS)
            with suppress(Conflict, Unmet):
                await self._store.write(
                    (insert(schema.exercise_answers), rows),
                    delete(schema.exercise_answers).where(*theirs, tuple_(_c.time, _c.key).in_(old)),
                    guard=of_person(person),
                )
                return kept
        raise Refused(TableReason.STORAGE, "the answers could not be stored: try again")

    async def of_days(self, person: str) -> list[tuple[str, str, bool]]:
        """Return a person's answers to exercises of the day: the game, the date, and whether it was right, in order."""
        query = select(_c.game, _c.day, _c.right).where(_c.person == person, _c.day != "").order_by(_c.time)
        return [(row.game, row.day, row.right) for row in await self._store.read(query)]

    async def export(self, person: str) -> dict[str, Any]:
        """Return a person's answers, for their export."""
        query = select(_c.game, *_FIELDS).where(_c.person == person).order_by(_c.time, _c.game, _c.key)
        return {"exercises": await self._store.read_dicts(query)}


def _answer(row: Any) -> GivenAnswer:
    return GivenAnswer(key=row.key, time=row.time, right=row.right, day=row.day)
