"""Records of random games on the dice of a seed, and forgeries of them."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import knobel
from knobel import notation, seeded_dice
from knobel.core import Chance, Move, Over, Roll
from knobel.record_checks import with_digest

ANN, CID = "0f" * 16, "f0" * 16
"""What the browsers of seats 0 and 2 contribute."""


@dataclass(frozen=True)
class DiceOf:
    """All that fixes the dice of a game of three, and the commitment to it unless another one is claimed."""

    game: str = "knoeffel"
    options: dict[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ("Ann", "Ben", "Cid")
    seed: str = "5a" * 32
    contributions: tuple[str | None, ...] = (ANN, None, CID)
    salt: str = "c3" * 16
    shared: bool = False
    lost: int = 0
    version: int = seeded_dice.VERSION
    deal: bool = False
    commitment: str = ""
    moves: int = 0

    @property
    def given(self) -> list[str]:
        """The bytes of the browsers that contributed."""
        return [value for value in self.contributions if value is not None and len(value) == 32]

    @property
    def promised(self) -> list[str | None]:
        """The hashes by seat."""
        return [
            value if value is None or len(value) == 64 else seeded_dice.commitment(value)
            for value in self.contributions
        ]

    def message(self) -> str:
        """Return the text of which the commitment is the hash."""
        hashed, names = seeded_dice.commitment(self.seed), seeded_dice.names_hash(self.salt, self.names)
        return seeded_dice.commitment_message(
            self.version, self.game, hashed, self.promised, names, shared=self.shared, lost=self.lost
        )

    def header(self) -> dict[str, Any]:
        """Return the header of the record."""
        hashed = seeded_dice.commitment(self.seed)
        dice: dict[str, Any] = {"commitment": hashed, "seed": self.seed, "shared": self.shared}
        version = {} if self.version == 1 else {"version": self.version}
        if self.deal:
            dice = version | {"deal": True} | dice
        elif self.version == 1:
            given = [value if value is not None and len(value) == 32 else None for value in self.contributions]
            dice |= {"promised": self.promised, "contributed": given}
        else:
            dice["commitment"] = seeded_dice.text_hash(self.message())
            dice = version | dice | {"contributions": list(self.contributions), "salt": self.salt}
        if self.commitment:
            dice["commitment"] = self.commitment
        if self.lost:
            dice["lost"] = self.lost
        game = knobel.make(self.game, **self.options)
        header = {"knobel": notation.version_for(game), "game": game.name, "options": game.options}
        return header | {"seats": list(self.names), "dice": dice}

    def record(self) -> str:
        """Return the record of a game with random moves."""
        game, rng = knobel.make(self.game, **self.options), Random(self.moves)
        state, history, lines = game.start(len(self.names)), seeded_dice.RollHistory(), list[str]()
        contributions = [] if self.deal else self.given
        while not isinstance(turn := game.turn(state), Over):
            label = {}
            if isinstance(turn, Chance):
                key = seeded_dice.roll_key(game, int(game.info(state)["round"]), turn)
                label["label"] = history.label(key, game, version=self.version, shared=self.shared)
                history = history.after(key)
                event: knobel.Event = Roll(seeded_dice.roll(self.seed, label["label"], turn.dice, contributions))
            else:
                seat = rng.choice(turn.seats)
                event = Move(seat, rng.choice(game.legal(state, seat)))
            state = game.apply(state, event)
            lines.append(notation.dump_line(notation.event_data(event) | label))
        return "".join(with_digest([notation.dump_line(self.header()), *lines]))


TRUE = DiceOf(options={"columns": 1}, moves=3)
SHOWN = TRUE.header()["dice"]["commitment"]
"""The commitment that the table showed before the first roll."""
CLAIMED = replace(TRUE, commitment=SHOWN)
RECORD = TRUE.record()
KNISTER = DiceOf("knister", moves=1)


def dice_in(record: str) -> DiceOf:
    """Return what fixes the dice of a record, from version 2 on."""
    header = json.loads(record.split("\n", 1)[0])
    dice = header["dice"]
    return DiceOf(
        header["game"],
        header["options"],
        tuple(header["seats"]),
        dice["seed"],
        tuple(dice["contributions"]),
        dice["salt"],
        version=dice["version"],
    )


def ground(dice: DiceOf, seat: int, face: int) -> DiceOf:
    """Return the dice with a contribution for which the first roll has four dice of a face, as a forger tries them."""
    for number in range(10_000):
        values = list(dice.contributions)
        values[seat] = f"{number:032x}"
        found = replace(dice, contributions=tuple(values))
        if seeded_dice.roll(dice.seed, "1/0/pips/1", 5, found.given).count(face) >= 4:
            return found
    raise AssertionError("such rolls are common enough")


def ground_turns(dice: DiceOf) -> str:
    """Return a record in which the first seat's turns have the numbers that give most sixes, as a server tries them."""
    number, forged = 0, list[str]()
    for line in dice.record().splitlines(keepends=True):
        event = json.loads(line)
        _turn, seat, kind, throw = event["label"].split("/") if "label" in event else ("", "", "", "")
        if seat == "0" and kind == "pips" and throw == "1":
            count = len(event["roll"])
            number = max(
                range(number + 1, number + 40),
                key=lambda n: seeded_dice.roll(dice.seed, f"{n}/0/{kind}/1", count, dice.given).count(6),
            )
        if seat == "0":
            label = f"{number}/0/{kind}/{throw}"
            event["label"], event["roll"] = label, seeded_dice.roll(dice.seed, label, len(event["roll"]), dice.given)
        forged.append(notation.dump_line(event))
    return sealed("".join(forged))


