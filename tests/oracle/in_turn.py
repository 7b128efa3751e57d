"""A second implementation of Knöffel and Kniffeliger, written from the rules page alone and as naively as possible.

It uses nothing of the package under test. Dice are judged as text with regular expressions; sheets are dicts changed
in place; legal keeps are found by trying all 32 subsets.
"""

import re
from itertools import product
from typing import Any


def text(dice: list[int]) -> str:
    return "".join(str(face) for face in sorted(dice))


def points(field: str, dice: list[int], *, five_equal: int, five_is_full_house: bool) -> int:
    """Return the points of five dice in any field of the two games."""
    faces = text(dice)
    distinct = "".join(dict.fromkeys(faces))
    five = re.fullmatch(r"(.)\1{4}", faces) is not None
    full_house = re.fullmatch(r"(.)\1\1(.)\2|(.)\3(.)\4\4", faces) is not None
    if re.fullmatch("[1-6]s", field):
        return sum(face for face in dice if str(face) == field[0])
    return {
        "3k": sum(dice) if re.search(r"(.)\1\1", faces) else 0,
        "4k": sum(dice) if re.search(r"(.)\1\1\1", faces) else 0,
        "fh": 25 if full_house and (five_is_full_house or not five) else 0,
        "ss": 30 if re.search("1234|2345|3456", distinct) else 0,
        "ls": 40 if faces in ("12345", "23456") else 0,
        "kn": five_equal if five else 0,
        "ch": sum(dice),
        "pi": 31 if faces == "11345" else 0,
    }[field]


def keeps(saved: list[int], loose: list[int]) -> list[str]:
    """Return the distinct keeps that contain all saved dice and some, but not all, of the others."""
    return sorted(
        {
            text(saved + [face for face, kept in zip(loose, mask, strict=True) if kept])
            for mask in product((False, True), repeat=len(loose))
            if not all(mask)
        }
    )


