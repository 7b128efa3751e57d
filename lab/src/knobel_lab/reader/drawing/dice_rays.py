"""Ray marching of rounded cubes with drilled pips.

Lengths are in half sides of a usual die, the table is z = 0, light is linear RGB.
"""

import math

import numpy as np

from knobel.engines.shared.compiled import Array, Float, compiled
from knobel_lab.reader.drawing.layout import (
    DIE_A,
    DIE_BALL,
    DIE_CLEAR,
    DIE_COS,
    DIE_CREASE,
    DIE_DEPTH,
    DIE_DOME,
    DIE_FACES,
    DIE_GLOSS,
    DIE_INK,
    DIE_ROUGH,
    DIE_ROUND,
    DIE_SIN,
    DIE_WEAR,
    DIE_X,
    DIE_Y,
    DIE_Z,
)
from knobel_lab.reader.drawing.noise import smoothstep
from knobel_lab.reader.drawing.plastic import add_sky, face_at, ink_at, plastic_at


@compiled
def draw_dice(
    dice: Array,
    order: Array,
    eye: Array,
    right: Array,
    down: Array,
    ahead: Array,
    focal: Float,
    px: Float,
    py: Float,
    lamps: Array,
    table: Array,
    picture: Array,
    owner: Array,
    whole: Array,
    boxes: Array,
) -> None:
    """Draw the dice over a picture, in the given order: the farthest first.

    :param eye: position of the camera; `right`, `down` and `ahead` are its axes, each of shape (3,)
    :param focal: focal length in pixels; (`px`, `py`) is the principal point
    :param lamps: sky (row 0) and lamps, shape (5, 16)
    :param table: colour of the light that the table reflects, shape (3,)
    :param picture: linear RGB, shape (height, width, 3), changed in place
    :param owner: receives the index of the die that each pixel shows, shape (height, width)
    :param whole: receives the area of each die in pixels, hidden parts included
    :param boxes: receives the box of each die in pixels: left, top, right, bottom
    """
    height, width = owner.shape
    count = dice.shape[0]
    base = np.zeros(3)
    glow = np.zeros(3)
    total = np.zeros(3)
    for index in order:
        die = dice[index]
        a = die[DIE_A]
        cx = die[DIE_X] - eye[0]
        cy = die[DIE_Y] - eye[1]
        cz = die[DIE_Z] - eye[2]
        depth = cx * ahead[0] + cy * ahead[1] + cz * ahead[2]
        u0 = px + focal * (cx * right[0] + cy * right[1] + cz * right[2]) / depth
        v0 = py + focal * (cx * down[0] + cy * down[1] + cz * down[2]) / depth
        radius = focal * a * 1.75 / depth * 1.12 + 2
        side = focal * 2 * a / depth
        fine = 3 if side < 30 else (2 if side < 75 else 1)
        # the eye and the axes as the die sees them, in half sides
        cos = die[DIE_COS]
        sin = die[DIE_SIN]
        ox = -(cos * cx + sin * cy) / a
        oy = -(-sin * cx + cos * cy) / a
        oz = -cz / a
        r = die[DIE_ROUND]
        inner = 1.0 - r
        ball = die[DIE_BALL]
        bound = min(1.7325 - 0.732 * r, ball)
        bound2 = bound * bound
        oo = ox * ox + oy * oy + oz * oz
        boxes[index, 0] = 1e9
        boxes[index, 1] = 1e9
        boxes[index, 2] = -1e9
        boxes[index, 3] = -1e9
        for j in range(int(v0 - radius), int(v0 + radius) + 1):
            for i in range(int(u0 - radius), int(u0 + radius) + 1):
                inside = 0 <= i < width and 0 <= j < height
                samples = fine if inside else 1
                hits = 0
                total[:] = 0.0
                for sub in range(samples * samples):
                    su = i + (sub % samples + 0.5) / samples
                    sv = j + (sub // samples + 0.5) / samples
                    ku = (su - px) / focal
                    kv = (sv - py) / focal
                    wx = ahead[0] + ku * right[0] + kv * down[0]
                    wy = ahead[1] + ku * right[1] + kv * down[1]
                    wz = ahead[2] + ku * right[2] + kv * down[2]
                    length = 1.0 / math.sqrt(wx * wx + wy * wy + wz * wz)
                    wx *= length
                    wy *= length
                    wz *= length
                    dx = cos * wx + sin * wy
                    dy = -sin * wx + cos * wy
                    dz = wz
                    b = ox * dx + oy * dy + oz * dz
                    disc = b * b - oo + bound2
                    if disc <= 0:
                        continue
                    root = math.sqrt(disc)
                    t = -b - root
                    end = -b + root
                    hit = False
                    x = 0.0
                    y = 0.0
                    z = 0.0
                    for _ in range(28):
                        x = ox + t * dx
                        y = oy + t * dy
                        z = oz + t * dz
                        qx = abs(x) - inner
                        qy = abs(y) - inner
                        qz = abs(z) - inner
                        mx = max(qx, 0.0)
                        my = max(qy, 0.0)
                        mz = max(qz, 0.0)
                        s = math.sqrt(mx * mx + my * my + mz * mz) + min(max(qx, max(qy, qz)), 0.0) - r
                        s = max(s, math.sqrt(x * x + y * y + z * z) - ball)
                        if s < 0.004:
                            hit = True
                            break
                        t += s
                        if t > end:
                            break
                    if not hit:
                        continue
                    hits += 1
                    if not inside:
                        continue
                    # the surface
                    mx = max(abs(x) - inner, 0.0)
                    my = max(abs(y) - inner, 0.0)
                    mz = max(abs(z) - inner, 0.0)
                    length = math.sqrt(mx * mx + my * my + mz * mz) + 1e-9
                    edge = max(mx, max(my, mz)) / length
                    nx = math.copysign(mx / length, x)
                    ny = math.copysign(my / length, y)
                    nz = math.copysign(mz / length, z)
                    # The ball cuts the faces; the edge between them is rounded.
                    away = math.sqrt(x * x + y * y + z * z)
                    crease = die[DIE_CREASE]
                    k = smoothstep(-crease, crease, away - ball - (length - r))
                    if k > 0:
                        nx += k * (x / away - nx)
                        ny += k * (y / away - ny)
                        nz += k * (z / away - nz)
                        edge *= 1 - k
                    face, u, v = face_at(x, y, z)
                    # a face that is not quite flat
                    k = die[DIE_DOME]
                    if face >= 4:
                        nx += k * x
                        ny += k * y
                    elif face < 2:
                        ny += k * y
                        nz += k * z
                    else:
                        nx += k * x
                        nz += k * z
                    far, pu, pv = ink_at(die, int(die[DIE_FACES + face]), die[DIE_FACES + 6 + face] > 0.5, u, v)
                    plastic_at(die, x, y, z, base)
                    shade = 1.0
                    gloss = die[DIE_GLOSS]
                    if far < 1.0:
                        for c in range(3):
                            base[c] = die[DIE_INK + c]
                        k = die[DIE_DEPTH]
                        if face >= 4:
                            nx -= k * pu
                            ny -= k * pv
                        elif face < 2:
                            ny -= k * pu
                            nz -= k * pv
                        else:
                            nx -= k * pu
                            nz -= k * pv
                        shade = 1.0 - 0.25 * k * (1.0 - far * far)
                        gloss *= die[DIE_WEAR + 1]
                    elif die[DIE_WEAR] > 0 and 0.55 < edge < 0.85:
                        for c in range(3):
                            base[c] = base[c] * (1 - die[DIE_WEAR]) + 0.7 * die[DIE_WEAR]
                    length = 1.0 / math.sqrt(nx * nx + ny * ny + nz * nz)
                    nx *= length
                    ny *= length
                    nz *= length
                    mirror = -(dx * nx + dy * ny + dz * nz)
                    if mirror < 0.02:
                        mirror = 0.02
                    clear = die[DIE_CLEAR]
                    if clear > 0 and far >= 1.0:
                        # the ray bent into the plastic, and what it meets on the other side
                        k = 0.68
                        g = k * mirror - math.sqrt(max(0.0, 1 - k * k * (1 - mirror * mirror)))
                        ex = k * dx + g * nx
                        ey = k * dy + g * ny
                        ez = k * dz + g * nz
                        tx = ((1.0 if ex > 0 else -1.0) - x) / (ex if abs(ex) > 1e-6 else 1e-6)
                        ty = ((1.0 if ey > 0 else -1.0) - y) / (ey if abs(ey) > 1e-6 else 1e-6)
                        tz = ((1.0 if ez > 0 else -1.0) - z) / (ez if abs(ez) > 1e-6 else 1e-6)
                        way = max(0.0, min(tx, min(ty, tz)))
                        f2, u2, v2 = face_at(x + way * ex, y + way * ey, z + way * ez)
                        far2, _, _ = ink_at(die, int(die[DIE_FACES + f2]), die[DIE_FACES + 6 + f2] > 0.5, u2, v2)
                        seen = 1.0 - smoothstep(0.7, 1.3, far2)
                        light = math.exp(-0.45 * way) * 1.6 if f2 != 5 else 0.5 + 0.5 * math.exp(-0.3 * way)
                        for c in range(3):
                            through = base[c] * light
                            through = through * (1 - 0.6 * seen) + die[DIE_INK + c] * 0.6 * seen * light
                            if f2 == 5:
                                through = 0.6 * through + 0.4 * table[c] * (0.2 + base[c])
                            base[c] = base[c] * (1 - clear) + through * clear
                    # back to the table's directions
                    vx = cos * nx - sin * ny
                    vy = sin * nx + cos * ny
                    vz = nz
                    hx = die[DIE_X] + a * (cos * x - sin * y)
                    hy = die[DIE_Y] + a * (sin * x + cos * y)
                    hz = die[DIE_Z] + a * z
                    # what neighbours and the table take away
                    rise = (z + 1) * 0.5
                    near = 1.0
                    if vz < 0.6:
                        near = 0.6 + 0.4 * min(1.0, rise * 1.5)
                    block0 = 1.0
                    block1 = 1.0
                    for o in range(count):
                        if o == index:
                            continue
                        gx = dice[o, DIE_X] - hx
                        gy = dice[o, DIE_Y] - hy
                        gz = dice[o, DIE_Z] - hz
                        dist = math.sqrt(gx * gx + gy * gy + gz * gz)
                        if dist > 6 * dice[o, DIE_A]:
                            continue
                        gap = (dist - dice[o, DIE_A]) / (1.6 * dice[o, DIE_A])
                        if gap < 1:
                            facing = (gx * vx + gy * vy + gz * vz) / dist
                            if facing > 0:
                                near *= 1 - 0.6 * (1 - max(0.0, gap)) * facing
                        for n in range(1, 3):
                            if lamps[n, 15] <= 0:
                                continue
                            along = gx * lamps[n, 0] + gy * lamps[n, 1] + gz * lamps[n, 2]
                            if along > 0:
                                off = math.sqrt(max(0.0, dist * dist - along * along)) / dice[o, DIE_A]
                                k = smoothstep(0.8, 1.5, off)
                                if n == 1:
                                    block0 *= k
                                else:
                                    block1 *= k
                    up = 0.5 + 0.5 * vz
                    glow[0] = 0.0
                    for c in range(3):
                        light = near * (lamps[0, 0] * lamps[0, 1 + c] * up + (1 - up) * 0.6 * table[c])
                        for n in range(1, 3):
                            k = lamps[n, 15]
                            if k > 0:
                                cosine = vx * lamps[n, 0] + vy * lamps[n, 1] + vz * lamps[n, 2]
                                cosine = max(0.0, (cosine + 0.15) / 1.15)
                                tone = lamps[n, 10] if c == 0 else (1.0 if c == 1 else lamps[n, 11])
                                light += k * tone * cosine * (block0 if n == 1 else block1)
                        total[c] += base[c] * light * shade
                    fresnel = gloss * (0.04 + 0.96 * (1 - mirror) ** 5)
                    if fresnel > 0.002:
                        k = 2 * mirror
                        rx = wx + k * vx
                        ry = wy + k * vy
                        rz = wz + k * vz
                        add_sky(rx, ry, rz, lamps, table, die[DIE_ROUGH], glow)
                        k = fresnel * (0.4 + 0.6 * near)
                        for c in range(3):
                            total[c] += k * glow[c]
                if hits == 0:
                    continue
                part = hits / (samples * samples)
                whole[index] += part
                if part >= 0.5:
                    boxes[index, 0] = min(boxes[index, 0], i)
                    boxes[index, 1] = min(boxes[index, 1], j)
                    boxes[index, 2] = max(boxes[index, 2], i + 1)
                    boxes[index, 3] = max(boxes[index, 3], j + 1)
                if inside:
                    for c in range(3):
                        picture[j, i, c] = picture[j, i, c] * (1 - part) + total[c] / (samples * samples)
                    if part >= 0.5:
                        owner[j, i] = index
