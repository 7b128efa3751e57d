"""The owner's answers to shipped exercises on the device: a log to which answers are only added."""

from collections.abc import Generator, Iterable
from typing import TypeAlias

import msgspec

from knobel.offline.messages import Answer, Need, Shelf, StoredAnswer
from knobel.offline.tables import Tables

Answers: TypeAlias = dict[tuple[str, str, int], StoredAnswer]
"""Answers by their game, the exercise's key and the time."""
_shelf = msgspec.json.Decoder(Shelf)


def stored_answers(tables: Tables) -> Generator[Answer, str, Answers]:
    """Return all answers: the stored answers of the browser, and the answers since the page was opened."""
    stored = yield Answer(need=Need(kind="shelf"))
    found = _shelf.decode(stored).answers if stored else []
    return {_id(each): each for each in (*found, *tables.answers)}


def store_answers(tables: Tables, known: Answers, given: Iterable[StoredAnswer]) -> None:
    """Store answers that are not known yet, and add them to the known ones."""
    for each in given:
        if _id(each) not in known:
            known[_id(each)] = each
            tables.store(each)


def _id(answer: StoredAnswer) -> tuple[str, str, int]:
    return answer.game, answer.key, answer.time
