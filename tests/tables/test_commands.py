"""Commands at a table, with a clock controlled by the tests."""

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from knobel.core import Chance, Decide, Move, Over
from knobel.games.kniffeliger import ACTION_DICE, ROUNDS, Kniffeliger, Stage
from knobel.games.knister import Knister
from knobel.server.tables.log.ranked_results import result_rows
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.due_actions import Timing, deadline, due_actions, last_undo
from knobel.tables.events import Ended, Event, Moved, Rolled, Sat, Started, decode, encode
from knobel.tables.game_dice import ServerDice
from knobel.tables.refusals import Refused
from knobel.tables.results import results
from knobel.tables.settings import Settings
from knobel.tables.state import Play, TableState, advance, fold, steps, turn_key

LEVELS = ("random", "lookahead")


class Desk:
    """A table, its log, and a clock."""

    def __init__(self, **settings: Any) -> None:
        self.now = 1000
        self.log: list[Event] = []
        self.times: list[int] = []
        chosen: dict[str, Any] = {"game": "knister", "seats": 3} | settings
        self.add(commands.open_table(self.by("ann"), Settings(**chosen)))

    def by(self, person: str | None, command_id: str | None = None) -> Source:
        return Source(self.now, person, "" if person is None else person.title(), command_id)

    def add(self, events: Events) -> None:
        self.log.extend(events)
        self.times.extend(self.now for _ in events)

    @property
    def state(self) -> TableState:
        return fold(self.log)

    @property
    def play(self) -> Play:
        """The game, which is on or over."""
        play = self.state.play
        assert play is not None
        return play

    @property
    def at(self) -> int:
        return self.play.at

    def do(self, command: Any, person: str | None, *args: Any) -> None:
        self.add(command(self.state, self.by(person), *args))

    def refused(self, command: Any, person: str | None, *args: Any) -> str:
        with pytest.raises(Refused) as refusal:
            command(self.state, self.by(person), *args)
        return refusal.value.reason

    def legal(self) -> tuple[str, ...]:
        """Return the actions of the seat whose turn it is."""
        play = self.play
        assert isinstance(play.turn, Decide)
        return play.game.legal(play.state, play.turn.seats[0])

    def deadline(self, resumed: int = 0) -> int | None:
        return deadline(self.state, lambda seq: max(self.times[seq], resumed))

    def playing(self, *people: str, bots: int = 0) -> "Desk":
        for person in people:
            self.do(commands.sit, person, None)
        if bots:
            self.do(commands.seat_bot, "ann", None, "random", LEVELS)
        self.do(commands.start, "ann")
        return self

    def acts(self, absent: dict[str, int] | None = None, timing: Timing | None = None) -> list[tuple[str, int, int]]:
        found = due_actions(self.state, absent or {}, timing or Timing(60_000, 1.0), self.times.__getitem__)
        return [(item.act, item.seat, item.time) for item in found]


def test_a_log_survives_json() -> None:
    desk = Desk().playing("ben")
    desk.do(commands.roll, "ann", desk.at, None)
    desk.do(commands.move, "ben", desk.at, "c3")
    desk.do(commands.take_back, "ben", desk.at)
    assert [decode(encode(event)) for event in desk.log] == desk.log


def test_people_sit_stand_and_take_over() -> None:
    desk = Desk()
    desk.do(commands.sit, "ben", 2)
    assert desk.refused(commands.sit, "ben", None) == "already_seated"
    assert desk.refused(commands.sit, "cid", 2) == "seat_taken"
    assert desk.refused(commands.sit, "cid", 3) == "no_seat"
    assert desk.refused(commands.sit, "cid", -1) == "no_seat"
    desk.do(commands.seat_bot, "ann", None, "random", LEVELS)
    assert desk.refused(commands.sit, "cid", None) == "table_full"
    desk.do(commands.sit, "cid", 1)
    assert [seat.person for seat in desk.state.seats] == ["ann", "cid", "ben"]
    desk.do(commands.stand, "cid", {})
    assert desk.state.seats[1].empty
    assert desk.refused(commands.stand, "cid", {}) == "not_seated"


