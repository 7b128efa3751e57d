"""Reading a log without replaying its earlier games gives the same result as a complete replay."""

import random
from collections.abc import Callable

import pytest

from knobel.core import Chance, Decide
from knobel.presentation.log_reader import Unreadable, decoded, folded, logged_events_of, states
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.events import Event, Moved, encode
from knobel.tables.refusals import Refused
from knobel.tables.settings import Settings
from knobel.tables.state import TableState, fold

PEOPLE = ("ann", "ben", "cem", "dan")
GAMES = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")


def source(person: str) -> Source:
    return Source(7, person, person.title())


def something_else(state: TableState, rng: random.Random) -> Events:
    """Execute commands outside of the game, if they are allowed."""
    who, seat = source(rng.choice(PEOPLE)), rng.randrange(len(state.seats))
    wishes: list[Callable[[], Events]] = [
        lambda: commands.sit(state, who, None),
        lambda: commands.stand(state, who, {person: person.title() for person in PEOPLE}),
        lambda: commands.seat_bot(state, who, None, "random", ("random",)),
        lambda: commands.remove(state, who, seat),
        lambda: commands.rename(state, Source(7, rng.choice(PEOPLE), rng.choice(("Mia", "Tim")))),
        lambda: commands.go_away(state, Source(7), seat),
        lambda: commands.come_back(state, who),
    ]
    try:
        return rng.choice(wishes)()
    except Refused:
        return ()


def on(state: TableState, rng: random.Random) -> Events:
    """Execute the next roll or move of the game."""
    play = state.play
    assert play is not None
    if isinstance(play.turn, Chance):
        return commands.roll(state, Source(7), play.at, None)
    assert isinstance(play.turn, Decide)
    seat = rng.choice(play.turn.seats)
    return commands.move_for(state, Source(7), play.at, seat, rng.choice(play.game.legal(play.state, seat)))


def evening(rng: random.Random) -> list[Event]:
    """Return the log of a table with three games, the last one unfinished, while people enter and leave."""
    log: list[Event] = list(commands.open_table(source("ann"), Settings(game="knister", seats=4)))
    state = fold(log)

    def happen(news: Events) -> None:
        nonlocal state
        log.extend(news)
        state = fold(news, state)

    for most in (10_000, 10_000, rng.randrange(60)):
        happen(commands.set_up(state, source(state.host), Settings(game=rng.choice(GAMES), seats=rng.randint(2, 4))))
        while sum(not seat.empty for seat in state.seats) < 2:
            happen(something_else(state, rng))
        happen(commands.start(state, source(state.host)))
        for _ in range(most):
            if not state.playing:
                break
            happen(something_else(state, rng) if rng.random() < 0.1 else on(state, rng))
    return log


@pytest.mark.parametrize("seed", range(6))
def test_earlier_games_are_skipped(seed: int) -> None:
    rng = random.Random(seed)
    log = evening(rng)
    whole = list(folded(map(encode, log)))
    assert list(decoded(map(encode, log))) == log
    *_, latest = states(log)
    assert latest == whole[-1][0]
    for first in (0, rng.randrange(len(log)), len(log) - 1):
        told = [logged for logged in logged_events_of(log, first) if logged is not None]
        assert told == [logged for _, logged in whole[first:]]


def test_damage_in_the_latest_game_is_detected() -> None:
    log = evening(random.Random(1))
    moved = max(seq for seq, event in enumerate(log) if isinstance(event, Moved))
    wrong = [*log[:moved], log[moved], *log[moved:]]
    with pytest.raises(Unreadable, match=f"event {moved + 1}: Illegal"):
        list(states(wrong))
    with pytest.raises(Unreadable, match="event 1: ValidationError"):
        list(decoded([encode(log[0]), '{"kind":"nothing"}']))
    with pytest.raises(Unreadable, match="before the latest game: ValueError"):
        list(states(log[1:]))
