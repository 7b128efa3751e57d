"""English templates."""

from typing import Any

NUMBER: dict[str, str] = {}
PERCENT = "{}%"
AND = " and "
AND_BEFORE: dict[str, str] = {}
OR = " or "
OR_BEFORE: dict[str, str] = {}
POINTS = "{} point", "{} points"
CIRCLES = "{} circle", "{} circles"
LINE_IN_LIST = "{}"
ROLLS = "{} of 36", ("{} of 36 rolls", "{} of 36 rolls")
"""How many rolls of two dice show a number: in a list, and at its end."""
LINES = {"row": "row {}", "col": "column {}", "diag": "the diagonal a1–e5", "anti": "the diagonal a5–e1"}
ARTICLES: tuple[tuple[str, str], ...] = ()
"""Patterns with their replacements in a finished sentence: forms of articles."""
COLUMN = "{} (column {})"
NO_DICE = "all new dice"
FIELDS = {
    "1s": "Ones", "2s": "Twos", "3s": "Threes", "4s": "Fours", "5s": "Fives", "6s": "Sixes",
    "3k": "Three of a kind", "4k": "Four of a kind", "fh": "Full house", "ss": "Small straight",
    "ls": "Large straight", "ch": "Chance", "pi": "Pi",
}  # fmt: skip
COMBINATIONS = {
    "pair": "a pair", "two_pairs": "two pairs", "three": "three equal", "four": "four equal", "five": "five equal",
    "full_house": "a full house", "straight": "a straight", "straight_with_7": "a straight with a 7",
    "straight_without_7": "a straight without a 7",
}  # fmt: skip
COLOURS = {"k": "black", "b": "blue", "g": "green", "y": "yellow", "r": "red"}
DICE = {"steal": "Steal", "freeze": "Freeze", "cross": "Cross out", "shift": "Shift", "swap": "Swap"}
ACTIONS = {
    "keep": "keep {dice}", "keep_none": "roll all again", "free": "free roll, keep {dice}",
    "circle": "circle {cells}", "with_colour": "{cell} with {colour}",
    "roll": "roll", "end": "end the turn", "pass": "pass",
}  # fmt: skip
"""Actions in words (`action_words`)."""
NOW = "{place} brings {points} now", "{place} would be struck"
"""An entry that is possible now, with points and without."""

EXPLAIN = (
    "What is expected at the start is the average result of the coach with an empty sheet.",
    "The luck of the dice is how much more or less than average the rolls brought.",
    "Own moves are the points lost compared with the best moves.",
    "The others brought or cost what their moves, and risks taken to beat them, changed, compared with what was to be expected.",
    "The estimate is by how much the coach had to correct its values during the game, rounding included.",
    "All of these together are the result.",
    "Moves are graded, and the accuracy is computed, by the lost chance to win or, where it does not tell which move wins more often, by the lost points.",
    "The chance to win holds if all play as well as the coach from then on.",
)

PAGE = {
    "title": "{game}: what every move was worth",
    "curve": "What could be expected, in points, step by step; ? a mistake, ?? a blunder",
    "ledger": "Skill or luck?",
    "decisions": "Move by move",
    "player": "Player", "start": "expected at the start", "luck": "luck of the dice", "own": "own moves",
    "unknown": "not noted", "others": "the others", "correction": "estimate", "final": "result", "without": "without luck",
    "accuracy": "accuracy", "step": "Step", "played": "played", "best": "best", "lost": "lost", "class": "Class",
    "good": "good", "inaccuracy": "inaccurate", "mistake": "mistake", "blunder": "blunder",
    "range": "8 of 10 games end with",
    "spread": "With an empty sheet, 8 of 10 games of the coach end with {low} to {high} points.",
    "spread_of": "{name}: with an empty sheet, 8 of 10 games of the coach end with {low} to {high} points.",
}  # fmt: skip

TERMINAL = {
    "worth": "better: {action} (worth {points} more)",
    "likelier": "better: {action} ({chance} more likely to win)",
    "luck": "luck", "others": "others",
    "rollouts": "{count} rollouts:",
    "rollout": "{points} points (8 of 10 games {low} to {high})",
    "difference": "difference {points} points",
    "to_win": "{chance} to win",
}  # fmt: skip
"""Words of the terminal's review and of its comparison by rollouts."""

