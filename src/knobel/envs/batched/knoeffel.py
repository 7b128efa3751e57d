"""Knöffel in single steps."""

from typing import Any, NamedTuple

import numpy as np

from knobel.core import Game
from knobel.encodings import encoding
from knobel.engines.knoeffel.lookup import FREE as KNOEFFEL_FREE
from knobel.engines.knoeffel.lookup import SCORED as KNOEFFEL_SCORED
from knobel.engines.knoeffel.lookup import variant_rules
from knobel.engines.knoeffel.variants import variant_of
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Int, compiled, inlined
from knobel.engines.shared.five_dice import ROLLS as FIVE_DICE
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
from knobel.envs.batched.turns import KEEP_COUNT, NO_ROLL, DiceArrays, dice_arrays, write_keep_mask
from knobel.games.combinations import DICE, ROLLS, UPPER
from knobel.games.joker import EXTRA_POINTS
from knobel.games.knoeffel import BONUS_FROM, BONUS_POINTS, FIELDS, FREE_ROLL_POINTS, FREE_ROLLS, KNOEFFEL, Knoeffel

FIELD_COUNT, UPPER_COUNT = len(FIELDS), len(UPPER)
FREE = -1
"""In the place of points: the field is free."""
NO_FACE = -1


class Rules(NamedTuple):
    """`points` (252, 13): what each roll scores in each field. `sequential`: only the first column with a free field is
    open. `one_knoeffel`: a player scores a Knöffel once. `free_rolls`: how many there are for a column, or with
    `shared_free_rolls` for all columns; `one_free_roll_field`: the first column pays for them. `joker`: `joker_table`
    with `FREE` in place of `FORBIDDEN`. `face` (252): the face of five equal dice, from 0; `NO_FACE` for other rolls,
    and for all without jokers.
    """

    dice: DiceArrays
    points: Array
    sequential: bool
    one_knoeffel: bool
    free_rolls: int
    shared_free_rolls: bool
    one_free_roll_field: bool
    joker: Array
    face: Array


class Games(NamedTuple):
    """A row a game: fields of the encoding; `roll` (games), the number of the roll on the table; and of each column
    (games, columns) the sum of the `upper` fields and how many fields are free, `room`."""

    results: Results
    sheets: Array
    free_rolls_used: Array
    extra_jokers: Array
    dice: Array
    rolls: Array
    points: Array
    roll: Array
    upper: Array
    room: Array


@inlined
def paying_column(rules: Rules, column: Int) -> Int:
    """Return the column that is charged for a free roll whose result is entered in `column`."""
    return 0 if rules.one_free_roll_field else column


@inlined
def has_free_roll(games: Games, rules: Rules, i: Int, column: Int) -> bool:
    """True if a free roll is left for a result that is entered in `column`."""
    used = 0
    for each in range(games.room.shape[1]):
        if rules.shared_free_rolls or each == column:
            used += games.free_rolls_used[i, each]
    return used < rules.free_rolls


@inlined
def scored_knoeffel(games: Games, i: Int) -> bool:
    """True if a Knöffel field holds points."""
    scored = False
    for column in range(games.room.shape[1]):
        scored |= games.sheets[i, column * FIELD_COUNT + KNOEFFEL] > 0
    return scored


@inlined
def joker_points(games: Games, rules: Rules, i: Int, column: Int, field: Int) -> Int:
    """Return the points, extra ones included, of five equal dice in a field; `FREE` if they must not be entered."""
    first, lower_free = column * FIELD_COUNT, 0
    for other in range(first + UPPER_COUNT, first + FIELD_COUNT):
        lower_free |= int(games.sheets[i, other] == FREE)
    face = rules.face[games.roll[i]]
    filled = int(games.sheets[i, first + face] != FREE)
    return np.int64(rules.joker[knoeffel_state(games, i, column), filled, lower_free, face, field])


@inlined
def knoeffel_state(games: Games, i: Int, column: Int) -> Int:
    """Return the state of the Knöffel field of a column, as in `variants`."""
    points = games.sheets[i, column * FIELD_COUNT + KNOEFFEL]
    return int(points != FREE) + int(points > 0)


@inlined
def keep_and_roll(games: Games, rules: Rules, i: Int, keep: Int) -> None:
    """Keep some dice, roll the others, and mark the legal actions."""
    roll = sample_reroll(games.results.rng[i], rules.dice, keep)
    games.roll[i] = roll
    for die in range(DICE):
        games.dice[i, die] = rules.dice.faces[roll, die]
    games.rolls[i] += 1
    masks, rolls, columns = games.results.masks, games.rolls[i], games.room.shape[1]
    open_, may_roll_free = True, False
    for column in range(columns):
        is_free = has_free_roll(games, rules, i, column)
        paid = rolls <= ROLLS or is_free
        first = column * FIELD_COUNT
        for field in range(first, first + FIELD_COUNT):
            free = open_ and paid and games.sheets[i, field] == FREE
            if free and rules.face[roll] != NO_FACE:
                free = joker_points(games, rules, i, column, field - first) != FREE
            masks[i, field] = free
        if open_ and games.room[i, column]:
            may_roll_free |= rolls == ROLLS and is_free
            open_ = not rules.sequential
    first = columns * FIELD_COUNT
    write_keep_mask(rules.dice, roll if rolls < ROLLS else NO_ROLL, masks[i, first : first + KEEP_COUNT])
    write_keep_mask(rules.dice, roll if may_roll_free else NO_ROLL, masks[i, first + KEEP_COUNT :])


