"""Messages about cups."""

from typing import Literal, TypeAlias

import msgspec

Ranking: TypeAlias = Literal["points", "places"]
Every: TypeAlias = Literal["", "day", "week"]
"""The period of a series; empty: there is none."""


class Teams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The teams of a cup, by their names. A team's number is its position, from 0.

    `chosen`: people choose their teams; otherwise the host puts them in. `ranking`: by the sum or the mean of the
    totals of its people, or by the sum of the `best` ones.
    """

    names: list[str]
    chosen: bool = True
    ranking: Literal["sum", "mean", "best"] = "mean"
    best: int = 0


class NewCup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A cup to open: everybody plays `deals` deals of a game, each alone, from `opens` (null: now) to `closes` (ms).

    `by_code`: the code alone admits people; otherwise only the link does. `named`: people see the names of each other.
    `ranking`: by the sum of the points, or of the places at each deal (duplicate scoring). `paced`: the host opens one
    deal after the other for all. `every`: the period in which the cup is repeated. `group`: the code of a group; only
    its members take part. `teams`: null for none.
    """

    title: str
    game: str
    options: dict[str, bool | int | str] = {}
    deals: int
    opens: int | None = None
    closes: int
    by_code: bool = True
    named: bool = True
    ranking: Ranking = "points"
    paced: bool = False
    every: Every = ""
    group: str = ""
    teams: Teams | None = None


class ChangedCup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Changes by the host; null: no change. `end`: the cup closes now. `repeat`: false ends its series."""

    title: str | None = None
    end: bool = False
    repeat: bool | None = None


class ChangedEntry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A change of an entry by the host: it is removed, or taken back."""

    removed: bool


class ChosenTeam(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The team of an entry; null: none."""

    team: int | None


class CupSummary(msgspec.Struct, kw_only=True):
    """A cup in a list. Its link is `/cup/CODE-key`, or `/cup/CODE` if the key is empty."""

    code: str
    key: str
    title: str
    game: str
    deals: int
    opens: int
    closes: int
    hosted: bool


class CupDeal(msgspec.Struct, kw_only=True):
    """A deal of a cup, as the caller may see it.

    `commitment` is the SHA-256 hash of the seed of its dice; `seed` is null until it is published. `state` says whether
    the deal can be begun: not yet, now, or not any more. `mine` is the state of the caller's game, at `table`.
    `finished` and `running` are numbers of games. `shown`: the caller may replay the games.
    """

    number: int
    commitment: str
    seed: str | None
    state: Literal["waiting", "open", "closed"]
    mine: Literal["new", "running", "done"]
    table: str | None
    finished: int
    running: int
    shown: bool


class CupCell(msgspec.Struct, kw_only=True):
    """A person's game at a deal. The other fields are null while it runs.

    `share` is the share of the others at this deal who have fewer points, in percent; equal ones count half. `lost`:
    points given away, null before the coach's review.
    """

    points: int | None
    share: float | None
    lost: float | None


class CupRow(msgspec.Struct, kw_only=True):
    """A person in the table of a cup. Equal results share a `place`.

    `name` is null if the caller may not see it. `total` is the sum of the points or of the shares, by the ranking of
    the cup. `lost` is the sum of the points given away, null if a game was not reviewed. `cells` holds the games by
    deal, null if a deal was not begun. `team` is the number of the person's team, from 0.
    """

    place: int
    number: int
    name: str | None
    total: float
    lost: float | None
    cells: list[CupCell | None]
    team: int | None
    you: bool


class CupEntry(msgspec.Struct, kw_only=True):
    """An entry that the host has removed."""

    number: int
    name: str | None


class CupTeam(msgspec.Struct, kw_only=True):
    """A team in the table of a cup. Equal results share a `place`.

    `total` is null until a member of the team has finished a game. `people` is the number of members, `counted` the
    number of members whose totals count.
    """

    place: int
    number: int
    total: float | None
    people: int
    counted: int


class CupState(msgspec.Struct, kw_only=True):
    """A cup, as the caller may see it. Its link is `/cup/CODE-key`, or `/cup/CODE` if the key is empty.

    `state`: not open yet; open; closed while games still run; over. `host` is the name of the host, null after their
    erasure, and `hosted` is true for the host. `entry` is the caller's number, null without an entry; `removed`: the
    host has removed it. `removed_entries` is sent to the host. `poll_s` is the number of seconds after which the page
    asks again.

    `round` counts the cups of a series; `latest` is the code of the last one, null if it is this one. `every` is the
    period of the series, empty if there is no next cup. `group` is the code of the group whose members take part, empty
    for everybody. `teams` are the settings of the teams and `team_rows` their table, the best first.
    """

    code: str
    key: str
    title: str
    game: str
    options: dict[str, bool | int | str]
    opens: int
    closes: int
    by_code: bool
    named: bool
    ranking: Ranking
    paced: bool
    state: Literal["soon", "open", "ending", "over"]
    host: str | None
    hosted: bool
    entry: int | None
    removed: bool
    removed_entries: list[CupEntry]
    deals: list[CupDeal]
    rows: list[CupRow]
    poll_s: int
    every: Every
    round: int
    rounds: int
    latest: str | None
    group: str
    teams: Teams | None
    team_rows: list[CupTeam]


class SeasonRow(msgspec.Struct, kw_only=True):
    """A person in the table of a series. `name` is null if the caller may not see it.

    `totals` holds the total of each cup, null without an entry; `total` is their sum.
    """

    place: int
    name: str | None
    total: float
    lost: float | None
    totals: list[float | None]
    you: bool


class SeasonRound(msgspec.Struct, kw_only=True):
    """A cup of a series."""

    code: str
    round: int
    opens: int
    closes: int


class Season(msgspec.Struct, kw_only=True):
    """The table of a series of cups."""

    ranking: Ranking
    rounds: list[SeasonRound]
    rows: list[SeasonRow]
