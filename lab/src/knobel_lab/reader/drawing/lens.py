"""Effects of a camera on a picture: exposure, blur, noise, sharpening and JPEG."""

import math

import numpy as np
from numpy.random import Generator

from knobel.engines.shared.arrays import Array

_Q_LIGHT = np.array(
    [
        16,
        11,
        10,
        16,
        24,
        40,
        51,
        61,
        12,
        12,
        14,
        19,
        26,
        58,
        60,
        55,
        14,
        13,
        16,
        24,
        40,
        57,
        69,
        56,
        14,
        17,
        22,
        29,
        51,
        87,
        80,
        62,
        18,
        22,
        37,
        56,
        68,
        109,
        103,
        77,
        24,
        35,
        55,
        64,
        81,
        104,
        113,
        92,
        49,
        64,
        78,
        87,
        103,
        121,
        120,
        101,
        72,
        92,
        95,
        98,
        112,
        100,
        103,
        99,
    ],
    np.float32,
).reshape(8, 8)
_Q_TINT = np.full((8, 8), 99, np.float32)
_Q_TINT[:4, :4] = [[17, 18, 24, 47], [18, 21, 26, 66], [24, 26, 56, 99], [47, 66, 99, 99]]
_DCT = np.array(
    [
        [math.sqrt((1 if k == 0 else 2) / 8) * math.cos((2 * n + 1) * k * math.pi / 16) for n in range(8)]
        for k in range(8)
    ],
    np.float32,
)


def _blur(picture: Array, kernel: Array) -> Array:
    n = len(kernel) // 2
    if n == 0:
        return picture
    p = np.pad(picture, ((n, n), (0, 0), (0, 0)), mode="edge")
    picture = np.asarray(sum(k * p[i : i + picture.shape[0]] for i, k in enumerate(kernel)))
    p = np.pad(picture, ((0, 0), (n, n), (0, 0)), mode="edge")
    return np.asarray(sum(k * p[:, i : i + picture.shape[1]] for i, k in enumerate(kernel)))


def gauss(sigma: float) -> Array:
    """Return a normalised Gaussian kernel; `sigma` in pixels."""
    n = max(1, math.ceil(2.5 * sigma))
    k = np.exp(-0.5 * (np.arange(-n, n + 1) / sigma) ** 2)
    return np.asarray(k / k.sum(), np.float32)


def _blocks(plane: Array, table: Array) -> Array:
    """Quantise the cosine transform of blocks of 8 x 8 pixels."""
    h, w = plane.shape
    b = plane.reshape(h // 8, 8, w // 8, 8).transpose(0, 2, 1, 3)
    f = _DCT @ b @ _DCT.T
    f = np.round(f / table) * table
    return (_DCT.T @ f @ _DCT).transpose(0, 2, 1, 3).reshape(h, w)


def jpeg(picture: Array, quality: float) -> Array:
    """Return a picture (float, 0 to 255) after JPEG compression; its sides are multiples of 16."""
    scale = 50 / quality if quality < 50 else 2 - quality / 50
    r, g, b = picture[..., 0], picture[..., 1], picture[..., 2]
    y = 0.299 * r + 0.587 * g + 0.114 * b
    cb, cr = (b - y) * 0.564, (r - y) * 0.713
    y = _blocks(y - 128, np.maximum(1, _Q_LIGHT * scale)) + 128
    h, w = y.shape
    out = []
    for plane in (cb, cr):
        half = plane.reshape(h // 2, 2, w // 2, 2).mean((1, 3))
        out.append(_blocks(half, np.maximum(1, _Q_TINT * scale)).repeat(2, 0).repeat(2, 1))
    cb, cr = out
    return np.stack([y + 1.403 * cr, y - 0.344 * cb - 0.714 * cr, y + 1.773 * cb], -1)


def develop(rng: Generator, light: Array, side: float, dice: Array, *, careful: bool = False) -> Array:
    """Return the picture of linear light, uint8.

    :param side: size of dice in pixels, which limits the blur
    :param dice: pixels that show dice, shape (height, width), bool: few of them are overexposed
    :param careful: held still and in focus, well exposed, little noise and compression
    """
    u = rng.uniform
    p: Array = light.astype(np.float32)
    if rng.random() < 0.6:  # vignetting
        h, w, _ = p.shape
        y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
        k = 1 + u(-0.3, 0.3) * x + u(-0.3, 0.3) * y - u(0, 0.2) * (x * x + y * y)
        p = p * np.maximum(k, 0.2)[..., None]
    target = u(0.12, 0.62)
    mean = float(p.mean()) + 1e-4
    bright = float(np.percentile(p[::8, ::8], 95)) + 1e-4
    gain = min(target / mean, u(0.7, 1.15) / bright)
    if dice.any():
        burnt = u(0.7, 1.2) if careful or rng.random() < 0.8 else u(1.2, 3)
        gain = min(gain, burnt / (float(np.percentile(p[dice], 85)) + 1e-4))
    warm, tint = rng.normal(0, 0.07), rng.normal(0, 0.03)
    p = p * (gain * np.array([1 + warm, 1 + tint, 1 - warm], np.float32))
    sigma = u(0.25, 0.9) if careful or rng.random() < 0.7 else u(0.6, 0.035 * max(side, 30))
    p = _blur(np.clip(p, 0, 4), gauss(sigma))
    if rng.random() < 0.08 and not careful:  # motion blur
        length = int(rng.integers(2, 2 + max(1, int(side * 0.06)))) | 1
        k = np.full(length, 1 / length, np.float32)
        p = _blur(p, k) if rng.random() < 0.3 else (_blur(p, k) + p) / 2
    soft = u(0.9, 1.6)
    p = np.where(p > 0.7, 0.7 + (1 - np.exp(-(p - 0.7) * soft / 0.3)) * 0.3, p)
    p = np.clip(p, 0, 1) ** (1 / 2.2)
    k = u(-0.25, 0.6)
    p = p * (1 - k) + k * (p * p * (3 - 2 * p))
    grey = p.mean(-1, keepdims=True)
    p = grey + (p - grey) * u(0.7, 1.25)
    lift = u(0, 0.12) if rng.random() < 0.4 else 0
    p = lift + p * (1 - lift)
    p = p * 255
    if rng.random() < 0.6:
        s = u(0.5, 7) if careful or rng.random() < 0.8 else u(5, 14)
        n: Array = rng.standard_normal(p.shape, dtype=np.float32)
        if rng.random() < 0.6:
            n = _blur(n, gauss(u(0.4, 1.0))) * 1.8
        if rng.random() < 0.5:
            n = n[..., :1]
        p = p + s * n
    if rng.random() < 0.5:
        p = p + u(0.2, 1.3) * (p - _blur(p, gauss(u(0.7, 1.6))))
    if rng.random() < 0.8:
        p = jpeg(np.clip(p, 0, 255), u(60, 96) if careful else u(45, 96) if rng.random() < 0.85 else u(25, 50))
    return np.asarray(np.clip(p + 0.5, 0, 255), np.uint8)