LESSON: dict[str, Any] = {
    "moments": "Key moments",
    "sheet": "Sheet",
    "dice": "Dice",
    "legend": "✎ played, ★ better",
    "rule": "Rule of thumb of this game",
    "costs": "costs {cost}",
    "win": "{chance} chance to win",
    "won": "The best move, and the hardest to replace: the next one brings {points} less.",
    "saved": (
        "One move against it (step {steps}) cost {cost}.",
        "{count} moves against it (steps {steps}) together cost {cost}.",
    ),
    "average": "A decision cost {lost} on average; the accuracy is {accuracy}.",
    "peers": "Closest to that are bots of the level “{level}”: they lose {lost} a decision on average, with an accuracy of {accuracy}.",
    "last_seat": "The place at the table matters: {last} moves last in the last round and can then still answer all shifts and swaps, so at the start {last} was expected to end with {points} more than {first}.",
}
"""Words of what a seat can learn from a game; a pair is for one decision and for several."""
LEVELS = {
    "beginner": "beginner",
    "casual": "casual",
    "intermediate": "intermediate",
    "advanced": "advanced",
    "expert": "expert",
    "master": "master",
}
"""The levels of bots."""

LEDGER_TITLES = ("start", "luck", "decisions", "unknown", "others", "correction", "final", "no luck", "accuracy")
"""Short titles of the columns of a ledger in the terminal."""

