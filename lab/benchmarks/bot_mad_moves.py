"""Counts mad moves of bots: moves that nobody makes who looks at the table, by level and kind.

    python -m benchmarks.bot_mad_moves knister knoeffel --games 40
    python -m benchmarks.bot_mad_moves kniffeliger --bots beginner casual --games 100

Two bots of each level play against each other. Prints a JSON object for each level: the mad moves in a game of one
player, in all and by kind. A move that loses no points, or gives them up for a better chance to win, is never mad. The
kinds were listed before the bots that err like people were made, and know nothing about them.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import knobel
from benchmarks.coach_ledger import play
from benchmarks.shared import script
from knobel import Move
from knobel.bots.levels import LEVELS
from knobel.coach import assess
from knobel.core import Game
from knobel.games import knaster, knister
from knobel.games.combinations import ROLLS, UPPER, kept_dice
from knobel.games.grid import CELL, LINES, LINES_AT, numbers
from knobel.games.knapp_daneben import BOX_LINES, KnappDaneben, ticks

SEATS = 2
MADE_FIELDS = {"fh", "ss", "ls", "kn", "pi"}
MADE = 25
"""Points from which a combination is a good one."""
BIG = 20
"""Points that nobody refuses for a zero."""
TINY = 4
"""Points of an entry that is poor with rolls left."""
POOR_CHANCE = 10
LINE = 8
"""Points of a good line in Knister."""
MANY_FREE = 8
"""Number of free cells with which nobody needs to spoil a good line."""
MIN_LOSS = 0.5
"""Points that a mad move loses."""
WORSE = 30
"""Points by which a sheet is clearly worse."""


def entry_points(game: Game[Any], view: Any, seat: int) -> dict[str, int]:
    """Return the points of each legal entry of five dice."""
    found = {}
    for action in game.legal(view, seat):
        if action.partition(".")[0] in (*UPPER, "3k", "4k", "fh", "ss", "ls", "kn", "ch", "pi"):
            found[action] = game.preview(view, seat, action).writes or 0
    return found


def holds(field: str, dice: tuple[int, ...]) -> bool:
    """True if some dice alone make sure of a combination of fixed points."""
    faces, counts = set(dice), sorted(Counter(dice).values())
    match field:
        case "ss":
            return any(faces >= set(range(low, low + 4)) for low in (1, 2, 3))
        case "ls":
            return any(faces >= set(range(low, low + 5)) for low in (1, 2))
        case "fh":
            return counts == [2, 3]
        case "kn":
            return counts == [5]
    return False


def five_dice(game: Game[Any], view: Any, seat: int, action: str) -> Iterator[str]:
    """Yield the kinds of mad moves that an action with five dice is."""
    entries = entry_points(game, view, seat)
    if not entries:
        return
    rolls_left, field = view.rolls < ROLLS, action.partition(".")[0]
    made = {each.partition(".")[0] for each, points in entries.items() if points >= MADE} & {
        "fh",
        "ss",
        "ls",
        "kn",
        "pi",
    }
    kept = None if action in entries else kept_dice(action) if action[0] in "kf" else None
    if kept is None and action not in entries:
        return
    written = entries.get(action, 0)
    if made and not (written >= MADE or (kept is not None and any(holds(each, kept) for each in made))):
        yield "a made combination neither written nor kept"
    if action in entries and not written and rolls_left and any(entries.values()):
        yield "zero with rolls left where another field pays"
    if action in entries and not written and not rolls_left and max(entries.values()) >= BIG:
        yield "zero where another field pays 20"
    if action in entries and 0 < written <= TINY and rolls_left and len(entries) > 1:
        yield "at most 4 points with rolls left"
    if field == "ch" and action in entries and written <= POOR_CHANCE and max(entries.values()) > written:
        yield "Chance for at most 10 points where another field pays more"
    face, count = Counter(view.dice).most_common(1)[0]
    open_fields = {each.partition(".")[0] for each in entries}
    if kept is not None and count >= 3 and kept.count(face) < 3 and open_fields & {f"{face}s", "3k", "4k", "kn"}:
        yield "three equal dice not kept"


def action_dice(game: Any, view: Any, seat: int, action: str) -> Iterator[str]:
    """Yield the kinds of mad moves that an action of Kniffeliger is."""
    yield from five_dice(game, view, seat, action)
    word, _, where = action.partition(".")
    if word == "steal":
        victim, _, row = where.partition(".")
        if not view.sheets[int(victim)].at(row):
            yield "a worthless row stolen"
    if word in ("swap", "shift"):
        after = game.apply(view, Move(seat, action)).sheets[seat]
        if after.total < view.sheets[seat].total - WORSE and not game.rounds_to_come(view):
            yield "a clearly worse sheet taken at the end"


def knister_lines(game: Game[Any], view: Any, seat: int, action: str) -> Iterator[str]:
    """Yield the kinds of mad moves that an entry in Knister is."""
    grid, gains = view.sheets[seat], {each: game.preview(view, seat, each).gain for each in game.legal(view, seat)}
    if max(gains.values()) >= LINE and gains[action] < LINE // 2:
        yield "a good line not completed"
    if grid.count(0) > MANY_FREE and not gains[action]:
        for line in LINES_AT[CELL[action]]:
            held = [number for number in numbers(grid, line) if number]
            if len(held) == 4 and best_line(held) >= LINE:
                yield "a good line spoilt for nothing"
                return


def best_line(held: list[int]) -> int:
    """Return the most points that a line of four numbers can get in Knister."""
    return max(knister.POINTS[knister.combination((*held, number))] for number in range(2, 13))


def knaster_lines(game: Game[Any], view: Any, seat: int, action: str) -> Iterator[str]:
    """Yield the kinds of mad moves that an action in Knaster is."""
    sheet = view.sheets[seat]
    legal = game.legal(view, seat)
    if action in CELL:
        gains = {each: game.preview(view, seat, each).gain for each in legal if each not in CELL}
        if max(gains.values(), default=0) > 1:
            yield "a whole line of circles not finished"
        circles = {each: game.preview(view, seat, each).circles for each in legal if each in CELL}
        if max(circles.values()) >= 3 and not circles[action]:
            yield "three circles not taken"
        if sheet.grid.count(0) > MANY_FREE and not circles[action]:
            for line in LINES_AT[CELL[action]]:
                held = [number for number in numbers(sheet.grid, line) if number]
                if len(held) == 4 and max(knaster.circles_earned((*held, n)) for n in range(2, 13)) >= 2:
                    yield "a good line spoilt for nothing"
                    return


def boxes(game: Game[Any], view: Any, seat: int, action: str) -> Iterator[str]:
    """Yield the kinds of mad moves that an entry in Knapp Daneben! is."""
    assert isinstance(game, KnappDaneben)
    gains = {each: game.preview(view, seat, each).gain for each in game.legal(view, seat)}

    def dead(each: str) -> int:
        before, after = view.sheets[seat], game.enter(view.sheets[seat], seat, each, view)
        return sum(
            bool(a and b) and not tick
            for sheet, sign in ((after, 1),)
            for line in BOX_LINES
            if CELL[each[:-1]] in LINES[line]
            for tick, a, b in zip(ticks(sheet, line), numbers(sheet, line), numbers(sheet, line)[1:], strict=False)
        ) - sum(
            bool(a and b) and not tick
            for line in BOX_LINES
            if CELL[each[:-1]] in LINES[line]
            for tick, a, b in zip(ticks(before, line), numbers(before, line), numbers(before, line)[1:], strict=False)
        )

    if not gains[action] and dead(action) >= 2 and any(gain and not dead(each) for each, gain in gains.items()):
        yield "two boxes killed for nothing"
    if max(gains.values()) >= 6 and gains[action] <= 1:
        yield "six points not taken"


KINDS: Mapping[str, Callable[[Game[Any], Any, int, str], Iterator[str]]] = {
    "knister": knister_lines,
    "knaster": knaster_lines,
    "knapp_daneben": boxes,
    "knoeffel": five_dice,
    "kniffeliger": action_dice,
}


def costs(game: Game[Any], view: Any, move: Move) -> bool:
    """True if a move loses points and wins no more often: optimal moves are not mad."""
    found = assess(game, view, move.seat, "strong", "points")
    if found.loss(move.action) < MIN_LOSS:
        return False
    found = assess(game, view, move.seat, "strong")
    less = found.reference(move.action).points - found.of(move.action).points
    return found.judged_by(move.action) == "win" or less >= MIN_LOSS


def measure(name: str, bot: str, games: int) -> dict[str, Any]:
    """Return the mad moves of two equal bots, per game of one player."""
    game, kinds = knobel.make(name), Counter[str]()
    for number in range(games):
        record, _ = play(game, [bot] * SEATS, f"{number} mad")
        state = game.start(SEATS)
        for event in record.events:
            if isinstance(event, Move):
                view = game.view(state, event.seat)
                found = [*KINDS[name](game, view, event.seat, event.action)]
                if found and costs(game, view, event):
                    kinds.update(found)
            state = game.apply(state, event)
    share = ", ".join(f"{kind} {count / games / SEATS:.2f}" for kind, count in kinds.most_common())
    total = round(sum(kinds.values()) / games / SEATS, 2)
    return {"game": game.titles["en"], "bot": bot, "games": games, "mad moves": total, "which": share}


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("game", nargs="*", default=list(KINDS))
    parser.add_argument("--bots", nargs="*", default=[level for level in LEVELS if level != "master"])
    parser.add_argument("--games", type=int, default=40)
    options: argparse.Namespace = parser.parse_args()
    for name in options.game:
        for bot in options.bots:
            script.report(measure(name, bot, options.games))


if __name__ == "__main__":
    main()
