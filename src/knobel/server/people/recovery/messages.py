"""Messages about the recovery sheet of a person."""

import msgspec


class NewSheet(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request for a new recovery sheet; `language` is that of the page."""

    language: str = "en"


class SheetSecret(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The secret of a recovery sheet: its words as they were typed, or its link."""

    secret: str


class RecoverySheet(msgspec.Struct, kw_only=True):
    """A new recovery sheet, which is sent only once.

    `language` is that of the words. The secret of the link is in its fragment, which browsers do not send.
    """

    words: list[str]
    language: str
    path: str


class SheetState(msgspec.Struct, kw_only=True):
    """When the person's recovery sheet was made and last used (ms); None if there is none, or it was never used."""

    made: int | None
    used: int | None
