"""A cup as one person may see it."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from msgspec.structs import replace

from knobel.presentation.deal_days import GRACE_MS
from knobel.presentation.deals import Deal
from knobel.server.cups.messages import CupCell, CupDeal, CupEntry, CupRow, CupState, CupTeam, Teams
from knobel.server.cups.standings import Standing, standings
from knobel.server.cups.store import Cup, CupGame, Entry
from knobel.server.cups.teams import decoded, team_standings
from knobel.server.shared_rows.disclosure import shows_results

FASTEST_POLL_S = 3
"""Seconds between two requests of the host's page. Those of the others depend on the size of the table."""
PAGES_A_SECOND, PACED_PAGES_A_SECOND, CELLS_A_SECOND = 20, 40, 200
"""Limits on the requests of all pages together. At the host's pace people wait for deals, and ask more often."""


@dataclass(frozen=True)
class CupData:
    """The stored data of a cup: the name of its host, people, deals by number, games, and the cups of its series."""

    cup: Cup
    host: str | None
    entries: Sequence[Entry]
    deals: Mapping[int, Deal]
    games: Sequence[CupGame]
    series: Sequence[Cup]

    @cached_property
    def table(self) -> Sequence[Standing]:
        """The table of the cup, the best first."""
        return standings(self.cup, self.entries, self.games)

    @cached_property
    def rows(self) -> Sequence[CupRow]:
        """The rows of the table with names, as people see them who have none."""
        names = {entry.person: entry for entry in self.entries}
        deals = sorted(self.deals)
        return [_row(row, names[row.person], deals) for row in self.table]

    @cached_property
    def teams(self) -> Teams | None:
        """The settings of the teams."""
        return decoded(self.cup.teams)

    @cached_property
    def team_rows(self) -> Sequence[CupTeam]:
        """The table of the teams."""
        if self.teams is None:
            return []
        return team_standings(self.teams, self.table, {entry.person: entry.team for entry in self.entries})

    @cached_property
    def finished(self) -> Mapping[int, int]:
        """The number of finished games by deal, without removed entries."""
        return Counter(game.deal for game in self._visible if game.points is not None)

    @cached_property
    def running(self) -> Mapping[int, int]:
        """The number of running games by deal, without removed entries."""
        return Counter(game.deal for game in self._visible if game.points is None)

    @cached_property
    def _visible(self) -> Sequence[CupGame]:
        removed = {entry.person for entry in self.entries if entry.removed}
        return [game for game in self.games if game.person not in removed]

    @cached_property
    def _entries(self) -> Mapping[str | None, Entry]:
        return {entry.person: entry for entry in self.entries}

    @cached_property
    def _games(self) -> Mapping[tuple[str | None, int], CupGame]:
        return {(game.person, game.deal): game for game in self.games}

    @cached_property
    def _any_runs(self) -> bool:
        return any(game.points is None for game in self.games)

    @property
    def _ends(self) -> int:
        return self.cup.closes + (GRACE_MS if self._any_runs else 0)

    @cached_property
    def packed(self) -> dict[str, bytes]:
        """Compressed answers to visitors who do not take part, by `ETag`: few, because all of them see the same."""
        return {}

    def prepare(self) -> None:
        """Compute the data that all views share, outside of the event loop."""
        _ = self.rows, self.team_rows, self.finished, self.running, self._entries, self._games, self._any_runs

    def entry_of(self, person: str | None) -> Entry | None:
        """Return a person's entry, None if they do not take part."""
        return self._entries.get(person)

    def game_of(self, person: str | None, deal: int) -> CupGame | None:
        return self._games.get((person, deal))

    def shows_name(self, viewer: str | None, person: str) -> bool:
        """True if a person sees another's name: the host always does, the others if the cup shows names.

        Every view of the cup and of its games asks this method.
        """
        return self.cup.named or self.cup.is_host(viewer) or (viewer is not None and viewer == person)

    def is_over(self, now: int) -> bool:
        """True if nothing in the table can change any more, except by the review of the coach and by the host."""
        return now >= self._ends

    def shows_games(self, viewer: str | None, deal: int, now: int) -> bool:
        """True if a person may replay the games at a deal: after their own, or when the cup is over."""
        own = self.game_of(viewer, deal)
        through = viewer is not None and own is not None and own.points is not None
        return shows_results(self._ends, now, through=through)


