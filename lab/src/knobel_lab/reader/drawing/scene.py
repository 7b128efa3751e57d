"""Pictures of dice on a table, each drawn from a seed, with the truth about them."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from knobel.engines.shared.arrays import Array
from knobel_lab.reader.drawing.camera import LIGHTS, camera, lamps_above
from knobel_lab.reader.drawing.dice_rays import draw_dice
from knobel_lab.reader.drawing.layout import (
    DIE_A,
    DIE_BODY,
    DIE_COS,
    DIE_FACES,
    DIE_PIPS,
    DIE_ROUND,
    DIE_SIN,
    DIE_SIZE,
    DIE_X,
    DIE_Y,
    DIE_Z,
)
from knobel_lab.reader.drawing.lens import develop
from knobel_lab.reader.drawing.materials import (
    coloured_set,
    dark_set,
    dice_set,
    hsv,
    linear,
    put_pips_in_corners,
    show_value,
)
from knobel_lab.reader.drawing.surfaces import objects_on_table, surface
from knobel_lab.reader.drawing.table_rays import draw_table
from knobel_lab.reader.drawing.things import things_on_table

GROUNDS = "plain", "wood", "felt", "cloth", "paper", "dots", "stone", "writing"
"""Kinds of surfaces."""
NO_PIP = 1e-9
"""Radius of pips that are not visible."""


@dataclass(frozen=True)
class Setting:
    """Common properties of the pictures. None: chosen at random for each picture."""

    size: int = 256
    """Side of the picture in pixels."""
    sides: tuple[float, float] = (17, 115)
    """Range of the sides of dice in pixels."""
    count: int | None = None
    ground: int | None = None
    """Kind of the surface, an index in `GROUNDS`."""
    full: float | None = None
    """Side in pixels of the whole picture, from which this picture is cut."""
    tilts: tuple[float, float] | None = None
    """Range of angles of the camera to the vertical, in degrees."""
    tray: bool | None = None
    whole: bool = False
    """No die reaches over the edge of the picture."""
    crowd: float | None = None
    """Probability that a die lies close to another one."""
    clear: bool = False
    """Dice with clear pips, in a careful photo; see `dice_set` and `develop`."""
    light: str | None = None
    """One of `LIGHTS`."""
    upright: float = 0.62
    """Least cosine of the angle between the vertical and the ray to the picture's centre."""
    dark: float = 0.0
    """Probability that a set is one of `dark_set`."""
    hidden: float = 0.0
    """Probability that the surface has the colour of a die."""
    colours: tuple[int, ...] = ()
    """The colours of the dice, indices in `COLOURS`, one for each die; otherwise chosen at random."""
    things: float = 0.0
    """Probability that things which may be taken for dice lie on the table, see `things`."""
    corners: float = 0.0
    """Probability that a set has pips close to the corners, see `materials.put_pips_in_corners`."""
    blank: bool = False
    """The upper faces have no pips: the difference from the same picture with pips shows the readable parts."""


TRAINING = Setting()
GAMES = tuple(
    Setting(light=light, clear=True, sides=(30, 110), full=640, tilts=(0, 25), tray=False, crowd=0.3, upright=0.42)
    for light in LIGHTS
)
"""Parts of photos of a roll on the table of a game."""
HARD = Setting(dark=0.5, hidden=0.3, tilts=(0, 40), upright=0.5)
"""The most frequent confusions: faint pips, dice of the table's colour, and side faces seen as well as the upper
ones."""
OBLIQUE = tuple(replace(setting, sides=(30, 140), tilts=(15, 44), upright=0.3, hidden=0.15) for setting in GAMES)
"""The same from the side, as at the edge of a wide photo, and close to the dice."""
DICE_ALONE = TRAINING, HARD, GAMES[0], OBLIQUE[0], TRAINING, HARD, GAMES[1], OBLIQUE[1]
BESIDE_THINGS = tuple(replace(setting, things=1.0, corners=0.35) for setting in DICE_ALONE)
"""The same with other things on the table, and dice with pips close to the corners."""
MIXTURE = DICE_ALONE + BESIDE_THINGS
"""Settings of the pictures from which the reader is trained, by turns."""


