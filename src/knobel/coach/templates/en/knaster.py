"""English templates: reasons of Knaster."""

from typing import Any

KNASTER: dict[str, Any] = {
    "earns": (
        "With the {number} in {cell} you may circle one cell at once; the other entry earns no circle.",
        "With the {number} in {cell} you may circle {count} cells at once; the other entry earns no circle.",
    ),
    "earns_more": "The {number} in {cell} earns {count} circles at once, the other entry only {other_count}.",
    "fits_nowhere": "The {number} fits nowhere: even in {cell} it costs the lines {expected} on average (each line on "
    "its own).",
    "richer_lines": "The lines through {cell} are worth more together than those through {other_cell}[: {points} instead of {other_points}].",
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
    "line_done": "With {cells}, all of {line} is circled[: {points}].",
    "line_lacks_one": (
        "With {cells}, {line} ({points}) lacks only {cell}; {ways} of 36 rolls shows its {number}.",
        "With {cells}, {line} ({points}) lacks only {cell}; {ways} of 36 rolls show its {number}.",
    ),
    "line_lacks": "With {cells}, {line} ({points}) lacks only {missing_cells}.",
    "line_progress": "With {cells}, {line} ({points}) has {count} of its five circles.",
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
    "circles_richer": "The lines through {cells} are worth more together than those through {other_cells}[: {points} instead of {other_points}].",
    "room": "There are still {count} free cells: what can grow there counts for more now.",
    "fills_up": (
        "{cell} is the last free cell: only one roll follows it, and {count} number is not circled.",
        "{cell} is the last free cell: only one roll follows it, and {count} numbers are not circled.",
    ),
}
