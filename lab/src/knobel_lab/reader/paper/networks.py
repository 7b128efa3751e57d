"""The networks of the reader of paper in PyTorch, for training."""

from collections import OrderedDict
from typing import Any

from torch import nn
from torch.nn import functional

from knobel.vision.paper.settings import CROP, FINDER_WIDTHS, OUTPUTS, READER_STRIDES, READER_WIDTHS
from knobel_lab.reader.networks import PRIOR_LOGIT, Separable, convolution


class CellReader(nn.Module):  # type: ignore[misc]
    """Crops (n, 1, 40, 40) from -1 to 1 to logits; see `OUTPUTS`."""

    def __init__(self) -> None:
        super().__init__()
        last = READER_WIDTHS[-1]
        steps = zip((1, *READER_WIDTHS), READER_WIDTHS, READER_STRIDES, strict=False)
        self.body = nn.Sequential(
            OrderedDict((f"conv{n}", convolution(i, o, 3, stride)) for n, (i, o, stride) in enumerate(steps, 1))
        )
        # One weight for each channel and cell of the crop.
        self.place = nn.Sequential(
            nn.Conv2d(last, last, CROP // 8, groups=last, bias=False), nn.BatchNorm2d(last), nn.ReLU()
        )
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Conv2d(last, OUTPUTS, 1)

    def forward(self, x: Any) -> Any:
        return self.out(self.dropout(self.place(self.body(x)))).flatten(1)


class GridFinder(nn.Module):  # type: ignore[misc]
    """Pictures (n, 1, height, width) from -1 to 1 to (n, 4, height / 4, width / 4); see `finder.finder_output`."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = FINDER_WIDTHS
        self.stem = convolution(1, a, 3, 2)
        self.fine1 = Separable(a, b, 3, 2)
        self.fine2 = Separable(b, b)
        self.middle1 = Separable(b, c, 3, 2)
        self.middle2 = Separable(c, c, 5)
        self.wide1 = Separable(c, d, 3, 2)
        self.wide2 = Separable(d, d, 5)
        self.far1 = Separable(d, e, 3, 2)
        self.far2 = Separable(e, e, 5)
        self.far3 = Separable(e, e, 5)
        self.far_out = convolution(e, d, 1)
        self.wide_out = convolution(d, c, 1)
        self.middle_out = convolution(c, b, 1)
        self.head1 = Separable(b, b, 5)
        self.head2 = Separable(b, b)
        self.out = nn.Conv2d(b, 4, 1)
        nn.init.constant_(self.out.bias, 0)
        self.out.bias.data[0] = PRIOR_LOGIT

    def forward(self, x: Any) -> Any:
        fine = self.fine2(self.fine1(self.stem(x)))
        middle = self.middle2(self.middle1(fine))
        wide = self.wide2(self.wide1(middle))
        far = self.far_out(self.far3(self.far2(self.far1(wide))))
        wide = self.wide_out(wide + functional.interpolate(far, scale_factor=2, mode="nearest"))
        middle = self.middle_out(middle + functional.interpolate(wide, scale_factor=2, mode="nearest"))
        fine = fine + functional.interpolate(middle, scale_factor=2, mode="nearest")
        return self.out(self.head2(self.head1(fine)))
