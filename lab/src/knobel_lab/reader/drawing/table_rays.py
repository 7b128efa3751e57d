"""Rays to the table, the tray and flat objects.

Lengths are in half sides of a usual die, the table is z = 0, light is linear RGB.
"""

import math

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel_lab.reader.drawing.layout import (
    DIE_A,
    DIE_COS,
    DIE_ROUND,
    DIE_SIN,
    DIE_X,
    DIE_Y,
    OBJECT_A,
    OBJECT_B,
    OBJECT_BORDER,
    OBJECT_COS,
    OBJECT_DOME,
    OBJECT_GLOSS,
    OBJECT_H,
    OBJECT_HOLE,
    OBJECT_KIND,
    OBJECT_LIGHT,
    OBJECT_P,
    OBJECT_Q,
    OBJECT_RELIEF,
    OBJECT_ROUND,
    OBJECT_SEED,
    OBJECT_SHADOW,
    OBJECT_SIN,
    OBJECT_W,
    OBJECT_X,
    OBJECT_Y,
)
from knobel_lab.reader.drawing.noise import fractal_noise, hash_noise, smoothstep, value_noise
from knobel_lab.reader.drawing.plastic import nearest_pip

SHADOW = 1.0
"""Width of the shadow around an object."""


@nested
def surface_at(kind: Int, g: Array, x: Float, y: Float, rgb: Array) -> None:
    """Write the colour of a surface at a point into `rgb`; `g` is a row that `surfaces.surface` made."""
    seed = int(g[0])
    s = g[1]
    x = x * s
    y = y * s
    cos = g[11]
    sin = g[12]
    x, y = cos * x - sin * y, sin * x + cos * y
    m = 0.0
    grain = hash_noise(math.floor(x * 37), math.floor(y * 37), seed) - 0.5
    if kind == 0:
        m = fractal_noise(x * 0.3, y * 0.3, seed, 3)
    elif kind == 1:  # wood
        plank = math.floor(y * 0.22)
        q = fractal_noise(x * 0.12 + plank * 13.7, y * 1.7, seed, 4)
        m = 0.5 + 0.5 * math.sin(q * g[9] * 14 + y * 0.8)
        m = m * 0.6 + 0.4 * value_noise(x * 0.6, y * 14, seed + 9)
        m = m * 0.7 + 0.3 * hash_noise(int(plank), 5, seed)
        if g[10] > 0.5 and abs(y * 0.22 - plank - 0.5) > 0.485:
            m = 1.6
    elif kind == 2:  # felt
        m = 0.5 * value_noise(x * 5, y * 5, seed) + 0.5 * value_noise(x * 19, y * 19, seed + 3)
    elif kind == 3:  # woven, striped or checked cloth
        m = 0.5 + 0.25 * (math.sin(x * 25) + math.sin(y * 25))
        k = g[9]
        if k > 0.3:
            stripe = (math.sin(x * k * 4) > g[10] - 0.5) + (math.sin(y * k * 4) > 0.2) * (k > 0.6)
            m = m * 0.25 + 0.5 * stripe
    elif kind == 4:  # paper: lines, squares
        k = 0.6 + g[9]
        line = abs(y * k - math.floor(y * k) - 0.5) > 0.46
        if g[10] > 0.5:
            line = line or abs(x * k - math.floor(x * k) - 0.5) > 0.46
        m = 1.0 if line else 0.1 * value_noise(x * 9, y * 9, seed)
    elif kind == 5:  # dots
        k = 0.25 + g[9] * 0.8
        i = math.floor(x * k)
        j = math.floor(y * k)
        du = x * k - i - 0.5
        dv = y * k - j - 0.5
        if g[10] < 0.3 or hash_noise(int(i), int(j), seed) < 0.5:
            m = 1.0 - smoothstep(0.24, 0.28, math.sqrt(du * du + dv * dv))
    elif kind == 6:  # stone
        m = 0.5 * fractal_noise(x * 1.3, y * 1.3, seed, 4) + 0.7 * (value_noise(x * 7, y * 7, seed + 5) > 0.68)
    else:  # writing
        row = math.floor(y * 1.1)
        word = value_noise(x * 0.8 + row * 31, row * 7.7, seed)
        pen = value_noise(x * 5 + row * 11, y * 6, seed + 2)
        m = 1.0 if word > 0.4 and pen > 0.58 and abs(y * 1.1 - row - 0.5) < 0.3 else 0.0
    k = 1 + g[8] * grain
    for c in range(3):
        rgb[c] = (g[2 + c] * (1 - m) + g[5 + c] * m) * k


