"""Games on a seed: commitment, contributions, rolls and the revealed seed."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from knobel import seeded_dice
from knobel.core import Chance, Decide
from knobel.record_checks import check_record
from knobel.seeded_dice import commitment
from knobel.tables import commands, dice_commands
from knobel.tables.commands import Source
from knobel.tables.due_actions import Timing, due_actions
from knobel.tables.events import Ended, Event, Rolled, Started, decode, encode
from knobel.tables.game_dice import SeedMissing, ServerDice
from knobel.tables.game_records import past_game, record
from knobel.tables.refusals import Refused
from knobel.tables.settings import Settings
from knobel.tables.state import TableState, fold

SEED = "ab" * 32
ANN, BEN = Source(1, "ann", "Ann"), Source(1, "ben", "Ben")
BYTES = {"ann": "00" * 16, "ben": "11" * 16}


def table(game: str, seats: int = 2, **settings: Any) -> list[Event]:
    log = list(commands.open_table(ANN, Settings(game=game, seats=seats, **settings)))
    return log if seats == 1 else [*log, *commands.sit(fold(log), BEN, None)]


def started(log: list[Event], seed: str = SEED) -> list[Event]:
    return [*log, *commands.start(fold(log), ANN, seed=seed)]


def play_out(log: list[Event], seed: str = SEED, rng: Random | None = None) -> list[Event]:
    """Play the game of a log to its end; `rng` chooses the actions."""
    rng, server = rng or Random(0), ServerDice(seed)
    while not (state := fold(log)).play.over:  # type: ignore[union-attr]
        play = state.play
        assert play is not None
        if isinstance(play.turn, Chance):
            log += commands.roll(state, Source(2), play.at, None, server)
        else:
            assert isinstance(play.turn, Decide)
            seat = play.turn.seats[0]
            action = rng.choice(play.game.legal(play.state, seat))
            log += commands.move_for(state, Source(2), play.at, seat, action, server)
    return log


def rolls(log: list[Event]) -> Iterator[Rolled]:
    return (event for event in log if isinstance(event, Rolled))


@pytest.mark.parametrize("game", ["knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger"])
def test_every_roll_follows_from_the_seed_which_the_end_reveals(game: str) -> None:
    log = play_out(started(table(game)))
    begin = next(event for event in log if isinstance(event, Started))
    assert begin.commitment == commitment(SEED)
    assert all(SEED not in encode(event) for event in log[:-1]), "secret until the end"
    assert log[-1] == Ended(time=2, seed=SEED)
    labels = [roll.label for roll in rolls(log)]
    assert len(set(labels)) == len(labels)
    assert all(roll.dice == seeded_dice.roll(SEED, roll.label, len(roll.dice)) for roll in rolls(log))
    assert fold([decode(encode(event)) for event in log]) == fold(log)


@pytest.mark.parametrize("game", ["knoeffel", "kniffeliger"])
def test_shared_dice_are_the_same_for_all_seats(game: str) -> None:
    log = play_out(started(table(game, shared_dice=True)))
    faces: dict[str, tuple[int, ...]] = {}
    for roll in rolls(log):
        known = faces.setdefault(roll.label, roll.dice)
        # A roll of fewer dice shows the same faces as the first dice of a larger one.
        assert all(a == b for a, b in zip(known, roll.dice, strict=False))
        faces[roll.label] = max(known, roll.dice, key=len)
    assert len(faces) < len(list(rolls(log)))


def test_players_who_keep_other_dice_see_the_same_ones() -> None:
    games = [play_out(started(table("knoeffel", 1)), rng=Random(n)) for n in range(2)]
    first, second = ({roll.label: roll.dice for roll in rolls(log)} for log in games)
    common = first.keys() & second.keys()
    assert len(common) > 26
    assert any(len(first[label]) != len(second[label]) for label in common)
    for label in common:
        assert all(a == b for a, b in zip(first[label], second[label], strict=False))


def waiting_for(state: TableState) -> list[tuple[str, int]]:
    return [(act.act, act.time) for act in due_actions(state, {}, Timing(), lambda _: 0)]


def test_contributions_are_promised_before_the_start_and_change_the_dice() -> None:
    log = table("knister")
    for source in (ANN, BEN):
        assert source.person is not None
        log += dice_commands.commit(fold(log), source, commitment(BYTES[source.person]))
        assert dice_commands.commit(fold(log), source, commitment(BYTES[source.person])) == ()
    log = started(log)
    play = fold(log).play
    assert play is not None
    with pytest.raises(Refused, match="not fixed yet"):
        commands.roll(fold(log), ANN, play.at, None, ServerDice(SEED))
    assert not commands.may_roll(fold(log), "ann")
    assert waiting_for(fold(log)) == [("fix_dice", 2000)]
    with pytest.raises(Refused) as refusal:
        dice_commands.contribute(fold(log), ANN, BYTES["ben"])
    assert refusal.value.reason == "bad_dice"
    log += dice_commands.contribute(fold(log), ANN, BYTES["ann"])
    with pytest.raises(Refused, match="no random bytes are awaited"):
        dice_commands.contribute(fold(log), ANN, BYTES["ann"])
    alone = [*log, *dice_commands.fix_dice(fold(log), Source(3))]
    both = [*log, *dice_commands.contribute(fold(log), BEN, BYTES["ben"])]
    assert dice_commands.fix_dice(fold(both), Source(3)) == ()
    for finished, given in ((play_out(alone), ["ann"]), (play_out(both), ["ann", "ben"])):
        values = [BYTES[name] for name in given]
        assert all(roll.dice == seeded_dice.roll(SEED, roll.label, 2, values) for roll in rolls(finished))
    with pytest.raises(Refused, match="no random bytes"):
        dice_commands.contribute(fold(alone), BEN, BYTES["ben"])


@pytest.mark.parametrize("bad", ["", "ab", "AB" * 32, "zz" * 32, "ab" * 33])
def test_only_hashes_are_commitments(bad: str) -> None:
    with pytest.raises(Refused) as refusal:
        dice_commands.commit(fold(table("knister")), ANN, bad)
    assert refusal.value.reason == "bad_dice"


def test_a_lost_seed_is_replaced_and_the_dice_never_fall_without_it() -> None:
    log = started(table("knister"))
    state = fold(log)
    assert state.play is not None
    for known in (None, "cd" * 32):
        with pytest.raises(SeedMissing):
            commands.roll(state, ANN, state.play.at, None, ServerDice(known))
    other = "cd" * 32
    log += dice_commands.replace_seed(state, Source(2), commitment(SEED), other)
    assert dice_commands.replace_seed(fold(log), Source(2), commitment(SEED), other) == (), "by another process before"
    log = play_out(log, other)
    assert log[-1] == Ended(time=2, seed=other)


def test_the_hash_shown_before_the_first_roll_covers_all_inputs_of_the_dice() -> None:
    log = table("knister")
    log += dice_commands.commit(fold(log), ANN, commitment(BYTES["ann"]))
    log = started(log)
    play = fold(log).play
    assert play is not None
    assert play.dice is not None
    begin = log[-1]
    assert isinstance(begin, Started)
    names = seeded_dice.names_hash(begin.salt, ("Ann", "Ben"))
    promised = [commitment(BYTES["ann"]), None]
    message = seeded_dice.commitment_message(3, "knister", commitment(SEED), promised, names, shared=False)
    assert play.dice.message == message
    assert play.dice.commitment == seeded_dice.text_hash(message)
    changed = [
        replace(begin, commitment=commitment("cd" * 32)),
        replace(begin, promised=(None, None)),
        replace(begin, promised=(commitment(BYTES["ben"]), None)),
        replace(begin, names=("Ben", "Ann")),
        replace(begin, shared=True),
    ]
    shown = {
        state.play.dice.commitment for other in changed if (state := fold([*log[:-1], other])).play and state.play.dice
    }
    assert len(shown) == len(changed)
    assert play.dice.commitment not in shown


def test_a_new_seed_is_shown_with_the_number_of_rolls_before() -> None:
    log = started(table("knister"))
    state = fold(log)
    assert state.play is not None
    now = [*log, *dice_commands.replace_seed(state, Source(2), commitment(SEED), "cd" * 32)]
    log += commands.roll(state, ANN, state.play.at, None, ServerDice(SEED))
    for source in (ANN, BEN):
        state = fold(log)
        assert state.play is not None
        log += commands.move(state, source, state.play.at, "a1")
    later = [*log, *dice_commands.replace_seed(fold(log), Source(2), commitment(SEED), "cd" * 32)]
    dice = [play.dice for events in (now, later) if (play := fold(events).play) is not None]
    assert [of.lost for of in dice if of is not None] == [0, 1]
    assert len({of.commitment for of in dice if of is not None}) == 2


def test_a_game_begun_by_an_earlier_version_goes_on() -> None:
    log = started(table("knister"))
    old = replace(log[-1], dice_version=1, salt="")
    assert "dice_version" not in encode(old)
    play = fold([*log[:-1], decode(encode(old))]).play
    assert play is not None
    assert play.dice is not None
    assert play.dice.commitment == commitment(SEED)
    assert play.dice.message is None


def test_real_dice_have_no_seed() -> None:
    begin = started(table("knister", dice="real"))[-1]
    assert isinstance(begin, Started)
    assert begin.commitment == ""
    assert "commitment" not in json.loads(encode(begin))


def test_a_deal_does_not_reveal_its_seed() -> None:
    settings = Settings(game="knister", seats=1)
    log = list(commands.open_table(ANN, settings, deal="2026-11-25/knister"))
    log += commands.start(fold(log), ANN, seed=SEED)
    log = play_out(log)
    assert log[-1] == Ended(time=2)
    # Those of deals that began under version 1 are marked too.
    old = [replace(event, dice_version=1) if isinstance(event, Started) else event for event in log]
    for version, events in ((3, log), (1, old)):
        game = past_game(events, None)
        assert game is not None
        checked = check_record("".join(record(game, (), SEED)).encode())
        assert (checked.verdict, checked.version, checked.commitment) == ("deal", version, commitment(SEED))