def table_setting(
    count: int, ground: str, light: str | None = None, *, clear: bool = False, colours: tuple[int, ...] = ()
) -> Setting:
    """Return the setting of a photo of a roll on the table of a game, 640 pixels wide."""
    return Setting(
        colours=colours,
        light=light,
        clear=clear,
        size=640,
        sides=(30, 110),
        count=count,
        ground=GROUNDS.index(ground),
        full=640,
        tilts=(0, 25),
        tray=False,
        whole=True,
        crowd=0.15,
    )


@dataclass(frozen=True)
class View:
    """The camera: position, axes, focal length and principal point in pixels."""

    eye: Array
    right: Array
    down: Array
    ahead: Array
    focal: float
    px: float
    py: float

    def project(self, point: Array) -> tuple[float, float]:
        """Return the place of a point in the picture, in pixels."""
        v = point - self.eye
        depth = v @ self.ahead
        return self.px + self.focal * (v @ self.right) / depth, self.py + self.focal * (v @ self.down) / depth


def draw(seed: int, setting: Setting = TRAINING) -> tuple[Array, Array]:
    """Return a picture and the truth about its dice.

    :return: the picture, shape (size, size, 3), uint8 RGB; and a row for each die, shape (dice, 8), float32: centre x
        and y, width and height of the box in pixels, value, colour (index in `COLOURS`, -1: of several), visible part
        from 0 to 1, and size (root of its area in pixels)
    """
    rng = np.random.default_rng(seed)
    size = setting.size
    view, side, reach, sets, tray, rows, colours = arrange(rng, setting)
    if setting.blank:
        for row in rows:
            value = int(row[DIE_FACES + 4])
            row[DIE_PIPS + value - 1], row[DIE_PIPS + 11 + value] = NO_PIP, 0
    ground = setting.ground
    if ground is None:
        ground = int(rng.choice(8, p=[0.3, 0.14, 0.12, 0.16, 0.07, 0.06, 0.08, 0.07]))
    g, outer = surface(rng, ground), int(rng.choice([0, 0, 1, 2, 3, 6]))
    g2 = surface(rng, outer)
    if setting.hidden and rng.random() < setting.hidden:
        for first in (2, 5):
            g[first : first + 3] = np.clip(sets[0][0][DIE_BODY : DIE_BODY + 3] * rng.uniform(0.7, 1.3), 0, 1)
    lamps = lamps_above(rng, setting.light)
    objects = objects_on_table(rng, reach, printed=not setting.clear)
    if setting.things and rng.random() < setting.things:
        light = math.atan2(lamps[1, 1], lamps[1, 0])
        objects = np.vstack([objects, things_on_table(rng, reach, light)])
    optics = view.eye, view.right, view.down, view.ahead, view.focal, view.px, view.py
    picture = np.zeros((size, size, 3))
    draw_table(ground, g, outer, g2, tray, objects, rows, *optics, lamps, picture)
    owner = np.full((size, size), -1, np.int32)
    area, boxes = np.zeros(len(rows)), np.zeros((len(rows), 4))
    if len(rows):
        away = ((rows[:, :3] - view.eye) ** 2).sum(1)
        direct = min(1.2, lamps[0, 0] + 0.5 * lamps[1, 15] + 0.5 * lamps[2, 15])
        tint = np.clip(g[2:5] * 0.7 + g[5:8] * 0.3, 0, 1) * direct
        draw_dice(rows, np.argsort(-away), *optics, lamps, tint, picture, owner, area, boxes)
    seen = np.bincount(owner[owner >= 0], minlength=len(rows))
    truth = np.zeros((len(rows), 8), np.float32)
    truth[:, 0:2] = (boxes[:, :2] + boxes[:, 2:]) / 2
    truth[:, 2:4] = boxes[:, 2:] - boxes[:, :2]
    truth[:, 4] = rows[:, DIE_FACES + 4]
    truth[:, 5] = colours
    truth[:, 6] = seen[: len(rows)] / np.maximum(1, area)
    truth[:, 7] = np.sqrt(area)
    return develop(rng, picture, side, owner >= 0, careful=setting.clear), truth


