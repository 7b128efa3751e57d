"""A second implementation of Knister, Knaster and Knapp Daneben!, written from the rules page alone and naively.

It uses nothing of the package under test. Sheets are dicts from cell name to number, changed in place; lines are
listed explicitly; legality is decided by trying all moves.
"""

import copy
from itertools import combinations
from typing import Any

COLUMNS = "abcde"
CELLS = [column + str(row) for row in range(1, 6) for column in COLUMNS]
LINES = {f"row{row}": [column + str(row) for column in COLUMNS] for row in range(1, 6)}
LINES |= {f"col{n}": [column + str(row) for row in range(1, 6)] for n, column in enumerate(COLUMNS, 1)}
LINES |= {"diag": ["a1", "b2", "c3", "d4", "e5"], "anti": ["e1", "d2", "c3", "b4", "a5"]}


def equal_pairs(values: list[int]) -> int:
    """Return how many of the ten pairs of five numbers are equal.

    1 is a pair, 2 two pairs, 3 three, 4 a full house, 6 four, 10 five.
    """
    return sum(a == b for a, b in combinations(values, 2))


def consecutive(values: list[int]) -> bool:
    return sorted(values) == list(range(min(values), min(values) + 5))


class Together:
    """A game in which all seats move on each roll."""

    dice = 2

    def __init__(self, seats: int, **options: Any) -> None:
        self.options = options
        self.sheets: list[dict[str, Any]] = [self.new_sheet() for _ in range(seats)]
        self.at_opening: list[dict[str, Any]] = []
        self.waiting: set[int] = set()
        self.rolls: list[tuple[int, ...]] = []

    def new_sheet(self) -> dict[str, Any]:
        return {}

    def finished(self) -> bool:
        """True if the game is over; called between two rounds."""
        return len(self.rolls) == 25

    def dice_to_fall(self) -> int:
        return 0 if self.waiting or self.finished() else self.dice

    def roll(self, faces: tuple[int, ...]) -> None:
        self.at_opening = copy.deepcopy(self.sheets)
        self.rolls.append(faces)
        self.waiting = set(range(len(self.sheets)))

    def undo(self, seat: int) -> None:
        self.sheets[seat] = copy.deepcopy(self.at_opening[seat])
        self.waiting.add(seat)

    def moves(self) -> list[tuple[int, str]]:
        return [(seat, action) for seat in sorted(self.waiting) for action in self.actions(seat)]

    def move(self, seat: int, action: str) -> None:
        self.enter(seat, action)
        if not self.must_circle(seat):
            self.waiting.remove(seat)

    def must_circle(self, seat: int) -> bool:
        return False

    def actions(self, seat: int) -> list[str]:
        raise NotImplementedError

    def enter(self, seat: int, action: str) -> None:
        raise NotImplementedError

    def total(self, seat: int) -> int:
        raise NotImplementedError

    def scores(self) -> list[int]:
        return [self.total(seat) for seat in range(len(self.sheets))]

    def key(self) -> str:
        """Return texts that are equal exactly for equal positions."""
        sheets = [
            sorted((k, sorted(v) if isinstance(v, set) else v) for k, v in sheet.items()) for sheet in self.sheets
        ]
        return repr((sheets, sorted(self.waiting), len(self.rolls), self.finished()))


class Knister(Together):
    def actions(self, seat: int) -> list[str]:
        return [cell for cell in CELLS if cell not in self.sheets[seat]]

    def enter(self, seat: int, action: str) -> None:
        self.sheets[seat][action] = self.rolls[-1][0] + self.rolls[-1][1]

    @staticmethod
    def line_points(values: list[int]) -> int:
        if consecutive(values):
            return 8 if 7 in values else 12
        return {0: 0, 1: 1, 2: 3, 3: 3, 4: 8, 6: 6, 10: 10}[equal_pairs(values)]

    def total(self, seat: int) -> int:
        total = 0
        for name, cells in LINES.items():
            values = [self.sheets[seat][cell] for cell in cells if cell in self.sheets[seat]]
            if len(values) == 5:
                total += self.line_points(values) * (2 if name in ("diag", "anti") else 1)
        return total


