"""Losses of the finder and of the classifier.

The finder learns heat maps as in Zhou, Wang, Krähenbühl: Objects as Points (2019), arXiv:1904.07850.
"""

from typing import Any

import torch
from torch.nn import functional

from knobel.vision.dice.settings import STRIDE, VALUE_CLASSES

MIN_VISIBLE = 0.55
"""Visible part of a die from which on it shall be found; less visible ones do not count."""
SHIFT_WEIGHT, SIZE_WEIGHT, COLOUR_WEIGHT = 0.7, 1.5, 0.25
LABEL_SMOOTHING = 0.02


def finder_loss(output: Any, truth: Any) -> Any:
    """Return the loss of the finder's output (n, 4, cells, cells) for truths (n, dice, 8)."""
    cells = output.shape[2]
    grid = torch.arange(cells, device=truth.device) + 0.5
    x, y, size, visible = truth[..., 0] / STRIDE, truth[..., 1] / STRIDE, truth[..., 7] / STRIDE, truth[..., 6]
    inside = (x > 0) & (y > 0) & (x < cells) & (y < cells)
    counts = (size > 0) & (visible > MIN_VISIBLE) & inside
    column, row = x.floor().clamp(0, cells - 1), y.floor().clamp(0, cells - 1)

    def squares(u: Any, v: Any) -> Any:
        across = grid[None, None, None, :] - u[..., None, None]
        return across**2 + (grid[None, None, :, None] - v[..., None, None]) ** 2

    sigma = (size * 0.13).clamp(min=0.45)[..., None, None]
    heat = (torch.exp(-squares(column + 0.5, row + 0.5) / (2 * sigma**2)) * counts[..., None, None]).amax(1)
    vague = ((size > 0) & ~counts)[..., None, None]
    ignored = ((squares(x, y) < (0.5 * size[..., None, None]).clamp(min=1) ** 2) & vague).any(1)

    output = output.float()
    logit = output[:, 0]
    p = logit.sigmoid()
    centre = heat > 0.999
    missed = -functional.logsigmoid(logit) * (1 - p) ** 2
    false = -functional.logsigmoid(-logit) * p**2 * (1 - heat) ** 4
    loss = (torch.where(centre, missed, false) * ~(ignored & ~centre)).sum() / counts.sum().clamp(min=1)
    n, k = counts.nonzero(as_tuple=True)
    i, j = row.long()[n, k], column.long()[n, k]
    wanted = torch.stack([x[n, k] - j - 0.5, y[n, k] - i - 0.5, size[n, k].clamp(min=0.5).log()], 1)
    weights = torch.tensor([SHIFT_WEIGHT, SHIFT_WEIGHT, SIZE_WEIGHT], device=output.device)
    if not len(n):
        return loss
    return loss + (output[n, 1:, i, j] - wanted).abs().mean(0) @ weights


def classifier_loss(output: Any, value: Any, colour: Any) -> Any:
    """Return the loss of logits (n, 18) for classes of values and colours (n,); -1: unknown."""
    output = output.float()
    values, colours = output[:, :VALUE_CLASSES], output[:, VALUE_CLASSES:]
    loss = functional.cross_entropy(values, value, ignore_index=-1, label_smoothing=LABEL_SMOOTHING)
    if bool((colour >= 0).any()):
        loss = loss + COLOUR_WEIGHT * functional.cross_entropy(colours, colour, ignore_index=-1)
    return loss
