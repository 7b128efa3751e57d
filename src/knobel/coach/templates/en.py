"""English templates."""

from typing import Any

NUMBER: dict[str, str] = {}
PERCENT = "{}%"
AND = " and "
AND_BEFORE: dict[str, str] = {}
POINTS = "{} point", "{} points"
CIRCLES = "{} circle", "{} circles"
LINES = {"row": "row {}", "col": "column {}", "diag": "the diagonal a1–e5", "anti": "the diagonal a5–e1"}
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
DICE = {"steal": "Steal", "freeze": "Freeze", "cross": "Cross out", "shift": "Shift", "swap": "Swap"}

EXPLAIN = (
    "What is expected at the start is the average result of the coach with an empty sheet.",
    "The luck of the dice is how much more or less than average the rolls brought.",
    "Own moves are the points lost compared with the best moves.",
    "The others brought or cost what their moves changed on this sheet or at its end, compared with what was to be expected.",
    "The estimate is by how much the coach had to correct its values during the game, rounding included.",
    "All of these together are the result.",
    "Moves are graded, and the accuracy is computed, by the lost chance to win or, where it is equal or unknown, by the lost points.",
)

PAGE = {
    "title": "{game}: what every move was worth",
    "curve": "What could be expected, in points, step by step; ? a mistake, ?? a blunder",
    "ledger": "Me or the dice?",
    "decisions": "Move by move",
    "player": "Player", "start": "expected at the start", "luck": "luck of the dice", "own": "own moves",
    "unknown": "not noted", "others": "the others", "correction": "estimate", "final": "result", "without": "without luck",
    "accuracy": "accuracy", "step": "Step", "played": "played", "best": "best", "lost": "lost", "class": "Class",
    "good": "good", "inaccuracy": "inaccurate", "mistake": "mistake", "blunder": "blunder",
}  # fmt: skip