def thrown_again(dice: DiceOf) -> str:
    """Return a record in which a seat's bad first roll is thrown again as if a turn had begun, without a move."""
    first, *lines = dice.record().splitlines(keepends=True)
    roll = notation.dump_line(
        {"roll": seeded_dice.roll(dice.seed, label := "1/-/pips/1", 5, dice.given), "label": label}
    )
    return sealed("".join([first, roll, *lines]))


def sealed(text: str) -> str:
    """Compute the digest of a changed record again, as every forger can."""
    body = re.sub(r', "sha256": "[^"]*"\}\n$', "}\n", text)
    return "".join(with_digest(re.findall(r"[^\n]*\n", body)))


def with_dice(text: str, **changed: Any) -> str:
    """Return a record with other values of the dice in its header; None removes one."""
    first, rest = text.split("\n", 1)
    header = json.loads(first)
    header["dice"] = {key: value for key, value in (header["dice"] | changed).items() if value is not None}
    return sealed(notation.dump_line(header) + rest)


def replaced(text: str, old: str, new: str, count: int = 1) -> str:
    """Return a record in which a text is replaced, with its digest."""
    assert old in text
    return sealed(text.replace(old, new, count))


def swapped(text: str, first: str, second: str) -> str:
    """Exchange two rolls with their labels."""
    lines = text.splitlines(keepends=True)
    places = [next(i for i, line in enumerate(lines) if f'"label": "{label}"' in line) for label in (first, second)]
    lines[places[0]], lines[places[1]] = lines[places[1]], lines[places[0]]
    return sealed("".join(lines))


def without_last(text: str, count: int) -> str:
    """Return a record without its last lines, whose end is made to look complete."""
    return sealed("".join(text.splitlines(keepends=True)[:-count]))


def other_face(text: str) -> str:
    """Change the face of a die."""
    return sealed(re.sub(r'("roll": \[)(\d)', lambda m: f"{m[1]}{int(m[2]) % 6 + 1}", text, count=1))