def test_a_host_without_a_seat_leads_or_passes_on_the_table() -> None:
    desk = Desk()
    desk.do(commands.sit, "ben", None)
    here = {"ann": "Ann", "ben": "Ben"}
    desk.do(commands.stand, "ann", here, True)
    assert (desk.state.host, desk.state.seats[0].empty) == ("ann", True)
    desk.do(commands.sit, "ann", None)
    desk.do(commands.stand, "ann", here)
    assert desk.state.host == "ben"


def test_a_bots_seat_is_taken_over_only_where_the_table_allows_it() -> None:
    desk = Desk(takeover=False).playing(bots=2)
    assert desk.refused(commands.sit, "ben", 1) == "seat_taken"
    desk = Desk().playing(bots=2)
    desk.do(commands.sit, "ben", 1)
    play = desk.play
    assert play.persons == ("ann", "ben", None)
    assert 1 in play.assisted, "who takes over has not played the game alone"


def test_refused_levels_and_seats_of_bots() -> None:
    desk = Desk()
    assert desk.refused(commands.seat_bot, "ann", None, "genius", LEVELS) == "unknown_level"
    assert desk.refused(commands.remove, "ann", 2) == "seat_empty"


def test_removed_people_cannot_return() -> None:
    desk = Desk().playing("ben")
    desk.do(commands.remove, "ann", 1)
    assert desk.state.seats[1].level is not None, "a bot plays on"
    assert desk.refused(commands.sit, "ben", 1) == "removed"


def test_the_host_role_is_passed_on() -> None:
    desk = Desk()
    desk.do(commands.sit, "ben", None)
    desk.do(commands.sit, "cid", None)
    desk.do(commands.stand, "ann", {"ann": "Ann", "cid": "Cid"})
    assert desk.state.host == "cid", "the next seated person who is present"
    desk.do(commands.pass_host, None, {})
    assert desk.state.host == "cid"
    desk.do(commands.pass_host, None, {"dot": "Dot"})
    assert desk.state.host == "dot", "better a watcher than nobody"


def test_free_seats_are_absent_during_a_game() -> None:
    desk = Desk(seats=5)
    desk.do(commands.sit, "ben", 3)
    desk.do(commands.start, "ann")
    assert [seat.person for seat in desk.state.seats] == ["ann", "ben"]
    assert desk.refused(commands.start, "ann") == "game_running"
    assert desk.refused(commands.set_up, "ann", Settings(game="knister")) == "game_running"
    while desk.state.playing:
        play_on(desk)
    assert len(desk.state.seats) == 5
    assert isinstance(desk.log[-1], Ended)
    desk.do(commands.sit, "cid", None)
    desk.do(commands.start, "ann")
    assert desk.state.games_played == 2
    assert isinstance(desk.log[-1], Started)
    assert desk.log[-1].names == ("Ann", "Ben", "Cid")


def play_on(desk: Desk, auto: int | None = None) -> None:
    """Make one roll or move."""
    play = desk.play
    if isinstance(play.turn, Chance):
        desk.do(commands.roll, None, play.at, None)
    elif isinstance(play.turn, Decide):
        seat = play.turn.seats[0]
        action = play.game.legal(play.state, seat)[0]
        person = play.persons[seat]
        if person is None or seat == auto:
            desk.do(commands.move_for, None, play.at, seat, action)
        else:
            desk.do(commands.move, person, play.at, action)