@nested
def object_at(t: Array, x: Float, y: Float, rgb: Array, soft: Float) -> tuple[Float, Float]:
    """Write the colour of an object at a point into `rgb`; return its coverage and its shadow there."""
    lx = x - t[OBJECT_X]
    ly = y - t[OBJECT_Y]
    w = t[OBJECT_W]
    h = t[OBJECT_H]
    u = t[OBJECT_COS] * lx + t[OBJECT_SIN] * ly
    v = -t[OBJECT_SIN] * lx + t[OBJECT_COS] * ly
    r = t[OBJECT_ROUND]
    qx = abs(u) - w + r
    qy = abs(v) - h + r
    mx = max(qx, 0.0)
    my = max(qy, 0.0)
    s = math.sqrt(mx * mx + my * my) + min(max(qx, qy), 0.0) - r
    if t[OBJECT_HOLE] > 0:
        s = max(s, t[OBJECT_HOLE] - math.sqrt(u * u + v * v))
    shadow = t[OBJECT_SHADOW] * (1 - smoothstep(-0.1, SHADOW, s))
    cover = 1 - smoothstep(-soft, soft, s)
    if cover <= 0:
        return 0.0, shadow
    kind = int(t[OBJECT_KIND])
    m = 0.0
    k = 1.0
    if kind == 1:  # a pen, a finger: round across
        q = min(1.0, abs(v) / h)
        k = 0.35 + 0.65 * math.sqrt(max(0.0, 1 - q * q * 0.95))
        if u > w * t[OBJECT_P]:
            m = 1.0
    elif kind == 2:  # stripes, keys
        m = 1.0 if math.sin(u * t[OBJECT_P]) > 0.3 else 0.0
        if t[OBJECT_Q] > 0.5 and math.sin(v * t[OBJECT_P]) > 0.3:
            m = 1.0
    elif kind == 3:  # written on
        row = math.floor(v * 1.4 * t[OBJECT_P])
        word = value_noise(u * 0.9 + row * 31, row * 7.7, int(t[OBJECT_SEED]))
        pen = value_noise(u * 6, v * 7, int(t[OBJECT_SEED]) + 2)
        m = 1.0 if word > 0.45 and pen > 0.55 and abs(v * 1.4 * t[OBJECT_P] - row - 0.5) < 0.3 else 0.0
    elif kind == 4:  # a printed die
        far, _, _ = nearest_pip(int(t[OBJECT_P]), t[OBJECT_Q] > 0.5, u / w, v / w, 0.5, 0.2)
        m = 1.0 if far < 1 else 0.0
    elif kind == 5:  # a picture
        m = fractal_noise(u * t[OBJECT_P], v * t[OBJECT_P], int(t[OBJECT_SEED]), 3)
        m = smoothstep(0.4, 0.6, m)
    elif kind == 6:  # a disc with a hole, a coin
        q = math.sqrt(u * u + v * v) / w
        m = 1.0 if t[OBJECT_P] < q < t[OBJECT_P] + 0.15 else 0.0
    elif kind == 7:  # spots without order
        i = math.floor(u * 2)
        j = math.floor(v * 2)
        du = u * 2 - i - 0.3 - 0.4 * hash_noise(int(i), int(j), int(t[OBJECT_SEED]))
        dv = v * 2 - j - 0.3 - 0.4 * hash_noise(int(j), int(i), int(t[OBJECT_SEED]) + 1)
        m = (
            1.0
            if math.sqrt(du * du + dv * dv) < 0.22 and hash_noise(int(i), int(j), int(t[OBJECT_SEED]) + 2) < t[OBJECT_Q]
            else 0.0
        )
    if s > -t[OBJECT_BORDER]:
        m = 1.0
    shine = 0.0
    if t[OBJECT_DOME] != 0 or t[OBJECT_RELIEF] != 0:
        diffuse, shine = light_at(t, u, v)
        k *= diffuse
    for c in range(3):
        rgb[c] = (t[OBJECT_A + c] * (1 - m) + t[OBJECT_B + c] * m) * k + shine
    return cover, shadow