SENTENCES: dict[str, Any] = {
    # All games
    "many_small": "This is the sum of many small things: look closer here.",
    "win": "With the better move the chance to win is {chance} instead of {other_chance}.",
    "win_less": "To win, the other choice is even better: {other_chance} instead of {chance}.",
    "win_over_points": "The better move gives up {mean} on average, but wins {chance} of the time instead of {other_chance}.",
    "win_favourite": "With the better move the chances are in your favour ({chance}), with the other one they are not "
    "({other_chance}).",
    "win_last_hope": "The other move leaves a chance to win of only {other_chance}, the better one {chance}.",
    "win_secured": "The better move wins almost for certain ({chance}), the other one only {other_chance} of the time.",
    # Grids
    "completes": "{cell} completes {line}: {combination}, {worth}.",
    "completes_several": "{cell} completes {lines} with one entry: {worth} together.",
    "one_missing": (
        (
            "With the {number} in {cell}, {line} lacks only {outs} for {worth} or more; the last roll shows that "
            "{chance} of the time."
        ),
        (
            "With the {number} in {cell}, {line} lacks only {outs} for {worth} or more; in the {count} rolls "
            "that are left, that comes up at least once {chance} of the time."
        ),
    ),
    "one_missing_ways": "With the {number} in {cell}, {line} lacks only {outs} for {worth} or more: {ways} of 36 rolls.",
    "pairs_up": "In {cell} the {number} makes a pair with the {number} in {line}; with {needed} this becomes "
    "{combination} ({worth}).",
    "third_equal": "In {cell} the {number} is the third {number} in {line}; with {needed} this becomes {combination} "
    "({worth}).",
    "fits_straight": "In {cell} the {number} goes with {numbers} in {line}: {needed} would make {combination} ({worth}).",
    "builds_chance": "The {number} in {cell} helps {line}: if only this line counted, {combination} ({worth}) would "
    "succeed {chance} of the time instead of {other_chance}.",
    "closes_empty": "The {number} fills the last cell of {line} without any combination; {outs} ({ways} of 36 rolls) "
    "would make {combination} ({worth}) there.",
    "closes_low": "The {number} fills the last cell of {line} for just {other_combination} ({other_worth}); {outs} "
    "({ways} of 36 rolls) would make {combination} ({worth}) there.",
    "breaks_straight": "The {number} in {cell} rules out a straight in {line}: {needed} would complete {numbers} ({worth}).",
    "too_far": "The {number} in {cell} is more than four away from the {other_number} in {line}: that rules out "
    "{combination} ({worth}), which, if only this line counted, would succeed {chance} of the time.",
    "same_number": "A second {number} in {line} rules out {combination} ({worth}), which, if only this line counted, "
    "would succeed {chance} of the time.",
    "spoils_pair": "{line} already has a pair of {other_number}s and would become {combination} ({worth}) with "
    "{needed}; after the {number} in {cell}, it becomes {other_combination} ({other_worth}) at most.",
    "spoils_three": "{line} already has three {other_number}s and would become {combination} ({worth}) with {needed}; "
    "after the {number} in {cell}, it becomes {other_combination} ({other_worth}) at most.",
    "caps": "After the {number} in {cell}, {line} becomes {other_combination} ({other_worth}) at most; until "
    "now, if only this line counted, {combination} ({worth}) would succeed {chance} of the time.",
    "ruins_chance": "The {number} in {cell} rules out {combination} ({worth}) in {line}; otherwise, if only this line "
    "counted, it would succeed {chance} of the time.",
    "harms_chance": "The {number} in {cell} harms {line}: if only this line counted, {combination} ({worth}) would "
    "succeed only {other_chance} of the time instead of {chance}.",
    "starts_line": "{line} is still empty: on its own it brings {other_expected} on average if it starts with {number}, "
    "otherwise {expected}.",
    "starts_diagonal": "{line} is still empty and counts double: on its own it brings {other_expected} on average if it "
    "starts with {number}, otherwise {expected}.",
    "harms_diagonal": "{cell} lies on {line}, which counts double: with the {number} it brings, on its own, "
    "{other_expected} on average instead of {expected}.",
    "serves_lines": "In {cell} the {number} helps several lines at once: {lines} gain {expected} on average, each on its "
    "own.",
    "harms_several": "In {cell} the {number} harms several lines at once: {lines} lose {expected} on average, each on its "
    "own.",
    "all_lines": "Through the {number} in {cell} all its lines together change by {balance} on average, in {other_cell} by {other_balance} (each line on its own).",
    "line_gains": "With the {number} in {cell}, {line} with its {numbers} is worth {mean} more on average for the rest of the game.",
    "line_loses": "After the {number} in {cell}, {line} with its {numbers} is worth {mean} less on average for the rest of the game.",
    "line_gains_empty": "{line} is still empty; with the {number} in {cell} it is worth {mean} more on average for the rest of the game.",
    "line_loses_empty": "{line} is still empty; after the {number} in {cell} it is worth {mean} less on average for the rest of the game.",
    "keeps_free": "A circle keeps {cell} free: the game lasts longer, which makes the other lines worth {mean} more on average.",
    "costs_less": "In {cell} the {number} costs the lines only {expected} on average, in {other_cell} {other_expected} "
    "(each line on its own).",
    "dead_line": "{line} cannot get any combination any more, so the {number} in {cell} does no harm there.",
    "weak_line": "{line} can become {combination} ({worth}) at most anyway, so the {number} in {cell} does little "
    "harm there.",
    "next_roll": "After {cell}, {ways} of 36 rolls complete a line for at least {worth} right away, after "
    "{other_cell} {other_ways}.",
    "place_for": "{cell} should stay free for a better number: {other_number} ({ways} of 36 rolls) would help {lines} "
    "at once there.",
    "centre_line": "{other_cell} lies on {line}, which runs through the centre with its four lines; {cell} keeps the "
    "{number} away from them.",
    "more_lines": "{cell} lies on {count} lines, {other_cell} on only {other_count}: there the {number} counts more "
    "often.",
    "spares_lines": "{other_cell} lies on {other_count} lines and is too good for this {number}; {cell} lies on only "
    "{count}.",
    # Knaster
    "earns": (
        "With the {number} in {cell} you may circle one cell at once; the other entry earns no circle.",
        "With the {number} in {cell} you may circle {count} cells at once; the other entry earns no circle.",
    ),
    "earns_more": "The {number} in {cell} earns {count} circles at once, the other entry only {other_count}.",
    "fits_nowhere": "The {number} fits nowhere: even in {cell} it costs the lines {expected} on average (each line on "
    "its own).",
    "richer_lines": "The lines through {cell} are worth {points} together, those through {other_cell} only "
    "{other_points}.",
    "spares_lines_of": "{other_cell} lies on richer lines ({other_points}) than {cell} ({points}) and stays free for a "
    "better number.",
    "circle_later": "The {number} in {cell} can still be circled later: {count} of 36 rolls show it.",
    "circle_now": (
        "A circle on {cells} is a point at once.",
        "Circles on {cells} are {count} points at once.",
    ),
    "circle_now_rare": (
        "A circle on {cells} is a point at once, and only {count} of 36 rolls shows {number} again.",
        "A circle on {cells} is a point at once, and only {count} of 36 rolls show {number} again.",
    ),
    "line_done": "With {cells}, all of {line} is circled: {points}.",
    "line_lacks_one": (
        "With {cells}, {line} ({points}) lacks only {cell}; {ways} of 36 rolls shows its {number}.",
        "With {cells}, {line} ({points}) lacks only {cell}; {ways} of 36 rolls show its {number}.",
    ),
    "line_lacks": "With {cells}, {line} ({points}) lacks only {missing_cells}.",
    "line_progress": "With {cells}, {line} ({points}) has {count} of its five circles.",
    "line_first": "{cells} makes the first circle in {line} ({points}).",
    "rarer": (
        (
            "Only {count} of 36 rolls shows the {number} ({cell}), but {other_ways} the {other_number} "
            "({other_cell}), which is therefore easier to circle later."
        ),
        (
            "Only {count} of 36 rolls show the {number} ({cell}), but {other_ways} the {other_number} "
            "({other_cell}), which is therefore easier to circle later."
        ),
    ),
    "circles_richer": "The lines through {cells} are worth {points} together, those through {other_cells} only "
    "{other_points}.",
    "room": "There are still {count} free cells: what can grow there counts for more now.",
    "fills_up": (
        "{cell} is the last free cell: only one roll follows it, and {count} number is not circled.",
        "{cell} is the last free cell: only one roll follows it, and {count} numbers are not circled.",
    ),
    # Knapp Daneben!
    "rare_number": "The {number} brings {points} wherever it stands, the {other_number} none.",
    "only_rare": "Of the sums of this round, {numbers}, only the {number} brings points of its own: {points}.",
    "rarer_number": "The {number} brings {points} wherever it stands, the {other_number} only {other_points}.",
    "ticks_only": "The {number} in {cell} ticks a box right away ({points}), the {other_number} in {other_cell} none.",
    "ticks_later": "The {number} in {cell} ticks box number {ticks} of {line}, which brings {points}; the "
    "{other_number} in {other_cell} ticks none.",
    "ticks_several": "The {number} in {cell} ticks {count} boxes with one entry ({points}), the {other_number} in "
    "{other_cell} none.",
    "ticks_more": "The {number} in {cell} ticks {count} boxes right away ({points}), the {other_number} in "
    "{other_cell} only {other_count} ({other_points}).",
    "ticks_richer": "The {number} in {cell} ticks box number {ticks} of {line}, and later boxes of a line bring more: "
    "{points} instead of {other_points}.",
    "fills_line": "With the {number} in {cell}, all four boxes of {line} are ticked: for its boxes the entry brings "
    "{points}, the other one {other_points}.",
    "dead": (
        "The {number} in {cell} does not fit beside {numbers}: a box stays empty for good.",
        "The {number} in {cell} does not fit beside {numbers}: {count} boxes stay empty for good.",
    ),
    "dead_equal": "Two equal numbers side by side never tick a box: the {number} in {cell} stands beside another "
    "{number}.",
    "dead_more": (
        ("The {number} in {cell} leaves {count} box empty for good, the entry in {other_cell} only {other_count}."),
        ("The {number} in {cell} leaves {count} boxes empty for good, the entry in {other_cell} only {other_count}."),
    ),
    "caps_line": (
        (
            "After the {number} in {cell}, {line} can get {count} box at most ({points}); until now "
            "{other_count} ({other_points}) are possible."
        ),
        (
            "After the {number} in {cell}, {line} can get {count} boxes at most ({points}); until now "
            "{other_count} ({other_points}) are possible."
        ),
    ),
    "dead_in_line": (
        (
            "In {line} the {number} does not fit beside {numbers}: it can get {count} box at most ({points}) "
            "instead of {other_count} ({other_points})."
        ),
        (
            "In {line} the {number} does not fit beside {numbers}: it can get {count} boxes at most ({points}) "
            "instead of {other_count} ({other_points})."
        ),
    ),
    "next_round": "With the {number} in {cell}, the next roll lets you tick a box {chance} of the time, with the "
    "{other_number} in {other_cell} {other_chance}.",
    "next_two": "With the {number} in {cell}, the next roll lets you tick two boxes with one entry {chance} of the "
    "time, with the {other_number} in {other_cell} {other_chance}.",
    "two_at_once": "Beside the {number}, the sum {other_number} in {cell} would tick two boxes with one entry ({ways} "
    "of 36 pairs of dice).",
    "no_longer_both": "No number in {cell} fits beside both {number} and {other_number}: only one of the two boxes there "
    "can still be ticked.",
    "easier": "{ways} of 36 pairs of dice fit beside {number}, only {other_ways} beside {other_number}.",
    "more_open": "{cell} still has {count} free neighbours, {other_cell} only {other_count}: the {number} can tick "
    "more boxes there.",
    "fewer_open": "{other_cell} still has {other_count} free neighbours, {cell} only {count}: the better place is kept "
    "for later.",
    "rare_at_edge": "Only {ways} of 36 pairs of dice fit beside {number}: in {cell} {count} free neighbours depend on that, in "
    "{other_cell} {other_count}.",
    "keeps_own": "{cell} has your colour and takes the sum with any die, {other_cell} only the one with the die of "
    "its colour; only {count} circles of your colour are free.",
    "keeps_last_own": "{cell} is the last free circle of your colour, and only such a circle takes the sum with any die.",
    "last_of_colour": "{cell} is the last free {colour} circle: after it, the sum with the {colour} die fits only in "
    "circles of your colour.",
    # Five dice
    "keep_likelier": "With {dice}, {field} comes {chance} of the time, with {other_dice} {other_chance}.",
    "keep_certain": "With {dice}, {field} is certain already, with {other_dice} it comes {other_chance} of the time.",
    "holds_face": (
        (
            "With {dice}, one die counts for {field} already, with {other_dice} none: {mean} on average instead "
            "of {other_mean}."
        ),
        (
            "With {dice}, {count} dice count for {field} already, with {other_dice} none: {mean} on average "
            "instead of {other_mean}."
        ),
    ),
    "holds_more": "With {dice}, {count} dice count for {field} already, with {other_dice} only {other_count}: {mean} "
    "on average instead of {other_mean}.",
    "throws_more": (
        (
            "With {dice}, {count} die is rolled for {field}, with {other_dice} only {other_count}: {mean} on "
            "average instead of {other_mean}."
        ),
        (
            "With {dice}, {count} dice are rolled for {field}, with {other_dice} only {other_count}: {mean} on "
            "average instead of {other_mean}."
        ),
    ),
    "keep_opens": "With {dice}, {field} comes {chance} of the time; with {other_dice} it is impossible.",
    "last_roll": "Of the possible throws of the other dice, {throws} of {total} make {field} with {dice}, "
    "{other_throws} of {other_total} with {other_dice}.",
    "keep_straight": "{field} comes from {dice} {chance} of the time, from {other_dice} {other_chance}.",
    "keep_equal": "{count} equal dice instead of {other_count}: {field} comes {chance} of the time with {dice}, "
    "{other_chance} with {other_dice}.",
    "keep_pair": "{dice} holds {count} equal dice, {other_dice} not even a pair: {field} comes {chance} of the time "
    "instead of {other_chance}.",
    "throws_for_kind": "With {dice}, {count} dice are rolled for {field} instead of {other_count}: it comes {chance} of the "
    "time instead of {other_chance}.",
    "useless_dice": "Keeping {dice} helps no open field: if rolled again, the average of every field stays the same or "
    "rises.",
    "more_fields": "For {count} of the {total} open fields, {dice} is better on average than {other_dice}, for "
    "{other_count} worse.",
    "extra_helps_less": "Keeping {dice} too adds {mean} to {field} on average, but costs {other_mean} in {other_field}.",
    "keep_more": "With {dice}, {field} brings {mean} on average, with {other_dice} it brings {other_mean}.",
    "keep_both": "With {dice}, {field} brings {mean} on average, and {other_field} {other_mean}: two fields to choose "
    "from.",
    "strike": "Striking {place} costs only {mean} on average, but {other_place} {other_mean}.",
    "struck": "{place} is then struck: otherwise it comes in {chance} of turns and brings {mean} on average.",
    "struck_gradual": "{place} would be struck: a turn for it brings {mean} on average.",
    "cheapest_strike": "Of the open fields, {place} is the cheapest to strike: a turn for it brings only {mean} on average.",
    "cheap_strike": "Striking {place} gives up {mean} on average.",
    "worth_later": "With {other_place} instead of {place} still open, the rest of the game brings {mean} more on average.",
    "points_now": "{place} brings {points} now, {other_place} only {other_points}.",
    "points_now_alone": "{place} brings {points} now, {other_place} nothing.",
    "poor": "Only {points} in {place}: a turn for it brings {mean} on average.",
    "rich": "{place} is well filled with {points}: a turn for it brings only {mean} on average.",
    "less_below": "{points} in {place} is closer to its average ({mean}) than {other_points} in {other_place} "
    "({other_mean}).",
    "roll_on": "With {dice}, {field} still comes {chance} of the time; {now}.",
    "roll_on_certain": "With {dice}, {field} is certain already; {now}.",
    "roll_on_better": "With {dice}, {field} brings {mean} on average, a new turn for it only {other_mean}; {now}.",
    "roll_on_more": "With {dice}, {field} brings {mean} on average; {now}.",
    "risks_nothing": "Rolling on with {dice} risks nothing: {place} stays certain, and {field} comes {chance} of the time.",
    "risks_nothing_mean": "Rolling on with {dice} risks nothing: {place} stays certain, and {field} brings {mean} on average.",
    "improves": "Rolling on with {dice} raises {place} from {points} to {mean} on average.",
    "struck_early": (
        "{place} would be struck although you may roll once more: a turn for it brings {mean} on average.",
        "{place} would be struck although you may roll {count} more times: a turn for it brings {mean} on average.",
    ),
    "poor_early": (
        "Only {points} in {place} although you may roll once more: a turn for it brings {mean} on average.",
        "Only {points} in {place} although you may roll {count} more times: a turn for it brings {mean} on average.",
    ),
    "turn_goes_on": (
        "One roll is left: with {dice} the turn ends better on average, most likely in {field} ({chance} of the time) or {other_field} ({other_chance}).",
        "{count} rolls are left: with {dice} the turn ends better on average, most likely in {field} ({chance} of the time) or {other_field} ({other_chance}).",
    ),
    "enough_risk": "{place} brings {points} now; after rolling on with {dice} it comes only {chance} of the time.",
    "enough": "{place} brings {points} for certain; rolling on with {dice} brings only {mean} there on average.",
    "free_roll_costs": "The free roll costs {points}.",
    "joker": "The joker earns another {points}.",
    "free_roll_kept": (
        "The free roll costs {points} and can also be used in a later turn: {count} is left.",
        "The free roll costs {points} and can also be used in a later turn: {count} are left.",
    ),
    "free_roll_gain": "The free roll costs {points}, and the most it adds on average is {mean}, in {field}.",
    "bonus": "That makes sure of the bonus in column {column}: {points}.",
    "bonus_lost": "With {place} the bonus in column {column} ({points}) is out of reach: {missing} to 63 would be "
    "missing.",
    "bonus_pace": "For the bonus in column {column} ({points}) you are then at {ahead} against three of each, "
    "otherwise at {other_ahead}.",
    # Action dice
    "steal": "{seat} loses {points} in {field}, and you write them yourself; a turn for it brings {mean} on average.",
    "steal_poor": "{seat} has only {points} in {field}: a turn for it brings {mean} on average.",
    "cross": "{seat} loses {field}: a turn for it brings {mean} on average.",
    "cross_points": "{seat} loses {points} in {field}.",
    "cross_little": "{field} is not worth much to {seat}: a turn for it brings {mean} on average.",
    "freeze": "{seat} cannot fill {field} in the next turn; it comes in {chance} of turns.",
    "freeze_little": "{field} is not worth much to {seat}: it comes in {chance} of turns and is blocked for only one of "
    "them.",
    "sheet": "You then hold a sheet with {points} instead of {other_points}.",
    "open_rows": (
        (
            "The sheet that you then hold has {count} open row, worth {mean} in average turns; on the other, "
            "{other_count} are worth {other_mean}."
        ),
        (
            "The sheet that you then hold has {count} open rows, worth {mean} in average turns; on the other, "
            "{other_count} are worth {other_mean}."
        ),
    ),
    "taken_again": "The other sheet shows {other_points} instead of {points}, but {seat} moves after you and can play "
    "{die}.",
    "steal_loses": (
        "This steal brings {mean} less than a turn of your own for it; with {count} more round to come, a steal brings about {other_mean} more on average: wait for a better row.",
        "This steal brings {mean} less than a turn of your own for it; with {count} more rounds to come, a steal brings about {other_mean} more on average: wait for a better row.",
    ),
    "steal_waits": (
        "This steal brings only {mean} more than a turn of your own for it; with {count} more round to come, a steal brings about {other_mean} on average: wait for a better row.",
        "This steal brings only {mean} more than a turn of your own for it; with {count} more rounds to come, a steal brings about {other_mean} on average: wait for a better row.",
    ),
    "swap_waits": (
        "{die} decides only in the last round: {count} more round follows, in which everybody can answer with Shift or Swap.",
        "{die} decides only in the last round: {count} more rounds follow, in which everybody can answer with Shift or Swap.",
    ),
    "sum_earns": "The dice sum to {number}, divisible by three: entering earns an action die for certain, rolling on only in a third of the rolls.",
    "sum_for_die": "The dice sum to {number}, not divisible by three: entering earns no action die, rolling on does in a third of the rolls.",
    "die_waits": (
        "{die} can wait: {count} more round is left to play it.",
        "{die} can wait: {count} more rounds are left to play it.",
    ),
}
