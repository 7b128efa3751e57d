"""English templates: reasons of Knapp Daneben!."""

from typing import Any

KNAPP_DANEBEN: dict[str, Any] = {
    "rare_number": "The {number} brings points wherever it stands[ ({points})], the {other_number} none.",
    "only_rare": "Of the sums of this round, {numbers}, only the {number} brings points of its own[: {points}].",
    "rarer_number": "The {number} brings more than the {other_number} wherever it stands[: {points} instead of {other_points}].",
    "ticks_only": "The {number} in {cell} ticks a box right away[ ({points})], the {other_number} in {other_cell} none.",
    "ticks_later": "The {number} in {cell} makes it {ticks} ticks in {line}[, which brings {points}]; the {other_number} in {other_cell} ticks none.",
    "ticks_several": "The {number} in {cell} ticks {count} boxes with one entry[ ({points})], the {other_number} in {other_cell} none.",
    "ticks_more": "The {number} in {cell} ticks {count} boxes right away[ ({points})], the {other_number} in {other_cell} only {other_count}[ ({other_points})].",
    "ticks_richer": "The {number} in {cell} makes it {ticks} ticks in {line}, and later boxes of a line bring more[: {points} instead of {other_points}].",
    "fills_line": "With the {number} in {cell}, all four boxes of {line} are ticked[: in boxes that brings {points}, the other entry {other_points}].",
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
        "After the {number} in {cell}, {line} can get {count} box at most[ ({points})]; until now {other_count}[ ({other_points})] are possible.",
        "After the {number} in {cell}, {line} can get {count} boxes at most[ ({points})]; until now {other_count}[ ({other_points})] are possible.",
    ),
    "dead_in_line": (
        "In {line} the {number} does not fit beside {numbers}: it can get {count} box at most[ ({points})] instead of {other_count}[ ({other_points})].",
        "In {line} the {number} does not fit beside {numbers}: it can get {count} boxes at most[ ({points})] instead of {other_count}[ ({other_points})].",
    ),
    "next_round": "With the {number} in {cell}, the next roll lets you tick a box {chance} of the time; with the {other_number} in {other_cell}, {other_chance}.",
    "next_two": "With the {number} in {cell}, the next roll lets you tick two boxes with one entry {chance} of the time; with the {other_number} in {other_cell}, {other_chance}.",
    "two_at_once": "Beside the {number} in {other_cell}, the sum {other_number} in {cell} later ticks two boxes with one entry ({ways} of 36 pairs of dice).",
    "no_longer_both": "No number in {cell} fits beside both {number} and {other_number}: only one of the two boxes there "
    "can still be ticked.",
    "easier": "{ways} of 36 pairs of dice fit beside {number}, only {other_ways} beside {other_number}.",
    "fits_beside": "The {number} in {cell} is a good start for {lines}: {outs} fits beside it ({ways} of 36 pairs of dice, as many as for any number).",
    "rare_beside": "The {number} in {cell} is a bad start for {lines}: only {outs} fits beside it ({ways} of 36 pairs of dice).",
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
}
