"""The networks in PyTorch, for training, and their conversion for the reader in NumPy."""

from collections import OrderedDict
from functools import partial
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from knobel.vision.dice.settings import (
    CLASSIFIER_STRIDES,
    CLASSIFIER_WIDTHS,
    COLOURS,
    CROP,
    FINDER_WIDTHS,
    VALUE_CLASSES,
)
from knobel.vision.weights import Layer, Network

PRIOR_LOGIT = -4.0
"""Logit of a die in any cell before training: dice are rare."""


def convolution(inputs: int, outputs: int, side: int = 3, stride: int = 1, groups: int = 1) -> Any:
    """Return a convolution with batch normalisation and rectification."""
    layer = nn.Conv2d(inputs, outputs, side, stride, side // 2, groups=groups, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU())


class Separable(nn.Module):  # type: ignore[misc]
    """A depthwise and a pointwise convolution; adds the input if the shapes agree."""

    def __init__(self, inputs: int, outputs: int, side: int = 3, stride: int = 1) -> None:
        super().__init__()
        self.depthwise = convolution(inputs, inputs, side, stride, inputs)
        self.pointwise = convolution(inputs, outputs, 1)
        self.is_residual = inputs == outputs and stride == 1

    def forward(self, x: Any) -> Any:
        y = self.pointwise(self.depthwise(x))
        return x + y if self.is_residual else y


class Finder(nn.Module):  # type: ignore[misc]
    """Pictures (n, 3, height, width) from -1 to 1 to (n, 4, height / 8, width / 8); see `finder.finder_output`."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = FINDER_WIDTHS
        self.stem = convolution(3, a, 3, 2)
        self.fine1 = Separable(a, b, 3, 2)
        self.fine2 = Separable(b, b)
        self.fine3 = Separable(b, c, 3, 2)
        self.fine4 = Separable(c, c, 5)
        self.fine5 = Separable(c, c, 5)
        self.wide1 = Separable(c, d, 3, 2)
        self.wide2 = Separable(d, d, 5)
        self.wide3 = Separable(d, d, 5)
        self.wide_out = convolution(d, c, 1)
        self.head1 = Separable(c, c, 5)
        self.head2 = convolution(c, c, 1)
        self.out = nn.Conv2d(c, 4, 1)
        nn.init.constant_(self.out.bias, 0)
        self.out.bias.data[0] = PRIOR_LOGIT

    def forward(self, x: Any) -> Any:
        x = self.fine5(self.fine4(self.fine3(self.fine2(self.fine1(self.stem(x))))))
        wide = self.wide_out(self.wide3(self.wide2(self.wide1(x))))
        x = x + functional.interpolate(wide, scale_factor=2, mode="nearest")
        return self.out(self.head2(self.head1(x)))


class Classifier(nn.Module):  # type: ignore[misc]
    """Crops (n, 3, 40, 40) from -1 to 1 to logits of 7 values and 11 colours."""

    def __init__(self) -> None:
        super().__init__()
        last = CLASSIFIER_WIDTHS[-1]
        steps = zip((3, *CLASSIFIER_WIDTHS), CLASSIFIER_WIDTHS, CLASSIFIER_STRIDES, strict=False)
        self.body = nn.Sequential(
            OrderedDict((f"conv{n}", convolution(i, o, 3, stride)) for n, (i, o, stride) in enumerate(steps, 1))
        )
        # One weight for each channel and cell of the crop.
        self.place = nn.Sequential(
            nn.Conv2d(last, last, CROP // 8, groups=last, bias=False), nn.BatchNorm2d(last), nn.ReLU()
        )
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Conv2d(last, VALUE_CLASSES + len(COLOURS), 1)

    def forward(self, x: Any) -> Any:
        return self.out(self.dropout(self.place(self.body(x)))).flatten(1)


def fold(finder: Any, classifier: Any) -> dict[str, Layer]:
    """Return the layers of both networks, with the normalisation folded into the kernels."""
    layers = {}
    for prefix, network in (("finder", finder), ("classifier", classifier)):
        modules = dict(network.named_modules())
        for name, module in modules.items():
            if isinstance(module, nn.Sequential) and isinstance(module[0], nn.Conv2d):
                norm = module[1]
                scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
                kernel, bias = module[0].weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale
            elif name == "out":
                kernel, bias = module.weight, module.bias
            else:
                continue
            short = name.removeprefix("body.")
            layers[f"{prefix}.{short}"] = Layer(*(t.detach().float().cpu().numpy() for t in (kernel, bias)))
    return layers


def unfold(network: Any, layers: Network, prefix: str, inputs: Any) -> None:
    """Give a network the weights of folded layers.

    The normalisation begins with the statistics of these inputs, so that its outputs are those of the layers.
    """

    def match(norm: Any, values: tuple[Any], bias: Any) -> None:
        variance, mean = torch.var_mean(values[0], (0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.data = torch.sqrt(variance + norm.eps)
        norm.bias.data = bias + mean

    hooks = []
    for name, module in network.named_modules():
        short = f"{prefix}.{name.removeprefix('body.')}"
        if short not in layers:
            continue
        kernel, bias = (torch.from_numpy(part) for part in layers[short])
        if isinstance(module, nn.Conv2d):
            module.weight.data, module.bias.data = kernel, bias
        else:
            module[0].weight.data = kernel
            hooks.append(module[1].register_forward_pre_hook(partial(match, bias=bias)))
    is_training = network.training
    with torch.no_grad():
        network.eval()(inputs)
    network.train(is_training)
    for hook in hooks:
        hook.remove()
