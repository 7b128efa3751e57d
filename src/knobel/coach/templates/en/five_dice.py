"""English templates: reasons of the games with five dice."""

from typing import Any

FIVE_DICE: dict[str, Any] = {
    "keep_likelier": "With {dice}, {field} comes {chance} of the time; with {other_dice}, {other_chance}.",
    "keep_certain": "With {dice}, {field} is certain already, with {other_dice} it comes {other_chance} of the time.",
    "holds_face": (
        "With {dice}, one die counts for {field} already, with {other_dice} none[: {mean} on average instead of {other_mean}].",
        "With {dice}, {count} dice count for {field} already, with {other_dice} none[: {mean} on average instead of {other_mean}].",
    ),
    "holds_more": "With {dice}, {count} dice count for {field} already, with {other_dice} only {other_count}[: {mean} on average instead of {other_mean}].",
    "throws_more": (
        "With {dice}, {count} die is rolled for {field}, with {other_dice} only {other_count}[: {mean} on average instead of {other_mean}].",
        "With {dice}, {count} dice are rolled for {field}, with {other_dice} only {other_count}[: {mean} on average instead of {other_mean}].",
    ),
    "keep_opens": "With {dice}, {field} comes {chance} of the time; with {other_dice} it is impossible.",
    "last_roll": "Of the possible throws of the other dice, {throws} of {total} make {field} with {dice}, "
    "{other_throws} of {other_total} with {other_dice}.",
    "keep_straight": "With {dice}, {field} comes {chance} of the time; with {other_dice}, {other_chance}.",
    "keep_equal": "{count} equal dice instead of {other_count}: {field} comes {chance} of the time with {dice}, "
    "{other_chance} with {other_dice}.",
    "keep_pair": "{dice} holds {count} equal dice, {other_dice} not even a pair: {field} comes {chance} of the time "
    "instead of {other_chance}.",
    "throws_for_kind": "With {dice}, {count} dice are rolled for {field} instead of {other_count}: it comes {chance} of the "
    "time instead of {other_chance}.",
    "useless_dice": "Keeping {dice} helps no open field: if rolled again, the average of every field stays the same or "
    "rises.",
    "more_fields": "With {dice}, {count} of the {total} open fields stand better on average than with {other_dice}, only {other_count} worse; {field} gains most[: {mean} instead of {other_mean}].",
    "more_fields_only": "With {dice}, {count} of the {total} open fields stand better on average than with {other_dice}, none worse; {field} gains most[: {mean} instead of {other_mean}].",
    "all_fields": "With {dice}, all {total} open fields stand better on average than with {other_dice}; {field} gains most[: {mean} instead of {other_mean}].",
    "extra_helps_less": "Keeping {dice} too adds {mean} to {field} on average, but costs {other_mean} in {other_field}.",
    "keep_more": "With {dice}, {field} brings more on average than with {other_dice}[: {mean} instead of {other_mean}].",
    "keep_both": "With {dice}, {field} brings {mean} on average, and {other_field} {other_mean}: two fields to choose "
    "from.",
    "strike": "Striking {place} costs less on average than striking {other_place}[: {mean} instead of {other_mean}].",
    "struck": "{place} is then struck: otherwise it comes in {chance} of turns[ and brings {mean} on average].",
    "struck_gradual": "{place} would be struck[: a turn for it brings {mean} on average].",
    "cheapest_strike": "Of the open fields, {place} is the cheapest to strike[: a turn for it brings only {mean} on average].",
    "cheap_strike": "Striking {place} costs little[: {mean} on average].",
    "worth_later": "If {other_place} stays open instead of {place}, the rest of the game brings[ {mean}] more on average.",
    "made_now": "The dice already make {place}[: {points} now; {other_place} brings only {other_points}].",
    "made_now_alone": "The dice already make {place}[: {points} now], and {other_place} brings nothing.",
    "points_now": "{place} brings more now than {other_place}[: {points} instead of {other_points}].",
    "points_now_alone": "{place} brings points now[ ({points})], {other_place} nothing.",
    "poor": "Only {points} in {place}: a turn for it brings more on average[ ({mean})].",
    "rich": "{place} is well filled with {points}: a turn for it brings less on average[ ({mean})].",
    "less_below": "{place} ({points}) is closer to the average of a turn for it than {other_place} ({other_points}).",
    "roll_on": "With {dice}, {field} still comes {chance} of the time; {now}.",
    "roll_on_certain": "With {dice}, {field} is certain already; {now}.",
    "roll_on_better": "With {dice}, {field} brings {mean} on average, a new turn for it only {other_mean}; {now}.",
    "roll_on_more": "With {dice}, {field} brings {mean} on average; {now}.",
    "risks_nothing": "Rolling on with {dice} risks nothing: {place} stays certain, and {field} comes {chance} of the time.",
    "risks_nothing_mean": "Rolling on with {dice} risks nothing: {place} stays certain, and {field} brings {mean} on average.",
    "improves": "Rolling on with {dice} improves {place} on average[: {mean} instead of {points}].",
    "struck_early": (
        "{place} would be struck although you may roll once more[: a turn for it brings {mean} on average].",
        "{place} would be struck although you may roll {count} more times[: a turn for it brings {mean} on average].",
    ),
    "poor_early": (
        "Only {points} in {place} although you may roll once more: a turn for it brings more on average[ ({mean})].",
        "Only {points} in {place} although you may roll {count} more times: a turn for it brings more on average[ ({mean})].",
    ),
    "entry_stays": "Rolling on with {dice} risks nothing: {place} brings its {points} after any roll, and {mean} on average.",
    "keep_ends": "With {dice} the turn ends in {field} {chance} of the time, with {other_dice} only {other_chance}.",
    "turn_goes_on": (
        "One roll is left: with {dice} the turn ends better on average, most likely in {field} ({chance} of the time) or {other_field} ({other_chance}).",
        "{count} rolls are left: with {dice} the turn ends better on average, most likely in {field} ({chance} of the time) or {other_field} ({other_chance}).",
    ),
    "enough_risk": "The dice already make {place} ({points}); after rolling on with {dice} it comes only {chance} of the time.",
    "enough": "{place} brings {points} for certain; rolling on with {dice} brings less there on average[: {mean}].",
    "free_roll_costs": "The free roll costs {points}.",
    "joker": "The joker earns another {points}.",
    "free_roll_kept": (
        "The free roll[ costs {points} and] can also be used in a later turn: {count} is left.",
        "The free roll[ costs {points} and] can also be used in a later turn: {count} are left.",
    ),
    "free_roll_gain": "The free roll costs {points}, and the most it adds on average is {mean}, in {field}.",
    "bonus": "That makes sure of the bonus in column {column}: {points}.",
    "bonus_lost": "With {place} the bonus in column {column} ({points}) is out of reach: {missing} to 63 would be "
    "missing.",
    "bonus_pace": "For the bonus in column {column} ({points}) you are then at {ahead} against three of each, "
    "otherwise at {other_ahead}.",
    "keep_bonus": (
        "One die for {field} makes sure of the bonus in column {column} ({points}): with {dice} you get it {chance} of the time, with {other_dice} {other_chance}.",
        "{count} dice for {field} make sure of the bonus in column {column} ({points}): with {dice} you get them {chance} of the time, with {other_dice} {other_chance}.",
    ),
}
