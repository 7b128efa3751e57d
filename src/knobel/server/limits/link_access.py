"""Access to cups and groups by link or code, and limits on guessing codes."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Generic, Protocol, TypeVar

from knobel.server.limits.code_guesses import CodeGuesses
from knobel.tables.refusals import Refused, TableReason


class Linked(Protocol):
    """A thing with a link. `by_code`: the code alone admits people."""

    @property
    def key(self) -> str:
        """The end of the link, which cannot be guessed."""

    @property
    def by_code(self) -> bool:
        """True if the code alone admits people."""


T = TypeVar("T", bound=Linked)


class LinkAccess(ABC, Generic[T]):
    """Finds things by `CODE-key`, the end of their link, or by the code alone.

    After too many wrong codes of a household, a code alone is refused even if it is right. The code of a deleted thing
    is never wrong: the pages of a class ask for it until they know.
    """

    def __init__(
        self,
        kind: str,
        unknown: TableReason,
        is_code: Callable[[str], bool],
        read: Callable[[str], Awaitable[T | None]],
    ) -> None:
        """`kind` is a word for the things, `unknown` the reason of the refusal if there is no such thing.

        `is_code` tells whether a text has the form of a code. `read` returns the thing with a code, None if there is
        none.
        """
        self._kind, self._unknown, self._is_code, self._read = kind, unknown, is_code, read
        self._guesses = CodeGuesses()

    async def was_deleted(self, _code: str) -> bool:
        """True if there was a thing with a code that does not exist any more, and something of it is stored."""
        return False

    @abstractmethod
    async def belongs_to(self, thing: T, person: str) -> bool:
        """True if a person belongs to it, and needs only the code."""

    def check_stranger(self, thing: T) -> None:
        """Check that a person with its link may see it.

        :raises Refused: if only people who belong to it may.
        """

    async def find(self, link: str, person: str | None, address: str) -> T:
        """Return the thing with a link or code, if the person may see it.

        :param person: the person's id, if there is one.
        :param address: the network address of the request.
        :raises Refused: the reason of the constructor, `rate_limited`, or that of `check_stranger`.
        """
        code, _, key = link.partition("-")
        thing = await self._read(code) if self._is_code(code) else None
        if thing is not None:
            has_link = secrets.compare_digest(key.encode(), thing.key.encode())
            if person is not None and not has_link and await self.belongs_to(thing, person):
                return thing
            if has_link:
                return await self._checked(thing, person)
        elif self._is_code(code) and await self.was_deleted(code):
            raise Refused(self._unknown, f"this {self._kind} was deleted")
        if self._guesses.are_too_many(address):
            raise Refused(TableReason.RATE_LIMITED, "too many wrong codes")
        if thing is not None and thing.by_code and not key:
            return await self._checked(thing, person)
        self._guesses.count(address)
        raise Refused(self._unknown, f"there is no {self._kind} {code[:10]}")

    async def _checked(self, thing: T, person: str | None) -> T:
        try:
            self.check_stranger(thing)
        except Refused:
            if person is None or not await self.belongs_to(thing, person):
                raise
        return thing
