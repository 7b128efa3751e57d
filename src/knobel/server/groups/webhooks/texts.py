"""The texts of webhooks."""

from collections.abc import Sequence

from knobel.server.groups.webhooks.messages import News, NewsPerson
from knobel.server.groups.webhooks.plain_text import COMMON_LIMITS, Limits, plain, shortened
from knobel.server.notices.texts import text_of, titles_of
from knobel.texts import text as text_in

MAX_LINES = 20
"""Maximum number of lines of a message."""
MAX_PEOPLE = 10
"""Maximum number of people in a line."""


def text(title: str, news: Sequence[News], language: str, suffix: str = "", limits: Limits = COMMON_LIMITS) -> str:
    """Return a message about the news of a group: its title, and a line for each, the latest last.

    It fits into the `limits` with a `suffix`; the oldest news give way. Without news it is the message of a test.
    """
    lines = [_line(each, language) for each in news[-MAX_LINES:]] or [_said(language, "test")]
    while True:
        left_out = len(news) - len(lines)
        more = [_said(language, "more", n=left_out)] if left_out > 0 else []
        found = "\n".join([plain(title), *more, *lines])
        if len(lines) == 1 or limits.admit(found + suffix):
            return shortened(found, limits, suffix)
        del lines[0]


def _line(news: News, language: str) -> str:
    if news.kind == "season":
        head = _said(language, "season", n=news.season)
    elif news.kind == "begun":
        head = _said(language, "begun", game="".join(titles_of([news.game], language)))
    else:
        head, _ = text_of(news.kind, [news.game], language)
    said = [head] + ([plain(news.title)] if news.title else [])
    if news.people:
        named = [_person(person, _said(language, "somebody")) for person in news.people[:MAX_PEOPLE]]
        said.append(", ".join([*named, *(["…"] if len(news.people) > MAX_PEOPLE else [])]))
    return " – ".join(said)


def _said(language: str, key: str, **values: object) -> str:
    return text_in(language, "pages/webhook", f"server.{key}", **values)


def _person(person: NewsPerson, somebody: str) -> str:
    return f"{person.place}. {somebody if person.name is None else plain(person.name)} {person.points:.0f}"