@nested
def light_at(t: Array, u: Float, v: Float) -> tuple[Float, Float]:
    """Return the light on a curved or embossed object in relation to a flat one, and the light that it mirrors.

    :param u: place on the object; `v` likewise
    """
    nx = 0.0 if t[OBJECT_KIND] == 1 else t[OBJECT_DOME] * u / t[OBJECT_W]
    ny = t[OBJECT_DOME] * v / t[OBJECT_H]
    if t[OBJECT_RELIEF] != 0:
        seed, k = int(t[OBJECT_SEED]), 5.0 / t[OBJECT_W]
        here = value_noise(u * k, v * k, seed)
        nx += t[OBJECT_RELIEF] * (value_noise(u * k + 0.25, v * k, seed) - here)
        ny += t[OBJECT_RELIEF] * (value_noise(u * k, v * k + 0.25, seed) - here)
    nz = math.sqrt(max(0.03, 1 - nx * nx - ny * ny))
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    wx = (t[OBJECT_COS] * nx - t[OBJECT_SIN] * ny) / length
    wy = (t[OBJECT_SIN] * nx + t[OBJECT_COS] * ny) / length
    wz = nz / length
    # The light comes from 37 degrees beside the vertical, the camera looks from above.
    along = wx * math.cos(t[OBJECT_LIGHT]) + wy * math.sin(t[OBJECT_LIGHT])
    diffuse = 0.3 + 0.7 * max(0.0, (0.6 * along + 0.8 * wz) / 0.8)
    shine = t[OBJECT_GLOSS] * max(0.0, 0.316 * along + 0.949 * wz) ** 40
    return diffuse, shine


