"""Crops of the cells of real photos, changed at random, for training beside the drawn ones (`cells`)."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from knobel.core import BadSetup
from knobel.engines.shared.arrays import Array
from knobel.vision.paper.kernels import MAX_SIDE
from knobel.vision.paper.settings import CELL_SHARE, CROP, SLOTS
from knobel.vision.sampling import shrink
from knobel_lab.reader.paper.cells import NUMBER, TURNED, Cells, blurred
from knobel_lab.reader.paper.photos import read_photos

WIDE = 1.5
"""Side of a cell with its surroundings, in sides of its crop."""
DETAIL = round(CROP * WIDE * 2)
"""Its side in pixels: two in a pixel of a crop."""
BLURS = 0.0, 0.0, 0.0, 0.5, 0.8, 1.2
"""Deviations of the blur in pixels of the crop, each for an equal part of the cells; the photos are blurred before."""
MAX_NOISE = 0.06
"""Deviation of the noise, in differences of ink and paper, at most."""


class PhotoSource:
    """Draws cells of the photos in a folder with numbers of one or two digits; see `photos`.

    :raises BadSetup: if there are none.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        cells, numbers = [], []
        for photo, label, grid in read_photos(folder):
            if grid is None:
                continue
            small, factor = shrink(photo, MAX_SIDE)
            cells.append(surroundings(small, np.array([cell.corners for cell in grid.cells]) * factor))
            numbers += [label["digits"][cell.row][cell.column] for cell in grid.cells]
        if not cells:
            raise BadSetup(f"{folder} has no photo with a grid that the reader finds")
        self.cells, self.numbers = torch.cat(cells), torch.tensor(numbers)
        self.random = torch.Generator().manual_seed(seed)

    def normal(self, n: int, deviation: float) -> Any:
        """Return normally distributed numbers."""
        return torch.randn(n, generator=self.random) * deviation

    def uniform(self, n: int, low: float, high: float) -> Any:
        """Return random numbers."""
        return torch.rand(n, generator=self.random) * (high - low) + low

    def draw(self, n: int) -> Cells:
        """Return `n` cells."""
        chosen = torch.randint(len(self.numbers), (n,), generator=self.random)
        crops = self.photographed(self.seen(self.cells[chosen].float()[:, None]))
        turns = torch.where(self.uniform(n, 0, 1) < TURNED, torch.randint(1, 4, (n,), generator=self.random), 0)
        for quarter in (1, 2, 3):
            crops[turns == quarter] = crops[turns == quarter].rot90(quarter, (2, 3))
        slots = torch.zeros(n, SLOTS, dtype=torch.long)
        numbers = self.numbers[chosen]
        slots[:, -1] = numbers % 10 + 1
        slots[:, -2] = torch.where(numbers >= 10, numbers // 10 + 1, 0)
        turned = turns > 0
        unknown = torch.tensor(-1)
        slots = torch.where(turned[:, None], unknown, slots)
        return Cells(crops, torch.where(turned, unknown, NUMBER), slots, torch.zeros(n, dtype=torch.long), turns)

    def seen(self, wide: Any) -> Any:
        """Return crops of cells from other directions and distances; some as the reader looks closer."""
        n = len(wide)
        zoom = torch.where(self.uniform(n, 0, 1) < 0.3, self.uniform(n, 0.65, 0.9), self.normal(n, 0.05).exp()) / WIDE
        angle, slant = self.normal(n, 0.06), self.normal(n, 0.06)
        wider, higher = self.normal(n, 0.06).exp(), self.normal(n, 0.06).exp()
        shift = self.normal(2 * n, 0.07).view(2, n) / WIDE
        matrix = torch.stack(
            [
                torch.stack([zoom * wider * angle.cos(), zoom * (slant - angle.sin()), shift[0]], 1),
                torch.stack([zoom * angle.sin(), zoom * higher * angle.cos(), shift[1]], 1),
            ],
            1,
        )
        grid = functional.affine_grid(matrix, [n, 1, 2 * CROP, 2 * CROP], align_corners=False)
        fine = functional.grid_sample(wide, grid, padding_mode="border", align_corners=False)
        for part, other in ((self.uniform(n, 0, 1) < 0.08, -1), (self.uniform(n, 0, 1) < 0.08, 1)):
            # Thicker and thinner strokes.
            fine[part] = functional.max_pool2d(fine[part] * other, 3, 1, 1) * other
        return functional.avg_pool2d(fine, 2)

    def photographed(self, crops: Any) -> Any:
        """Return crops in other light, with more blur and noise."""
        n = len(crops)
        axis = (torch.arange(CROP) + 0.5) / CROP - 0.5
        slope = self.normal(n, 0.08)[:, None, None] * axis + self.normal(n, 0.08)[:, None, None] * axis[:, None]
        gamma = self.uniform(n, 0.7, 1.5)[:, None, None, None]
        crops = (crops / 255).clamp(1e-3, 1) ** gamma * 255 * (1 + slope[:, None])
        for sigma, part in zip(BLURS, torch.randperm(n, generator=self.random).tensor_split(len(BLURS)), strict=True):
            for along in (2, 3):
                crops[part] = blurred(crops[part], sigma * float(self.uniform(1, 0.8, 1.2)), along)
        contrast = crops.amax((2, 3), keepdim=True) - crops.amin((2, 3), keepdim=True)
        noise = torch.randn(crops.shape, generator=self.random)
        deviation = self.uniform(n, 0, MAX_NOISE)[:, None, None, None] * contrast
        small = self.uniform(n, 0, 1) < 0.12
        side = int(torch.randint(18, 30, (), generator=self.random))
        coarse = functional.interpolate(crops[small], side, mode="bilinear", antialias=True)
        crops[small] = functional.interpolate(coarse, CROP, mode="bilinear", align_corners=False)
        return (crops + noise * deviation).clamp(0, 255)


def surroundings(photo: Array, quads: Array) -> Any:
    """Return cells with their surroundings, in green light, shape (n, DETAIL, DETAIL), uint8.

    :param photo: RGB, shape (height, width, 3), uint8
    :param quads: x and y of the corners of the cells, clockwise from the upper left one, shape (n, 4, 2)
    """
    green = torch.from_numpy(np.ascontiguousarray(photo[..., 1])).float()[None, None]
    longest = float(np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2).max())
    samples = math.ceil(longest * WIDE / CELL_SHARE / DETAIL)
    side = samples * DETAIL
    axis = ((torch.arange(side) + 0.5) / side - 0.5) * WIDE / CELL_SHARE + 0.5
    v, u = axis[:, None, None], axis[None, :, None]
    a, b, c, d = torch.from_numpy(quads).float()[:, :, None, None].unbind(1)
    places = (a * (1 - u) + b * u) * (1 - v) + (d * (1 - u) + c * u) * v
    grid = (places / torch.tensor([photo.shape[1], photo.shape[0]]) * 2 - 1).flatten(0, 1)[None]
    sampled = functional.grid_sample(green, grid, padding_mode="border", align_corners=False)
    return functional.avg_pool2d(sampled.view(len(quads), 1, side, side), samples)[:, 0].round().byte()
