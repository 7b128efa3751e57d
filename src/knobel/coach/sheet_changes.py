"""What became of a seat's sheet in Kniffeliger: sheets that changed hands, and action dice that were never used."""

from collections.abc import Iterator
from typing import NamedTuple

from knobel.coach.templates import LANGUAGES, listed, whole_points
from knobel.coach.templates.texts import Texts
from knobel.core import Move, Undo
from knobel.games.kniffeliger import ACTION_DICE, SHIFTING_DICE, State
from knobel.notation import Record
from knobel.texts import Language


class Exchange(NamedTuple):
    """A sheet that came to a seat: the number of the event, the round, who had it, and the points before and after."""

    event: int
    round: int
    giver: int
    before: int
    after: int


def exchanges(record: Record, seat: int) -> Iterator[Exchange]:
    """Yield the sheets that came to a seat by shifts and swaps; none in other games."""
    if record.game.name != "kniffeliger" or any(isinstance(event, Undo) for event in record.events):
        return
    state: State = record.game.start(len(record.seats))
    for number, event in enumerate(record.events, 1):
        before, state = state, record.game.apply(state, event)
        if not isinstance(event, Move) or not event.action.startswith(SHIFTING_DICE):
            continue
        if event.action == "shift":
            giver = (seat - 1) % len(record.seats)
        else:
            pair = {event.seat, int(event.action.partition(".")[2])}
            if seat not in pair:
                continue
            giver = next(iter(pair - {seat}))
        yield Exchange(number, before.round, giver, before.sheets[seat].total, state.sheets[seat].total)


def new_sheet_sentence(record: Record, seat: int, event: int, since: int, words: Texts) -> str:
    """Return that a seat holds another sheet at an event than at an earlier one; empty if it does not."""
    found = [each for each in exchanges(record, seat) if since < each.event < event]
    if not found:
        return ""
    last = found[-1]
    return words.say("lesson.other_sheet", round=last.round, name=record.seats[last.giver])


def table_sentences(record: Record, seat: int, language: Language) -> Iterator[str]:
    """Yield the change of a seat's sheet in the last round, and the action dice that it never used."""
    words = LANGUAGES[language]
    found = list(exchanges(record, seat))
    if found and found[-1].round == record.game.info(record.game.start(len(record.seats)))["rounds"]:
        first = next(each for each in found if each.round == found[-1].round)
        yield words.say(
            "lesson.last_exchange",
            points=found[-1].after,
            other_points=whole_points(first.before, words),
        )
    if record.game.name != "kniffeliger":
        return
    end: State = record.game.start(len(record.seats))
    for event in record.events:
        end = record.game.apply(end, event)
    held = [now + later for now, later in zip(end.hands[seat], end.earned[seat], strict=True)]
    if told := [f"{count} {words.DICE[die]}" for die, count in zip(ACTION_DICE, held, strict=True) if count]:
        yield words.say("lesson.unused", dice=listed(told, words))
