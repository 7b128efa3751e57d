"""The contents of a group's news: read when they are sent, so that they do not name people who have left the group."""

from collections.abc import Sequence

from knobel.core import places
from knobel.server.groups.messages import SeasonRanking
from knobel.server.groups.service import GroupService
from knobel.server.groups.webhooks.messages import News, NewsPerson
from knobel.server.groups.webhooks.store import NamedResult, NewsRow, WebhookStore
from knobel.server.shared_rows.memberships import MIN_PEOPLE

RANKING: SeasonRanking = "places"
FIRST = 3
"""Number of places in the table of a season whose people are named at its end."""


async def reports(store: WebhookStore, groups: GroupService, group: str, rows: Sequence[NewsRow]) -> list[News]:
    """Return the contents of news, except news that are not true any more: games that do not count, deleted cups.

    :raises Refused: `no_group`, if the group was dissolved.
    """
    games = [(row.subject, row.number) for row in rows if row.kind == "over"]
    results = await store.results(group, games) if games else {}
    cups = [row.subject for row in rows if row.kind == "cup"]
    titles = await store.cup_titles(cups) if cups else {}
    found = []
    for row in rows:
        if row.kind == "over":
            people = _placed(results.get((row.subject, row.number), []))
            if len(people) < MIN_PEOPLE:
                continue
        else:
            people = await _first_of_season(groups, group, row.number) if row.kind == "season" else []
        if row.kind == "cup" and row.subject not in titles:
            continue
        title, season = titles.get(row.subject, ""), row.number if row.kind == "season" else None
        found.append(News(kind=row.kind, time=row.time, game=row.game, title=title, season=season, people=people))
    return found


def _placed(results: Sequence[NamedResult]) -> list[NewsPerson]:
    taken = places([result.score for result in results])
    return [
        NewsPerson(place=place, name=result.name, points=result.score)
        for place, result in zip(taken, results, strict=True)
    ]


async def _first_of_season(groups: GroupService, group: str, number: int) -> list[NewsPerson]:
    history = await groups.history(group)
    rows = history.table(history.span(number), RANKING, None)
    return [
        NewsPerson(place=row.place, name=history.members[row.person], points=row.total)
        for row in rows
        if row.place <= FIRST
    ]
