"""Messages about groups."""

from typing import Literal, TypeAlias

import msgspec

from knobel.presentation.http_messages import FilledSheets

SeasonRanking: TypeAlias = Literal["places", "points", "luck"]
"""The order of the table of a season: by places, by points, or by the estimate without luck."""


class NewGroup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A group to open."""

    title: str


class ChangedGroup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Changes by the host; null: no change. `by_code`: the code alone admits people; otherwise only the link does.

    `new_link`: the group gets another link, and the old one admits nobody any more. `host` is the id of the member who
    becomes the host.
    """

    title: str | None = None
    by_code: bool | None = None
    new_link: bool = False
    host: str | None = None


class ChangedMember(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A change of a member by the host: the member is removed, or taken back."""

    removed: bool


class PaperGame(FilledSheets, forbid_unknown_fields=True, kw_only=True):
    """A game on paper that counts for a group: its sheets, and by sheet the id of the member, null for other people."""

    members: list[str | None]


class SavedPaperGame(msgspec.Struct, kw_only=True):
    """A game on paper that is stored for a group; with the code, it can be deleted."""

    code: str


class GroupSummary(msgspec.Struct, kw_only=True):
    """A group in a list. Its link is `/group/CODE-key`. `here` is the number of other members with a connection."""

    code: str
    key: str
    title: str
    members: int
    here: int
    hosted: bool


class GroupMember(msgspec.Struct, kw_only=True):
    """A member of a group. `here`: the person has a connection."""

    id: str
    name: str
    joined: int
    here: bool
    host: bool
    you: bool


class RemovedMember(msgspec.Struct, kw_only=True):
    """A person whom the host has removed from the group."""

    id: str
    name: str


class GroupTable(msgspec.Struct, kw_only=True):
    """A table of a group at which a game runs or begins soon. Its link is `/t/CODE-key`.

    `names` are those in its seats, `free` is the number of empty seats. `days` is the limit of a round or turn, None at
    a live table.
    """

    code: str
    key: str
    game: str
    playing: bool
    names: list[str]
    free: int
    days: int | None


class GroupState(msgspec.Struct, kw_only=True):
    """A group, as the caller may see it. Its link is `/group/CODE-key`.

    `host` is the name of the host. Non-members see only the title, the host and the number of members (`size`):
    `members` and `tables` are empty for them. Four fields describe the caller: `member` is true for a member, `hosted`
    for the host, `removed` for a person whom the host has removed, and `may_take_over` for the member with the right to
    become the host, because the host has been away for 30 days. `removed_members` is sent to the host. `season` is the
    number of the current season. `poll_s` is the number of seconds after which the page asks again.
    """

    code: str
    key: str
    title: str
    by_code: bool
    host: str
    size: int
    member: bool
    hosted: bool
    may_take_over: bool
    removed: bool
    members: list[GroupMember]
    removed_members: list[RemovedMember]
    tables: list[GroupTable]
    season: int
    poll_s: int


class SeasonKind(msgspec.Struct, kw_only=True):
    """A game with options, and how often it was played in a season."""

    game: str
    options: dict[str, bool | int | str]
    games: int


class GroupSeasonRow(msgspec.Struct, kw_only=True):
    """A member in the table of a season. Equal totals share a `place`.

    `total` is the sum of the points, or the sum of the shares of opponents with fewer points in percent, or the
    estimate without luck in points, by the ranking. `mean` is the total of a game. `wins` counts first places. `error`
    is the standard error of the estimate, null for a single game and for other rankings; `provisional`: the estimate is
    still too uncertain.
    """

    place: int
    name: str
    total: float
    games: int
    mean: float
    wins: int
    error: float | None
    provisional: bool
    you: bool


class GroupRecord(msgspec.Struct, kw_only=True):
    """The best result of a group at a game. `name` is null if the person is not a member, or not any more.

    `on_paper`: it was read from a sheet of paper.
    """

    game: str
    options: dict[str, bool | int | str]
    points: int
    name: str | None
    time: int
    games: int
    on_paper: bool


class SeasonSpan(msgspec.Struct, kw_only=True):
    """A season, from `began` until the next one begins, or until now (`ended` is null)."""

    number: int
    began: int
    ended: int | None


class GroupSeason(msgspec.Struct, kw_only=True):
    """The table of a season of a group.

    `kind` is the game to which the table is limited, null for all games. `kinds` are the games of the season, the most
    played first. `games` is the number of games, `on_paper` that of games on paper among them. `others` is the number
    of results of non-members and of former members: they count for the places of each game, but not here. `records` are
    the records of all seasons.
    """

    season: SeasonSpan
    seasons: list[SeasonSpan]
    ranking: SeasonRanking
    kind: SeasonKind | None
    kinds: list[SeasonKind]
    games: int
    on_paper: int
    rows: list[GroupSeasonRow]
    others: int
    records: list[GroupRecord]


class GroupDealRow(msgspec.Struct, kw_only=True):
    """The result of a member at a deal of the day. Equal results share a `place`."""

    place: int
    name: str
    points: int
    you: bool


class GroupDeal(msgspec.Struct, kw_only=True):
    """The results of the members at a game's deal of a day.

    `shown` is false while the caller could still play the deal: then only the number of `players` is known.
    """

    game: str
    shown: bool
    players: int
    rows: list[GroupDealRow]


class GroupDay(msgspec.Struct, kw_only=True):
    """The deals of a day (UTC, ISO format) among the members of a group."""

    day: str
    deals: list[GroupDeal]
