"""Losses of the reader of cells and of the finder of grids."""

from typing import Any

import torch
from torch.nn import functional

from knobel.vision.paper.settings import KINDS, SLOT_CLASSES, SLOTS
from knobel_lab.reader.paper.cells import Cells
from knobel_lab.reader.paper.sheets import Sheets

CIRCLE_WEIGHT, TURN_WEIGHT = 0.3, 0.3
SHIFT_WEIGHT, LINE_WEIGHT = 1.0, 6.0


def reader_loss(output: Any, cells: Cells) -> Any:
    """Return the loss of logits (n, OUTPUTS) for the truth of cells."""
    output = output.float()
    at = len(KINDS)
    loss = functional.cross_entropy(output[:, :at], cells.kinds, ignore_index=-1)
    for slot in range(SLOTS):
        logits = output[:, at : at + SLOT_CLASSES]
        loss = loss + functional.cross_entropy(logits, cells.slots[:, slot], ignore_index=-1)
        at += SLOT_CLASSES
    loss = loss + CIRCLE_WEIGHT * functional.cross_entropy(output[:, at : at + 2], cells.circled, ignore_index=-1)
    return loss + TURN_WEIGHT * functional.cross_entropy(output[:, at + 2 :], cells.turns, ignore_index=-1)


def finder_loss(output: Any, sheets: Sheets) -> Any:
    """Return the loss of the finder's output (n, 4, height, width)."""
    output = output.float()
    logit, line = output[:, 0], output[:, 3]
    p = logit.sigmoid()
    middle = sheets.heat == 1
    missed = -functional.logsigmoid(logit) * (1 - p) ** 2
    false = -functional.logsigmoid(-logit) * p**2 * (1 - sheets.heat) ** 4
    count = (middle & sheets.counts).sum().clamp(min=1)
    loss = (torch.where(middle, missed, false) * sheets.counts).sum() / count
    at = (middle & sheets.counts)[:, None].expand_as(sheets.shifts)
    loss = loss + SHIFT_WEIGHT * (output[:, 1:3][at] - sheets.shifts[at]).abs().mean()
    known = sheets.counts & (sheets.lines >= 0)
    return loss + LINE_WEIGHT * functional.binary_cross_entropy_with_logits(line[known], sheets.lines[known])