class Arrangement(NamedTuple):
    """A camera over a table with dice."""

    view: View
    side: float
    """Side in pixels of dice in the centre of the picture."""
    reach: float
    sets: list[tuple[Array, int, bool]]
    tray: Array
    rows: Array
    """A row for each die, see `layout`."""
    colours: list[int]


def arrange(rng: Generator, setting: Setting) -> Arrangement:
    """Return a camera over a table with dice, chosen at random."""
    size = setting.size
    view, side = choose_view(rng, setting)
    kinds = int(rng.choice([1, 2, 4, 8], p=[0.35, 0.25, 0.25, 0.15]))
    sets = [
        dark_set(rng) if setting.dark and rng.random() < setting.dark else dice_set(rng, clear=setting.clear)
        for _ in range(kinds)
    ]
    for die, _, _ in sets if setting.corners else ():
        if rng.random() < setting.corners:
            put_pips_in_corners(rng, die)
    scales = [1.0 if rng.random() < 0.5 else rng.uniform(0.72, 1.3) for _ in sets]
    if setting.colours:
        sets, scales = [coloured_set(rng, colour) for colour in setting.colours], [1.0] * len(setting.colours)
    reach = size / side * 1.1
    count = setting.count
    if count is None:
        most = max(1.0, min(14.0, 0.34 * size * size / side**2))
        count = 0 if rng.random() < 0.06 else round(math.exp(rng.uniform(0, math.log(most + 0.49))))
        if rng.random() < 0.3:
            count = int(most)
    crowd = rng.uniform(0, 0.9) if setting.crowd is None else setting.crowd
    has_tray = rng.random() < 0.16 if setting.tray is None else setting.tray
    tray = choose_tray(rng, view, reach) if has_tray else np.zeros(24)
    rows, colours = place_dice(rng, setting, view, (sets, scales), count, crowd, tray)
    return Arrangement(view, side, reach, sets, tray, rows, colours)


def choose_view(rng: Generator, setting: Setting) -> tuple[View, float]:
    """Return a camera over the table, and the side in pixels of dice in the centre of its picture."""
    u, sides, size = rng.uniform, setting.sides, setting.size
    for _ in range(100):
        side = math.exp(u(math.log(sides[0]), math.log(sides[1])))
        if sides == TRAINING.sides and rng.random() < 0.55:
            side = u(20, 55)
        tilt = abs(rng.normal(0, 16)) if setting.tilts is None else u(*setting.tilts)
        angle = u(38, 75)
        full = setting.full or size * u(1.0, 2.5)
        focal, px, py, right, down, ahead, centre = camera(rng, size, full, min(tilt, 44), angle)
        if -centre[2] / np.linalg.norm(centre) > setting.upright:
            break
    eye = -centre * (2 * focal / side)
    return View(eye, right, down, ahead, focal, px, py), side


def choose_tray(rng: Generator, view: View, reach: float) -> Array:
    """Return the numbers of a tray, mostly parallel to the picture; see `draw_table`."""
    u = rng.uniform
    tray = np.zeros(24)
    angle = u(0, 6.28) if rng.random() < 0.4 else math.atan2(view.right[1], view.right[0]) + rng.normal(0, 0.1)
    tray[:7] = 1, *u(-reach * 0.6, reach * 0.6, 2), math.cos(angle), math.sin(angle), *(u(0.5, 1.3, 2) * reach)
    tray[7], tray[8] = u(0.3, 3), u(0, 1)
    tray[9:12] = linear(hsv(u(0, 1), u(0, 0.7) * (rng.random() < 0.5), u(0.1, 0.9)))
    tray[12:15] = linear(hsv(u(0, 1), u(0, 0.7) * (rng.random() < 0.4), u(0.02, 0.9)))
    tray[15] = u(0, 0.5)
    tray[16:20] = u(0.55, 1.2, 4)
    tray[20] = u(0.5, 3) if rng.random() < 0.3 else 0
    return tray


