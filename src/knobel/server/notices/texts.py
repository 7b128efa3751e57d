"""The texts of notices in three languages. They name games and numbers only, because a locked screen shows them."""

from knobel.games import GAMES
from knobel.server.notices.kinds import Kind

ONE = {
    "de": {
        "turn": "Du bist dran: {game}",
        "over": "Vorbei: {game}",
        "reaction": "Jemand hat reagiert: {game}",
        "cup": "Ein Cup hat begonnen: {game}",
        "day": "Die Spiele von heute sind da",
    },
    "en": {
        "turn": "Your turn: {game}",
        "over": "Game over: {game}",
        "reaction": "Somebody reacted: {game}",
        "cup": "A cup has opened: {game}",
        "day": "Today’s games are here",
    },
    "it": {
        "turn": "Tocca a te: {game}",
        "over": "Partita finita: {game}",
        "reaction": "Qualcuno ha reagito: {game}",
        "cup": "È iniziata una coppa: {game}",
        "day": "Ci sono i giochi di oggi",
    },
}
MANY = {
    "de": {
        "turn": "Du bist in {n} Partien dran",
        "over": "{n} Partien sind vorbei",
        "reaction": "Reaktionen in {n} Partien",
        "cup": "{n} Cups haben begonnen",
    },
    "en": {
        "turn": "Your turn in {n} games",
        "over": "{n} games are over",
        "reaction": "Reactions in {n} games",
        "cup": "{n} cups have opened",
    },
    "it": {
        "turn": "Tocca a te in {n} partite",
        "over": "{n} partite sono finite",
        "reaction": "Reazioni in {n} partite",
        "cup": "Sono iniziate {n} coppe",
    },
}


def titles_of(games: list[str], language: str) -> list[str]:
    """Return the titles of games in a language, each once, in order."""
    return list(dict.fromkeys(GAMES[game].titles[language] for game in games if game in GAMES))


def text_of(kind: Kind, games: list[str], language: str) -> tuple[str, str]:
    """Return the title and the text of a notice about games."""
    titles = titles_of(games, language)
    if len(games) == 1 or kind == "day":
        return ONE[language][kind].format(game=titles[0] if titles else "Knobel"), ""
    return MANY[language][kind].format(n=len(games)), ", ".join(titles)
