"""A table stays consistent under random commands in random order."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knobel.core import Chance, Decide, Over, replay
from knobel.tables import commands, correction_commands, moderation
from knobel.tables.commands import Events, Source
from knobel.tables.correction_commands import Change
from knobel.tables.corrections import applied
from knobel.tables.due_actions import Timing, due_actions
from knobel.tables.events import Event, Started, decode, encode, rules_event
from knobel.tables.refusals import REASONS, Refused
from knobel.tables.settings import Settings
from knobel.tables.state import TableState, advance, before_the_latest_game, fold, steps

PEOPLE = ("ann", "ben", "cid", "dot")
LEVELS = ("random", "lookahead")
GAMES = (("knister", 3), ("knaster", 2), ("knapp_daneben", 3), ("knoeffel", 2), ("kniffeliger", 3))

person = st.sampled_from(PEOPLE)
seat = st.integers(-1, 4)
setups = st.builds(
    lambda game, dice, undo, coach, rolls: Settings(
        game=game[0], seats=game[1], dice=dice, undo=undo, coach=coach, rolls="host" if dice == "real" else rolls
    ),
    st.sampled_from(GAMES),
    st.sampled_from(["server", "server", "real"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["seats", "seats", "host", "clock"]),
)


def legal_move(state: TableState, source: Source, number: int) -> Events:
    """Return a legal move or roll of a seat to move, independent of the sender."""
    play = state.play
    if play is None or play.over:
        return commands.start(state, source)
    if isinstance(play.turn, Chance):
        dice = [number % 6 + 1] * play.turn.dice if state.settings.dice == "real" else None
        return commands.roll(state, Source(source.time), play.at, dice)
    assert isinstance(play.turn, Decide)
    mover = play.turn.seats[number % len(play.turn.seats)]
    actions = play.game.legal(play.state, mover)
    action = actions[number % len(actions)]
    who = play.persons[mover]
    if who is None:
        return commands.move_for(state, Source(source.time), play.at, mover, action)
    return commands.move(state, Source(source.time, who, who.title(), source.id), play.at, action)


def at_of(state: TableState, late: int) -> int:
    return (state.play.at if state.play else 0) - late


Command = Callable[[TableState, Source], Events]
present = st.dictionaries(person, st.just("Name"))


def command(build: Any, *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Command]:
    return st.tuples(*parts).map(lambda values: lambda state, source: build(state, source, *values))


some_command: st.SearchStrategy[Command] = st.one_of(
    command(legal_move, st.integers(0, 1000)),
    command(legal_move, st.integers(0, 1000)),
    command(legal_move, st.integers(0, 1000)),
    command(commands.sit, st.none() | seat),
    command(commands.stand, present),
    command(lambda s, w, i, level: commands.seat_bot(s, w, i, level, LEVELS),
            st.none() | seat, st.sampled_from(LEVELS)),
    command(commands.remove, seat),
    command(commands.set_up, setups),
    command(commands.start),
    command(lambda s, w, late, dice: commands.roll(s, w, at_of(s, late), dice),
            st.integers(0, 1), st.none() | st.lists(st.integers(-1, 9), max_size=6)),
    command(lambda s, w, late, action: commands.move(s, w, at_of(s, late), action),
            st.integers(0, 1), st.sampled_from(["c3", "a1", "k", "k11", "ch.1", "fh", "c3g", "end", "row1:a1", "ü"])),
    command(lambda s, w, late: commands.take_back(s, w, at_of(s, late)), st.integers(0, 1)),
    command(lambda s, w, *changes: correction_commands.correct(s, w, s.games_played, changes),
            st.builds(Change, number=st.integers(0, 4), dice=st.lists(st.integers(1, 6), max_size=5).map(tuple)),
            st.builds(Change, number=st.integers(0, 4), seat=seat,
                      action=st.sampled_from(["c3", "a1", "b2", "k", "k11", "ch.1", "end"]))),
    command(lambda s, w, late: commands.ask_coach(s, w, at_of(s, late)), st.integers(0, 1)),
    command(lambda s, w, i: commands.go_away(s, w, i % len(s.seats)), seat),
    command(commands.come_back),
    command(commands.rename),
    command(moderation.expel, person, present),
    command(lambda s, w, p, here, muted: moderation.mute(s, w, p, here, muted=muted), person, present, st.booleans()),
    command(lambda s, w, locked: moderation.lock(s, w, locked=locked), st.booleans()),
    command(lambda s, w, hidden: moderation.hide_chat(s, w, hidden=hidden), st.booleans()),
    command(moderation.renew_link),
    command(lambda s, w: moderation.close(s, Source(w.time))),
    command(commands.pass_host, present),
)  # fmt: skip


def check(state: TableState, log: list[Event]) -> None:
    assert state.seq == len(log) - 1
    people = [taken.person for taken in state.seats if taken.person is not None]
    assert len(set(people)) == len(people), "nobody sits twice"
    play = state.play
    if play is None:
        return
    count = play.game.seats(play.state)
    assert len(play.persons) == len(play.names) == count
    if state.playing:
        assert len(state.seats) == count
        assert tuple(taken.person for taken in state.seats) == play.persons
        assert all(not taken.empty for taken in state.seats), "every seat of a running game is played by somebody"
    events = [game for event in applied(log[play.first :], play.first) if (game := rules_event(event)) is not None]
    assert replay(play.game, count, events) == play.state
    assert play.over == isinstance(play.turn, Over)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    setups,
    st.lists(st.tuples(some_command, person, st.integers(0, 5_000)), max_size=80),
)
def test_random_commands(setup: Settings, wishes: list[tuple[Command, str, int]]) -> None:
    now = 1_000
    log: list[Event] = list(commands.open_table(Source(now, "ann", "Ann"), setup))
    state = fold(log)
    reasons: set[str] = set()
    for wish, who, later in wishes:
        now += later
        before = state
        try:
            events = wish(state, Source(now, who, who.title(), f"id{now}"))
        except Refused as refusal:
            reasons.add(refusal.reason)
            assert state == before
            continue
        for _, event, after in steps(state, events):
            state = advance(state, event)
            assert after == state, "the states of decided events are those of the fold"
        log.extend(events)
        check(state, log)
        for item in due_actions(state, {"ben": 0}, Timing(), lambda _: 0):
            assert item.act == "host" or not state.seats[item.seat].empty
    assert fold(decode(encode(event)) for event in log) == state
    begun = before_the_latest_game(log)
    if begun is not None:
        assert fold(log[begun.seq + 1 :], begun) == state
    assert reasons <= set(REASONS)
    started = sum(isinstance(event, Started) for event in log)
    assert state.games_played == started