SENTENCES: dict[str, Any] = {
    # All games
    "nothing": "In the long run it brings {points} more.",
    "win": "With the better move the chance to win is {chance} instead of {other_chance}.",
    "win_less": "To win, the other choice is even better: {other_chance} instead of {chance}.",
    # Grids
    "completes": "{cell} completes {line}: {combination}, {worth}.",
    "builds": "The {number} in {cell} helps {line} along: {needed} would make it {combination} ({worth}).",
    "builds_chance": "The {number} in {cell} helps {line} along: if only this line counted, it would become {combination} ({worth}) "
    "{chance} of the time instead of {other_chance}.",
    "ruins": "The {number} in {cell} spoils {line}: otherwise {needed} would make it {combination} ({worth}).",
    "ruins_chance": "The {number} in {cell} spoils {line}: {combination} ({worth}) is then impossible there; otherwise, "
    "if only this line counted, it would be {chance} likely.",
    "harms_chance": "The {number} in {cell} harms {line}: if only this line counted, it would become {combination} ({worth}) "
    "only {other_chance} of the time instead of {chance}.",
    "more_lines": "{cell} lies on {count} lines, {other_cell} on only {other_count}: there the {number} counts more often.",
    "spares_lines": "{other_cell} lies on {other_count} lines and is too good for this {number}; {cell} lies on only "
    "{count}.",
    # Knaster
    "earns": (
        "{cell} earns {count} circle at once instead of {other_count}.",
        "{cell} earns {count} circles at once instead of {other_count}.",
    ),
    "richer_lines": "The lines through {cell} are worth {points} together, those through {other_cell} only {other_points}.",
    "spares_lines_of": "{other_cell} lies on richer lines ({other_points}) than {cell} ({points}) and stays free for a "
    "better number.",
    "circle_later": (
        "The {number} in {cell} can still be circled later: {count} of 36 rolls shows it.",
        "The {number} in {cell} can still be circled later: {count} of 36 rolls show it.",
    ),
    "circle_now": "A circle on {cells} is a point at once.",
    "circle_now_rare": (
        "A circle on {cells} is a point at once, and only {count} of 36 rolls shows {number} again.",
        "A circle on {cells} is a point at once, and only {count} of 36 rolls show {number} again.",
    ),
    "line_done": "With {cells}, all of {line} is circled: {points}.",
    "line_lacks": "With {cells}, {line} ({points}) still lacks {missing_cells}.",
    "rarer": "The {number} ({cell}) falls with only {count} of 36 rolls, the {other_number} ({other_cell}) with {other_ways}: "
    "that one is easier to circle later.",
    "circles_richer": "The lines through {cells} are worth {points} together, those through {other_cells} only {other_points}.",
    "room": "There are still {count} free cells: what can grow there counts for more now.",
    "fills_up": (
        "{cell} is the last free cell: only one roll follows it, and {count} number is not circled.",
        "{cell} is the last free cell: only one roll follows it, and {count} numbers are not circled.",
    ),
    # Knapp Daneben!
    "rare_number": "The {number} brings {points} all by itself.",
    "ticks": (
        "The {number} in {cell} ticks {count} box at once ({points}), the other choice {other_count}.",
        "The {number} in {cell} ticks {count} boxes at once ({points}), the other choice {other_count}.",
    ),
    "dead": (
        "The {number} in {cell} does not fit beside {numbers}: {count} box stays empty for good.",
        "The {number} in {cell} does not fit beside {numbers}: {count} boxes stay empty for good.",
    ),
    "two_at_once": "In {cell} a sum of {other_number} beside the {number} would then tick two boxes at once ({ways} of 36 "
    "sums).",
    "no_longer_both": "Between {number} and {other_number}, no number in {cell} fits beside both any more.",
    "easier": "{ways} of 36 sums fit beside {number}, only {other_ways} beside {other_number}.",
    "more_open": "Free neighbours: {cell} has {count}, {other_cell} only {other_count}: there is more to come.",
    "fewer_open": "Free neighbours: {other_cell} has {other_count}, {cell} only {count}: the good place is saved for later.",
    "keeps_own": "{cell} has your colour and takes any partner's die; better save it than {other_cell}.",
    # Five dice
    "keep_likelier": "With {dice}, {field} comes {chance} of the time, with {other_dice} {other_chance}.",
    "keep_certain": "With {dice}, {field} is certain already, with {other_dice} it comes {other_chance} of the time.",
    "keep_more": "With {dice}, {field} brings {mean} on average, with {other_dice} it brings {other_mean}.",
    "keep_both": "With {dice}, more than one thing is likely: {field} brings {mean} on average, {other_field} {other_mean}.",
    "strike": "Striking {place} costs only {mean} on average, but {other_place} {other_mean}.",
    "struck": "{place} is then struck: otherwise it comes in {chance} of turns and brings {mean} on average.",
    "cheap_strike": "Least is lost with {place}: a turn for it brings only {mean} on average.",
    "poor": "Only {points} in {place}: a turn for it brings {mean} on average.",
    "rich": "{place} is well filled with {points}: a turn for it brings only {mean} on average.",
    "less_below": "{points} in {place} comes closer to its average ({mean}) than {other_points} in {other_place} "
    "({other_mean}).",
    "roll_on": "With {dice}, {field} still comes {chance} of the time; {place} brings {points} now.",
    "roll_on_certain": "With {dice}, {field} is certain already; {place} brings {points} now.",
    "roll_on_more": "With {dice}, {field} brings {mean} on average; {place} brings {points} now.",
    "enough": "{place} brings {points} for certain; who rolls on with {dice} has only {mean} there on average.",
    "free_roll_costs": "The free roll costs {points}, and does not bring that much in.",
    "bonus": "That makes sure of the bonus in column {column}: {points}.",
    "bonus_lost": "With {place} the bonus in column {column} ({points}) is out of reach: {missing} to 63 would be missing.",
    "bonus_pace": "For the bonus in column {column} ({points}) you are then at {ahead} against three of each, otherwise at "
    "{other_ahead}.",
    # Action dice
    "steal": "{seat} loses {points} in {field}, and you write them yourself; a turn for it brings {mean} on average.",
    "steal_poor": "{seat} has only {points} in {field}: a turn for it brings {mean} on average.",
    "cross": "{seat} loses {field}: a turn for it brings {mean} on average.",
    "cross_points": "{seat} loses {points} in {field}.",
    "cross_little": "{field} is not worth much to {seat}: a turn for it brings {mean} on average.",
    "freeze": "{seat} cannot fill {field} in the next turn; it comes in {chance} of turns.",
    "freeze_little": "{field} is not worth much to {seat}: a turn for it brings {mean} on average.",
    "sheet": "You then hold a sheet with {points} instead of {other_points}.",
    "sheet_to_come": "The other sheet shows {other_points} instead of {points}, but has less to come.",
    "die_waits": (
        "{die} can wait: {count} more round is left to play it.",
        "{die} can wait: {count} more rounds are left to play it.",
    ),
}
