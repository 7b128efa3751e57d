"""Link previews for messengers: title, description and picture as Open Graph elements (https://ogp.me)."""

import contextlib
import re
from collections.abc import Mapping
from html import escape

from knobel.display_text import shown
from knobel.games import GAMES
from knobel.server.cups.access import CupAccess
from knobel.server.database.engine import StoreError
from knobel.server.http.page_files import Page
from knobel.server.tables.creation import CODE_LENGTH, CODE_LETTERS
from knobel.server.tables.room import Room
from knobel.tables.access import check_may_enter
from knobel.tables.refusals import Refused

WORDS = {
    "de": ("{game} – spiel mit {host}!", "Würfel, Zettel, Stift: fünf Würfelspiele im Browser, ohne Konto."),
    "en": ("{game}: play with {host}!", "Dice, paper, pencil: five dice games in the browser, without an account."),
    "it": ("{game}: gioca con {host}!", "Dadi, carta, matita: cinque giochi di dadi nel browser, senza account."),
}
DEALS = {"de": "Knobel: Partie des Tages", "en": "Knobel: deal of the day", "it": "Knobel: sfida del giorno"}
CUPS = {"de": "Cup in {game}", "en": "Cup of {game}", "it": "Coppa di {game}"}
DAYS = re.compile(r"/days?(/[\d-]+)?/?")
TABLE = re.compile(rf"/t/(?P<code>[{CODE_LETTERS}]{{{CODE_LENGTH}}})(?:-(?P<key>[\w-]*))?/?")
CUP = re.compile(r"/cup/(?P<link>[^/]+)(/.*)?")
RULES = re.compile(r"/rules/(?P<game>\w+)/?")


async def preview(
    page: Page, rooms: Mapping[str, Room], cups: CupAccess, visitor: str, address: str, path: str, language: str
) -> str:
    """Return the preview elements for the head of the document at `path`.

    The preview of a table or cup shows only what every visitor with the link sees. Tables that are not in memory get
    the general preview.

    :param visitor: the network address of the visitor, for the limit on wrong codes of cups.
    :param address: the address of the server.
    """
    invitation, about = WORDS[language]
    game, title = None, "Knobel"
    if (found := RULES.fullmatch(path)) and found["game"] in GAMES:
        game = found["game"]
        title = GAMES[game].titles[language]
    elif DAYS.fullmatch(path):
        title = DEALS[language]
    elif (found := TABLE.fullmatch(path)) and (room := rooms.get(found["code"])) is not None:
        state = room.log.head
        try:
            check_may_enter(state, "", found["key"] or "", admitted_before=False, has_people=False)
        except Refused:
            pass
        else:
            game = state.settings.game
            title = GAMES[game].titles[language]
            host = state.seat_of(state.host)
            if host is not None:
                title = invitation.format(game=title, host=shown(state.seats[host].name))
    elif found := CUP.fullmatch(path):
        with contextlib.suppress(Refused, StoreError):
            cup = await cups.find(found["link"], None, visitor)
            game, title = cup.game, CUPS[language].format(game=GAMES[cup.game].titles[language])
            if cup.title:
                title = f"{shown(cup.title)}: {title}"
    picture = f"previews/{game or 'knobel'}.jpg"
    if not page.has(picture):
        picture = "previews/knobel.jpg"
    properties = {"type": "website", "site_name": "Knobel", "title": title, "description": about, "url": address + path}
    properties["image"] = f"{address}/{picture}"
    lines = [f'<meta property="og:{name}" content="{escape(text)}" />' for name, text in properties.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    return "".join(lines)
