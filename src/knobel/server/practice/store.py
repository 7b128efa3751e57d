"""Skill data and practice cards of people; the cards move as `presentation/leitner.py` says."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace
from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, select, update

from knobel.clock import now_ms
from knobel.presentation.coach_messages import SeatSkill
from knobel.presentation.leitner import LEARNED_BOX, moved
from knobel.presentation.practice_messages import DecisionsOfKind, PlayedGame, PlayedSkill
from knobel.server.database import schema
from knobel.server.database.store import DomainStore, Statement, columns_of

MAX_GAMES = 500
"""Maximum number of games in a person's list."""
LAST_RESULTS = 3
"""Number of the last results that are shown of each game."""


@dataclass(slots=True, frozen=True)
class Card:
    """A mistake: the game that began at seq `first` at a table, the event of its record, the seat, and the box."""

    table: str
    first: int
    event: int
    seat: int
    box: int


_cards = schema.cards.c
_skills = schema.skills.c
_results = schema.results.c
SAME_GAME = and_(_skills.table == _results.table, _skills.first == _results.first, _skills.seat == _results.seat)
"""Joins a result with its skill data, if the game was reviewed."""


class PracticeStore(DomainStore):
    """Skill data and cards in the database. All methods raise `StoreError` if it does not answer."""

    async def store_skills(self, table: str, first: int, skills: Sequence[SeatSkill], only: str | None = None) -> None:
        """Store a review's skill data of each seat, replacing older data. Existing cards stay in their boxes.

        :param only: the person whose data is stored; None: that of all people.
        :raises Conflict: if the table was deleted meanwhile.
        """
        who = select(_results.seat, _results.person).where(_results.table == table, _results.first == first)
        found = {row.seat: row.person for row in await self._store.read(who) if row.person}
        persons = {seat: person for seat, person in found.items() if only in (None, person)}
        known = select(_cards.person, _cards.event, _cards.theme).where(_cards.table == table, _cards.first == first)
        before = {
            (row.person, row.event): row.theme for row in await self._store.read(known) if only in (None, row.person)
        }
        game = {"table": table, "first": first}
        skill_rows = [
            game
            | {"seat": s.seat, "accuracy": s.accuracy, "luck": s.luck, "kinds": json.dumps(s.kinds)}
            | {"themes": json.dumps(s.themes), "insights": json.dumps(s.insights)}
            for s in skills
            if s.seat in persons
        ]
        wrong = {
            (persons[s.seat], event): (s.seat, theme)
            for s in skills
            if s.seat in persons
            for event, theme in s.mistakes.items()
        }
        new = [
            game | {"person": person, "event": event, "seat": seat, "box": 0, "due": now_ms(), "theme": theme}
            for (person, event), (seat, theme) in wrong.items()
            if (person, event) not in before
        ]
        old: list[Statement] = [
            delete(schema.cards).where(*_is(person, table, first, event))
            for person, event in before.keys() - wrong.keys()
        ]
        old += [
            update(schema.cards).where(*_is(person, table, first, event)).values(theme=theme)
            for (person, event), (_, theme) in wrong.items()
            if before.get((person, event), theme) != theme
        ]
        replaced = [_skills.table == table, _skills.first == first]
        if only is not None:
            replaced.append(_skills.seat.in_(list(persons)))
        await self._store.write(delete(schema.skills).where(*replaced), *old)
        additions: list[Statement] = [(insert(schema.skills), skill_rows)] if skill_rows else []
        await self._store.write(*additions, *([(insert(schema.cards), new)] if new else []))

    async def lacks_skills(self, table: str, first: int) -> bool:
        """True if the skill data of a person who finished that game is missing, or the theme of a mistake."""
        query = (
            select(_results.seat)
            .select_from(schema.results.outerjoin(schema.skills, SAME_GAME))
            .where(_results.table == table, _results.first == first, _results.person != "", _skills.themes.is_(None))
            .limit(1)
        )
        card = select(_cards.event).where(_cards.table == table, _cards.first == first, _cards.theme.is_(None)).limit(1)
        return bool(await self._store.read(query)) or bool(await self._store.read(card))

    async def list_games(self, person: str) -> list[PlayedGame]:
        """Return a person's latest finished games, the oldest first."""
        result = _results.table, _results.first, _results.game, _results.score, _results.seats, _results.time
        query = (
            select(*result, _skills.accuracy, _skills.luck, _skills.kinds, _skills.themes, _skills.insights)
            .select_from(schema.results.outerjoin(schema.skills, SAME_GAME))
            .where(_results.person == person)
            .order_by(_results.time.desc(), _results.table, _results.first)
            .limit(MAX_GAMES)
        )
        games = (await self._store.read_as(_played, query))[::-1]
        others = await self._others(person)
        return [replace(game, others=others.get((game.table, game.first), [])) for game in games]

    async def _others(self, person: str) -> dict[tuple[str, int], list[str]]:
        """Return the names of the other people who finished a person's games, by their tables and first seqs."""
        own = schema.results.alias()
        same = and_(own.c.table == _results.table, own.c.first == _results.first)
        query = (
            select(_results.table, _results.first, _results.seat, _results.name)
            .select_from(own.join(schema.results, same))
            .where(own.c.person == person, _results.person != person, _results.name != "")
            .distinct()
            .order_by(_results.table, _results.first, _results.seat)
        )
        names: dict[tuple[str, int], list[str]] = {}
        for row in await self._store.read(query):
            names.setdefault((row.table, row.first), []).append(row.name)
        return names

    async def recent_results(self, person: str) -> dict[str, tuple[int, list[int]]]:
        """Return a person's best and last scores in each game, with the options with which they last played it."""
        c = _results
        query = select(c.game, c.options, c.score).where(c.person == person).order_by(c.time.desc()).limit(MAX_GAMES)
        options: dict[str, str] = {}
        scores: dict[str, list[int]] = {}
        for row in await self._store.read(query):
            if options.setdefault(row.game, row.options) == row.options:
                scores.setdefault(row.game, []).append(row.score)
        return {game: (max(found), found[:LAST_RESULTS]) for game, found in scores.items()}

    async def has_played(self, person: str, table: str, first: int | None = None) -> bool:
        """True if the person finished that game; without `first`, any game at the table."""
        c = _results
        same = c.table == table if first is None else and_(c.table == table, c.first == first)
        return bool(await self._store.read(select(c.seat).where(c.person == person, same).limit(1)))

    async def seats_of(self, person: str, table: str, first: int) -> list[int]:
        """Return the seats in which the person finished that game."""
        c = _results
        query = select(c.seat).where(c.person == person, c.table == table, c.first == first)
        return [row.seat for row in await self._store.read(query)]

    async def count_due(self, person: str, game: str = "", theme: str = "") -> tuple[int, int | None]:
        """Return the number of due cards, and the time (ms) of the next one after them, None if there is none.

        :param game: counts only mistakes in this game, and `theme` only those of this theme; empty: all.
        """
        asked, now = _asked(person, game, theme), now_ms()
        due = select(func.count()).select_from(schema.cards).where(*asked, _cards.due <= now)
        later = select(func.min(_cards.due)).where(*asked, _cards.due > now)
        return await self._store.read_value(due) or 0, await self._store.read_value(later)

    async def next_due_card(self, person: str, game: str = "", theme: str = "") -> Card | None:
        """Return the card that has been due longest, of all or of a game and a theme."""
        query = (
            select(*columns_of(Card, _cards))
            .where(*_asked(person, game, theme), _cards.due <= now_ms())
            .order_by(_cards.due, _cards.table, _cards.first, _cards.event)
            .limit(1)
        )
        return await self._store.first_as(Card, query)

    async def due_card(self, person: str, table: str, first: int, event: int) -> Card | None:
        """Return a person's card of a mistake if it is due."""
        due = *_is(person, table, first, event), *_asked(person), _cards.due <= now_ms()
        return await self._store.first_as(Card, select(*columns_of(Card, _cards)).where(*due))

    async def export(self, person: str) -> dict[str, Any]:
        """Return a person's practice cards, for their export."""
        query = select(*columns_of(Card, _cards)).where(_cards.person == person)
        return {"practice": await self._store.read_dicts(query)}

    async def record_answer(self, person: str, card: Card, *, right: bool) -> int | None:
        """Move a card after an answer. Return the time (ms) of its next repetition, None if it is learned."""
        box, due = moved(card.box, now_ms(), right=right)
        await self._store.write(
            update(schema.cards).where(*_is(person, card.table, card.first, card.event)).values(box=box, due=due)
        )
        return None if box == LEARNED_BOX else due


