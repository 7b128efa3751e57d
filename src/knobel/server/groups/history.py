"""The history of a group: its games by season, read once for all members who look at them."""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field

from knobel.server.groups.messages import (
    GroupRecord,
    GroupSeason,
    GroupSeasonRow,
    SeasonKind,
    SeasonRanking,
    SeasonSpan,
)
from knobel.server.groups.standings import (
    Kind,
    Record,
    SeasonStanding,
    games_of,
    kind_of,
    kinds_of,
    records,
    season,
)
from knobel.server.groups.store import GroupResult, Member


@dataclass(frozen=True)
class History:
    """The games of a group that count, the oldest first, its seasons, and the names of its members by id."""

    games: Sequence[Sequence[GroupResult]]
    seasons: Sequence[tuple[int, int]]
    members: dict[str, str]
    records: Sequence[Record]
    _tables: dict[tuple[int, SeasonRanking, Kind | None], Sequence[SeasonStanding]] = field(default_factory=dict)
    _kinds: dict[int, Sequence[tuple[Kind, int]]] = field(default_factory=dict)
    _counts: dict[tuple[int, Kind | None], tuple[int, int, int]] = field(default_factory=dict)

    def span(self, number: int | None) -> SeasonSpan:
        """Return a season by its number; the current one if there is no such season."""
        spans = self.spans
        return next((span for span in spans if span.number == number), spans[-1])

    @property
    def spans(self) -> list[SeasonSpan]:
        """The seasons, in order."""
        ends = [*(began for _, began in self.seasons[1:]), None]
        return [
            SeasonSpan(number=number, began=began, ended=ended)
            for (number, began), ended in zip(self.seasons, ends, strict=True)
        ]

    def games_in(self, span: SeasonSpan) -> list[Sequence[GroupResult]]:
        until = float("inf") if span.ended is None else span.ended
        return [game for game in self.games if span.began <= game[0].time < until]

    def table(self, span: SeasonSpan, ranking: SeasonRanking, kind: Kind | None) -> Sequence[SeasonStanding]:
        """Return the table of a season. It is computed once."""
        key = span.number, ranking, kind
        if key not in self._tables:
            self._tables[key] = season(self.games_in(span), self.members, ranking, kind)
        return self._tables[key]

    def kinds(self, span: SeasonSpan) -> Sequence[tuple[Kind, int]]:
        """Return the kinds of games of a season with their numbers, the most played first. They are counted once."""
        if span.number not in self._kinds:
            self._kinds[span.number] = kinds_of(self.games_in(span))
        return self._kinds[span.number]

    def counts(self, span: SeasonSpan, kind: Kind | None) -> tuple[int, int, int]:
        """Return the numbers of games, of games on paper, and of results of non-members. They are counted once."""
        key = span.number, kind
        if key not in self._counts:
            counted = [game for game in self.games_in(span) if kind in (None, kind_of(game[0]))]
            others = sum(result.person not in self.members for game in counted for result in game)
            self._counts[key] = len(counted), sum(game[0].on_paper for game in counted), others
        return self._counts[key]

    def view(self, viewer: str, number: int | None, ranking: SeasonRanking, kind: Kind | None) -> GroupSeason:
        """Return a season as a member sees it.

        :param number: the season; None: the current one.
        :param kind: the game to which the table is limited. If there is none, and points are compared, it is the one
            that was played most, because points of different games cannot be compared.
        """
        span = self.span(number)
        kinds = self.kinds(span)
        counts = dict(kinds)
        if kind not in counts:
            kind = None if ranking == "places" or not kinds else kinds[0][0]
        games, on_paper, others = self.counts(span, kind)
        return GroupSeason(
            season=span,
            seasons=self.spans,
            ranking=ranking,
            kind=None if kind is None else _kind(kind, counts[kind]),
            kinds=[_kind(*each) for each in kinds],
            games=games,
            on_paper=on_paper,
            rows=[self._row(row, viewer) for row in self.table(span, ranking, kind)],
            others=others,
            records=[self._record(record) for record in self.records],
        )

    def _row(self, row: SeasonStanding, viewer: str) -> GroupSeasonRow:
        fields = asdict(row)
        person = fields.pop("person")
        return GroupSeasonRow(name=self.members[person], you=person == viewer, **fields)

    def _record(self, record: Record) -> GroupRecord:
        game, options = record.kind
        return GroupRecord(
            game=game,
            options=json.loads(options),
            points=record.best.score,
            name=self.members.get(record.best.person),
            time=record.best.time,
            games=record.games,
            on_paper=record.best.on_paper,
        )


def _kind(kind: Kind, games: int) -> SeasonKind:
    return SeasonKind(game=kind[0], options=json.loads(kind[1]), games=games)


def history(results: Sequence[GroupResult], seasons: Sequence[tuple[int, int]], members: Collection[Member]) -> History:
    """Return the history of a group from its stored results, seasons and members."""
    games = games_of(results)
    return History(games, seasons, {each.person: each.name for each in members if not each.removed}, records(games))