class Knoeffel:
    FIELDS = ("1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "kn", "ch")

    def __init__(
        self,
        seats: int,
        columns: Any = 2,
        knoeffel: str = "column",
        free_rolls: str = "column",
        five_is_full_house: bool = False,
        knoeffel_points: int = 20,
        joker: str = "none",
    ) -> None:
        self.single_knoeffel = knoeffel == "player"
        self.single_strikes = free_rolls == "player"
        self.three_in_all = free_rolls == "player_fields"
        self.no_free_rolls = free_rolls == "none"
        self.five_equal = knoeffel_points
        self.joker = joker
        self.sequential = columns == "sequential"
        self.five_is_full_house = five_is_full_house
        self.number = 2 if self.sequential else columns
        self.sheets: list[list[dict[str, int]]] = [[{} for _ in range(self.number)] for _ in range(seats)]
        self.strikes = [[0] * self.number for _ in range(seats)]
        self.hundreds = [0] * seats
        self.who = 0
        self.lying: list[int] = []
        self.kept: list[int] = []
        self.thrown = 0

    def dice_to_fall(self) -> int:
        entries = sum(len(column) for sheet in self.sheets for column in sheet)
        if self.lying or entries == 13 * self.number * len(self.sheets):
            return 0
        return 5 - len(self.kept)

    def roll(self, faces: tuple[int, ...]) -> None:
        self.lying = self.kept + list(faces)
        self.kept = []
        self.thrown += 1

    def places(self, *, free: bool) -> list[str]:
        """Return the fields in which the result may be entered; `free`: after a free roll."""
        found = []
        if free and self.no_free_rolls:
            return []
        for n, column in enumerate(self.sheets[self.who]):
            struck = self.strikes[self.who]
            used = sum(struck) if self.three_in_all else struck[0 if self.single_strikes else n]
            if free and used == 3:
                continue
            if self.sequential and n == 1 and len(self.sheets[self.who][0]) < 13:
                continue
            empty = [field for field in self.FIELDS if field not in column]
            if self.joker == "forced" and self.is_joker(column):
                upper = [field for field in empty if field in self.FIELDS[:6]]
                lower = [field for field in empty if field in self.FIELDS[6:]]
                own = [field for field in upper if field[0] == str(self.lying[0])]
                empty = own or lower or upper
            found += [f"{field}.{n + 1}" for field in empty]
        return found

    def is_joker(self, column: dict[str, int]) -> bool:
        return self.joker != "none" and "kn" in column and text(self.lying) in [f * 5 for f in "123456"]

    def moves(self) -> list[tuple[int, str]]:
        if not self.lying:
            return []
        actions = self.places(free=self.thrown == 4)
        if self.thrown < 3:
            actions += ["k" + kept for kept in keeps([], self.lying)]
        if self.thrown == 3 and self.places(free=True):
            actions += ["f" + kept for kept in keeps([], self.lying)]
        return [(self.who, action) for action in actions]

    def move(self, seat: int, action: str) -> None:
        if "." not in action:
            self.kept, self.lying = [int(face) for face in action[1:]], []
            return
        field, number = action.split(".")
        n = int(number) - 1
        had_one = any(column.get("kn") for column in self.sheets[seat])
        five_equal = 0 if self.single_knoeffel and had_one else self.five_equal
        column = self.sheets[seat][n]
        result = points(field, self.lying, five_equal=five_equal, five_is_full_house=self.five_is_full_house)
        if self.is_joker(column):
            if column["kn"] > 0:
                self.hundreds[seat] += 1
            if f"{self.lying[0]}s" in column and field in ("fh", "ss", "ls"):
                result = {"fh": 25, "ss": 30, "ls": 40}[field]
        column[field] = result
        if self.thrown == 4:
            self.strikes[seat][0 if self.single_strikes else n] += 1
        self.lying, self.thrown = [], 0
        self.who = (self.who + 1) % len(self.sheets)

    def scores(self) -> list[int]:
        totals = []
        for sheet, strikes, hundreds in zip(self.sheets, self.strikes, self.hundreds, strict=True):
            total = 15 if self.single_strikes else 15 * self.number
            if self.no_free_rolls:
                total = 0
            total += 100 * hundreds
            for column, struck in zip(sheet, strikes, strict=True):
                upper = sum(value for field, value in column.items() if re.fullmatch("[1-6]s", field))
                total += sum(column.values()) - 5 * struck
                if upper >= 63:
                    total += 35
            totals.append(total)
        return totals

    def key(self) -> str:
        sheets = [[sorted(column.items()) for column in sheet] for sheet in self.sheets]
        return repr((sheets, self.strikes, self.hundreds, self.who, text(self.lying), text(self.kept), self.thrown))


class Kniffeliger:
    ROWS = ("1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "ch", "fh", "ss", "ls", "kn", "pi")
    KINDS = ("steal", "freeze", "cross", "shift", "swap")

    def __init__(
        self,
        seats: int,
        cross_out: str = "open",
        freeze: str = "next_turn",
        action_dice: str = "until_used",
        turn_end: str = "automatic",
        rounds: str = "fourteen",
        order: str = "fixed",
        five_is_full_house: bool = False,
    ) -> None:
        self.said = turn_end in ("player", "main_phase")
        self.said_twice = turn_end == "player"
        self.beginner = 0
        self.beginner_moves_on = order == "rotating"
        self.to_the_end = rounds == "until_full"
        self.cross_out = cross_out
        self.whole_rounds = freeze == "next_round"
        self.dice_spoil = action_dice == "next_round"
        self.five_is_full_house = five_is_full_house
        self.papers: list[dict[str, Any]] = [{"frozen": set(), "crossed": set(), "soon": set()} for _ in range(seats)]
        self.usable = [dict.fromkeys(self.KINDS, 0) for _ in range(seats)]
        self.new = [dict.fromkeys(self.KINDS, 0) for _ in range(seats)]
        self.round = 1
        self.finished = False
        self.shifting = False
        self.who = 0
        self.begin_turn()
        self.go_on()

    def begin_turn(self) -> None:
        self.asked_to_roll = False
        self.entered = False
        self.action_die_due = False
        self.thrown = 0
        self.saved: list[int] = []
        self.lying: list[int] = []

    def over(self) -> bool:
        return self.finished

    def someone_can_fill(self) -> bool:
        """Ice melts: a frozen row can be filled later."""
        return any(row not in paper and row not in paper["crossed"] for paper in self.papers for row in self.ROWS)

    def fillable(self, seat: int) -> list[str]:
        paper = self.papers[seat]
        return [r for r in self.ROWS if r not in paper and r not in paper["frozen"] and r not in paper["crossed"]]

    def dice_to_fall(self) -> int:
        if self.over() or self.moves():
            return 0
        return 1 if self.action_die_due else 5 - len(self.saved)

    def others(self) -> list[int]:
        return [seat for seat in range(len(self.papers)) if seat != self.who]

    def attacks(self) -> list[str]:
        found = []
        for seat in self.others():
            paper = self.papers[seat]
            for row in self.ROWS:
                is_open = row not in paper and row not in paper["crossed"]
                ice = paper["soon" if self.whole_rounds else "frozen"]
                if self.usable[self.who]["freeze"] and is_open and row not in ice:
                    found.append(f"freeze.{seat}.{row}")
                crossable = {"open": is_open, "filled": row in paper, "any": is_open or row in paper}[self.cross_out]
                if self.usable[self.who]["cross"] and crossable:
                    found.append(f"cross.{seat}.{row}")
        return found

    def steals(self) -> list[str]:
        if not self.usable[self.who]["steal"]:
            return []
        mine = self.fillable(self.who)
        return [f"steal.{seat}.{row}" for seat in self.others() for row in mine if row in self.papers[seat]]

    def moves(self) -> list[tuple[int, str]]:
        return [] if self.over() else [(self.who, action) for action in self.actions()]

    def actions(self) -> list[str]:
        if self.shifting:
            found = ["end"]
            if self.usable[self.who]["shift"]:
                found.append("shift")
            if self.usable[self.who]["swap"]:
                found += [f"swap.{seat}" for seat in self.others()]
            return found
        if self.action_die_due:
            return []
        if self.entered:
            return ["end", *self.attacks()]
        if self.lying:
            again = ["k" + kept for kept in self.ways_to_save()] if self.thrown < 3 else []
            return self.fillable(self.who) + again + self.attacks()
        if self.asked_to_roll:
            return []
        if not self.fillable(self.who):
            return ["end", *self.attacks()]
        return ["roll", *self.steals(), *self.attacks()]

    def ways_to_save(self) -> list[str]:
        loose = list(self.lying)
        for face in self.saved:
            loose.remove(face)
        return keeps(self.saved, loose)

    def roll(self, faces: tuple[int, ...]) -> None:
        if self.action_die_due:
            self.action_die_due = False
            for n, kind in enumerate(self.KINDS, 1):
                if faces[0] in (n, 6):
                    self.new[self.who][kind] += 1
            self.go_on()
            return
        self.lying = self.saved + list(faces)
        self.thrown += 1

    def move(self, seat: int, action: str) -> None:
        self.do(action)
        if not (self.said_twice and action.startswith(("shift", "swap"))):
            self.go_on()

    def go_on(self) -> None:
        """If only `roll` or only `end` is legal, execute it, unless players end their turns."""
        while not self.over() and self.actions() in (["roll"], ["end"]):
            if self.said and not self.shifting and self.actions() == ["end"]:
                return
            self.do(self.actions()[0])

    def do(self, action: str) -> None:
        word, *where = action.split(".")
        if word in self.KINDS:
            self.usable[self.who][word] -= 1
        if word == "roll":
            self.asked_to_roll = True
        elif word == "end":
            self.next_turn()
        elif word == "shift":
            self.papers.insert(0, self.papers.pop())
        elif word == "swap":
            other = int(where[0])
            self.papers[self.who], self.papers[other] = self.papers[other], self.papers[self.who]
        elif word == "steal":
            victim = self.papers[int(where[0])]
            self.papers[self.who][where[1]] = victim[where[1]]
            victim[where[1]] = 0
            self.entered = True
        elif word == "freeze":
            self.papers[int(where[0])]["soon" if self.whole_rounds else "frozen"].add(where[1])
        elif word == "cross":
            victim = self.papers[int(where[0])]
            if where[1] in victim:
                victim[where[1]] = 0
            else:
                victim["crossed"].add(where[1])
                victim["frozen"].discard(where[1])
                victim["soon"].discard(where[1])
        elif word in self.ROWS:
            self.papers[self.who][word] = points(
                word, self.lying, five_equal=50, five_is_full_house=self.five_is_full_house
            )
            self.entered = True
            self.action_die_due = sum(self.lying) % 3 == 0
            self.lying, self.saved, self.thrown = [], [], 0
        else:
            self.saved, self.lying = [int(face) for face in action[1:]], []

    def next_turn(self) -> None:
        if not self.shifting and not self.whole_rounds:
            self.papers[self.who]["frozen"] = set()
        self.begin_turn()
        self.who = (self.who + 1) % len(self.papers)
        if self.who == self.beginner:
            if self.shifting:
                self.beginner = self.who = (self.beginner + self.beginner_moves_on) % len(self.papers)
                self.round += 1
                self.finished = self.round > 14 and not (self.to_the_end and self.someone_can_fill())
                if self.whole_rounds:
                    for paper in self.papers:
                        # A freeze has no effect on a row that has been filled since.
                        paper["frozen"], paper["soon"] = {row for row in paper["soon"] if row not in paper}, set()
                for hand, new in zip(self.usable, self.new, strict=True):
                    for kind in self.KINDS:
                        hand[kind] = new[kind] + (0 if self.dice_spoil else hand[kind])
                        new[kind] = 0
            self.shifting = not self.shifting

    def scores(self) -> list[int]:
        return [sum(paper[row] for row in self.ROWS if row in paper) for paper in self.papers]

    def key(self) -> str:
        papers = [
            sorted((k, sorted(v - p.keys()) if isinstance(v, set) else v) for k, v in p.items()) for p in self.papers
        ]
        turn = (self.who, self.asked_to_roll, self.entered, self.action_die_due, self.thrown)
        return repr(
            (papers, self.usable, self.new, self.round, self.shifting, turn, text(self.saved), text(self.lying))
        )
