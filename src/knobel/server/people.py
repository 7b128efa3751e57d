"""Who people are: sessions by secret cookie, display names, links that make another device one's own."""

import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass

from knobel.server.clock import now_ms
from knobel.server.store import Store
from knobel.tables.commands import Source
from knobel.tables.names import clean, folded, free_variant, proposed
from knobel.tables.reasons import Refused, TableReason

REMEMBERED = 20_000
"""People kept in memory."""
TRANSFER_SECONDS = 600
OPEN_TRANSFERS = 10_000


def hash_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(slots=True, eq=False)
class Known:
    """A person; `sockets` is how many connections they have."""

    id: str
    name: str
    sockets: int = 0

    def source(self, command_id: str | None = None) -> Source:
        """Where an event comes from that this person wants now, by the command of that id."""
        return Source(now_ms(), self.id, self.name, command_id)


@dataclass(slots=True, frozen=True)
class _Transfer:
    person: str
    expires: int


class People:
    """Everybody who was here lately, backed by the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_hash: OrderedDict[str, Known] = OrderedDict()
        self._by_id: dict[str, Known] = {}
        self._here: dict[str, Known] = {}
        self._transfers: dict[str, _Transfer] = {}

    # --- sessions ---------------------------------------------------------------------------------------------------

    async def find(self, secret: str | None) -> Known | None:
        """Who holds this secret."""
        if not secret or len(secret) > 100:
            return None
        hashed = hash_of(secret)
        known = self._by_hash.get(hashed)
        if known is not None:
            self._by_hash.move_to_end(hashed)
            return known
        found = await self._store.find_person(hashed)
        if found is None:
            return None
        known = self._by_id.get(found[0]) or Known(*found)
        self._remember(hashed, known)
        return known

    async def create(self, name: str | None, language: str) -> tuple[Known, str]:
        """Somebody new, called by that name or a free variant of it, and their secret.

        :raises Refused: `bad_name`.
        """
        taken = self._taken()
        name = proposed(language, taken) if name is None else free_variant(clean(name), taken)
        known, secret = Known(secrets.token_hex(8), name), secrets.token_urlsafe(32)
        await self._store.add_person(known.id, known.name, hash_of(secret), now_ms())
        self._remember(hash_of(secret), known)
        return known, secret

    async def rename(self, known: Known, name: str) -> None:
        """Call a person something else.

        :raises Refused: `bad_name`; `name_taken`, with a free variant.
        """
        name = clean(name)
        taken = self._taken(known)
        if folded(name) in taken:
            raise Refused(TableReason.NAME_TAKEN, "somebody here has that name", free_variant(name, taken))
        known.name = name
        await self._store.rename(known.id, name, now_ms())

    def _remember(self, hashed: str, known: Known) -> None:
        self._by_hash[hashed] = known
        self._by_id[known.id] = known
        if len(self._by_hash) > REMEMBERED:
            for old, person in list(self._by_hash.items())[: REMEMBERED // 10]:
                if not person.sockets:
                    del self._by_hash[old]
                    self._by_id.pop(person.id, None)

    def _taken(self, besides: Known | None = None) -> set[str]:
        return {folded(known.name) for known in self._here.values() if known is not besides}

    # --- presence ---------------------------------------------------------------------------------------------------

    def arrive(self, known: Known) -> bool:
        """Count a connection; whether the person was not here before. A name that is taken meanwhile gets a number."""
        known.sockets += 1
        if known.sockets > 1:
            return False
        known.name = free_variant(known.name, self._taken(known))
        self._here[known.id] = known
        return True

    def leave(self, known: Known) -> bool:
        """Count a lost connection; whether it was the person's last."""
        known.sockets -= 1
        if known.sockets:
            return False
        self._here.pop(known.id, None)
        return True

    def here(self) -> list[Known]:
        """Everybody with a connection."""
        return list(self._here.values())

    def find_here(self, person: str) -> Known | None:
        """The person of that id, if they are here."""
        return self._here.get(person)

    # --- another device ---------------------------------------------------------------------------------------------

    def offer_transfer(self, known: Known) -> tuple[str, int]:
        """A token, good once, by which another device becomes this person; and when it expires (ms)."""
        now = now_ms()
        self._transfers = {
            token: offer for token, offer in self._transfers.items() if offer.expires > now and offer.person != known.id
        }
        if len(self._transfers) >= OPEN_TRANSFERS:
            raise Refused(TableReason.RATE_LIMITED, "too many open transfers")
        token = secrets.token_urlsafe(16)
        self._transfers[token] = _Transfer(known.id, now + 1000 * TRANSFER_SECONDS)
        self._by_id[known.id] = known
        return token, self._transfers[token].expires

    async def redeem_transfer(self, token: str) -> tuple[Known, str]:
        """The person, and a new secret for the device that brings the token.

        :raises Refused: `no_transfer`.
        """
        offer = self._transfers.pop(token, None)
        if offer is None or offer.expires <= now_ms() or offer.person not in self._by_id:
            raise Refused(TableReason.NO_TRANSFER, "this link was used already, or has expired")
        known, secret = self._by_id[offer.person], secrets.token_urlsafe(32)
        await self._store.add_secret(known.id, hash_of(secret))
        self._remember(hash_of(secret), known)
        return known, secret
