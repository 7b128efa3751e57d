"""Things on a table that may be taken for dice: keys, batteries, coins, pens, buttons, fruit, beads, cards, dominoes.

Each is composed of flat, curved and embossed shapes; see `layout`. Lengths are in half sides of a usual die.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from knobel.engines.shared.arrays import Array
from knobel_lab.reader.drawing.materials import hsv
from knobel_lab.reader.drawing.plastic import PIPS
from knobel_lab.reader.drawing.thing import (
    BLACK,
    PLAIN,
    RING,
    TUBE,
    WHITE,
    WRITTEN,
    Thing,
    any_colour,
    disc,
    metal,
    plus,
)


def key(rng: Generator) -> Thing:
    """Return a key with a round or square bow, a hole in it, a shaft and teeth."""
    thing, u = Thing(rng), rng.uniform
    colour, gloss = metal(rng), u(0, 0.8)
    head = colour if rng.random() < 0.6 else any_colour(rng)
    shaft, shadow = u(0.16, 0.3), u(0.2, 0.6)
    length = u(2.2, 4.5)
    thing.add(
        colour, 1 + length / 2, 0, length / 2, shaft, corner=u(0, 0.5), dome=u(0, 0.6), gloss=gloss, relief=u(0, 1)
    )
    for k in range(int(rng.integers(2, 6))):
        x = 1 + length * (0.95 - 0.13 * k)
        thing.add(colour * u(0.8, 1), x, shaft * u(0.7, 1.3), u(0.06, 0.16), u(0.12, 0.3), gloss=gloss)
    if rng.random() < 0.6:  # a groove
        thing.add(colour * 0.55, 1 + length / 2, 0, length / 2.2, shaft * 0.2)
    hole = u(0.15, 0.45)
    kind, border = (RING, u(0, 0.12)) if rng.random() < 0.4 else (PLAIN, 0.0)
    shape = {"shadow": shadow, "relief": u(0, 2), "gloss": gloss, "border": border, "p": u(0.5, 0.8)}
    if rng.random() < 0.5:  # the hole in the middle shows the table
        thing.add(head, 0, 0, 1, kind=kind, hole=hole, dome=u(0, 0.5), features=shape)
    else:
        side = u(0.75, 1.1)
        thing.add(head, 0, 0, 1, side, corner=u(0.1, 0.6), kind=kind, dome=u(0, 0.4), features=shape)
        thing.add(BLACK + u(0, 0.4), u(-0.6, -0.2), 0, hole, dome=-0.4)
    if rng.random() < 0.3:
        thing.add(metal(rng), -1.3, u(-0.5, 0.5), u(0.7, 1.3), hole=u(0.5, 0.65), dome=0.3, gloss=0.5)
    return thing


def battery(rng: Generator) -> Thing:
    """Return a battery that lies or stands."""
    thing, u = Thing(rng), rng.uniform
    body, second, shadow = any_colour(rng), any_colour(rng), u(0.2, 0.7)
    if rng.random() < 0.5:
        disc(thing, metal(rng) if rng.random() < 0.7 else body, 1, shadow)
        thing.add(metal(rng), 0, 0, u(0.6, 0.85), kind=RING, p=u(0.3, 0.85), second=BLACK, dome=u(-0.3, 0.3), gloss=0.4)
        if rng.random() < 0.75:  # the terminal
            thing.add(metal(rng), 0, 0, u(0.22, 0.42), dome=u(0.2, 0.8), gloss=u(0, 0.8), shadow=0.4)
        return thing
    width = u(0.65, 1.1)
    length = width * u(1.6, 3.6)
    thing.add(metal(rng), length + 0.12 * width, 0, 0.22 * width, 0.33 * width, kind=TUBE, p=2, dome=1, gloss=0.6)
    thing.add(
        body,
        0,
        0,
        length,
        width,
        kind=TUBE,
        p=u(-0.5, 0.95),
        second=second,
        corner=0.1,
        shadow=shadow,
        gloss=u(0, 0.8),
        dome=0.9,
    )
    for _ in range(int(rng.integers(0, 3))):
        thing.add(second, u(-0.8, 0.8) * length, 0, u(0.04, 0.2), width, kind=TUBE, p=2, dome=0.9, gloss=0.3)
    if rng.random() < 0.7:
        thing.add(
            body,
            u(-0.4, 0.3) * length,
            u(-0.3, 0.3) * width,
            u(0.3, 0.6) * length,
            0.3 * width,
            kind=WRITTEN,
            p=1.5,
            second=second,
        )
    plus(thing, WHITE if rng.random() < 0.6 else BLACK, 0.75 * length, 0, 0.2 * width)
    return thing


def coin(rng: Generator) -> Thing:
    """Return a coin with a relief, a coin cell, a token or a washer."""
    thing, u = Thing(rng), rng.uniform
    colour, shadow, kind = metal(rng), u(0.1, 0.6), rng.random()
    disc(thing, colour, 1, shadow)
    inner = u(0.6, 0.9)
    if kind < 0.4:  # a relief
        thing.add(
            colour * u(0.8, 1.1) if rng.random() < 0.6 else metal(rng),
            0,
            0,
            inner,
            relief=u(1.5, 6),
            gloss=u(0, 0.5),
            p=u(0.3, 1),
        )
        for _ in range(int(rng.integers(0, 14))):  # stars, numbers
            angle = u(0, 6.28)
            thing.add(
                colour * u(0.5, 1.2),
                0.8 * math.cos(angle),
                0.8 * math.sin(angle),
                u(0.04, 0.12),
                u(0.04, 0.12),
                turn=angle,
            )
        for _ in range(int(rng.integers(0, 4))):
            thing.add(
                colour * u(0.5, 1.3),
                u(-0.4, 0.4),
                u(-0.3, 0.3),
                u(0.05, 0.3),
                u(0.05, 0.4),
                corner=u(0, 1),
                dome=u(-0.5, 0.6),
            )
    elif kind < 0.7:  # a coin cell
        thing.add(
            colour * u(0.85, 1.1),
            0,
            0,
            inner,
            kind=WRITTEN if rng.random() < 0.6 else PLAIN,
            p=u(0.8, 2),
            second=colour * 0.55,
            relief=u(0, 1.5),
            gloss=0.3,
        )
        plus(thing, colour * u(0.4, 0.7), u(-0.5, 0.5), u(-0.5, 0.5), u(0.1, 0.25))
    elif kind < 0.85:  # a washer, a ring
        thing.rows.clear()
        thing.add(colour, 0, 0, 1, hole=u(0.3, 0.8), dome=u(0, 0.7), gloss=u(0, 0.8), shadow=shadow)
    else:  # a screw, a cap
        thing.add(BLACK + u(0, 0.3), 0, 0, u(0.3, 0.6), u(0.06, 0.14))
        if rng.random() < 0.6:
            thing.add(BLACK + u(0, 0.3), 0, 0, u(0.06, 0.14), u(0.3, 0.6))
    return thing


def pen(rng: Generator) -> Thing:
    """Return a pen with rings, a clip and a tip, or a pencil."""
    thing, u = Thing(rng), rng.uniform
    body, part, width = any_colour(rng), any_colour(rng) if rng.random() < 0.5 else metal(rng), u(0.28, 0.75)
    length, gloss = u(4, 12), u(0, 1)
    thing.add(
        body,
        0,
        0,
        length,
        width,
        kind=TUBE,
        p=u(-0.6, 0.9),
        second=part,
        corner=u(0, 0.8),
        shadow=u(0.2, 0.7),
        dome=0.9,
        gloss=gloss,
    )
    for _ in range(int(rng.integers(1, 5))):  # rings
        thing.add(
            part * u(0.7, 1.2),
            u(-1, 1) * length,
            0,
            u(0.04, 0.3),
            width * u(1, 1.12),
            kind=TUBE,
            p=2,
            dome=0.9,
            gloss=gloss,
        )
    if rng.random() < 0.7:  # a clip with its end
        x, reach = u(-0.7, 0.4) * length, u(1, 2.5)
        thing.add(
            part, x, u(-0.2, 0.2) * width, reach, width * u(0.2, 0.4), corner=0.5, shadow=0.5, dome=0.4, gloss=gloss
        )
        thing.add(part * u(0.6, 1.2), x + reach, 0, width * u(0.25, 0.5), dome=0.7, gloss=gloss)
    if rng.random() < 0.6:  # the tip, a button
        for k in range(4):
            thing.add(
                part * (1 - 0.1 * k),
                length + 0.3 * width * k,
                0,
                0.25,
                width * (0.85 - 0.2 * k),
                kind=TUBE,
                p=2,
                dome=0.9,
                gloss=gloss,
            )
    if rng.random() < 0.35:  # dots to hold it by
        for k in range(int(rng.integers(3, 9))):
            for side in (-0.45, 0.1, 0.6)[: int(rng.integers(1, 4))]:
                thing.add(part * 0.6, length * 0.5 + 0.5 * width * k, side * width, 0.13 * width, dome=-0.5)
    return thing


def button(rng: Generator) -> Thing:
    """Return a button of a coat with two or four holes, or a socket."""
    thing, u = Thing(rng), rng.uniform
    colour, hole = any_colour(rng), u(0.08, 0.19)
    disc(thing, colour, 1, u(0.2, 0.6))
    if rng.random() < 0.75:
        thing.add(colour * u(0.8, 1.15), 0, 0, u(0.6, 0.85), dome=u(-0.5, 0.2), gloss=u(0, 0.6))
    ink = BLACK + u(0, 0.3) if rng.random() < 0.7 else any_colour(rng)
    gap = max(u(0.17, 0.36), hole * 1.1)
    for x, y in ((-1, -1), (1, 1), (-1, 1), (1, -1))[: 4 if rng.random() < 0.7 else 2]:
        thing.add(ink, x * gap, y * gap, hole, dome=-0.5)
    if rng.random() < 0.3:
        thing.add(any_colour(rng), 0, 0, gap, hole * 0.5, turn=0.785)
    return thing


def fruit(rng: Generator) -> Thing:
    """Return a round or long fruit with seeds, a beetle or a mushroom with dots, as things or as a print."""
    thing, u = Thing(rng), rng.uniform
    is_print = rng.random() < 0.4
    gloss, shadow, dome = (0.0, 0.0, u(0, 0.4)) if is_print else (u(0.2, 1), u(0.3, 0.8), u(0.7, 0.95))
    red = hsv(u(-0.04, 0.05), u(0.7, 1), u(0.5, 1))
    colour = red if rng.random() < 0.6 else any_colour(rng)
    height = u(0.75, 1)
    thing.add(
        colour,
        0,
        0,
        1,
        height,
        corner=u(0.75, 1),
        dome=dome,
        gloss=gloss,
        shadow=shadow,
        second=colour * 0.7,
        border=u(0, 0.05),
    )
    ink = (hsv(u(0.1, 0.17), u(0.1, 0.7), u(0.7, 1)), WHITE, BLACK, colour * 0.5)[int(rng.integers(4))]
    kind = rng.random()
    if kind < 0.5:  # seeds in rows by turns
        step, size = u(0.25, 0.5), u(0.03, 0.08)
        for row in range(-4, 5):
            for column in range(-4, 5):
                x, y = (column + 0.5 * (row % 2)) * step + u(-0.04, 0.04), row * step * 0.85 + u(-0.04, 0.04)
                if x * x + (y / height) ** 2 < 0.75:
                    thing.add(ink * u(0.8, 1), x, y, size * u(1, 1.6), size, dome=-0.4)
    elif kind < 0.85:  # large dots anywhere
        for _ in range(int(rng.integers(2, 9))):
            angle, away = u(0, 6.28), u(0, 0.75)
            thing.add(
                ink,
                away * math.cos(angle),
                away * height * math.sin(angle),
                u(0.08, 0.22),
                dome=dome * 0.5,
                gloss=gloss / 2,
            )
    if kind > 0.7:  # a line between the wings, a head
        thing.add(BLACK, 0, 0, 1, 0.04)
        thing.add(BLACK, 1, 0, 0.35, shadow=shadow / 2)
    elif rng.random() < 0.7:  # leaves
        green = hsv(u(0.2, 0.4), u(0.5, 1), u(0.2, 0.7))
        for _ in range(int(rng.integers(1, 7))):
            angle = u(-1.2, 1.2)
            thing.add(
                green * u(0.7, 1.2),
                -0.85 - 0.2 * math.cos(angle),
                0.35 * math.sin(angle),
                u(0.2, 0.5),
                u(0.06, 0.18),
                turn=angle,
                corner=1,
            )
    return thing


def beads(rng: Generator) -> Thing:
    """Return beads, pearls, berries, sweets or pins, in a heap or in a row."""
    thing, u = Thing(rng), rng.uniform
    colours = [any_colour(rng) for _ in range(int(rng.integers(1, 4)))]
    size, is_row, gloss = u(0.2, 0.75), rng.random() < 0.4, u(0.2, 1)
    for k in range(int(rng.integers(1, 9))):
        x, y = (k * size * 1.9, 0) if is_row else (u(-1, 1) * 2.2, u(-1, 1) * 2.2)
        thing.add(colours[k % len(colours)], x, y, size, dome=u(0.7, 0.97), gloss=gloss, shadow=u(0.2, 0.7))
        if rng.random() < 0.4:  # where the string goes, or a letter
            thing.add(BLACK + u(0, 0.5), x + u(-0.3, 0.3) * size, y, u(0.12, 0.3) * size, dome=-0.4)
    return thing


def brick(rng: Generator) -> Thing:
    """Return a toy brick with studs, a remote control or a row of keys."""
    thing, u = Thing(rng), rng.uniform
    colour = any_colour(rng)
    stud = colour if rng.random() < 0.6 else any_colour(rng)
    columns, rows = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    step, radius, is_round = u(0.55, 1), u(0.28, 0.42), rng.random() < 0.7
    thing.add(colour, 0, 0, step * columns, step * rows, corner=u(0, 0.3), shadow=u(0.3, 0.8), relief=u(0, 0.3))
    for i in range(columns):
        for j in range(rows):
            x, y = (2 * i + 1 - columns) * step, (2 * j + 1 - rows) * step
            w = radius * 2 * step
            thing.add(
                stud,
                x,
                y,
                w,
                None if is_round else w,
                corner=None if is_round else 0.3,
                dome=u(0.1, 0.3),
                gloss=u(0, 0.5),
                shadow=0.4,
                border=w * 0.12,
                second=stud * u(0.6, 1.2),
            )
            if rng.random() < 0.3:
                thing.add(WHITE if stud.mean() < 0.5 else BLACK, x, y, w * 0.4, w * 0.5, kind=WRITTEN, p=2, second=stud)
    return thing


def domino(rng: Generator) -> Thing:
    """Return a domino: two squares with up to six pips and a line between them."""
    thing, u = Thing(rng), rng.uniform
    body, ink = (WHITE * u(0.85, 1), BLACK) if rng.random() < 0.6 else (BLACK + u(0, 0.15), WHITE)
    if rng.random() < 0.2:
        ink = any_colour(rng)
    thing.add(body, 0, 0, 2, 1, corner=u(0.05, 0.3), shadow=u(0.3, 0.8), border=u(0, 0.06), second=body * 0.8)
    thing.add(ink * 0.7 + body * 0.3, 0, 0, u(0.02, 0.06), u(0.75, 0.95))
    if rng.random() < 0.4:
        thing.add(metal(rng), 0, 0, u(0.1, 0.18), dome=0.6, gloss=0.6)
    gap, radius = u(0.45, 0.62), u(0.11, 0.19)
    for side in (-1, 1):
        for x, y in PIPS.get(int(rng.integers(0, 7)), ()):
            thing.add(ink, side + x * gap, y * gap, radius, dome=-0.5)
    return thing


def card(rng: Generator) -> Thing:
    """Return a playing card or a ticket with signs and numbers."""
    thing, u = Thing(rng), rng.uniform
    ink = hsv(0, 0.9, 0.75) if rng.random() < 0.5 else BLACK
    thing.add(WHITE * u(0.9, 1), 0, 0, 3.5, 2.4, corner=0.12, shadow=u(0.1, 0.4))
    diamond = rng.random() < 0.5
    for x, y in PIPS[int(rng.integers(1, 7))]:
        size = u(0.25, 0.4)
        thing.add(ink, x * 1.7, y * 1.2, size, size if diamond else None, turn=0.785)
    for side in (-1, 1):
        thing.add(ink, side * 3, side * 1.9, 0.12, 0.25)
        thing.add(ink, side * 2.5, side * 1.9, 0.15)
    return thing


def dots(rng: Generator) -> Thing:
    """Return a patch or a disc with dots in a grid: a print, a biscuit, a lid, a face."""
    thing, u = Thing(rng), rng.uniform
    colour, ink, is_round = any_colour(rng), any_colour(rng), rng.random() < 0.6
    if rng.random() < 0.85:
        thing.add(
            colour,
            0,
            0,
            1,
            None if is_round else u(0.7, 1.3),
            shadow=u(0, 0.7),
            dome=u(0, 0.5) * (rng.random() < 0.5),
            relief=u(0, 1),
            border=u(0, 0.15),
            second=colour * u(0.5, 1.2),
        )
    if rng.random() < 0.3:  # a face
        for side in (-1, 1):
            thing.add(ink, -0.25, side * 0.35, u(0.1, 0.2))
        thing.add(ink, 0.4, 0, u(0.05, 0.2), u(0.2, 0.5), corner=1)
        return thing
    columns, rows, turn = int(rng.integers(1, 5)), int(rng.integers(1, 5)), u(0, 6.28) * (rng.random() < 0.5)
    step = u(1.2, 1.9) / max(columns, rows)
    shift = 0.5 * (rng.random() < 0.4)
    for i in range(columns):
        for j in range(rows):
            a, b = (i + 0.5 + shift * (j % 2) - columns / 2) * step, (j + 0.5 - rows / 2) * step
            x, y = a * math.cos(turn) - b * math.sin(turn), a * math.sin(turn) + b * math.cos(turn)
            thing.add(ink, x, y, step * u(0.2, 0.3), dome=u(-0.5, 0.2))
    return thing


KINDS: tuple[tuple[Callable[[Generator], Thing], float, tuple[float, float]], ...] = (
    (key, 0.14, (0.6, 1.8)),
    (battery, 0.13, (0.6, 1.7)),
    (coin, 0.14, (0.6, 1.7)),
    (pen, 0.11, (0.7, 1.3)),
    (button, 0.09, (0.5, 1.4)),
    (fruit, 0.14, (0.6, 1.7)),
    (beads, 0.06, (0.5, 1.4)),
    (brick, 0.05, (0.6, 1.3)),
    (domino, 0.03, (0.7, 1.3)),
    (card, 0.04, (0.7, 1.6)),
    (dots, 0.07, (0.6, 1.4)),
)
"""The things, how often each is drawn, and the range of their sizes."""


def things_on_table(rng: Generator, reach: float, light: float) -> Array:
    """Return rows of one to six things, shape (n, 24).

    :param reach: half side of the area in which they lie
    :param light: direction of the light in radians
    """
    rows: list[Array] = []
    chances = [chance for _, chance, _ in KINDS]
    for _ in range(int(rng.integers(1, 7))):
        make, _, sizes = KINDS[int(rng.choice(len(KINDS), p=chances))]
        x, y = rng.uniform(-reach, reach, 2) * 0.85
        rows += make(rng).placed(x, y, rng.uniform(0, 2 * math.pi), rng.uniform(*sizes), light)
    return np.array(rows)
