"""The texts of webhooks in three languages."""

from collections.abc import Sequence

from knobel.server.groups.webhooks.messages import News, NewsPerson
from knobel.server.groups.webhooks.plain_text import COMMON_LIMITS, Limits, plain, shortened
from knobel.server.notices.texts import text_of, titles_of

TEXTS = {
    "de": {
        "begun": "Los geht’s: {game}",
        "season": "Saison {n} ist zu Ende",
        "somebody": "jemand",
        "more": "… und noch {n} Neuigkeiten",
        "test": "Test: Hier kommen die Nachrichten der Gruppe an.",
    },
    "en": {
        "begun": "A game begins: {game}",
        "season": "Season {n} is over",
        "somebody": "somebody",
        "more": "… and {n} more",
        "test": "Test: the news of the group arrive here.",
    },
    "it": {
        "begun": "Si comincia: {game}",
        "season": "La stagione {n} è finita",
        "somebody": "qualcuno",
        "more": "… e altre {n} novità",
        "test": "Prova: qui arrivano le notizie del gruppo.",
    },
}
MAX_LINES = 20
"""Maximum number of lines of a message."""
MAX_PEOPLE = 10
"""Maximum number of people in a line."""


def text(title: str, news: Sequence[News], language: str, suffix: str = "", limits: Limits = COMMON_LIMITS) -> str:
    """Return a message about the news of a group: its title, and a line for each, the latest last.

    It fits into the `limits` with a `suffix`; the oldest news give way. Without news it is the message of a test.
    """
    texts = TEXTS[language]
    lines = [_line(each, language) for each in news[-MAX_LINES:]] or [texts["test"]]
    while True:
        left_out = len(news) - len(lines)
        more = [texts["more"].format(n=left_out)] if left_out > 0 else []
        found = "\n".join([plain(title), *more, *lines])
        if len(lines) == 1 or limits.admit(found + suffix):
            return shortened(found, limits, suffix)
        del lines[0]


def _line(news: News, language: str) -> str:
    texts = TEXTS[language]
    if news.kind == "season":
        head = texts["season"].format(n=news.season)
    elif news.kind == "begun":
        head = texts["begun"].format(game="".join(titles_of([news.game], language)))
    else:
        head, _ = text_of(news.kind, [news.game], language)
    said = [head] + ([plain(news.title)] if news.title else [])
    if news.people:
        named = [_person(person, texts["somebody"]) for person in news.people[:MAX_PEOPLE]]
        said.append(", ".join([*named, *(["…"] if len(news.people) > MAX_PEOPLE else [])]))
    return " – ".join(said)


def _person(person: NewsPerson, somebody: str) -> str:
    return f"{person.place}. {somebody if person.name is None else plain(person.name)} {person.points:.0f}"
