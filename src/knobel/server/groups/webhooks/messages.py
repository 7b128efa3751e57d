"""Messages about the webhook of a group, and the news that it receives as plain JSON."""

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from knobel.texts import Language

NewsKind: TypeAlias = Literal["begun", "over", "season", "cup"]
"""A game begins, a game is over, a season has ended, a cup has opened."""
NEWS_KINDS: tuple[NewsKind, ...] = get_args(NewsKind)


class NewWebhook(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The webhook of a group. `url` is null to keep the address. `format` is the name of one of the formats."""

    url: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    format: str
    language: Language
    kinds: list[NewsKind]


class WebhookSettings(msgspec.Struct, kw_only=True):
    """A webhook as the host of the group sees it: of the address only the `host`, because the rest is a secret.

    `stopped`: nothing is sent any more, because the address failed too often; it is the last HTTP status, 0 without an
    answer, and null while news are sent. `failures` is the number of failures since the last success.
    """

    host: str
    format: str
    language: str
    kinds: list[NewsKind]
    stopped: int | None
    failures: int


class WebhookFormat(msgspec.Struct, kw_only=True):
    """A kind of service that takes news, and its name on the page."""

    name: str
    label: str


class WebhookState(msgspec.Struct, kw_only=True):
    """The webhook of a group, null if it has none.

    `permitted` are the hosts to which this server sends news; if there are none, webhooks are off. `kinds` are the
    kinds of news, `formats` the forms of messages.
    """

    permitted: list[str]
    kinds: list[NewsKind]
    formats: list[WebhookFormat]
    webhook: WebhookSettings | None


class WebhookAnswer(msgspec.Struct, kw_only=True):
    """The answer of a webhook to a test: its HTTP status, 0 if it did not answer."""

    delivered: bool
    status: int


class NewsPerson(msgspec.Struct, kw_only=True):
    """A result. `name` is null if the person is no member of the group (any more)."""

    place: int
    name: str | None
    points: float


class News(msgspec.Struct, kw_only=True):
    """Something that happened in a group. `time` is in ms.

    `game` is empty and `season` its number for a season that has ended, whose first three are the `people`; otherwise
    `season` is null. `title` is that of a cup.
    """

    kind: NewsKind
    time: int
    game: str
    title: str
    season: int | None
    people: list[NewsPerson]


class GroupNews(msgspec.Struct, kw_only=True):
    """A message of a webhook as plain JSON. A larger `id` is later. `text` says the same for people."""

    id: int
    group: str
    text: str
    news: list[News]
    url: str
