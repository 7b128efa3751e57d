"""Link previews for messengers: title, description and picture as Open Graph elements (https://ogp.me)."""

import contextlib
from collections.abc import Mapping
from html import escape

from knobel.display_text import shown
from knobel.games import GAMES
from knobel.server.cups.access import CupAccess
from knobel.server.database.engine import StoreError
from knobel.server.http.page_files import PageFiles
from knobel.server.tables.live.room import Room
from knobel.tables.access import check_may_enter
from knobel.tables.refusals import Refused
from knobel.tables.state import TableState
from knobel.texts import text


async def preview(
    page: PageFiles, rooms: Mapping[str, Room], cups: CupAccess, visitor: str, address: str, path: str, language: str
) -> str:
    """Return the preview elements for the head of the document at `path`.

    It shows the title of the page. For pages of a table, a cup or a game it shows that one, but of tables and cups only
    what every visitor with the link sees, and of tables only those in memory.

    :param visitor: the network address of the visitor, for the limit on wrong codes of cups.
    :param address: the address of the server.
    """
    game, title = None, "Knobel"
    route, parameters = page.routes.find(path) or (None, {})
    if route is not None:
        name = route.titles[language]
        title = name if name.startswith(title) else f"{title}: {name}"
    match parameters:
        case {"game": name} if name in GAMES:
            game = name
            title = GAMES[game].title(language)
        case {"table": link} if (state := shared_table(rooms, link)) is not None:
            game = state.settings.game
            title = GAMES[game].title(language)
            host = state.seat_of(state.host)
            # A replay invites nobody.
            if host is not None and "number" not in parameters:
                title = text(language, "server", "preview.invitation", game=title, host=shown(state.seats[host].name))
        case {"cup": link}:
            with contextlib.suppress(Refused, StoreError):
                cup = await cups.find(link, None, visitor)
                game, title = cup.game, text(language, "server", "preview.cup", game=GAMES[cup.game].title(language))
                if cup.title:
                    title = f"{shown(cup.title)}: {title}"
    picture = f"previews/{game or 'knobel'}.jpg"
    if not page.has(picture):
        picture = "previews/knobel.jpg"
    properties = {
        "type": "website",
        "site_name": "Knobel",
        "title": title,
        "description": text(language, "server", "preview.about"),
        "url": address + path,
    }
    properties["image"] = f"{address}/{picture}"
    lines = [f'<meta property="og:{name}" content="{escape(text)}" />' for name, text in properties.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    return "".join(lines)


def shared_table(rooms: Mapping[str, Room], link: str) -> TableState | None:
    """Return the table of a link if the link alone admits its visitors."""
    code, _, key = link.partition("-")
    room = rooms.get(code)
    if room is None:
        return None
    with contextlib.suppress(Refused):
        check_may_enter(room.log.head, "", key, admitted_before=False, has_people=False)
        return room.log.head
    return None
