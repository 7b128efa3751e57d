"""The data of the device: tables, and beside them reviews, skills, first tries at deals and answers to exercises.

The browser keeps it. In memory are the tables in use and all that has changed since the page was opened, also for
browsers that keep nothing. What else an answer needs, it asks the worker for in one of its steps.
"""

import secrets
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from knobel.offline.messages import (
    Answer,
    Effects,
    Need,
    OwnResult,
    Shelf,
    StoredAnswer,
    StoredReview,
    StoredSkill,
    StoredTable,
    StoredTry,
    key_of,
    replaces,
)
from knobel.offline.table import OfflineTable
from knobel.presentation.log_reader import Unreadable
from knobel.tables.commands import Events
from knobel.tables.due_actions import Timing
from knobel.tables.refusals import Refused, TableReason

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 5

Steps: TypeAlias = Generator[Answer, str, None]
"""An answer in steps, which receives the resources that it needs."""
Text: TypeAlias = Generator[Answer, str, str]
"""Steps that return the rest of the answer's text."""

_table, _review = msgspec.json.Decoder(StoredTable), msgspec.json.Decoder(StoredReview)
_tries, _shelf = msgspec.json.Decoder(list[StoredTry]), msgspec.json.Decoder(Shelf)


class Game(NamedTuple):
    """A finished game of the owner: its table, the result, and the skill, if the coach has reviewed it."""

    table: str
    result: OwnResult
    skill: StoredSkill | None


class DeviceStore:
    """The data of the device. Its generators yield their needs, and receive the answers."""

    def __init__(self, levels: Sequence[str], timing: Timing) -> None:
        """`levels` are the levels of bots."""
        self.tables: dict[str, OfflineTable] = {}
        """The tables in memory, by code."""
        self.effects = Effects()
        """The effects since the last call of `finish`."""
        self.kept_tries: dict[str, StoredTry] = {}
        """The first tries at deals since the page was opened, by the id of the deal."""
        self._levels, self._timing = levels, timing
        self._changed: set[str] = set()
        self._reviews: dict[str, StoredReview] = {}
        self._skills: dict[str, StoredSkill] = {}
        self._answers: dict[tuple[str, str, int], StoredAnswer] = {}

    # --- tables -------------------------------------------------------------------------------------------------------

    def read(self, code: str, lines: Sequence[str] = (), seed: str | None = None) -> OfflineTable:
        """Return a table from its log.

        :raises Unreadable: if the log is damaged.
        """
        return OfflineTable(code, self._levels, self._timing, lines, seed)

    def load(self, stored: str) -> bool:
        """Load a stored table. Return False if it cannot be read."""
        try:
            found = _table.decode(stored)
            self.tables[found.code] = self.read(found.code, found.lines, found.seed)
        except (Unreadable, msgspec.MsgspecError):
            return False
        return True

    def table(self, code: str) -> Generator[Answer, str, OfflineTable]:
        """Return a table by its code.

        :raises Refused: `no_table`.
        """
        if code not in self.tables:
            stored = yield Answer(need=Need(kind="table", name=code))
            if not stored or not self.load(stored):
                raise Refused(TableReason.NO_TABLE, "there is no such table on this device")
        return self.tables[code]

    def create(self) -> OfflineTable:
        """Add a table without events. Its code begins with a digit, unlike those of a server."""
        return self.add(self.read("0" + "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))))

    def add(self, table: OfflineTable) -> OfflineTable:
        """Add a table, in place of an older state of it."""
        self.tables[table.code] = table
        self.change(table)
        return table

    def append(self, table: OfflineTable, events: Events) -> None:
        table.append(events)
        self.change(table)

    def change(self, table: OfflineTable) -> None:
        """Let the browser store a table, which has changed."""
        self._changed.add(table.code)

    def forget(self, code: str) -> None:
        """Remove a table that the browser has deleted."""
        self.tables.pop(code, None)
        gone = {key: replace(each, table=None) for key, each in self.kept_tries.items() if each.table == code}
        self.kept_tries |= gone

    # --- beside them --------------------------------------------------------------------------------------------------

    def store(self, found: StoredReview | StoredSkill | StoredTry | StoredAnswer) -> None:
        """Let the browser store a review, a skill, a try or an answer to an exercise."""
        match found:
            case StoredReview():
                self.effects.reviews.append(found)
                self._reviews[found.key] = found
            case StoredSkill():
                self.effects.skills.append(found)
                self._skills[found.key] = found
            case StoredTry():
                self.effects.tries.append(found)
            case StoredAnswer():
                self.effects.answers.append(found)
                self._answers[_id(found)] = found

    def review(self, key: str) -> Generator[Answer, str, StoredReview | None]:
        """Return the review of a game, None if there is none."""
        if key in self._reviews:
            return self._reviews[key]
        stored = yield Answer(need=Need(kind="review", name=key))
        return _review.decode(stored) if stored else None

    def tries(self) -> Generator[Answer, str, dict[str, StoredTry]]:
        """Return the first tries at deals, by the id of the deal."""
        stored = yield Answer(need=Need(kind="tries"))
        tries = {each.key: each for each in _tries.decode(stored)} if stored else {}
        return tries | {key: each for key, each in self.kept_tries.items() if replaces(each, tries.get(key))}

    def games(self) -> Generator[Answer, str, list[Game]]:
        """Return the owner's finished games, the oldest first."""
        shelf = yield from self._shelf()
        found = {code: summary.results for code, summary in shelf.tables.items()}
        for code, results in found.items():
            if results is None:
                # A table that cannot be read has no games.
                with suppress(Refused):
                    found[code] = (yield from self.table(code)).results
        found |= {code: table.results for code, table in self.tables.items()}
        skills = {skill.key: skill for skill in shelf.skills} | self._skills
        games = [
            Game(code, result, skills.get(key_of(code, result.first)))
            for code, results in found.items()
            for result in results or ()
        ]
        return sorted(games, key=lambda game: game.result.time)

    def add_answers(self, given: Iterable[StoredAnswer] = ()) -> Generator[Answer, str, list[StoredAnswer]]:
        """Store answers to exercises that are not known yet. Return all answers, the oldest first."""
        known = {_id(each): each for each in (yield from self._shelf()).answers} | self._answers
        for each in given:
            if _id(each) not in known:
                known[_id(each)] = each
                self.store(each)
        return sorted(known.values(), key=lambda each: (each.time, each.key))

    def _shelf(self) -> Generator[Answer, str, Shelf]:
        stored = yield Answer(need=Need(kind="shelf"))
        return _shelf.decode(stored) if stored else Shelf()

    def finish(self) -> Effects:
        """Return the effects since the last call."""
        effects, self.effects = self.effects, Effects()
        changed = [self.tables[code] for code in sorted(self._changed)]
        effects.stored = [table.stored() for table in changed]
        effects.tries += [found for table in changed if (found := table.first_try()) is not None]
        new = {found.key: found for found in effects.tries if replaces(found, self.kept_tries.get(found.key))}
        self.kept_tries |= new
        self._changed.clear()
        return effects


def _id(answer: StoredAnswer) -> tuple[str, str, int]:
    return answer.game, answer.key, answer.time
