"""Layers of convolutional networks in NumPy. A map of features has the shape (channels, height, width), float32."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from knobel.engines.shared.arrays import Array
from knobel.vision.weights import Layer, Network


def convolve(x: Array, layer: Layer, *, stride: int = 1) -> Array:
    """Return a convolution with zero padding; the output has the size of the input, divided by the stride."""
    kernel, bias = layer
    side = kernel.shape[2]
    depthwise = kernel.shape[1] == 1 and len(x) > 1
    if side == 1:
        return np.asarray(np.tensordot(kernel[:, :, 0, 0], x, 1) + bias[:, None, None])
    margin = side // 2
    padded = np.pad(x, ((0, 0), (margin, margin), (margin, margin)))
    rows, columns = (x.shape[1] - 1) // stride + 1, (x.shape[2] - 1) // stride + 1
    if depthwise:
        result = np.repeat(bias, rows * columns).reshape(-1, rows, columns)
        for i in range(side):
            for j in range(side):
                window = padded[:, i : i + rows * stride : stride, j : j + columns * stride : stride]
                result += kernel[:, 0, i, j, None, None] * window[:, :rows, :columns]
        return result
    windows = sliding_window_view(padded, (side, side), (1, 2))[:, ::stride, ::stride]
    flat = windows.transpose(0, 3, 4, 1, 2).reshape(-1, rows * columns)
    return np.asarray((kernel.reshape(len(kernel), -1) @ flat + bias[:, None]).reshape(-1, rows, columns))


def relu(x: Array) -> Array:
    """Return the positive part."""
    return np.maximum(x, 0)


def separable(x: Array, network: Network, name: str, *, stride: int = 1) -> Array:
    """Return a depthwise and a pointwise convolution, plus the input if the shapes agree."""
    y = relu(convolve(x, network[f"{name}.depthwise"], stride=stride))
    y = relu(convolve(y, network[f"{name}.pointwise"]))
    return x + y if x.shape == y.shape else y


def softmax(x: Array) -> Array:
    """Return probabilities of logits along the last axis."""
    e = np.exp(x - x.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True))


def sigmoid(x: Array) -> Array:
    """Return probabilities of logits of one class."""
    return np.asarray(1 / (1 + np.exp(-x)))
