"""Messages about the notices that a device receives."""

from typing import Annotated

import msgspec

from knobel.server.notices.kinds import Kind
from knobel.texts import Language

MINUTES_A_DAY = 24 * 60

Minute = Annotated[int, msgspec.Meta(ge=0, lt=MINUTES_A_DAY)]
"""A time of the day, in minutes since midnight."""


class QuietHours(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The hours in which nothing is sent, from `start` to `end`, perhaps over midnight."""

    start: Minute
    end: Minute


class NoticeSettings(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The notices that a device receives, and their times.

    `zone` is the time zone of the quiet hours as the browser names it, such as `Europe/Berlin`, empty if it names none.
    `while_open`: also while the person has a page open.
    """

    kinds: list[Kind]
    quiet: QuietHours | None
    zone: Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[A-Za-z0-9_+/:.-]*$")]
    language: Language
    while_open: bool


class BrowserSubscription(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The subscription of a browser, as its `PushManager` makes it, with keys in Base64 (RFC 4648, for URLs)."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=128)]
    auth: Annotated[str, msgspec.Meta(max_length=32)]


class NewNotices(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The subscription of the caller's device, and its settings."""

    subscription: BrowserSubscription
    settings: NoticeSettings


class NoticeState(msgspec.Struct, kw_only=True):
    """The notices of the caller's device.

    `person` is the caller's id. `key` is the server's public key, with which a browser subscribes, empty if this server
    sends none. `settings` and `endpoint` are those of the device, null if it receives none. `zone` is the time zone by
    which its quiet hours count: UTC if this server does not know that of the settings. `kinds` are those that this
    server sends.
    """

    person: str
    key: str
    settings: NoticeSettings | None
    endpoint: str | None
    zone: str | None
    kinds: list[Kind]
