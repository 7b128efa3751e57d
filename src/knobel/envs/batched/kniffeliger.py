"""Kniffeliger for two in single steps: the first seat acts, and the other chooses at random among all that is legal."""

from typing import Any, NamedTuple

import numpy as np

from knobel.core import Game
from knobel.encodings import encoding
from knobel.encodings.kniffeliger import STAGES
from knobel.engines.kniffeliger.lookup import action_die_faces, earns_action_die, points
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Int, compiled, inlined
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.rng import random_below
from knobel.engines.shared.turn_simd import sample_reroll
from knobel.envs.batched.batch import (
    BatchArrays,
    GameBatch,
    Results,
    check_legal,
    end_game,
    reset_results,
    set_reward,
)
from knobel.envs.batched.turns import KEEP_COUNT, NO_ROLL, DiceArrays, dice_arrays
from knobel.games.combinations import DICE, ROLLS
from knobel.games.kniffeliger import ACTION_DICE, ROUNDS, ROWS, Kniffeliger, Stage

SEATS, ROW_COUNT, DIE_COUNT = 2, len(ROWS), len(ACTION_DICE)
STEAL, FREEZE, CROSS, SHIFT, SWAP = range(DIE_COUNT)
ROLL, END, PLAY_SHIFT, FILL = range(4)
"""The first actions. `PLAY_SHIFT` plays a shift; from `FILL` on each row is filled."""
SAVE = FILL + ROW_COUNT
PLAY_ON_ROWS = SAVE + KEEP_COUNT
"""The first steal, then freezes and cross-outs, a row each."""
PLAY_SWAP = PLAY_ON_ROWS + 3 * ROW_COUNT
"""Plays a swap."""
BEFORE, ROLLED, ENTERED, SHIFTING, OVER = (
    STAGES.index(stage) for stage in (Stage.BEFORE, Stage.ROLLED, Stage.ENTERED, Stage.SHIFTING, Stage.OVER)
)
SEAT, STAGE, ROLL_NUMBER, SAVED = range(4)
"""The columns of `Games.at`."""
UNFILLED = -1
FROZEN, FROZEN_NEXT_ROUND = 1, 2
"""The bits of the field `frozen`: now, and in the next round."""


class Rules(NamedTuple):
    """`holds` (210, 210): the keeps that contain each keep. `points` (252, 14), `earns` (252) and `action_die` (6, 5)
    are those of `engines.kniffeliger.lookup`. The other fields are the options: whether open and filled rows can be
    crossed out, the bit that a freeze sets, whether action dice expire, whether players end their main turns and their
    turns in the shifting phase, whether rounds go on until all sheets are full, and whether the seat that begins
    alternates by rounds."""

    dice: DiceArrays
    holds: Array
    points: Array
    earns: Array
    action_die: Array
    cross_open: bool
    cross_filled: bool
    freeze: int
    dice_expire: bool
    players_end_turns: bool
    players_end_phases: bool
    fills_sheets: bool
    rotates: bool


class Games(NamedTuple):
    """A row a game: the fields of the encoding, and `at` (games, 4): whose turn it is, the stage, the number of the
    roll on the table and that of the keep that is saved."""

    results: Results
    sheets: Array
    frozen: Array
    crossed: Array
    hands: Array
    earned: Array
    dice: Array
    saved: Array
    rolls: Array
    round: Array
    stage: Array
    turn: Array
    last: Array
    points: Array
    at: Array


@inlined
def reset_game(games: Games, i: Int) -> None:
    """Begin a game, before its first roll."""
    reset_results(games.results, i)
    games.sheets[i] = UNFILLED
    games.frozen[i] = games.crossed[i] = 0
    games.hands[i] = games.earned[i] = 0
    games.round[i] = 1
    games.at[i, SEAT], games.at[i, STAGE] = 0, BEFORE
    clear_dice(games, i)


@inlined
def clear_dice(games: Games, i: Int) -> None:
    """No dice are on the table."""
    games.rolls[i] = 0
    games.at[i, ROLL_NUMBER], games.at[i, SAVED] = NO_ROLL, 0


