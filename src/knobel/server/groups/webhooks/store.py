"""The webhooks of groups and their news, in the database."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import and_, delete, exists, insert, literal, select, update

from knobel.server.database import due_rows, schema
from knobel.server.database.due_rows import due_by, wants
from knobel.server.database.guards import lock_row
from knobel.server.database.store import DomainStore, columns_of
from knobel.server.groups.webhooks.messages import NEWS_KINDS, NewsKind
from knobel.server.shared_rows.group_news import COLUMNS

KEPT_MS = 86_400_000
"""Time after which news are not sent any more."""

_webhooks, _news = schema.webhooks.c, schema.group_news.c
_cups, _members, _people, _results = schema.cups.c, schema.members.c, schema.people.c, schema.results.c


@dataclass(slots=True, frozen=True)
class Webhook:
    """The webhook of a group (`schema.webhooks`)."""

    group: str
    person: str
    url: str
    format: str
    language: str
    kinds: str
    searched: int
    stopped: int | None = None
    due: int | None = None
    not_before: int = 0
    failures: int = 0

    @property
    def wanted(self) -> list[NewsKind]:
        return [kind for kind in NEWS_KINDS if kind in self.kinds.split()]


@dataclass(slots=True, frozen=True)
class NewsRow:
    """News for a webhook (`schema.group_news`)."""

    id: int
    kind: NewsKind
    subject: str
    number: int
    game: str
    time: int
    sending: bool


@dataclass(slots=True, frozen=True)
class NamedResult:
    """A person's result in a game. `name` is None if they are not a member of the group."""

    score: int
    name: str | None