def view(data: CupData, viewer: str | None, now: int) -> CupState:
    """Return a cup as a person may see it.

    :param now: the time in ms.
    """
    cup, own = data.cup, data.entry_of(viewer)
    hosted = cup.is_host(viewer)
    latest = max(data.series, key=lambda each: each.round, default=cup)
    current = max((each for each in data.series if each.opens <= now), key=lambda each: each.round, default=cup)
    return CupState(
        code=cup.code,
        key="" if cup.by_code else cup.key,
        title=cup.title,
        game=cup.game,
        options=json.loads(cup.options),
        opens=cup.opens,
        closes=cup.closes,
        by_code=cup.by_code,
        named=cup.named,
        ranking=cup.ranking,
        paced=cup.paced,
        state=_state(data, now),
        host=data.host,
        hosted=hosted,
        entry=None if own is None else own.number,
        removed=own is not None and own.removed,
        removed_entries=[
            CupEntry(number=entry.number, name=entry.name) for entry in data.entries if entry.removed and hosted
        ],
        deals=list(_deals(data, viewer, now)),
        rows=_rows(data, viewer, own),
        poll_s=FASTEST_POLL_S if hosted else _poll_s(data),
        every=min(data.series, key=lambda each: each.round, default=cup).every,
        round=cup.round,
        rounds=latest.round,
        latest=current.code if current.round > cup.round else None,
        group=cup.group,
        teams=data.teams,
        team_rows=list(data.team_rows),
    )


def _state(data: CupData, now: int) -> Literal["soon", "open", "ending", "over"]:
    if now >= data.cup.closes:
        return "over" if data.is_over(now) else "ending"
    return "open" if now >= data.cup.opens else "soon"


def _deals(data: CupData, viewer: str | None, now: int) -> Iterable[CupDeal]:
    for number, deal in sorted(data.deals.items()):
        own = data.game_of(viewer, number)
        yield CupDeal(
            number=number,
            commitment=deal.commitment,
            seed=deal.seed,
            state="closed" if now >= deal.closes else "waiting" if now < deal.opens else "open",
            mine="new" if own is None else "running" if own.points is None else "done",
            table=None if own is None else own.table,
            finished=data.finished[number],
            running=data.running[number],
            shown=data.shows_games(viewer, number, now),
        )


def _poll_s(data: CupData) -> int:
    pages = len(data.entries)
    if data.cup.paced:
        return max(FASTEST_POLL_S, pages // PACED_PAGES_A_SECOND)
    return max(FASTEST_POLL_S, pages // PAGES_A_SECOND, pages * len(data.deals) // CELLS_A_SECOND)


def _rows(data: CupData, viewer: str | None, own: Entry | None) -> list[CupRow]:
    """Return the rows of the table as a person may see them."""
    named = data.shows_name(viewer, "")
    rows = list(data.rows) if named else [replace(row, name=None) for row in data.rows]
    for i, row in enumerate(rows):
        if own is not None and row.number == own.number:
            rows[i] = replace(row, name=own.name, you=True)
            break
    return rows


def _row(row: Standing, entry: Entry, deals: Iterable[int]) -> CupRow:
    return CupRow(
        place=row.place,
        number=entry.number,
        name=entry.name,
        total=row.total,
        lost=row.lost,
        cells=[_cell(row, deal) for deal in deals],
        team=entry.team,
        you=False,
    )


def _cell(row: Standing, deal: int) -> CupCell | None:
    game = row.games.get(deal)
    return None if game is None else CupCell(points=game.points, share=row.shares.get(deal), lost=game.lost)