class Knaster(Together):
    def new_sheet(self) -> dict[str, Any]:
        return {"ringed": set(), "todo": set()}

    def numbers(self, sheet: dict[str, Any]) -> list[str]:
        return [cell for cell in CELLS if cell in sheet]

    def finished(self) -> bool:
        return len(self.rolls) > 0 and any(len(self.numbers(sheet)) == 25 for sheet in self.at_opening)

    def in_last_round(self) -> bool:
        return self.finished()

    @staticmethod
    def earned(values: list[int]) -> int:
        if consecutive(values):
            return 3
        return {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 6: 2, 10: 3}[equal_pairs(values)]

    def due(self, sheet: dict[str, Any], line: str) -> int:
        unringed = [cell for cell in LINES[line] if cell not in sheet["ringed"]]
        return min(len(unringed), self.earned([sheet[cell] for cell in LINES[line]]))

    def actions(self, seat: int) -> list[str]:
        sheet = self.sheets[seat]
        if sheet["todo"]:
            return [
                line + ":" + ",".join(cells)
                for line in sheet["todo"]
                for cells in combinations(sorted(LINES[line], key=CELLS.index), self.due(sheet, line))
                if not sheet["ringed"].intersection(cells)
            ]
        number = sum(self.rolls[-1])
        found = [cell for cell in CELLS if cell not in sheet]
        found += [cell + "o" for cell in CELLS if sheet.get(cell) == number and cell not in sheet["ringed"]]
        return found or ["pass"]

    def enter(self, seat: int, action: str) -> None:
        sheet = self.sheets[seat]
        if action == "pass":
            assert self.in_last_round()
        elif ":" in action:
            line, _, cells = action.partition(":")
            sheet["ringed"].update(cells.split(","))
            sheet["todo"].remove(line)
        elif action.endswith("o"):
            sheet["ringed"].add(action[:2])
        else:
            sheet[action] = sum(self.rolls[-1])
            sheet["todo"] = {
                line for line, cells in LINES.items() if action in cells and all(cell in sheet for cell in cells)
            }
        sheet["todo"] = {line for line in sheet["todo"] if self.due(sheet, line)}

    def must_circle(self, seat: int) -> bool:
        return bool(self.sheets[seat]["todo"])

    def total(self, seat: int) -> int:
        ringed = self.sheets[seat]["ringed"]
        worth = {"diag": 10, "anti": 10} | {way + str(n): 10 - n for way in ("row", "col") for n in range(1, 6)}
        return len(ringed) + sum(worth[line] for line, cells in LINES.items() if ringed.issuperset(cells))


class KnappDaneben(Together):
    dice = 5

    def __init__(self, seats: int, **options: Any) -> None:
        super().__init__(seats, **options)
        colours = ["k", "b", "g", "y", "r"]
        self.circle = {
            column + str(r + 1): colours[(2 * r + c) % 5] for r in range(5) for c, column in enumerate(COLUMNS)
        }
        if "layout" in options:
            self.circle = dict(zip(CELLS, options["layout"], strict=True))
        self.owned = options.get("colours", "kbgyr")

    def actions(self, seat: int) -> list[str]:
        own = self.owned[seat]
        return [
            cell + other
            for cell in CELLS
            for other in "kbgyr"
            if cell not in self.sheets[seat] and other != own and self.circle[cell] in own + other
        ]

    def enter(self, seat: int, action: str) -> None:
        faces = dict(zip("kbgyr", self.rolls[-1], strict=True))
        self.sheets[seat][action[:2]] = faces[self.owned[seat]] + faces[action[2]]

    def total(self, seat: int) -> int:
        sheet = self.sheets[seat]
        total = 0
        for line in [f"row{n}" for n in range(1, 6)] + [f"col{n}" for n in range(1, 6)]:
            ticks = 0
            for i in range(4):
                one, two = LINES[line][i], LINES[line][i + 1]
                if one in sheet and two in sheet and sheet[one] - sheet[two] in (1, -1):
                    ticks += 1
            total += [0, 1, 3, 6, 10][ticks]
        for number in sheet.values():
            total += 2 * (number in (3, 4, 10, 11)) + 4 * (number in (2, 12))
        return total