def test_another_game_with_the_same_group() -> None:
    desk = Desk(seats=6)
    for person in ("ben", "cid", "dot", "eve", "fay"):
        desk.do(commands.sit, person, None)
    assert desk.refused(commands.set_up, "ann", Settings(game="knapp_daneben", seats=5)) == "too_few_seats"
    assert desk.refused(commands.set_up, "ann", Settings(game="knapp_daneben", seats=6)) == "bad_setup"
    assert desk.refused(commands.set_up, "ann", Settings(game="knister", options={"x": 1})) == "bad_setup"
    assert desk.refused(commands.set_up, "ann", Settings(game="knister", seconds=1)) == "bad_setup"
    desk.do(commands.stand, "fay", {})
    desk.do(commands.set_up, "ann", Settings(game="knapp_daneben", seats=5))
    assert [seat.person for seat in desk.state.seats] == ["ann", "ben", "cid", "dot", "eve"]


def test_fewer_seats_drop_the_last_bots() -> None:
    desk = Desk(seats=5)
    desk.do(commands.sit, "ben", 4)
    desk.do(commands.seat_bot, "ann", None, "random", LEVELS)
    desk.do(commands.set_up, "ann", Settings(game="knister", seats=3))
    assert [seat.person for seat in desk.state.seats] == ["ann", None, "ben"]


def test_rolls_and_moves_are_refused_with_a_reason() -> None:
    desk = Desk()
    assert desk.refused(commands.roll, "ann", 0, None) == "no_game"
    desk.playing("ben")
    assert desk.refused(commands.roll, "ben", desk.at, None) == "not_your_roll"
    assert desk.refused(commands.roll, "cid", desk.at, None) == "not_seated"
    assert desk.refused(commands.roll, "ann", desk.at - 1, None) == "stale"
    assert desk.refused(commands.roll, "ann", desk.at, [3, 4]) == "dice_given"
    assert desk.refused(commands.move, "ann", desk.at, "c3") == "roll_first"
    old = desk.at
    desk.do(commands.roll, "ann", desk.at, None)
    assert desk.refused(commands.roll, "ann", desk.at, None) == "decide_first"
    assert desk.refused(commands.move, "ann", old, "c3") == "stale"
    assert desk.refused(commands.move, "ann", desk.at, "z9") == "unknown_action"
    desk.do(commands.move, "ann", desk.at, "c3")
    assert desk.refused(commands.move, "ann", desk.at, "c4") == "not_your_turn"
    assert desk.refused(commands.take_back, "ben", desk.at) == "nothing_to_undo"
    desk.do(commands.take_back, "ann", desk.at)
    desk.do(commands.move, "ann", desk.at, "a1")


def test_a_table_may_forbid_undo() -> None:
    desk = Desk(undo=False).playing("ben")
    desk.do(commands.roll, "ann", desk.at, None)
    desk.do(commands.move, "ann", desk.at, "c3")
    assert not commands.may_undo(desk.state, "ann")
    assert desk.refused(commands.take_back, "ann", desk.at) == "undo_off"


def test_real_dice_are_typed_in() -> None:
    desk = Desk(dice="real").playing("ben")
    assert desk.refused(commands.roll, "ann", desk.at, None) == "dice_needed"
    assert desk.refused(commands.roll, "ann", desk.at, [3]) == "dice_count"
    assert desk.refused(commands.roll, "ann", desk.at, [3, 7]) == "dice_face"
    assert desk.refused(commands.roll, "ben", desk.at, [3, 4]) == "not_your_roll"
    desk.do(commands.go_away, None, 0)
    desk.do(commands.roll, "ben", desk.at, [3, 4])
    rolled = desk.log[-1]
    assert isinstance(rolled, Rolled)
    assert rolled.typed
    assert rolled.dice == (3, 4)
    assert not [act for act in desk.acts() if act[0] == "roll"], "the server cannot throw real dice"


@pytest.mark.parametrize("game", ["knoeffel", "kniffeliger"])
def test_requested_dice_are_rolled_immediately(game: str) -> None:
    desk = Desk(game=game, seats=2).playing("ben")
    desk.do(commands.roll, "ann", desk.at, None)
    desk.do(commands.move, "ann", desk.at, "k")
    assert [type(event) for event in desk.log[-2:]] == [Moved, Rolled]
    play = desk.play
    assert play.turn == Decide((0,))