FORGERIES: dict[str, Callable[[], str]] = {
    # By the one who holds the seed, with the commitment that was shown.
    "contributions ground": lambda: ground(CLAIMED, 0, 5).record(),
    "contribution of a bot added": lambda: ground(CLAIMED, 1, 6).record(),
    "contribution exchanged": lambda: replace(CLAIMED, contributions=(ANN, None, "aa" * 16)).record(),
    "contribution denied": lambda: replace(CLAIMED, contributions=(None, None, CID)).record(),
    "contributions of two seats exchanged": lambda: replace(CLAIMED, contributions=(CID, None, ANN)).record(),
    "promise exchanged": lambda: replace(CLAIMED, contributions=("bb" * 32, None, CID)).record(),
    "seed exchanged": lambda: replace(CLAIMED, seed="a5" * 32).record(),
    "dice shared": lambda: replace(CLAIMED, shared=True).record(),
    "dice of another game": lambda: replace(KNISTER, commitment=SHOWN).record(),
    "names exchanged": lambda: replace(CLAIMED, names=("Cid", "Ben", "Ann")).record(),
    "name of another player": lambda: replaced(RECORD, '"Ben"', '"Bob"'),
    "salt exchanged": lambda: with_dice(RECORD, salt="3c" * 16),
    "rolls said to be lost": lambda: with_dice(RECORD, lost=5),
    "seed in capitals": lambda: replaced(RECORD, "5a" * 32, "5A" * 32),
    "seed too long": lambda: with_dice(RECORD, seed="5a" * 32 + "00"),
    # By anybody who changes the rolls.
    "face changed": lambda: other_face(RECORD),
    "roll of another seat": lambda: swapped(RECORD, "1/0/pips/1", "1/1/pips/1"),
    "roll of another round": lambda: swapped(RECORD, "1/2/pips/1", "2/2/pips/1"),
    "throw left out": lambda: sealed(
        re.sub(r'\{"roll": \[[\d, ]+\], "label": "\d+/\d/pips/1"\}\n\{"seat": \d, "move": "k.*\n', "", RECORD, count=1)
    ),
    "turn left out": lambda: sealed("\n".join([*RECORD.split("\n")[:1], *RECORD.split("\n")[3:]])),
    "label left out": lambda: replaced(RECORD, ', "label": "1/0/pips/1"', ""),
    "label exchanged": lambda: replaced(RECORD, '"label": "1/0/pips/1"', '"label": "1/1/pips/1"'),
    "label of another kind": lambda: replaced(RECORD, '"label": "1/0/pips/1"', '"label": 7'),
    # Records that programs could read in different ways.
    "end cut and closed again": lambda: without_last(RECORD, 3),
    "last move cut": lambda: without_last(RECORD, 1),
    "end of a round cut": lambda: without_last(KNISTER.record(), 1),
    "last round cut": lambda: without_last(KNISTER.record(), 4),
    "end cut": lambda: RECORD[: len(RECORD) * 2 // 3],
    "last byte cut": lambda: RECORD[:-1],
    "digest changed": lambda: RECORD.replace("Ben", "Bob"),
    "key repeated": lambda: replaced(RECORD, '"seed": ', f'"seed": "{"a5" * 32}", "seed": '),
    "roll repeated": lambda: replaced(RECORD, '{"roll": ', '{"roll": [6, 6, 6, 6, 6], "roll": '),
    "unknown key": lambda: with_dice(RECORD, promises=[None, None, None]),
    "keys of both versions": lambda: with_dice(RECORD, promised=[None, None, None], contributed=[None, None, None]),
    "keys with other names": lambda: replaced(RECORD, '"contributions": ', '"contributed": '),
    "later version": lambda: with_dice(RECORD, version=4),
    "earlier version": lambda: with_dice(RECORD, version=2),
    "said to be a deal": lambda: with_dice(RECORD, deal=True),
    "version 1 under the hash that was shown": lambda: replace(CLAIMED, version=1).record(),
    "a deal under the hash that was shown": lambda: replace(CLAIMED, deal=True).record(),
    "a deal with contributions": lambda: with_dice(
        replace(TRUE, deal=True).record(), contributions=list(TRUE.contributions)
    ),
    "a deal that is none": lambda: with_dice(replace(TRUE, deal=True).record(), deal=False),
    "numbers of turns chosen": lambda: ground_turns(DiceOf("kniffeliger", moves=3)),
    "first roll thrown again": lambda: thrown_again(DiceOf("kniffeliger", shared=True)),
    "first roll thrown again by round": lambda: thrown_again(DiceOf("kniffeliger", shared=True, version=2)),
    "numbers of rounds chosen": lambda: ground_turns(DiceOf("kniffeliger", version=2, moves=3)),
    "version as a text": lambda: with_dice(RECORD, version="2"),
    "version as a truth": lambda: with_dice(RECORD, version=True),
    "version as a list": lambda: with_dice(RECORD, version=[2]),
    "seed as a list": lambda: with_dice(RECORD, seed=["5a" * 32]),
    "contribution as an object": lambda: with_dice(RECORD, contributions=[{}, None, CID]),
    "shared as a number": lambda: with_dice(RECORD, shared=0),
    "negative number of lost rolls": lambda: with_dice(RECORD, lost=-1),
    "too few contributions": lambda: with_dice(RECORD, contributions=[ANN, None]),
    "salt and hash of the names": lambda: with_dice(RECORD, names="00" * 32),
    "neither salt nor hash of the names": lambda: with_dice(RECORD, salt=None),
    "dice are a list": lambda: sealed(re.sub(r'"dice": \{.*\}', '"dice": []}', RECORD, count=1)),
    "roll and move in one": lambda: sealed(re.sub(r'("label": "1/0/pips/1")', r'\1, "seat": 0, "move": "k"', RECORD)),
    "face with a fraction": lambda: sealed(re.sub(r'("roll": \[\d)', r"\1.0", RECORD, count=1)),
    "seat with a fraction": lambda: replaced(RECORD, '"seat": 0', '"seat": 0.0'),
    "line of spaces": lambda: replaced(RECORD, "\n", "\n \n"),
    "line ends of Windows": lambda: replaced(RECORD, "\n", "\r\n"),
    "byte order mark": lambda: sealed("\ufeff" + RECORD),
    "line after the end": lambda: RECORD + '{"undo": 0}\n',
    "second end": lambda: sealed(RECORD + RECORD.splitlines(keepends=True)[-1]),
    "half a letter in a name": lambda: replaced(RECORD, '"Ben"', '"\\ud800"'),
}

WITHOUT_PROOF: dict[str, Callable[[], str]] = {
    "real dice": lambda: sealed(re.sub(r'"dice": \{.*\}', '"dice": "real"}', RECORD, count=1)),
    "no dice": lambda: sealed(re.sub(r', "dice": \{.*\}', "}", RECORD, count=1)),
    "seed not published": lambda: with_dice(RECORD, seed=None),
    "seed of all rolls lost": lambda: replace(TRUE, lost=RECORD.count('"roll"')).record(),
}

NOT_PROVEN: dict[str, Callable[[], str]] = {
    "lost": lambda: replace(TRUE, lost=7).record(),
    "no_names": lambda: with_dice(
        replaced(RECORD, '"Ben"', '"N. N."'), salt=None, names=seeded_dice.names_hash(TRUE.salt, TRUE.names)
    ),
    # By a server that shows a commitment of version 1, and reads a browser's bytes before it chooses those of a seat.
    "version_1": lambda: ground(replace(TRUE, version=1, commitment=seeded_dice.commitment(TRUE.seed)), 0, 5).record(),
}
"""Records without contradictions that prove a part only, by their verdicts."""