@inlined
def mask_legal_actions(games: Games, rules: Rules, i: Int) -> Int:
    """Mark the legal actions of the seat to move, and return their number."""
    masks, mover, stage = games.results.masks, games.at[i, SEAT], games.at[i, STAGE]
    other, main = 1 - mover, stage != SHIFTING
    steal = stage == BEFORE and games.hands[i, mover, STEAL] > 0
    freeze, cross = main and games.hands[i, mover, FREEZE] > 0, main and games.hands[i, mover, CROSS] > 0
    count = fillable = 0
    for row in range(ROW_COUNT):
        fill = (
            games.sheets[i, mover, row] == UNFILLED
            and games.crossed[i, mover, row] + games.frozen[i, mover, row] % 2 == 0
        )
        filled, crossed = games.sheets[i, other, row] != UNFILLED, games.crossed[i, other, row] > 0
        frozen = games.frozen[i, other, row] & rules.freeze
        masks[i, FILL + row] = fill and stage == ROLLED
        masks[i, PLAY_ON_ROWS + row] = steal and fill and filled
        masks[i, PLAY_ON_ROWS + ROW_COUNT + row] = freeze and not (filled or crossed or frozen)
        can_cross = rules.cross_filled if filled else rules.cross_open
        masks[i, PLAY_ON_ROWS + 2 * ROW_COUNT + row] = cross and can_cross and not crossed
        fillable += fill
        count += masks[i, FILL + row] + masks[i, PLAY_ON_ROWS + row]
        count += masks[i, PLAY_ON_ROWS + ROW_COUNT + row] + masks[i, PLAY_ON_ROWS + 2 * ROW_COUNT + row]
    roll = games.at[i, ROLL_NUMBER] if games.rolls[i] < ROLLS else NO_ROLL
    parts, holds, keeps = rules.dice.parts[roll], rules.holds[games.at[i, SAVED]], masks[i, SAVE:PLAY_ON_ROWS]
    held: Int = np.uint8(0)
    for keep in range(KEEP_COUNT):
        keeps[keep] = parts[keep] & holds[keep]
        held += np.uint8(keeps[keep])
    count += held
    masks[i, ROLL] = stage == BEFORE and fillable > 0
    masks[i, END] = stage != ROLLED and masks[i, ROLL] == 0
    masks[i, PLAY_SHIFT] = not main and games.hands[i, mover, SHIFT] > 0
    masks[i, PLAY_SWAP] = not main and games.hands[i, mover, SWAP] > 0
    return count + masks[i, ROLL] + masks[i, END] + masks[i, PLAY_SHIFT] + masks[i, PLAY_SWAP]


@inlined
def nth_legal_action(games: Games, i: Int, n: Int) -> Int:
    """The n-th of the legal actions, from 0."""
    action = -1
    while n >= 0:
        action += 1
        n -= games.results.masks[i, action]
    return action


@inlined
def roll_unsaved_dice(games: Games, rules: Rules, i: Int) -> None:
    """Let fall the dice that are not saved."""
    games.at[i, ROLL_NUMBER] = sample_reroll(games.results.rng[i], rules.dice, games.at[i, SAVED])
    games.at[i, STAGE] = ROLLED
    games.rolls[i] += 1


@inlined
def fill_row(games: Games, rules: Rules, i: Int, row: Int) -> None:
    """Enter the dice, and roll the action die that this earns."""
    mover, roll = games.at[i, SEAT], games.at[i, ROLL_NUMBER]
    games.sheets[i, mover, row] = rules.points[roll, row]
    games.frozen[i, mover, row] &= FROZEN
    if rules.earns[roll]:
        face = random_below(games.results.rng[i], len(rules.action_die))
        for die in range(DIE_COUNT):
            games.earned[i, mover, die] += rules.action_die[face, die]
    games.at[i, STAGE] = ENTERED
    clear_dice(games, i)


@inlined
def play_on_row(games: Games, rules: Rules, i: Int, die: Int, row: Int) -> None:
    """Play a steal, freeze or cross-out."""
    mover = games.at[i, SEAT]
    other = 1 - mover
    games.hands[i, mover, die] -= 1
    if die == FREEZE:
        games.frozen[i, other, row] |= rules.freeze
        return
    if die == STEAL:
        games.sheets[i, mover, row] = games.sheets[i, other, row]
        games.frozen[i, mover, row] &= FROZEN
        games.at[i, STAGE] = ENTERED
    if games.sheets[i, other, row] == UNFILLED:
        games.crossed[i, other, row] = 1
        games.frozen[i, other, row] = 0
    else:
        games.sheets[i, other, row] = 0


@inlined
def exchange_sheets(games: Games, i: Int, die: Int) -> None:
    """Play a shift or a swap: for two they are the same."""
    games.hands[i, games.at[i, SEAT], die] -= 1
    for row in range(ROW_COUNT):
        for fields in (games.sheets, games.frozen, games.crossed):
            fields[i, 0, row], fields[i, 1, row] = fields[i, 1, row], fields[i, 0, row]


@inlined
def has_open_row(games: Games, i: Int) -> bool:
    """True if a row of a sheet is neither filled nor crossed out."""
    found = False
    for seat in range(SEATS):
        for row in range(ROW_COUNT):
            found |= games.sheets[i, seat, row] == UNFILLED and games.crossed[i, seat, row] == 0
    return found


@inlined
def last_seat(games: Games, rules: Rules, i: Int) -> Int:
    """The seat that acts last in the round."""
    return games.round[i] % SEATS if rules.rotates else SEATS - 1