def test_a_solo_turn_of_knoeffel_begins_with_a_manual_roll() -> None:
    desk = Desk(game="knoeffel", seats=1).playing()
    desk.do(commands.roll, "ann", desk.at, None)
    desk.do(commands.move, "ann", desk.at, "ch.1")
    play = desk.play
    assert play.turn == Chance(5, 0)
    assert play.since == len(desk.log) - 1


def test_bots_and_absent_players_move_automatically() -> None:
    desk = Desk().playing("ben", bots=1)
    desk.now = 5000
    desk.do(commands.roll, "ann", desk.at, None)
    assert [(act, seat) for act, seat, _ in desk.acts()] == [("move", 2)]
    away = desk.acts({"ben": 4000})
    assert ("away", 1, 64_000) in away
    desk.do(commands.go_away, None, 1)
    assert {(act, seat) for act, seat, _ in desk.acts({"ben": 4000})} == {("move", 1), ("move", 2)}
    desk.do(commands.come_back, "ben")
    assert desk.state.seats[1].away is False
    assert desk.acts(timing=Timing(0, 0))[0][2] == 5000, "without pace bots do not wait"


def test_bots_move_after_the_time_limit() -> None:
    desk = Desk(seconds=30).playing("ben")
    desk.now = 10_000
    assert ("roll", 0, 31_000) in desk.acts()
    desk.do(commands.roll, "ann", desk.at, None)
    assert desk.deadline() == 40_000
    assert desk.deadline(resumed=20_000) == 50_000, "no time runs while nobody is here"
    desk.now = 15_000
    desk.do(commands.move, "ben", desk.at, "c3")
    assert desk.acts() == [("move", 0, 40_000)]


def test_custom_bots_always_have_a_time_limit() -> None:
    desk = Desk().playing("ben")
    seated = next(seq for seq, event in enumerate(desk.log) if isinstance(event, Sat) and event.seat == 1)
    desk.log[seated] = replace(desk.log[seated], bot=True)
    assert desk.deadline() is None
    desk.now = 10_000
    desk.do(commands.roll, "ann", desk.at, None)
    # People have no time limit.
    assert desk.acts() == [("move", 1, 10_000 + Timing().personal_bot_turn)]
    desk.now = 50_000
    desk.do(commands.move, "ann", desk.at, "c3")
    assert desk.acts() == [("move", 1, 10_000 + Timing().personal_bot_turn)]
    desk.do(commands.move, "ben", desk.at, "c3")
    # The bot has to roll for the next round.
    assert desk.acts() == [("roll", 1, 50_000 + Timing().personal_bot_turn)]
    desk.now = 70_000
    desk.do(commands.roll, "ben", desk.at, None)
    assert desk.acts() == [("move", 1, 70_000 + Timing().personal_bot_turn)]


def test_taking_back_gains_no_time() -> None:
    desk = Desk(seats=1, seconds=30).playing()
    desk.now = 10_000
    desk.do(commands.roll, "ann", desk.at, None)
    desk.now = 15_000
    desk.do(commands.move, "ann", desk.at, "c3")
    desk.now = 39_000
    desk.do(commands.take_back, "ann", desk.at)
    assert desk.deadline() == 40_000
    desk.do(commands.move, "ann", desk.at, "c3")
    assert last_undo(desk.state, desk.times.__getitem__) == 40_000
    with pytest.raises(Refused) as refusal:
        commands.take_back(desk.state, desk.by("ann"), desk.at, late=True)
    assert refusal.value.reason == "nothing_to_undo"


