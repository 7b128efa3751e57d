"""The texts of notices. They name games and numbers only, because a locked screen shows them."""

from knobel.games import GAMES
from knobel.server.notices.kinds import Kind
from knobel.texts import text


def titles_of(games: list[str], language: str) -> list[str]:
    """Return the titles of games in a language, each once, in order."""
    return list(dict.fromkeys(GAMES[game].title(language) for game in games if game in GAMES))


def text_of(kind: Kind, games: list[str], language: str) -> tuple[str, str]:
    """Return the title and the text of a notice about games."""
    titles = titles_of(games, language)
    title = text(language, "pages/notices", f"server.{kind}", n=len(games), game=titles[0] if titles else "Knobel")
    return title, "" if len(games) == 1 or kind == "day" else ", ".join(titles)