@inlined
def end_turn(games: Games, rules: Rules, i: Int) -> None:
    """Go on to the next turn, phase or round."""
    mover = games.at[i, SEAT]
    last = mover == last_seat(games, rules, i)
    games.at[i, SEAT] = 1 - mover
    if games.at[i, STAGE] != SHIFTING:
        if rules.freeze == FROZEN:
            games.frozen[i, mover] = 0
        games.at[i, STAGE] = SHIFTING if last else BEFORE
    elif last and games.round[i] >= ROUNDS and not (rules.fills_sheets and has_open_row(games, i)):
        games.at[i, SEAT], games.at[i, STAGE] = mover, OVER
    elif last:
        for seat in range(SEATS):
            for die in range(DIE_COUNT):
                kept = 0 if rules.dice_expire else games.hands[i, seat, die]
                games.hands[i, seat, die] = kept + games.earned[i, seat, die]
            if rules.freeze == FROZEN_NEXT_ROUND:
                for row in range(ROW_COUNT):
                    games.frozen[i, seat, row] >>= 1
        games.earned[i] = 0
        games.round[i] += 1
        games.at[i, SEAT] = 1 - last_seat(games, rules, i)
        games.at[i, STAGE] = BEFORE


@inlined
def apply_one_action(games: Games, rules: Rules, i: Int, action: Int) -> None:
    """Take an action of whose turn it is."""
    if action == END:
        end_turn(games, rules, i)
    elif action == ROLL or SAVE <= action < PLAY_ON_ROWS:
        games.at[i, SAVED] = max(action - SAVE, 0)
        roll_unsaved_dice(games, rules, i)
    elif action in (PLAY_SHIFT, PLAY_SWAP):
        exchange_sheets(games, i, SHIFT if action == PLAY_SHIFT else SWAP)
    elif action < SAVE:
        fill_row(games, rules, i, action - FILL)
    else:
        play_on_row(games, rules, i, (action - PLAY_ON_ROWS) // ROW_COUNT, (action - PLAY_ON_ROWS) % ROW_COUNT)


@inlined
def apply_action(games: Games, rules: Rules, i: Int, action: Int) -> None:
    """Take an action; then all goes on until the first seat is to decide again."""
    results = games.results
    while True:
        apply_one_action(games, rules, i, action)
        if games.at[i, STAGE] == OVER:
            end_game(results, i)
            break
        count = mask_legal_actions(games, rules, i)
        # A turn starts and ends automatically if nothing else is possible. In the shifting phase a seat that has not
        # played has no turn to end.
        asked = rules.players_end_turns and results.masks[i, END]
        if games.at[i, STAGE] == SHIFTING:
            asked = rules.players_end_phases and action in (PLAY_SHIFT, PLAY_SWAP)
        alone = count == 1 and games.at[i, STAGE] != ROLLED and not asked
        if games.at[i, SEAT] == 0 and not alone:
            break
        action = nth_legal_action(games, i, 0 if alone else random_below(results.rng[i], count))
    update_derived_fields(games, rules, i)
    set_reward(results, i, games.points[i, 0])


@inlined
def update_derived_fields(games: Games, rules: Rules, i: Int) -> None:
    """Fill the fields that follow from others."""
    for die in range(DICE):
        games.dice[i, die] = rules.dice.faces[games.at[i, ROLL_NUMBER], die]
        games.saved[i, die] = rules.dice.kept[games.at[i, SAVED], die]
    games.stage[i] = 0
    games.stage[i, games.at[i, STAGE]] = 1
    for seat in range(SEATS):
        games.turn[i, seat] = seat == games.at[i, SEAT]
        games.last[i, seat] = seat == last_seat(games, rules, i)
        total = 0
        for row in range(ROW_COUNT):
            total += max(games.sheets[i, seat, row], 0)
        games.points[i, seat] = total


@compiled
def step_games(games: Games, rules: Rules, selected: Array, actions: Array) -> None:
    """Go one step on in these games."""
    games, rules = borrow(games), borrow(rules)
    for i in range(len(selected)):
        action = actions[i]
        if selected[i] and games.results.over[i]:
            reset_game(games, i)
            action = ROLL
        elif not (selected[i] and check_legal(games.results, i, action)):
            continue
        apply_action(games, rules, i, action)


def game_batch(game: Game[Any], count: int) -> GameBatch:
    """Return `count` games of Kniffeliger against one random opponent."""
    assert isinstance(game, Kniffeliger), "this steps Kniffeliger"
    game_encoding, options = encoding(game, SEATS), game.options
    rows = BatchArrays(game_encoding, count)
    faces = five_dice().faces[:KEEP_COUNT]
    rules = Rules(
        dice_arrays(),
        read_only((faces[None] >= faces[:, None]).all(axis=2), np.int8),
        points(five_is_full_house=options["five_is_full_house"]).astype(np.int8),
        earns_action_die(),
        action_die_faces(),
        cross_open=options["cross_out"] != "filled",
        cross_filled=options["cross_out"] != "open",
        freeze=FROZEN_NEXT_ROUND if options["freeze"] == "next_round" else FROZEN,
        dice_expire=options["action_dice"] == "next_round",
        players_end_turns=game.players_end_turns,
        players_end_phases=game.players_end_phases,
        fills_sheets=game.fills_sheets,
        rotates=options["order"] == "rotating",
    )
    shown = {name: rows[name] for name in Games._fields[1:-1]}
    for name in ("sheets", "frozen", "crossed", "hands", "earned"):
        shown[name] = shown[name].reshape(count, SEATS, -1)
    games = Games(rows.results, **shown, at=rows.hidden(4))
    return GameBatch(game_encoding, rows, games, rules, step_games, game_batch)