def test_the_shifting_turn_has_its_own_time() -> None:
    """Also after the same seat's main turn."""
    desk = Desk(game="kniffeliger", seats=2, seconds=30).playing("ben")
    shift = ACTION_DICE.index("shift") + 1
    desk.do(commands.roll, "ann", desk.at, None, ServerDice(throw=lambda _: (1, 1, 1, 1, 1)))
    desk.do(commands.move, "ann", desk.at, "1s")
    desk.do(commands.roll, "ben", desk.at, None, ServerDice(throw=lambda _: (1, 1, 1, 1, 2)))
    desk.do(commands.move, "ben", desk.at, "1s", ServerDice(throw=lambda _: (shift,)))
    desk.do(commands.roll, "ann", desk.at, None, ServerDice(throw=lambda _: (2, 2, 2, 2, 2)))
    desk.do(commands.move, "ann", desk.at, "2s")
    desk.now = 10_000
    desk.do(commands.roll, "ben", desk.at, None, ServerDice(throw=lambda _: (2, 2, 2, 2, 2)))
    desk.now = 25_000
    desk.do(commands.move, "ben", desk.at, "2s")
    assert [action for action, *_ in desk.acts()] == ["move"]
    assert desk.legal() == ("shift", "end")
    assert desk.deadline() == 55_000


@pytest.mark.parametrize("seed", range(5))
def test_turns_in_a_row_have_different_keys(seed: int) -> None:
    """A seat can act twice in a row, in the next phase, if the turns between end automatically."""
    game, rng = Kniffeliger(cross_out="open"), Random(seed)
    state = game.start(2)
    changes = 0
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            after = game.apply(state, game.sample(state, rng))
        else:
            after = game.apply(state, Move(state.seat, rng.choice(game.legal(state, state.seat))))
        before, now = turn_key(game, state, turn), turn_key(game, after, game.turn(after))
        passed = (state.round, state.seat, state.stage is Stage.SHIFTING) != (
            after.round,
            after.seat,
            after.stage is Stage.SHIFTING,
        )
        assert (before != now) == passed or isinstance(game.turn(after), Over)
        state, changes = after, changes + passed
    assert changes >= 2 * ROUNDS


def test_the_time_limit_starts_after_real_dice() -> None:
    desk = Desk(game="knoeffel", seats=1, dice="real", seconds=30).playing()
    assert desk.deadline() is None
    desk.now = 61_000
    desk.do(commands.roll, "ann", desk.at, [1, 2, 3, 4, 5])
    assert desk.deadline() == 91_000


def test_the_server_rolls_when_no_people_are_left() -> None:
    desk = Desk(game="knoeffel", seats=2, dice="real", takeover=False).playing("ben")
    assert desk.acts() == []
    desk.do(commands.stand, "ann", {"ben": "Ben"})
    assert desk.acts() == [], "Ben types in what the bot throws"
    desk.do(commands.stand, "ben", {})
    assert [(act, seat) for act, seat, _ in desk.acts()] == [("roll", 0)]
    desk.do(commands.roll, None, desk.at, None)
    assert [(act, seat) for act, seat, _ in desk.acts()] == [("move", 0)]


def test_names_differ_at_a_table() -> None:
    desk = Desk(seats=3)
    desk.do(commands.seat_bot, "ann", 1, "random", LEVELS)
    desk.do(commands.sit, "ada", None)
    assert [seat.name for seat in desk.state.seats] == ["Ann", "Ada", "Ada 2"]


def test_an_absent_host_is_replaced() -> None:
    desk = Desk()
    desk.do(commands.sit, "ben", None)
    assert desk.acts({"ann": 2000}) == [("host", -1, 62_000)]


@pytest.mark.parametrize(("starts", "order"), [("host", "ann ben cem"), ("random", "cem ann ben")])
def test_first_seat(starts: str, order: str) -> None:
    desk = Desk(starts=starts)
    for person in ("ben", "cem"):
        desk.do(commands.sit, person, None)
    desk.add(commands.start(desk.state, desk.by("ann"), lambda below: below - 1))
    assert [seat.person for seat in desk.state.seats] == order.split()
    play = desk.play
    assert list(play.names) == order.title().split()