@compiled
def draw_table(
    kind: Int,
    g: Array,
    outer: Int,
    g2: Array,
    tray: Array,
    objects: Array,
    dice: Array,
    eye: Array,
    right: Array,
    down: Array,
    ahead: Array,
    focal: Float,
    px: Float,
    py: Float,
    lamps: Array,
    picture: Array,
) -> None:
    """Draw the table, the tray and flat objects, with the shadows of the dice.

    :param kind: kind of the surface with numbers `g`; `outer` and `g2` are those outside of the tray
    :param tray: presence, centre, direction, half sides, widths of wall and rim, colours, shades; shape (24,)
    :param objects: rows of objects, shape (n, 24)
    :param picture: receives linear RGB, shape (height, width, 3); the camera is as in `dice_rays.draw_dice`
    """
    height, width, _ = picture.shape
    rgb = np.zeros(3)
    other = np.zeros(3)
    count = dice.shape[0]
    reaches = objects[:, OBJECT_W] + objects[:, OBJECT_H] + SHADOW
    for j in range(height):
        for i in range(width):
            ku = (i + 0.5 - px) / focal
            kv = (j + 0.5 - py) / focal
            dx = ahead[0] + ku * right[0] + kv * down[0]
            dy = ahead[1] + ku * right[1] + kv * down[1]
            dz = min(-0.05, ahead[2] + ku * right[2] + kv * down[2])
            t = -eye[2] / dz
            x = eye[0] + t * dx
            y = eye[1] + t * dy
            soft = 0.6 * t / focal
            tone = 1.0
            if tray[0] > 0:
                lx = x - tray[1]
                ly = y - tray[2]
                u = tray[3] * lx + tray[4] * ly
                v = -tray[4] * lx + tray[3] * ly
                eu = abs(u) - tray[5]
                ev = abs(v) - tray[6]
                e = max(eu, ev)
                wall = tray[7]
                rim = tray[8]
                if e < 0:
                    surface_at(kind, g, x, y, rgb)
                    tone = 1 - tray[15] * (1 - smoothstep(0.0, 2.5, -e))
                elif e < wall:
                    side = (0 if u > 0 else 1) if eu > ev else (2 if v > 0 else 3)
                    for c in range(3):
                        rgb[c] = tray[9 + c] * tray[16 + side]
                    tone = 0.75 + 0.25 * e / wall
                elif e < wall + rim:
                    for c in range(3):
                        rgb[c] = tray[12 + c]
                    if tray[20] > 0:
                        q = fractal_noise(u * tray[20], v * tray[20], 77, 2)
                        if q > 0.62:
                            for c in range(3):
                                rgb[c] = g2[5 + c]
                else:
                    surface_at(outer, g2, x, y, rgb)
                    tone = 1 - 0.4 * (1 - smoothstep(0.0, 2.0, e - wall - rim))
            else:
                surface_at(kind, g, x, y, rgb)
            for n in range(objects.shape[0]):
                if max(abs(x - objects[n, OBJECT_X]), abs(y - objects[n, OBJECT_Y])) > reaches[n] + soft:
                    continue
                cover, shadow = object_at(objects[n], x, y, other, soft)
                if cover > 0:
                    for c in range(3):
                        rgb[c] = rgb[c] * (1 - cover) + other[c] * cover
                    tone *= 1 - shadow * (1 - cover) * 0.5
                else:
                    tone *= 1 - shadow * 0.5
            near = 1.0
            block0 = 1.0
            block1 = 1.0
            for o in range(count):
                gx = x - dice[o, DIE_X]
                gy = y - dice[o, DIE_Y]
                a = dice[o, DIE_A]
                d2 = gx * gx + gy * gy
                if d2 > 64 * a * a:
                    continue
                cos = dice[o, DIE_COS]
                sin = dice[o, DIE_SIN]
                u = (cos * gx + sin * gy) / a
                v = (-sin * gx + cos * gy) / a
                r = dice[o, DIE_ROUND]
                mx = max(abs(u) - 1 + r, 0.0)
                my = max(abs(v) - 1 + r, 0.0)
                s = math.sqrt(mx * mx + my * my) - r
                near *= 1 - 0.65 * math.exp(-max(0.0, s) * 2.2)
                for n in range(1, 3):
                    if lamps[n, 15] <= 0:
                        continue
                    qx = lamps[n, 0] / lamps[n, 2]
                    qy = lamps[n, 1] / lamps[n, 2]
                    bx = (cos * qx + sin * qy) * 2
                    by = (-sin * qx + cos * qy) * 2
                    best = 9.0
                    for q in range(7):
                        h = q / 6
                        mx = max(abs(u + bx * h) - 1 + r, 0.0)
                        my = max(abs(v + by * h) - 1 + r, 0.0)
                        k = math.sqrt(mx * mx + my * my) - r
                        width_ = lamps[n, 12] * (0.1 + h)
                        best = min(best, k / (0.08 + width_))
                    k = smoothstep(-0.5, 1.0, best)
                    if n == 1:
                        block0 *= k
                    else:
                        block1 *= k
            for c in range(3):
                light = lamps[0, 0] * lamps[0, 1 + c] * near
                for n in range(1, 3):
                    if lamps[n, 15] > 0:
                        k = lamps[n, 10] if c == 0 else (1.0 if c == 1 else lamps[n, 11])
                        light += lamps[n, 15] * k * max(0.0, lamps[n, 2]) * (block0 if n == 1 else block1)
                picture[j, i, c] = rgb[c] * light * tone
