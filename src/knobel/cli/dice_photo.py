"""`knobel dice --photo`: read the dice in a photo."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from knobel.cli.files import new_binary, read_bytes
from knobel.core import BadSetup

if TYPE_CHECKING:
    from knobel.vision.dice.reader import ReadDie, Reading

PLACE_DECIMALS = 1
PROBABILITY_DECIMALS = 4


def read_photo(file: str, *, count: int | None, marked: Path | None, as_json: bool) -> None:
    """Print the dice in a photo (`-`: standard input), and write the photo with marks.

    :param count: the number of dice that it should show
    :raises BadSetup: if Pillow is not installed, or a file cannot be read or written.
    """
    from knobel.vision.dice.marked_photo import marked_photo
    from knobel.vision.dice.reader import read_picture
    from knobel.vision.photos import NotAPhoto, open_photo

    try:
        picture = open_photo(read_bytes(file))
    except NotAPhoto as error:
        raise BadSetup(f"{'standard input' if file == '-' else file}: {error}") from None
    reading = read_picture(picture, counts=() if count is None else [count])
    if marked is not None:
        with new_binary(marked) as output:
            marked_photo(picture, reading.dice).save(output, format="PNG")
    height, width, _ = picture.shape
    if as_json:
        values = {
            "width": width,
            "height": height,
            "sure": reading.is_sure,
            "too_small": reading.is_too_small,
            "probability": round(reading.probability, PROBABILITY_DECIMALS),
            "dice": [describe(die) for die in reading.dice],
        }
        typer.echo(json.dumps(values))
        return
    for line in lines(reading, count):
        typer.echo(line)


def describe(die: "ReadDie") -> dict[str, Any]:
    """Return the properties of a die as JSON values; lengths are in pixels."""
    values = {
        name: round(value, PROBABILITY_DECIMALS if name.endswith("probability") else PLACE_DECIMALS)
        if isinstance(value, float)
        else value
        for name, value in asdict(die).items()
    }
    return {**values, "box": [round(edge, PLACE_DECIMALS) for edge in die.box]}


def lines(reading: "Reading", count: int | None) -> list[str]:
    """Return the lines about the dice of a photo that should show `count` dice."""
    dice = reading.dice
    if not dice:
        return ["no dice found"]
    values = " ".join(str(die.value) for die in dice)
    return [
        f"{len(dice)} dice: {values}, sum {sum(die.value for die in dice)}" if len(dice) > 1 else f"1 die: {values}",
        *(
            f"  {die.value}  {die.colour:<6}  at {die.x:.0f}, {die.y:.0f}, size {die.size:.0f},"
            f" probability {die.probability:.2f}"
            for die in dice
        ),
        *([] if reading.is_sure else [f"not sure, {doubt(reading, count)}"]),
    ]


def doubt(reading: "Reading", count: int | None) -> str:
    """Return why a reading is not sure, and what to do."""
    if reading.is_too_small:
        return "the dice are too small to be read reliably: take a photo from closer, or a larger one"
    if count not in (None, len(reading.dice)):
        return f"not {count} dice: check the dice"
    return f"probability {reading.probability:.2f}: check the dice"
