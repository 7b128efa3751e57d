"""What became of a seat's sheet in Kniffeliger: sheets that changed hands, stolen rows, and unused action dice."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from knobel.coach.wording import LANGUAGES, listed, whole_points, with_articles
from knobel.coach.wording.texts import Texts
from knobel.core import Event, Game, Move, Undo
from knobel.games.combinations import field_name
from knobel.games.kniffeliger import ACTION_DICE, SHIFTING_DICE, State
from knobel.notation import Record
from knobel.texts import Language


class Exchange(NamedTuple):
    """A sheet that came to a seat: the event, the round, the seat that had it, and the points before and after.

    `die` and `mover`: the action die that did it, and the seat that played it.
    """

    event: int
    round: int
    giver: int
    before: int
    after: int
    die: str
    mover: int


class Attack(NamedTuple):
    """A row that a seat stole, crossed out or froze: the round, the action die, both seats, the row and its points."""

    round: int
    die: str
    seat: int
    victim: int
    row: str
    points: int


def shown_seats(game: Game[Any], seat: int, actions: Iterable[str]) -> tuple[int, ...]:
    """Return the seats whose sheets matter for a decision: the own one, and those from which an action takes something.

    :param actions: the actions to compare.
    """
    if game.name != "kniffeliger":
        return (seat,)
    named = (action.split(".") for action in actions)
    others = {int(parts[1]) for parts in named if parts[0] in ACTION_DICE and len(parts) > 1}
    return (seat, *sorted(others - {seat}))


def moves_of(record: Record) -> Iterator[tuple[int, Move, State, State]]:
    """Yield the moves of a game of Kniffeliger with the positions before and after; none in other games."""
    if record.game.name != "kniffeliger" or any(isinstance(event, Undo) for event in record.events):
        return
    positions = pairwise(positions_of(record.game, len(record.seats), tuple(record.events)))
    for number, (event, (before, state)) in enumerate(zip(record.events, positions, strict=True), 1):
        if isinstance(event, Move):
            yield number, event, before, state


@lru_cache(maxsize=1)
def positions_of(game: Game[Any], seats: int, events: tuple[Event, ...]) -> tuple[State, ...]:
    """Return all positions of a game. Each seat has sentences in each language."""
    return tuple(accumulate(events, game.apply, initial=game.start(seats)))


def exchanges(record: Record, seat: int) -> Iterator[Exchange]:
    """Yield the sheets that came to a seat by shifts and swaps."""
    for number, event, before, state in moves_of(record):
        if not event.action.startswith(SHIFTING_DICE):
            continue
        die, _, other = event.action.partition(".")
        if die == "shift":
            giver = (seat - 1) % len(record.seats)
        else:
            pair = {event.seat, int(other)}
            if seat not in pair:
                continue
            giver = next(iter(pair - {seat}))
        totals = before.sheets[seat].total, state.sheets[seat].total
        yield Exchange(number, before.round, giver, *totals, die, event.seat)


def attacks(record: Record) -> Iterator[Attack]:
    """Yield the rows that were stolen, crossed out or frozen."""
    for _, event, before, _ in moves_of(record):
        die, _, where = event.action.partition(".")
        victim, _, row = where.partition(".")
        if die in ACTION_DICE and row:
            points = before.sheets[int(victim)].at(row) or 0
            yield Attack(before.round, die, event.seat, int(victim), row, points)


def new_sheet_sentence(record: Record, seat: int, event: int, since: int, words: Texts) -> str:
    """Return that a seat holds another sheet at an event than at an earlier one; empty if it does not."""
    found = [each for each in exchanges(record, seat) if since < each.event < event]
    if not found:
        return ""
    last = found[-1]
    return words.say("lesson.other_sheet", round=last.round, name=record.seats[last.giver])


def table_sentences(record: Record, seat: int, language: Language) -> Iterator[str]:
    """Yield the exchanges of a seat's sheet, attacks on it, the rows that it stole, and its unused action dice."""
    if record.game.name != "kniffeliger":
        return
    words = LANGUAGES[language]
    told = [(each.round, exchange_sentence(record, seat, each, words)) for each in exchanges(record, seat)]
    told += [
        (each.round, attack_sentence(record, seat, each, words))
        for each in attacks(record)
        if seat == each.victim or (seat == each.seat and each.die == "steal")
    ]
    yield from (sentence for _, sentence in sorted(told, key=lambda each: each[0]))
    end = positions_of(record.game, len(record.seats), tuple(record.events))[-1]
    # Those that were earned in the last round could not be played any more.
    held = zip(ACTION_DICE, end.hands[seat], strict=True)
    if unused := [f"{count} {words.DICE[die]}" for die, count in held if count]:
        yield words.say("lesson.unused", dice=listed(unused, words))


def exchange_sentence(record: Record, seat: int, each: Exchange, words: Texts) -> str:
    """Return who exchanged the sheets, and the points before and after."""
    name = record.seats[each.giver if each.mover == seat or each.die == "swap" else each.mover]
    return words.say(
        f"lesson.{'own' if each.mover == seat else 'their'}_{each.die}",
        round=each.round,
        name=name,
        points=whole_points(each.after, words),
        other_points=each.before,
    )


def attack_sentence(record: Record, seat: int, each: Attack, words: Texts) -> str:
    """Return who stole, crossed out or froze which row of whom."""
    own = each.seat == seat
    told = words.say(
        "lesson.their_attack" if each.die != "steal" else "lesson.own_steal" if own else "lesson.their_steal",
        die=words.DICE[each.die],
        round=each.round,
        name=record.seats[each.victim if own else each.seat],
        field=field_name(each.row, words.FIELDS, record.game.titles["en"]),
        points=whole_points(each.points, words),
    )
    return with_articles(told, words)
