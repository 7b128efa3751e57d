"""The parts of answers to requests: their steps, and the tables of the device."""

from collections.abc import Callable, Collection, Generator, Mapping
from typing import NamedTuple, TypeAlias

from knobel.offline.messages import Answer, StoredAnswer, StoredReview, StoredSkill, StoredTry
from knobel.offline.table import OfflineTable
from knobel.tables.commands import Events

Steps: TypeAlias = Generator[Answer, str, None]
"""An answer in steps, which receives the resources that it needs."""
Text: TypeAlias = Generator[Answer, str, str]
"""Steps that return the rest of the answer's text."""


class Tables(NamedTuple):
    """Operations of requests on the tables of the device, and on the data stored beside them.

    `find` returns a table by its code, or raises `Refused`. `create` adds an empty table, `add` one with events, in
    place of an older state, `append` appends events to one, and `all` returns those in memory. `store` lets the browser
    store a review, a skill, a try or an answer to an exercise. For browsers that store nothing, `tries` are the first
    tries at deals of the day since the page was opened, by the id of the deal, and `answers` those to exercises.
    """

    find: Callable[[str], Generator[Answer, str, OfflineTable]]
    create: Callable[[], OfflineTable]
    add: Callable[[OfflineTable], None]
    append: Callable[[OfflineTable, Events], None]
    all: Callable[[], Mapping[str, OfflineTable]]
    store: Callable[[StoredReview | StoredSkill | StoredTry | StoredAnswer], None]
    tries: Mapping[str, StoredTry]
    answers: Collection[StoredAnswer]