@inlined
def free_fields(games: Games, i: Int) -> Int:
    """How many fields are free."""
    fields = 0
    for column in range(games.room.shape[1]):
        fields += games.room[i, column]
    return fields


@inlined
def reset_game(games: Games, rules: Rules, i: Int) -> None:
    """Begin a game."""
    reset_results(games.results, i)
    games.sheets[i] = FREE
    games.free_rolls_used[i] = games.extra_jokers[i] = games.upper[i] = 0
    games.room[i] = FIELD_COUNT
    fields = 1 if rules.one_free_roll_field else games.room.shape[1]
    games.points[i] = fields * FREE_ROLL_POINTS[0] if rules.free_rolls else 0
    games.rolls[i] = 0
    keep_and_roll(games, rules, i, 0)


@inlined
def enter_dice(games: Games, rules: Rules, i: Int, place: Int) -> None:
    """Enter the dice in a field of a column."""
    column, field = place // FIELD_COUNT, place % FIELD_COUNT
    scores = not (field == KNOEFFEL and rules.one_knoeffel and scored_knoeffel(games, i))
    gain = np.int64(rules.points[games.roll[i], field]) * scores
    extra = 0
    if rules.face[games.roll[i]] != NO_FACE and knoeffel_state(games, i, column) != KNOEFFEL_FREE:
        earns = int(knoeffel_state(games, i, column) == KNOEFFEL_SCORED)
        games.extra_jokers[i, column] += earns
        extra = EXTRA_POINTS * earns
        gain = joker_points(games, rules, i, column, field) - extra
    games.sheets[i, place] = gain
    games.room[i, column] -= 1
    if field < UPPER_COUNT:
        before = games.upper[i, column]
        games.upper[i, column] = before + gain
        if before < BONUS_FROM <= before + gain:
            gain += BONUS_POINTS
    gain += extra
    if games.rolls[i] > ROLLS:
        paying = paying_column(rules, column)
        used = games.free_rolls_used[i, paying]
        gain += FREE_ROLL_POINTS[used + 1] - FREE_ROLL_POINTS[used]
        games.free_rolls_used[i, paying] = used + 1
    games.points[i] += gain
    games.rolls[i] = 0


@inlined
def apply_action(games: Games, rules: Rules, i: Int, action: Int) -> None:
    """Enter the dice, or keep some of them and roll the rest."""
    keep = action - games.room.shape[1] * FIELD_COUNT
    if keep >= 0:
        keep %= KEEP_COUNT
    else:
        enter_dice(games, rules, i, action)
        keep = 0
    set_reward(games.results, i, games.points[i])
    if games.rolls[i] == 0 and free_fields(games, i) == 0:
        games.dice[i] = 0
        end_game(games.results, i)
    else:
        keep_and_roll(games, rules, i, keep)


@compiled
def step_games(games: Games, rules: Rules, selected: Array, actions: Array) -> None:
    """Go one step on in these games."""
    games, rules = borrow(games), borrow(rules)
    for i in range(len(selected)):
        if selected[i] and games.results.over[i]:
            reset_game(games, rules, i)
        elif selected[i] and check_legal(games.results, i, actions[i]):
            apply_action(games, rules, i, actions[i])


def game_batch(game: Game[Any], count: int) -> GameBatch:
    """Return `count` solo games of Knöffel."""
    assert isinstance(game, Knoeffel), "this steps Knöffel"
    game_encoding = encoding(game, 1)
    rows, columns = BatchArrays(game_encoding, count), len(game.start(1).sheets[0])
    # In a solo game it is always the same seat's turn.
    rows["turn"][:] = 1
    column = variant_rules(variant_of(game))
    no_face = len(column.joker) == 0
    rules = Rules(
        dice_arrays(),
        column.points.astype(np.int8),
        sequential=game.options["columns"] == "sequential",
        one_knoeffel=game.one_knoeffel,
        free_rolls=FREE_ROLLS if game.with_free_rolls else 0,
        shared_free_rolls=game.shared_free_rolls,
        one_free_roll_field=game.one_free_roll_field,
        joker=np.where(column.joker < 0, FREE, column.joker).astype(np.int16),
        face=np.array([NO_FACE if no_face or len(set(dice)) > 1 else dice[0] - 1 for dice in FIVE_DICE]),
    )
    games = Games(
        rows.results,
        rows["sheets"],
        rows["free_rolls_used"].reshape(count, columns),
        rows["extra_jokers"].reshape(count, columns),
        rows["dice"],
        rows["rolls"],
        rows["points"],
        roll=rows.hidden(),
        upper=rows.hidden(columns),
        room=rows.hidden(columns),
    )
    return GameBatch(game_encoding, rows, games, rules, step_games, game_batch)
