"""Commands about the dice of a game on a seed: contributions of players' browsers, and a new seed for a lost one."""

from knobel.seeded_dice import CONTRIBUTION_BYTES, HASH_BYTES, is_hexadecimal
from knobel.seeded_dice import commitment as commitment_of
from knobel.tables.commands import Events, Source, own_seat, require_no_game, require_room
from knobel.tables.events import Committed, Contributed, LeftOut, SeedReplaced
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import TableState


def commit(state: TableState, source: Source, commitment: str) -> Events:
    """Promise random bytes for the dice of the next game, by their hash; no events if they are promised already."""
    own_seat(state, source)
    require_no_game(state)
    require_room(state)
    assert source.person is not None
    if not is_hexadecimal(commitment, HASH_BYTES):
        raise Refused(TableReason.BAD_DICE, "a commitment is a SHA-256 hash of 64 hexadecimal digits in lower case")
    if state.commitments.get(source.person) == commitment:
        return ()
    return (Committed(person=source.person, commitment=commitment, **source.mark),)


def contribute(state: TableState, source: Source, value: str) -> Events:
    """Send the random bytes that were promised for the dice of the running game."""
    play = state.play
    seat = None if source.person is None else state.game_seat_of(source.person)
    if play is None or play.dice is None or seat not in play.dice.awaited:
        raise Refused(TableReason.BAD_DICE, "no random bytes are awaited from this player")
    if not is_hexadecimal(value, CONTRIBUTION_BYTES) or commitment_of(value) != play.dice.promised[seat]:
        raise Refused(TableReason.BAD_DICE, "these are not the 16 bytes, in hexadecimal, that were promised")
    return (Contributed(seat=seat, value=value, **source.mark),)


def fix_dice(state: TableState, source: Source) -> Events:
    """Fix the dice without the players whose bytes are still awaited."""
    awaited = () if state.play is None or state.play.dice is None else state.play.dice.awaited
    return (LeftOut(seats=awaited, **source.mark),) if awaited else ()


def replace_seed(state: TableState, source: Source, lost: str, seed: str) -> Events:
    """Continue the running game on another seed, because the one with the hash `lost` is not available."""
    play = state.play
    if play is None or play.over or play.dice is None or play.dice.seed_hash != lost:
        return ()
    return (SeedReplaced(commitment=commitment_of(seed), **source.mark),)
