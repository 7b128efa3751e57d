"""Training batches from drawn pictures: other exposures, directions and crops, on the device of the networks."""

import math
from typing import Any

import torch
from torch.nn import functional

from knobel.vision.dice.settings import CROP, CROP_SIZES, STRIDE, VALUE_CLASSES

NO_DIE = VALUE_CLASSES - 1
SIZES = 17, 110
"""Range of the sizes of crops without a die, in pixels."""


def expose(x: Any) -> Any:
    """Return features with other exposures and more noise."""
    r = torch.rand((3, len(x), 1, 1, 1), device=x.device)
    return x * (0.8 + 0.4 * r[0]) + (r[1] - 0.5) * 0.3 + torch.randn_like(x) * 0.03 * r[2]


def turn(x: Any, truth: Any) -> tuple[Any, Any]:
    """Return pictures (n, 3, side, side) turned and mirrored at random, and their truths (n, dice, 8)."""
    side = x.shape[-1]
    quarters, mirrored = int(torch.randint(4, ())), bool(torch.randint(2, ()))
    truth = truth.clone()
    if mirrored:
        x = x.flip(3)
        truth[..., 0] = side - truth[..., 0]
    for _ in range(quarters):
        truth[..., 0], truth[..., 1] = truth[..., 1].clone(), side - truth[..., 0]
    return torch.rot90(x, quarters, (2, 3)), truth


def crops(pool: Any, which: Any, x: Any, y: Any, side: Any) -> Any:
    """Return crops (n, 3, CROP, CROP) from -1 to 1, turned and mirrored at random; see `classifier.crop`.

    :param pool: pictures (m, height, width, 3), uint8
    :param which: indices of the pictures, (n,); `x`, `y` and `side` are in pixels, (n,)
    """
    h, w = pool.shape[1:3]
    n = len(which)
    angle = torch.rand(n, device=pool.device) * 2 * math.pi
    mirror = torch.where(torch.rand(n, device=pool.device) < 0.5, 1.0, -1.0)
    t = (torch.arange(2 * CROP, device=pool.device) + 0.5) / (2 * CROP) - 0.5
    u = t[None, None, :] * (side * mirror)[:, None, None]
    v = t[None, :, None] * side[:, None, None]
    c, s = torch.cos(angle)[:, None, None], torch.sin(angle)[:, None, None]
    gx = (x[:, None, None] + c * u - s * v - 0.5).clamp(0, w - 1.001)
    gy = (y[:, None, None] + s * u + c * v - 0.5).clamp(0, h - 1.001)
    ix, iy = gx.floor().long(), gy.floor().long()
    fx, fy = (gx - ix)[..., None], (gy - iy)[..., None]
    flat = pool.view(-1, 3)
    at = (which.long()[:, None, None] * h + iy) * w + ix
    upper = flat[at].float() * (1 - fx) + flat[at + 1].float() * fx
    lower = flat[at + w].float() * (1 - fx) + flat[at + w + 1].float() * fx
    samples = upper * (1 - fy) + lower * fy
    return samples.view(-1, CROP, 2, CROP, 2, 3).mean((2, 4)).permute(0, 3, 1, 2) / 127.5 - 1


def distances(truth: Any, x: Any, y: Any) -> Any:
    """Return the distance of each place (n,) from the nearest die of its truth (n, dice, 8), in sizes of that die."""
    size = truth[..., 7]
    gap = torch.hypot(truth[..., 0] - x[:, None], truth[..., 1] - y[:, None]) / size.clamp(min=1) + 9.0 * (size <= 0)
    return gap.amin(1)


def random_dice(truth: Any) -> Any:
    """Return a random die of each truth (n, dice, 8): shape (n, 8)."""
    chance = torch.rand(truth.shape[:2], device=truth.device) * (truth[..., 7] > 0)
    return truth[torch.arange(len(truth), device=truth.device), chance.argmax(1)]


def peaks(output: Any, low: float) -> tuple[Any, Any, Any, Any]:
    """Return the indices of pictures, x, y and sizes in pixels where the finder's output has maxima above `low`."""
    heat = output[:, 0].sigmoid()
    top = functional.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]
    n, i, j = ((heat == top) & (heat > low)).nonzero(as_tuple=True)
    o = output[n, :, i, j].float()
    return n, (j + 0.5 + o[:, 1]) * STRIDE, (i + 0.5 + o[:, 2]) * STRIDE, o[:, 3].clamp(max=5).exp() * STRIDE


def classifier_batch(
    pool: Any, truth: Any, count: int, mistakes: Any, dice: float = 0.8, wrong_share: float = 0.5
) -> tuple[Any, Any, Any]:
    """Return crops, classes of values and of colours.

    :param pool: pictures (m, side, side, 3), uint8, with truths (m, dice, 8)
    :param mistakes: rows of picture, x, y and size where the finder saw a die without one, shape (k, 4)
    :param dice: share of the crops with a die
    :param wrong_share: share of the mistakes among the crops without one
    """
    device, side = pool.device, pool.shape[1]
    which = torch.randint(len(pool), (2 * count,), device=device)
    die = random_dice(truth[which])
    inside = (die[:, :2] > 0).all(1) & (die[:, :2] < side).all(1)
    chosen = (die[:, 7] > 0) & (die[:, 6] > 0.6) & inside
    with_die = int(count * dice)
    which, die = which[chosen][:with_die], die[chosen][:with_die]
    noise = torch.randn((3, len(die)), device=device)
    x, y = die[:, 0] + noise[0] * die[:, 7] * 0.05, die[:, 1] + noise[1] * die[:, 7] * 0.05
    size = die[:, 7] * torch.exp(noise[2] * 0.09)

    # Places without a die: anywhere, at the edges of dice, and where the finder was wrong.
    empty = count - len(die)
    other = torch.randint(len(pool), (empty,), device=device)
    size2 = torch.exp(torch.empty(empty, device=device).uniform_(math.log(SIZES[0]), math.log(SIZES[1])))
    place = torch.rand((empty, 2), device=device) * side
    near = random_dice(truth[other])
    beside = (torch.rand(empty, device=device) < 0.5) & (near[:, 7] > 0)
    angle = torch.rand(empty, device=device) * 2 * math.pi
    away = near[:, 7] * (0.5 + 0.5 * torch.rand(empty, device=device))
    moved = near[:, :2] + away[:, None] * torch.stack([angle.cos(), angle.sin()], 1)
    place = torch.where(beside[:, None], moved, place)
    size2 = torch.where(beside, near[:, 7] * torch.exp(torch.randn(empty, device=device) * 0.2), size2)
    if len(mistakes) > 200:
        many = int(empty * wrong_share)
        wrong = mistakes[torch.randint(len(mistakes), (many,), device=device)]
        other[:many], place[:many], size2[:many] = wrong[:, 0].long(), wrong[:, 1:3], wrong[:, 3]
    clear = distances(truth[other], place[:, 0], place[:, 1]) > 0.42

    unknown = torch.full((empty,), -1, device=device)
    value = torch.cat([die[:, 4].long() - 1, torch.where(clear, NO_DIE, -1)])
    colour = torch.cat([die[:, 5].long(), unknown])
    places = (torch.cat(pair) for pair in ((which, other), (x, place[:, 0]), (y, place[:, 1]), (size, size2)))
    which, x, y, size = places
    return expose(crops(pool, which, x, y, size * CROP_SIZES)), value, colour