def _played(table: str, first: int, game: str, score: int, seats: int, time: int, *skill: Any) -> PlayedGame:
    """Return a game from its row; `skill` are the columns of its skill data, all None if it was not reviewed."""
    accuracy, luck, kinds, themes, insights = skill
    found = None
    if accuracy is not None:
        found = PlayedSkill(
            accuracy=accuracy,
            luck=luck,
            kinds=_kinds(json.loads(kinds)),
            themes=None if themes is None else json.loads(themes),
            insights={insight: _kinds(each) for insight, each in json.loads(insights or "{}").items()},
        )
    return PlayedGame(table=table, first=first, game=game, score=score, seats=seats, others=[], time=time, skill=found)


def _kinds(counts: Mapping[Any, tuple[int, float]]) -> dict[Any, DecisionsOfKind]:
    return {kind: DecisionsOfKind(decisions=number, lost=lost) for kind, (number, lost) in counts.items()}


def _is(person: str, table: str, first: int, event: int) -> tuple[Any, ...]:
    c = _cards
    return c.person == person, c.table == table, c.first == first, c.event == event


def _asked(person: str, game: str = "", theme: str = "") -> list[ColumnElement[bool]]:
    """Return the conditions of a person's cards that are not learned, of all games and themes or of these."""
    asked = [_cards.person == person, _cards.box < LEARNED_BOX]
    if game:
        same = _results.table == _cards.table, _results.first == _cards.first, _results.seat == _cards.seat
        asked.append(exists().where(*same, _results.game == game).correlate(schema.cards))
    if theme:
        asked.append(_cards.theme == theme)
    return asked
