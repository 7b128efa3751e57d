"""Messages about the engines that browsers can load."""

import msgspec


class BrowserEngine(msgspec.Struct, kw_only=True):
    """The files of a game's engine, by their addresses relative to the page's, and their size in bytes.

    `coach` is an archive with the modules of the coach, the same for all games.
    """

    module: str
    image: str
    coach: str
    bytes: int