def place_dice(
    rng: Generator,
    setting: Setting,
    view: View,
    choices: tuple[list[tuple[Array, int, bool]], list[float]],
    count: int,
    crowd: float,
    tray: Array,
) -> tuple[Array, list[int]]:
    """Return rows of up to `count` dice that do not overlap, and their colours.

    :param choices: sets of dice, and half sides of their dice
    """
    dice: list[Array] = []
    colours: list[int] = []
    tries = 0
    while len(dice) < count and tries < 40 * (count + 1):
        tries += 1
        k = len(dice) if setting.colours else int(rng.integers(len(choices[0])))
        row, colour, mirrored = choices[0][k]
        die = row.copy()
        die[DIE_A] = die[DIE_Z] = choices[1][k]
        yaw = rng.uniform(0, 2 * math.pi)
        die[DIE_COS], die[DIE_SIN] = math.cos(yaw), math.sin(yaw)
        show_value(rng, die, int(rng.integers(1, 7)), mirrored)
        if dice and rng.random() < crowd:
            put_beside(rng, die, dice[int(rng.integers(len(dice)))])
        elif not put_anywhere(rng, die, view, setting):
            continue
        if any(overlap(die, other) for other in dice) or (tray[0] and crosses_wall(die, tray)):
            continue
        if setting.whole and not all(
            0.06 * setting.size < p < 0.94 * setting.size for p in view.project(die[[DIE_X, DIE_Y, DIE_Z]])
        ):
            continue
        dice.append(die)
        colours.append(colour)
    return (np.array(dice) if dice else np.zeros((0, DIE_SIZE))), colours


def put_beside(rng: Generator, die: Array, other: Array) -> None:
    """Place a die so that it touches another one, or nearly does."""
    u: Callable[[float, float], float] = rng.uniform
    angle = u(0, 2 * math.pi)
    near, far = 0.5, 3.5
    if rng.random() < 0.4:
        die[DIE_COS], die[DIE_SIN] = other[DIE_COS], other[DIE_SIN]

    def move(distance: float) -> None:
        die[DIE_X] = other[DIE_X] + distance * math.cos(angle)
        die[DIE_Y] = other[DIE_Y] + distance * math.sin(angle)

    for _ in range(7):
        distance = (near + far) / 2
        move(distance)
        if overlap(die, other):
            near = distance
        else:
            far = distance
    move(far + (u(0, 0.4) if rng.random() < 0.5 else 0))


def put_anywhere(rng: Generator, die: Array, view: View, setting: Setting) -> bool:
    """Place a die anywhere in the picture; False if there is no table at the chosen place."""
    edge = 0.1 if setting.whole else -0.04
    a, b = (rng.uniform(edge, 1 - edge, 2) * setting.size - (view.px, view.py)) / view.focal
    d = view.ahead + a * view.right + b * view.down
    if d[2] > -0.2:
        return False
    t = (die[DIE_Z] - view.eye[2]) / d[2]
    die[DIE_X], die[DIE_Y] = view.eye[0] + t * d[0], view.eye[1] + t * d[1]
    return True


def crosses_wall(die: Array, tray: Array) -> bool:
    """True if a die stands in the wall of a tray or in its rim."""
    x, y = die[DIE_X] - tray[1], die[DIE_Y] - tray[2]
    e = max(abs(tray[3] * x + tray[4] * y) - tray[5], abs(-tray[4] * x + tray[3] * y) - tray[6])
    return bool(-die[DIE_A] < e < 2.5)


def corners(die: Array, grow: float) -> Array:
    """Return the corners of the square under a die, shape (4, 2)."""
    a = die[DIE_A] * grow
    c, s = die[DIE_COS] * a, die[DIE_SIN] * a
    return np.array(
        [(die[DIE_X] + p * c - q * s, die[DIE_Y] + p * s + q * c) for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )


def overlap(a: Array, b: Array) -> bool:
    """True if the squares under two dice overlap (separating axes)."""
    if math.hypot(a[DIE_X] - b[DIE_X], a[DIE_Y] - b[DIE_Y]) > 1.4143 * (a[DIE_A] + b[DIE_A]):
        return False
    p, q = corners(a, 1 - 0.25 * a[DIE_ROUND]), corners(b, 1 - 0.25 * b[DIE_ROUND])
    for die in (a, b):
        for x, y in ((die[DIE_COS], die[DIE_SIN]), (-die[DIE_SIN], die[DIE_COS])):
            m = p[:, 0] * x + p[:, 1] * y
            n = q[:, 0] * x + q[:, 1] * y
            if m.max() < n.min() or n.max() < m.min():
                return False
    return True