def test_the_youngest_player_starts() -> None:
    desk = Desk(starts="youngest")
    for person in ("ben", "cem"):
        desk.do(commands.sit, person, None)
    settings = replace(desk.state.settings, youngest=1)
    desk.do(commands.set_up, "ann", settings)
    desk.do(commands.start, "ann")
    assert [seat.person for seat in desk.state.seats] == ["ben", "cem", "ann"]
    while desk.state.playing:
        play_on(desk)
    desk.do(commands.start, "ann")
    assert desk.state.seats[0].person == "ben", "the youngest of one game is the youngest in the next"


def test_the_host_starts_if_the_seat_of_the_youngest_is_empty() -> None:
    desk = Desk(starts="youngest", youngest=2)
    desk.do(commands.sit, "ben", None)
    desk.do(commands.start, "ann")
    assert desk.state.seats[0].person == "ann"
    with pytest.raises(Refused) as refusal:
        Desk(starts="youngest", youngest=3)
    assert refusal.value.reason == "bad_setup"


def test_a_time_limit_ends_a_turn_that_its_player_does_not_end() -> None:
    desk = Desk(game="kniffeliger", seats=2, seconds=30, options={"turn_end": "player"}).playing("ben")
    desk.do(commands.roll, "ann", desk.at, None, ServerDice(throw=lambda dice: (1, 1, 1, 2, 2)[:dice]))
    desk.now = 2_000
    desk.do(commands.move, "ann", desk.at, "1s")
    assert desk.refused(commands.roll, "ben", desk.at, None) == "decide_first"
    assert desk.acts() == [("move", 0, desk.deadline())]
    desk.do(commands.move, "ann", desk.at, "end")
    assert desk.play.turn == Chance(5, 1)


def test_the_last_player_starts_the_next_game() -> None:
    desk = Desk(seats=3, starts="loser").playing("ben", "cem")
    assert [seat.person for seat in desk.state.seats] == ["ann", "ben", "cem"], "there was no game before"
    while desk.state.playing:
        play_on(desk)
    ended = desk.state.play
    assert ended is not None
    ranked = sorted(results(ended), key=lambda result: (-result.place, result.seat))
    last = ended.persons[ranked[0].seat]
    desk.do(commands.start, "ann")
    assert desk.state.seats[0].person == last
    assert fold(map(decode, map(encode, desk.log))) == desk.state


def test_the_host_starts_if_the_loser_has_left() -> None:
    desk = Desk(seats=2, starts="loser").playing("ben")
    while desk.state.playing:
        play_on(desk)
    ended = desk.state.play
    assert ended is not None
    desk.do(commands.stand, "ben", {})
    desk.do(commands.sit, "cem", 1)
    desk.do(commands.start, "ann")
    assert [seat.person for seat in desk.state.seats] == ["ann", "cem"]


def test_the_table_sets_the_pace_of_bots() -> None:
    waits = {}
    for pace in ("quick", "lively", "thoughtful"):
        desk = Desk(seats=2, pace=pace).playing(bots=1)
        desk.add(commands.roll(desk.state, desk.by("ann"), desk.at, None))
        waits[pace] = next(time - desk.now for act, seat, time in desk.acts() if (act, seat) == ("move", 1))
    assert 0 < waits["quick"] < waits["lively"] < waits["thoughtful"]


def test_assisted_seats_are_marked() -> None:
    desk = Desk(seats=2).playing("ben")
    helped = False
    while desk.state.playing:
        play = desk.play
        late = not helped and isinstance(play.turn, Decide) and play.turn.seats[0] == 1
        play_on(desk, 1 if late else None)
        helped = helped or late
    play = desk.play
    assert play.assisted == {1}
    assert [result.place for result in results(play)].count(1) >= 1
    assert all(result.rating is None and result.next_rating is None for result in results(play))