class WebhookStore(DomainStore):
    """The webhooks in the database. Its methods raise `StoreError` if the database does not answer."""

    async def find(self, group: str) -> Webhook | None:
        return await self._store.first_as(Webhook, select(*_webhooks).where(_webhooks.group == group))

    async def put(self, webhook: Webhook) -> None:
        """Store a webhook in place of the group's earlier one, with its news.

        :raises Conflict: if the person is not in the group any more.
        """
        values = asdict(webhook)
        unwanted = [kind for kind in NEWS_KINDS if kind not in webhook.wanted]
        same = _webhooks.group == webhook.group
        changed = {name: value for name, value in values.items() if name not in ("group", "due")}
        row = select(*(literal(value, schema.webhooks.c[name].type) for name, value in values.items()))
        await self._store.write(
            lock_row(schema.groups, webhook.group),
            update(schema.webhooks).where(same).values(changed),
            update(schema.webhooks).where(same, _webhooks.due.is_not(None)).values(due=webhook.searched),
            insert(schema.webhooks).from_select(list(values), row.where(~exists().where(same))),
            delete(schema.group_news).where(_news.group == webhook.group, _news.kind.in_(unwanted)),
        )

    async def remove(self, group: str) -> None:
        await self._store.write(delete(schema.webhooks).where(_webhooks.group == group))

    async def stop(self, webhook: Webhook, status: int) -> None:
        """Send nothing more to a webhook, unless its address was changed. The host of the group sees it."""
        same = and_(_webhooks.group == webhook.group, _webhooks.url == webhook.url)
        news = _news.group.in_(select(_webhooks.group).where(same))
        await self._store.write(
            update(schema.webhooks).where(same).values(stopped=status, due=None, not_before=0),
            delete(schema.group_news).where(news),
        )

    # --- the queue ----------------------------------------------------------------------------------------------------

    async def due(self, now: int, count: int) -> list[Webhook]:
        """Return the webhooks that are due by `now` (ms), at most `count`, the oldest first."""
        return await self._store.read_as(Webhook, due_rows.due(schema.webhooks, now, count))

    async def claim(self, webhook: Webhook, until: int) -> bool:
        """Claim a webhook until a time (ms). Return False if another process has claimed it, or it was changed."""
        return bool(await self._store.write(due_rows.claimed(schema.webhooks, webhook.group, webhook.due, until)))

    async def news_of(self, group: str) -> list[NewsRow]:
        """Return the unsent news for the webhook of a group, the oldest first."""
        query = select(*columns_of(NewsRow, _news)).where(_news.group == group).order_by(_news.id)
        return await self._store.read_as(NewsRow, query)

    async def mark_sending(self, news: Iterable[NewsRow]) -> None:
        """Record that a process begins to send these news."""
        these = _news.id.in_([each.id for each in news])
        await self._store.write(update(schema.group_news).where(these).values(sending=True))

    async def finish(self, webhook: Webhook, claimed: int, done: Iterable[NewsRow], again: int) -> None:
        """Delete news that were sent or need not be sent, and give up the claim. The webhook is due `again` (ms) if
        other news wait."""
        waits = exists().where(_news.group == _webhooks.group)
        await self._store.write(
            delete(schema.group_news).where(_news.id.in_([each.id for each in done])),
            due_rows.finished(schema.webhooks, webhook.group, claimed, waits, again),
        )

    async def fail(self, webhook: Webhook, claimed: int, until: int) -> None:
        """Give up the claim after a failure, and send nothing before a time (ms). The news are sent again."""
        await self._store.write(
            update(schema.group_news).where(_news.group == webhook.group).values(sending=False),
            due_rows.failed(schema.webhooks, webhook.group, claimed, until),
        )

    # --- regular work -------------------------------------------------------------------------------------------------

    async def find_cups(self, now: int) -> None:
        """Add news of the cups that have opened since the webhooks of their groups were searched for them.

        :raises Conflict: if another process was faster.
        """
        # Only the latest day: a webhook that was not searched for long, as while the server was off, tells no history.
        opened = and_(
            _cups.group == _webhooks.group, _cups.opens > _webhooks.searched, _cups.opens > now - KEPT_MS,
            _cups.opens <= now, _cups.closes > now, wants(schema.webhooks, "cup"), _webhooks.stopped.is_(None),
        )  # fmt: skip
        found = select(_webhooks.group, literal("cup"), _cups.code, literal(0), _cups.game, _cups.opens, literal(False))
        if await self._store.read(found.where(opened).limit(1)):
            told = _webhooks.group.in_(select(_news.group).where(_news.kind == "cup", _news.time > now - KEPT_MS))
            await self._store.write(
                insert(schema.group_news).from_select(COLUMNS, found.where(opened)),
                update(schema.webhooks).where(told).values(due_by(schema.webhooks, now) | {"searched": now}),
            )

    async def forget_old(self, now: int) -> None:
        """Delete news that are too old to be sent."""
        old = _news.time < now - KEPT_MS
        if await self._store.read(select(_news.id).where(old).limit(1)):
            await self._store.write(delete(schema.group_news).where(old))

    # --- contents of news ---------------------------------------------------------------------------------------------

    async def results(self, group: str, games: Collection[tuple[str, int]]) -> dict[tuple[str, int], list[NamedResult]]:
        """Return the results of games of a group, by table and first seq, with the names of members, the best first."""
        tables, firsts = {table for table, _ in games}, {first for _, first in games}
        member = and_(_members.group == group, _members.person == _results.person, _members.removed.is_(False))
        query = (
            select(_results.table, _results.first, _results.score, _people.name)
            .select_from(
                schema.results.outerjoin(schema.members, member).outerjoin(schema.people, _people.id == _members.person)
            )
            .where(_results.table.in_(tables), _results.first.in_(firsts))
            .order_by(_results.score.desc(), _results.seat)
        )
        found: dict[tuple[str, int], list[NamedResult]] = defaultdict(list)
        for row in await self._store.read(query):
            found[row.table, row.first].append(NamedResult(row.score, row.name))
        return found

    async def cup_titles(self, codes: Collection[str]) -> dict[str, str]:
        """Return the titles of those cups that still exist, by code."""
        query = select(_cups.code, _cups.title).where(_cups.code.in_(codes))
        return {row.code: row.title for row in await self._store.read(query)}

    async def export(self, person: str) -> dict[str, Any]:
        """Return the webhooks that a person gave, for the export of their data."""
        query = select(*_webhooks).where(_webhooks.person == person).order_by(_webhooks.group)
        found = await self._store.read_as(Webhook, query)
        names = "group", "url", "format", "language"
        return {"webhooks": [{name: getattr(each, name) for name in names} | {"kinds": each.wanted} for each in found]}
