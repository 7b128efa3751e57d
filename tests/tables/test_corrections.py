"""Corrections of earlier rolls and moves, where real dice lie on the table."""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knobel.bots.table_client import TableView
from knobel.core import Chance, Decide, Event, Move, Roll
from knobel.core import replay as position_after
from knobel.offline.requests import replay
from knobel.presentation.json import encode
from knobel.presentation.log_reader import folded, logged_events_of
from knobel.presentation.projections import Receiver, Snapshot, log_messages, position_message, table_message
from knobel.presentation.records import record_lines
from knobel.server.operator.export import games_of
from knobel.tables import commands
from knobel.tables.correction_commands import MAX_CORRECTIONS, correct
from knobel.tables.corrections import applied
from knobel.tables.events import Moved, Rolled, decode, rules_event
from knobel.tables.events import encode as encode_event
from knobel.tables.game_records import past_game, record
from knobel.tables.refusals import Refused
from knobel.tables.state import advance
from tests.tables.test_commands import Desk

GAMES = (("knister", 2), ("knaster", 2), ("knapp_daneben", 2), ("knoeffel", 2), ("kniffeliger", 2))


class RealDice(Desk):
    """A table of Ann, the host, and Ben, at which real dice lie."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"seats": 2, "dice": "real"} | options)
        self.playing("ben")

    def correct(self, person: str, number: int, **right: Any) -> None:
        self.add(correct(self.state, self.by(person), 1, number, **right))

    def refusal(self, person: str, number: int, game: int = 1, **right: Any) -> Refused:
        before = self.state
        with pytest.raises(Refused) as refusal:
            correct(before, self.by(person), game, number, **right)
        assert self.state == before
        return refusal.value

    def roll(self, *faces: int) -> None:
        play = self.state.play
        assert play is not None
        assert isinstance(play.turn, Chance)
        self.do(commands.roll, ("ann", "ben")[play.turn.seat], self.at, list(faces))

    def place(self, person: str, action: str) -> None:
        self.do(commands.move, person, self.at, action)

    @property
    def position(self) -> Any:
        play = self.state.play
        assert play is not None
        return play.state

    @property
    def events(self) -> list[Event]:
        """The events of the rules, as last corrected."""
        past = past_game(self.log, None)
        assert past is not None
        return [event for happened in past.events if (event := rules_event(happened)) is not None]

    def log_of(self, person: str) -> Any:
        """Return the log entries that a person sees."""
        snapshot = Snapshot("", self.state)
        logged_events = [logged for _, logged in folded(map(encode_event, self.log))]
        return decoded(log_messages(snapshot, logged_events, Receiver(person))[0])


def knister() -> RealDice:
    desk = RealDice()
    desk.roll(1, 2)
    desk.place("ann", "a1")
    desk.place("ben", "b2")
    desk.roll(3, 4)
    return desk


def test_a_roll_and_an_entry_are_corrected_and_the_log_keeps_both() -> None:
    desk = knister()
    desk.correct("ann", 1, dice=[6, 5])
    desk.correct("ben", 1, seat=1, action="c3")
    assert desk.events == [Roll((6, 5)), Move(0, "a1"), Move(1, "c3"), Roll((3, 4))]
    assert desk.position.sheets[0] == desk.position.before[0]
    assert [event.dice for event in desk.log if isinstance(event, Rolled)] == [(1, 2), (3, 4)]
    assert [event.action for event in desk.log if isinstance(event, Moved)] == ["a1", "b2"]
    past = past_game(desk.log, None)
    assert past is not None
    lines = [line for line in record(past, ()) if '"move"' in line or '"roll"' in line]
    assert [line.split(', "time"')[0] for line in lines] == [
        '{"roll": [6, 5]', '{"seat": 0, "move": "a1"', '{"seat": 1, "move": "c3"', '{"roll": [3, 4]',
    ]  # fmt: skip


def test_the_replay_and_the_export_show_the_corrected_game() -> None:
    desk = knister()
    desk.correct("ann", 1, dice=[6, 5])
    desk.correct("ben", 1, seat=1, action="c3")
    past = past_game(desk.log, None)
    assert past is not None
    lines = replay(desk.log, past).splitlines()
    entries = [msgspec.json.decode(line)["entry"] for line in lines[2:]]
    shown = [entry["dice"] or (entry["seat"], entry["action"], entry["writes"]) for entry in entries]
    assert shown == [[6, 5], (0, "a1", 11), (1, "c3", 11), [3, 4]]
    (exported,) = games_of("ABCDEF", map(encode_event, desk.log))
    assert list(exported.record()) == list(record(past, exported.bots))


def test_applied_twice_is_applied_once() -> None:
    desk = knister()
    for dice in ([6, 5], [2, 2]):
        desk.correct("ann", 1, dice=dice)
    once = applied(desk.log, 0)
    assert list(applied(once, 0)) == list(once)
    folds = [logged for logged in logged_events_of(list(once), desk.state.play.first) if logged is not None]  # type: ignore[union-attr]
    assert [logged.event for logged in folds] == list(once)[desk.state.play.first :]  # type: ignore[union-attr]


def test_only_the_person_or_the_host_corrects() -> None:
    desk = knister()
    assert desk.refusal("ben", 1, dice=[6, 5]).reason == "not_your_entry", "Ann rolled"
    assert desk.refusal("ben", 1, seat=0, action="c3").reason == "not_your_entry"
    assert desk.refusal("cid", 1, seat=0, action="c3").reason == "not_your_entry"
    desk.correct("ann", 2, dice=[6, 5])
    desk.correct("ben", 2, dice=[6, 4])
    desk.correct("ann", 1, seat=1, action="c3")


def test_impossible_corrections_are_refused() -> None:
    desk = knister()
    assert desk.refusal("ann", 3, dice=[1, 1]).reason == "no_entry"
    assert desk.refusal("ann", 0, seat=0, action="a2").reason == "no_entry"
    assert desk.refusal("ann", 1, seat=7, action="a2").reason == "no_entry"
    assert desk.refusal("ann", 1, game=2, dice=[1, 1]).reason == "stale"
    assert desk.refusal("ann", 1).reason == "malformed"
    assert desk.refusal("ann", 1, seat=0, dice=[1, 1]).reason == "malformed"
    assert desk.refusal("ann", 1, dice=[1, 1], seat=0, action="a2").reason == "malformed"
    assert desk.refusal("ann", 1, dice=[1, 9]).reason == "dice_face"
    assert desk.refusal("ann", 1, seat=0, action="z9").reason == "unknown_action"
    assert correct(desk.state, desk.by("ann"), 1, 1, dice=[1, 2]) == (), "nothing changes"
    server = Desk(seats=2).playing("ben")
    server.do(commands.roll, "ann", server.at, None)
    with pytest.raises(Refused, match="real dice"):
        correct(server.state, server.by("ann"), 1, 1, dice=[1, 1])


def test_a_later_entry_that_would_be_illegal_is_named() -> None:
    desk = knister()
    desk.place("ann", "c3")
    desk.place("ben", "c3")
    desk.roll(1, 1)
    refusal = desk.refusal("ben", 1, seat=1, action="c3")
    assert (refusal.reason, refusal.rule, refusal.subject) == ("later_entry", "cell_taken", "Ben: c3")


def test_a_hidden_entry_is_neither_corrected_nor_named_by_others() -> None:
    desk = knister()
    desk.place("ben", "c3")
    refusal = desk.refusal("ann", 1, seat=1, action="c3")
    assert (refusal.reason, refusal.rule, refusal.subject) == ("later_entry", None, None)
    assert desk.refusal("ann", 2, seat=1, action="d4").reason == "no_entry"
    seen = len(desk.log_of("ann"))
    desk.correct("ben", 2, seat=1, action="d4")
    assert len(desk.log_of("ann")) == seen
    assert desk.log_of("ben")[-1]["action"] == "d4"
    snapshot = Snapshot("", desk.state)
    assert decoded(position_message(snapshot, Receiver("ann")))["sheets"][1]["grid"][3][3] == 0
    lines = record_lines(snapshot, desk.log, "ann", None)
    assert lines is not None
    assert "d4" not in "".join(lines)
    desk.place("ann", "a2")
    desk.roll(1, 1)
    assert [entry.get("action") for entry in desk.log_of("ann")][-4:-1] == ["c3", "d4", "a2"]


def test_the_log_says_what_changed() -> None:
    desk = knister()
    desk.correct("ann", 2, dice=[6, 6])
    desk.correct("ann", 1, seat=1, action="c3")
    for person in ("ann", "ben"):
        roll, move = desk.log_of(person)[-2:]
        assert (roll["kind"], roll["name"], roll["seat"], roll["was"], roll["dice"]) == (
            "correct",
            "Ann",
            1,
            [3, 4],
            [6, 6],
        )
        assert (move["kind"], move["name"], move["seat"], move["was"], move["action"]) == (
            "correct",
            "Ann",
            1,
            "b2",
            "c3",
        )


def test_a_corrected_roll_makes_old_commands_stale() -> None:
    desk = knister()
    at = desk.at
    desk.correct("ann", 1, seat=0, action="c3")
    assert desk.at == at, "choices of others stay"
    desk.correct("ben", 2, dice=[6, 6])
    assert desk.refused(commands.move, "ann", at, "a2") == "stale"


def test_an_undone_entry_and_corrections() -> None:
    desk = knister()
    desk.place("ann", "c3")
    desk.do(commands.take_back, "ann", desk.at)
    desk.place("ann", "d4")
    desk.correct("ann", 3, seat=0, action="e5")
    desk.correct("ann", 2, seat=0, action="a2")
    assert desk.position.sheets[0] == position_after(desk.state.play.game, 2, desk.events).sheets[0]  # type: ignore[union-attr]
    desk.do(commands.take_back, "ann", desk.at)
    assert desk.position.sheets[0] == desk.position.before[0]


def test_a_bots_entry_is_corrected_by_the_host_only() -> None:
    desk = Desk(seats=3, dice="real").playing("ben", bots=1)
    desk.do(commands.roll, "ann", desk.at, [1, 2])
    for person in ("ann", "ben"):
        desk.do(commands.move, person, desk.at, "a1")
    desk.add(commands.move_for(desk.state, desk.by(None), desk.at, 2, "a1"))
    desk.do(commands.roll, "ben", desk.at, [1, 2])
    with pytest.raises(Refused, match="others correct"):
        correct(desk.state, desk.by("ben"), 1, 1, seat=2, action="c3")
    desk.add(correct(desk.state, desk.by("ann"), 1, 1, seat=2, action="c3"))


def test_the_number_of_corrections_is_limited() -> None:
    desk = knister()
    state = desk.state
    for number in range(MAX_CORRECTIONS):
        for event in correct(state, desk.by("ann"), 1, 1, dice=[1 + number % 2, 6]):
            state = advance(state, event)
    with pytest.raises(Refused, match="at most"):
        correct(state, desk.by("ann"), 1, 1, dice=[3, 3])


def test_a_finished_game_stays_as_it_is() -> None:
    desk = RealDice()
    while desk.state.playing:
        step(desk, 0)
    assert desk.refusal("ann", 1, dice=[6, 6]).reason == "over"
    assert desk.state.play is not None
    assert desk.state.play.entries == ()


def step(desk: RealDice, number: int) -> None:
    """Roll or move, as the number chooses."""
    play = desk.state.play
    assert play is not None
    if isinstance(play.turn, Chance):
        desk.roll(*((number // 7**i) % 6 + 1 for i in range(play.turn.dice)))
    elif isinstance(play.turn, Decide):
        seat = play.turn.seats[number % len(play.turn.seats)]
        actions = play.game.legal(play.state, seat)
        desk.place(("ann", "ben")[seat], actions[number % len(actions)])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(GAMES),
    st.lists(st.tuples(st.booleans(), st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=25),
)
def test_a_corrected_game_is_the_game_played_right_from_the_start(
    game: tuple[str, int], wishes: list[tuple[bool, int, int]]
) -> None:
    desk = RealDice(game=game[0])
    view, sent, hidden = TableView(), 0, set[int]()
    for corrects, number, other in wishes:
        play = desk.state.play
        assert play is not None
        if corrects and play.entries:
            entry = play.entries[number % len(play.entries)]
            before = position_after(play.game, 2, [rules_event(e.event) for e in play.entries if e.seq < entry.seq])  # type: ignore[misc]
            right: dict[str, Any] = {"dice": [(other // 7**i) % 6 + 1 for i in range(5)]}
            kind: list[Any] = [e for e in play.entries if isinstance(e.event, Rolled)]
            if isinstance(entry.event, Moved):
                seat = entry.event.seat
                actions = play.game.legal(before, seat)
                right = {"seat": seat, "action": actions[other % len(actions)]}
                kind = [e for e in play.entries if isinstance(e.event, Moved) and e.event.seat == seat]
            elif isinstance(entry.event, Rolled):
                right["dice"] = right["dice"][: len(entry.event.dice)]
            else:
                continue
            model = [rules_event(e.event) for e in play.entries]
            place = play.entries.index(entry)
            model[place] = Move(right["seat"], right["action"]) if "seat" in right else Roll(tuple(right["dice"]))
            who = ("ann", "ben")[right.get("seat", 0)]
            try:
                desk.correct(who, kind.index(entry) + 1, **right)
            except Refused:
                continue
            assert desk.events == model
        elif desk.state.playing:
            step(desk, number)
        play = desk.state.play
        assert play is not None
        assert play.state == position_after(play.game, 2, desk.events)
        assert play.turn == play.game.turn(play.state)
        assert desk.state == stored_state(desk)
        # A client that applies the rules to the log sees the same game.
        snapshot = Snapshot("", desk.state)
        logged = [logged for _, logged in folded(map(encode_event, desk.log))]
        new = [logged[seq] for seq in sorted(hidden)] + logged[sent:]
        entries, hidden = log_messages(snapshot, new, Receiver("ann"))
        message = {
            "prev": -1 if sent == 0 else 0,
            "table": table_message(snapshot, (), ()),
            "position": position_message(snapshot, Receiver("ann")),
            "log": entries,
        }
        sent = len(logged)
        view.apply(decoded(message))
        if not hidden:
            assert view.state == play.state
    assert all(isinstance(decode(encode_event(event)), type(event)) for event in desk.log)


def stored_state(desk: RealDice) -> Any:
    """Return the state as a server folds it from the stored log."""
    *_, (state, _) = folded(map(encode_event, desk.log))
    return state


def decoded(message: Any) -> Any:
    """Return a message as a client reads it."""
    return msgspec.json.decode(encode(message))
