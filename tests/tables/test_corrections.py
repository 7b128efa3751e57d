"""Corrections of earlier rolls and moves, where real dice lie on the table."""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knobel.bots.table_client import TableView
from knobel.core import Chance, Decide, Event, Move, Roll, Undo, taken_back
from knobel.core import replay as position_after
from knobel.offline.table_requests import replay
from knobel.presentation.json import encode
from knobel.presentation.log_reader import folded, logged_events_of
from knobel.presentation.projections import Receiver, Snapshot, log_messages, position_message, table_message
from knobel.presentation.records import record_lines
from knobel.server.operator.export import games_of
from knobel.tables import commands, correction_commands
from knobel.tables.correction_commands import Change, correct
from knobel.tables.corrections import applied, standing
from knobel.tables.events import Moved, Rolled, Undone, decode, rules_event
from knobel.tables.events import encode as encode_event
from knobel.tables.game_records import past_game, record
from knobel.tables.refusals import Refused
from tests.tables.test_commands import Desk

GAMES = (("knister", 2), ("knaster", 2), ("knapp_daneben", 2), ("knoeffel", 2), ("kniffeliger", 2))


class RealDice(Desk):
    """A table of Ann, the host, and Ben, at which real dice lie."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"seats": 2, "dice": "real"} | options)
        self.playing("ben")

    def correct(self, person: str, number: int, **right: Any) -> None:
        self.add(correct(self.state, self.by(person), 1, [Change(number=number, **right)]))

    def refusal(self, person: str, number: int, game: int = 1, **right: Any) -> Refused:
        before = self.state
        with pytest.raises(Refused) as refusal:
            correct(before, self.by(person), game, [Change(number=number, **right)])
        assert self.state == before
        return refusal.value

    def roll(self, *faces: int) -> None:
        play = self.play
        assert isinstance(play.turn, Chance)
        self.do(commands.roll, ("ann", "ben")[play.turn.seat], self.at, list(faces))

    def place(self, person: str, action: str) -> None:
        self.do(commands.move, person, self.at, action)

    @property
    def position(self) -> Any:
        play = self.play
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


def knister(**options: Any) -> RealDice:
    desk = RealDice(**options)
    desk.roll(1, 2)
    desk.place("ann", "a1")
    desk.place("ben", "b2")
    desk.roll(3, 4)
    return desk


def test_a_roll_and_an_entry_are_corrected_and_the_log_keeps_both() -> None:
    desk = knister()
    desk.correct("ann", 1, dice=(6, 5))
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
    desk.correct("ann", 1, dice=(6, 5))
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
    for dice in ((6, 5), (2, 2)):
        desk.correct("ann", 1, dice=dice)
    once = applied(desk.log, 0)
    assert list(applied(once, 0)) == list(once)
    folds = [logged for logged in logged_events_of(list(once), desk.play.first) if logged is not None]
    assert [logged.event for logged in folds] == list(once)[desk.play.first :]


def test_only_the_person_or_the_host_corrects() -> None:
    desk = knister()
    assert desk.refusal("ben", 1, dice=(6, 5)).reason == "not_your_entry", "Ann rolled"
    assert desk.refusal("ben", 1, seat=0, action="c3").reason == "not_your_entry"
    assert desk.refusal("cid", 1, seat=0, action="c3").reason == "not_your_entry"
    desk.correct("ann", 2, dice=(6, 5))
    desk.correct("ben", 2, dice=(6, 4))
    desk.correct("ann", 1, seat=1, action="c3")


def test_impossible_corrections_are_refused() -> None:
    desk = knister()
    assert desk.refusal("ann", 3, dice=(1, 1)).reason == "no_entry"
    assert desk.refusal("ann", 0, seat=0, action="a2").reason == "no_entry"
    assert desk.refusal("ann", 1, seat=7, action="a2").reason == "no_entry"
    assert desk.refusal("ann", 1, game=2, dice=(1, 1)).reason == "stale"
    assert desk.refusal("ann", 1).reason == "malformed"
    assert desk.refusal("ann", 1, seat=0, dice=(1, 1)).reason == "malformed"
    assert desk.refusal("ann", 1, dice=(1, 1), seat=0, action="a2").reason == "malformed"
    assert desk.refusal("ann", 1, dice=(1, 9)).reason == "dice_face"
    assert desk.refusal("ann", 1, seat=0, action="z9").reason == "unknown_action"
    assert correct(desk.state, desk.by("ann"), 1, [Change(number=1, dice=(1, 2))]) == (), "nothing changes"
    server = Desk(seats=2).playing("ben")
    server.do(commands.roll, "ann", server.at, None)
    with pytest.raises(Refused, match="real dice"):
        correct(server.state, server.by("ann"), 1, [Change(number=1, dice=(1, 1))])


def test_a_later_entry_that_would_be_illegal_is_named() -> None:
    desk = knister()
    desk.place("ann", "c3")
    desk.place("ben", "c3")
    desk.roll(1, 1)
    refusal = desk.refusal("ben", 1, seat=1, action="c3")
    assert (refusal.reason, refusal.rule, refusal.subject) == ("later_entry", "cell_taken", "Ben: c3")


def test_a_hidden_entry_is_not_corrected_by_others() -> None:
    desk = knister()
    desk.place("ben", "c3")
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


@pytest.mark.parametrize("hidden", ["c3", "d4"])
def test_a_correction_does_not_find_out_a_hidden_entry(hidden: str) -> None:
    desk = knister()
    desk.place("ben", hidden)
    desk.correct("ann", 1, seat=1, action="c3")
    assert desk.play.turn == Decide((0, 1)), "Ben enters again, whether or not his entry would be legal"
    desk.place("ben", "e5")
    desk.place("ann", "e5")
    desk.correct("ann", 1, seat=1, action="a2")
    assert desk.play.turn == Decide((1,)), "until the next roll the entry may be taken back and is hidden"


def test_the_correction_of_a_roll_takes_back_the_entries_of_the_open_round() -> None:
    desk = knister(undo=False)
    desk.place("ben", "c3")
    desk.correct("ben", 2, dice=(6, 6))
    assert desk.play.turn == Decide((0, 1))
    assert desk.play.since == desk.state.seq, "the time of the round starts again"
    assert desk.events == [Roll((1, 2)), Move(0, "a1"), Move(1, "b2"), Roll((6, 6))]
    for person, seat in (("ann", 0), ("ben", 1)):
        assert desk.play.game.legal(desk.position, seat)
        desk.place(person, "d4")
    assert desk.position == position_after(desk.play.game, 2, desk.events)
    desk.correct("ben", 2, dice=(6, 5))
    assert isinstance(desk.play.turn, Chance), "nothing is hidden any more"


def test_a_roll_and_the_entries_that_depend_on_it_are_corrected_together() -> None:
    desk = RealDice(game="knoeffel")
    desk.roll(3, 3, 3, 1, 2)
    desk.place("ann", "k333")
    desk.roll(5, 6)
    refusal = desk.refusal("ann", 1, dice=(3, 3, 4, 1, 2))
    assert (refusal.reason, refusal.rule, refusal.subject) == ("later_entry", "dice_not_there", "Ann: k333")
    assert desk.refusal("ann", 1, seat=0, action="k33").reason == "later_entry"
    roll, keep = Change(number=1, dice=(3, 3, 4, 1, 2)), Change(number=1, seat=0, action="k334")
    desk.add(correct(desk.state, desk.by("ann"), 1, [keep, roll]))
    assert desk.events == [Roll((3, 3, 4, 1, 2)), Move(0, "k334"), Roll((5, 6))]
    assert desk.state == stored_state(desk)
    assert correct(desk.state, desk.by("ann"), 1, [keep, roll]) == (), "nothing changes"


def test_the_log_says_what_changed() -> None:
    desk = knister()
    desk.correct("ann", 2, dice=(6, 6))
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
    desk.correct("ben", 2, dice=(6, 6))
    assert desk.refused(commands.move, "ann", at, "a2") == "stale"


def test_an_undone_entry_and_corrections() -> None:
    desk = knister()
    desk.place("ann", "c3")
    desk.do(commands.take_back, "ann", desk.at)
    desk.place("ann", "d4")
    desk.correct("ann", 3, seat=0, action="e5")
    assert desk.refusal("ann", 2, seat=0, action="a2").reason == "no_entry"
    desk.correct("ann", 1, seat=0, action="c3")
    assert [event.action for event in desk.events if isinstance(event, Move)] == ["c3", "b2", "e5"]
    assert desk.position.sheets[0] == position_after(desk.play.game, 2, desk.events).sheets[0]
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
        correct(desk.state, desk.by("ben"), 1, [Change(number=1, seat=2, action="c3")])
    desk.add(correct(desk.state, desk.by("ann"), 1, [Change(number=1, seat=2, action="c3")]))


def test_the_work_of_corrections_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = knister()
    monkeypatch.setattr(correction_commands, "MAX_REPLAYED", 9)
    desk.correct("ann", 1, dice=(6, 6))
    desk.correct("ann", 1, dice=(6, 5))
    assert desk.refusal("ann", 1, dice=(6, 4)).reason == "too_many"


def test_only_what_follows_is_applied_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = knister()
    state, by, events = desk.state, desk.by("ann"), []
    assert state.play is not None
    apply = type(state.play.game).apply

    def counted(self: Any, position: Any, event: Event) -> Any:
        events.append(event)
        return apply(self, position, event)

    monkeypatch.setattr(type(state.play.game), "apply", counted)
    correct(state, by, 1, [Change(number=2, dice=(6, 5))])
    assert events == [Roll((6, 5))]


def test_a_finished_game_stays_as_it_is() -> None:
    desk = RealDice()
    while desk.state.playing:
        step(desk, 0)
    assert desk.refusal("ann", 1, dice=(6, 6)).reason == "over"
    assert desk.play.entries == ()


def step(desk: RealDice, number: int) -> None:
    """Roll or move, as the number chooses."""
    play = desk.play
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
        play = desk.play
        if corrects and play.entries:
            there = standing(play.entries)
            entry = there[number % len(there)]
            before = position_after(play.game, 2, [rules_event(e.event) for e in there if e.seq < entry.seq])  # type: ignore[misc]
            right: dict[str, Any] = {"dice": tuple((other // 7**i) % 6 + 1 for i in range(5))}
            if isinstance(entry.event, Moved):
                seat = entry.event.seat
                actions = play.game.legal(before, seat)
                right = {"seat": seat, "action": actions[other % len(actions)]}
            elif isinstance(entry.event, Rolled):
                right["dice"] = right["dice"][: len(entry.event.dice)]
            model: list[Any] = [rules_event(e.event) for e in play.entries]
            place = play.entries.index(entry)
            model[place] = Move(right["seat"], right["action"]) if "seat" in right else Roll(right["dice"])
            who, length = ("ann", "ben")[right.get("seat", 0)], len(desk.log)
            try:
                desk.correct(who, entry.number, **right)
            except Refused:
                continue
            model += [Undo(event.seat) for event in desk.log[length:] if isinstance(event, Undone)]
            gone = taken_back(model)
            assert desk.events == [event for i, event in enumerate(model) if i not in gone]
        elif desk.state.playing:
            step(desk, number)
        play = desk.play
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