def test_coached_seats_are_logged_once_a_game() -> None:
    desk = Desk(seats=2, coach=True).playing("ben")
    assert desk.refused(commands.ask_coach, "ann", desk.at) == "not_your_turn"
    desk.do(commands.roll, "ann", desk.at, None)
    before = desk.state
    assert desk.refused(commands.ask_coach, "cid", desk.at) == "not_seated"
    assert desk.refused(commands.ask_coach, "ben", desk.at - 1) == "stale"
    desk.do(commands.ask_coach, "ben", desk.at)
    after = desk.state
    assert before.play is not None
    assert after == replace(before, seq=before.seq + 1, play=replace(before.play, coached=frozenset({1})))
    assert [decode(encode(event)) for event in desk.log] == desk.log
    desk.do(commands.ask_coach, "ben", desk.at)
    assert desk.state == after
    desk.do(commands.move, "ben", desk.at, "c3")
    assert desk.refused(commands.ask_coach, "ben", desk.at) == "not_your_turn"
    while desk.state.playing:
        play_on(desk, None)
    assert [row.ranked for row in result_rows(desk.state, desk.now)] == [True, False]
    assert desk.refused(commands.ask_coach, "ann", desk.at) == "over"
    desk.do(commands.start, "ann")
    assert not desk.play.coached


def test_the_coach_helps_only_if_enabled() -> None:
    desk = Desk(seats=1).playing()
    desk.do(commands.roll, "ann", desk.at, None)
    assert desk.refused(commands.ask_coach, "ann", desk.at) == "coach_off"


@pytest.mark.parametrize(
    ("score", "rating", "next_rating", "missing"),
    [(0, None, "good", 51), (50, None, "good", 1), (51, "good", "super", 30), (101, "spectacular", None, 0)],
)
def test_a_solo_score_is_rated(score: int, rating: str | None, next_rating: str | None, missing: int) -> None:
    play = Desk(seats=1).playing().state.play
    assert play is not None
    (result,) = results(replace(play, turn=Over((score,))))
    assert (result.rating, result.next_rating, result.missing) == (rating, next_rating, missing)


def test_appending_a_decided_move_does_not_apply_the_rules_again() -> None:
    desk = Desk(seats=2).playing("ben")
    desk.do(commands.roll, "ann", desk.at, None)
    state = desk.state
    events = commands.move(state, desk.by("ann"), desk.at, "c3")
    with patch.object(Knister, "apply", side_effect=AssertionError):
        ((before, event, after),) = steps(state, events)
    assert before is state
    assert after == advance(state, event)
    # The states after another state are computed.
    desk.do(commands.move, "ben", desk.at, "a1")
    ((_, _, later),) = steps(desk.state, events)
    assert later == advance(desk.state, event) != after


def test_a_log_opens_once() -> None:
    desk = Desk()
    with pytest.raises(ValueError, match="once"):
        advance(desk.state, desk.log[0])
    with pytest.raises(ValueError, match="opens with"):
        fold(desk.log[1:])
    with pytest.raises(ValueError, match="empty"):
        fold([])


def test_a_log_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(seats=2).playing("ben")
    desk.do(commands.roll, "ann", desk.at, None)
    monkeypatch.setattr(commands, "MAX_EVENTS_PER_SEAT", 10)
    taken_back = 0
    while commands.has_room(desk.state):
        desk.do(commands.move, "ann", desk.at, "c3")
        if commands.has_room(desk.state):
            desk.do(commands.take_back, "ann", desk.at)
            taken_back += 1
    assert taken_back == 9
    assert desk.refused(commands.take_back, "ann", desk.at) == "log_full"
    while desk.state.playing:
        play_on(desk)
    assert commands.has_room(desk.state), "the game could be played to its end, and others begin"
    monkeypatch.setattr(commands, "MAX_EVENTS", len(desk.log) - 1)
    for command, *args in (
        (commands.start,),
        (commands.set_up, Settings(game="knaster", seats=2)),
        (commands.seat_bot, None, "random", LEVELS),
    ):
        assert desk.refused(command, "ann", *args) == "log_full"
    assert desk.refused(commands.sit, "cid", None) == "log_full"
    assert commands.rename(desk.state, desk.by("ann")) == ()
