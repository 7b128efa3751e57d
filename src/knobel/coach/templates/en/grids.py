"""English templates: reasons of the games on grids."""

from typing import Any

GRIDS: dict[str, Any] = {
    "completes": "{cell} completes {line}: {combination}[, {worth}].",
    "completes_several": "{cell} completes {lines} with one entry[: {worth} together].",
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
    "builds_chance": "The {number} in {cell} helps {line}: it makes {combination} ({worth}) likelier there.",
    "closes_empty": "The {number} fills the last cell of {line} without any combination; {outs} ({ways} of 36 rolls) "
    "would make {combination} ({worth}) there.",
    "closes_low": "The {number} fills the last cell of {line} for just {other_combination} ({other_worth}); {outs} "
    "({ways} of 36 rolls) would make {combination} ({worth}) there.",
    "breaks_straight": "The {number} in {cell} rules out a straight in {line}: {numbers} would most easily become one with {needed}, for {worth}.",
    "too_far": "The {number} in {cell} is more than four away from the {other_number} in {line}: that rules out {combination} ({worth}).",
    "same_number": "A second {number} in {line} rules out {combination} ({worth}).",
    "spoils_pair": "{line} already has a pair of {other_number}s and would become {combination} ({worth}) with "
    "{needed}; after the {number} in {cell}, it becomes {other_combination} ({other_worth}) at most.",
    "spoils_three": "{line} already has three {other_number}s and would become {combination} ({worth}) with {needed}; "
    "after the {number} in {cell}, it becomes {other_combination} ({other_worth}) at most.",
    "caps": "After the {number} in {cell}, {line} becomes {other_combination} ({other_worth}) at most; until now it could become {combination} ({worth}).",
    "ruins_chance": "The {number} in {cell} rules out {combination} ({worth}) in {line}.",
    "harms_chance": "The {number} in {cell} harms {line}: it makes {combination} ({worth}) less likely there.",
    "starts_line": "{line} is still empty: on its own it brings {other_expected} on average if it starts with {number}, "
    "otherwise {expected}.",
    "starts_diagonal": "{line} is still empty and counts double: on its own it brings {other_expected} on average if it "
    "starts with {number}, otherwise {expected}.",
    "harms_diagonal": "{cell} lies on {line}, which counts double[: with the {number} it brings, on its own, {other_expected} on average instead of {expected}].",
    "serves_lines": "In {cell} the {number} helps several lines at once: {lines}[ gain {expected} on average, each on its own].",
    "harms_several": "In {cell} the {number} harms several lines at once: {lines}[ lose {expected} on average, each on its own].",
    "all_lines": "In {cell} the {number} brings its lines {balance} together on average, in {other_cell} {other_balance} (each line on its own).",
    "line_gains": "The {number} in {cell} strengthens {line} ({numbers}): over the rest of the game that line brings {mean} more on average.",
    "strengthens": "The {number} in {cell} strengthens {line} ({numbers}): it makes {combination} ({worth}) likelier there, and over the rest of the game the line brings {mean} more on average.",
    "line_loses": "The {number} in {cell} weakens {line} ({numbers}): over the rest of the game that line brings {mean} less on average.",
    "weakens": "The {number} in {cell} weakens {line} ({numbers}): it makes {combination} ({worth}) less likely there, and over the rest of the game the line brings {mean} less on average.",
    "good_start": "The {number} in {cell} is a good start for {line}: it makes {combination} ({worth}) likelier there.",
    "bad_start": "The {number} in {cell} is a bad start for {line}: it makes {combination} ({worth}) less likely there.",
    "lines_compared": "Here all lines count together: compare above all {lines}.",
    "lines_together": "Here all lines count together: after the better move they bring {mean} more on average over the rest of the game; compare above all {lines}.",
    "keeps_free": "A circle keeps {cell} free: the game lasts longer, which makes the other lines worth {mean} more on average.",
    "keeps_others": "A circle keeps {cell} free: the game lasts longer, which makes the other lines worth {mean} more on average; the entry would bring its lines only {other_mean} more than the circle.",
    "costs_less": "In {cell} the {number} costs the lines only {expected} on average, in {other_cell} {other_expected} "
    "(each line on its own).",
    "dead_line": "{line} cannot get any combination any more, so the {number} in {cell} does no harm there.",
    "weak_line": "{line} can become {combination} ({worth}) at most anyway, so the {number} in {cell} does little "
    "harm there.",
    "next_roll": "After {cell}, {ways} of 36 rolls complete a line for at least {worth} right away, after "
    "{other_cell} {other_ways}.",
    "next_roll_none": "After {cell}, {ways} of 36 rolls complete a line for at least {worth} right away, after {other_cell} none.",
    "next_roll_any_none": "After {cell}, every roll completes a line for at least {worth} right away; after {other_cell}, none does.",
    "next_roll_any": "After {cell}, every roll completes a line for at least {worth} right away; after {other_cell}, only {other_ways} of 36 do.",
    "place_for": "{cell} should stay free for a better number: {other_number} ({ways} of 36 rolls) would help {lines} "
    "at once there.",
    "centre_line": "{other_cell} lies on {line} through the centre, the cell with the most lines; in {cell} the {number} does no harm there.",
    "more_lines": "{cell} lies on {count} lines, {other_cell} on only {other_count}: there the {number} counts more "
    "often.",
    "spares_lines": "{other_cell} lies on {other_count} lines and is too good for this {number}; {cell} lies on only "
    "{count}.",
}
