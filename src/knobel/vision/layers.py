"""Layers of convolutional networks, in compiled code.

A *map* of features has the shape (height + 2 `MARGIN`, width + 2 `MARGIN`, channels), float32, and zeros in its margin,
which are the padding of convolutions. A layer writes maps whose channels are a multiple of `LANES`: those that it
lacks are zeros. The weights of all layers are one array of rows of `LANES` numbers (`pack`), and a layer returns the
row after its last one. Two pixels of a row are computed together, because they use the same weights.
"""

from typing import Any

import numpy as np
from numba.core import types
from numba.np import arrayobj

from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.simd import (
    LANES,
    intrinsic,
    load,
    make_array,
    signature,
    splat,
    store,
    vector_add,
    vector_max,
    vector_multiply,
)
from knobel.engines.shared.special_functions import exp
from knobel.vision.rows import largest

populate_array: Any = arrayobj.populate_array

MARGIN = 2
"""Pixels of a map's margin, half of the largest kernel."""
UNBOUNDED = float("-inf")
"""The lowest output of a layer without rectification."""


@intrinsic
def number_at(_: Any, array: Any, _index: Any) -> Any:
    """`number_at(array, index)`: return a number of a contiguous array, counted from its start, without a check."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(builder.gep(make_array(sig.args[0])(context, builder, args[0]).data, [args[1]]))

    return signature(array.dtype, array, types.uintp), code


@intrinsic
def shaped(_: Any, array: Any, _start: Any, _height: Any, _width: Any, _channels: Any) -> Any:
    """`shaped(array, start, height, width, channels)`: return a part of an array with three dimensions, without owner.

    NumPy's `reshape` would need a function of the C library.
    """
    kind = types.Array(array.dtype, 3, "C")

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = builder.gep(make_array(sig.args[0])(context, builder, args[0]).data, [args[1]])
        size = context.get_constant(types.intp, array.dtype.bitwidth // 8)
        line = builder.mul(args[4], size)
        strides = builder.mul(args[3], line), line, size
        result = make_array(kind)(context, builder)
        populate_array(result, data, args[2:], strides, size, None)
        return result._getvalue()  # noqa: SLF001

    return signature(kind, array, *(types.intp,) * 4), code


@compiled
def weights_size(shapes: Array) -> Int:
    """Return the size of the weights of layers in numbers, see `pack`."""
    rows = 0
    for layer in range(len(shapes)):
        taps = shapes[layer, 2] * shapes[layer, 3]
        rows += (shapes[layer, 0] + LANES - 1) // LANES * (1 + taps * shapes[layer, 1])
    return rows * LANES


@compiled
def pack(values: Array, shapes: Array, weights: Array) -> None:
    """Write the weights of layers as rows: for each vector of outputs the biases, then the kernel in order of use.

    :param values: the kernel and the biases of each layer, float32
    :param shapes: shape (layers, 4): outputs, inputs in a group, height and width of the kernels, int64
    :param weights: the result, zeros before, shape (`weights_size`), float32
    """
    start, at = 0, 0
    for layer in range(len(shapes)):
        outputs, inputs, taps = shapes[layer, 0], shapes[layer, 1], shapes[layer, 2] * shapes[layer, 3]
        vectors = (outputs + LANES - 1) // LANES
        depthwise = inputs == 1 and outputs > 1
        # A depthwise layer has one block of rows for all outputs, others have one for each vector.
        block = vectors if depthwise else 1 + taps * inputs
        for output in range(outputs):
            vector, lane = output // LANES, output % LANES
            first = at + vector * block if not depthwise else at + vector
            weights[first * LANES + lane] = values[start + outputs * inputs * taps + output]
            for i in range(inputs):
                for tap in range(taps):
                    line = first + (1 + tap * inputs + i) * (vectors if depthwise else 1)
                    weights[line * LANES + lane] = values[start + (output * inputs + i) * taps + tap]
        start += outputs * (inputs * taps + 1)
        at += vectors * (1 + taps * inputs)


@nested
def new_map(scratch: Array, height: Int, width: Int, channels: Int) -> Array:
    """Return a map in scratch space, with zeros in its margin and any numbers within."""
    rows, columns = height + 2 * MARGIN, width + 2 * MARGIN
    new: Array = shaped(scratch, 0, rows, columns, channels)
    for i in range(rows):
        inside = MARGIN <= i < rows - MARGIN
        for j in range(columns):
            if not (inside and MARGIN <= j < columns - MARGIN):
                for channel in range(channels):
                    new[i, j, channel] = 0
    return new


@nested
def dense_row(
    x: Array, top: Int, left: Int, inputs: Int, weights: Array, at: Int, side: Int, stride: Int, lowest: Float,
    out: Array, i: Int,
) -> Int:  # fmt: skip
    """Write row `i` of a convolution over `inputs` channels.

    :param top: row and column of `x`, margin included, for the first weight of the first output
    :param lowest: lower bound of the outputs
    """
    columns, channels = x.shape[1], x.shape[2]
    vectors, width = out.shape[2] // LANES, out.shape[1] - 2 * MARGIN
    bound = splat(np.float32(lowest))
    block = 1 + side * side * inputs
    for j in range(0, width, 2):
        target = ((i + MARGIN) * out.shape[1] + j + MARGIN) * vectors
        for vector in range(vectors):
            line = at + vector * block
            one = other = load(weights, line)
            line += 1
            for tap in range(side * side):
                first = ((top + tap // side) * columns + left + tap % side + j * stride) * channels
                second = first + stride * channels
                for k in range(inputs):
                    weight = load(weights, line + k)
                    one = vector_add(one, vector_multiply(splat(number_at(x, first + k)), weight))
                    other = vector_add(other, vector_multiply(splat(number_at(x, second + k)), weight))
                line += inputs
            store(out, target + vector, vector_max(one, bound))
            if j + 1 < width:
                store(out, target + vectors + vector, vector_max(other, bound))
    return at + vectors * block


@nested
def depthwise_row(
    x: Array, top: Int, left: Int, weights: Array, at: Int, side: Int, stride: Int, width: Int, line: Array
) -> Int:
    """Write a row of a rectified convolution within each channel to `line`, and possibly a pixel more."""
    columns, vectors = x.shape[1], x.shape[2] // LANES
    zero = splat(np.float32(0))
    for j in range(0, width, 2):
        for vector in range(vectors):
            one = other = load(weights, at + vector)
            for tap in range(side * side):
                first = ((top + tap // side) * columns + left + tap % side + j * stride) * vectors + vector
                weight = load(weights, at + (1 + tap) * vectors + vector)
                one = vector_add(one, vector_multiply(load(x, first), weight))
                other = vector_add(other, vector_multiply(load(x, first + stride * vectors), weight))
            store(line, j * vectors + vector, vector_max(one, zero))
            store(line, (j + 1) * vectors + vector, vector_max(other, zero))
    return at + vectors * (1 + side * side)


@nested
def convolve(x: Array, inputs: Int, weights: Array, at: Int, side: Int, stride: Int, lowest: Float, out: Array) -> Int:
    """Write a convolution; its output has the size of the input, divided by the stride."""
    x, weights, out = borrow(x), borrow(weights), borrow(out)
    end, edge = at, MARGIN - side // 2
    for i in range(out.shape[0] - 2 * MARGIN):
        end = dense_row(x, i * stride + edge, edge, inputs, weights, at, side, stride, lowest, out, i)
    return end


@nested
def separable(x: Array, inputs: Int, weights: Array, at: Int, side: Int, stride: Int, line: Array, out: Array) -> Int:
    """Write a depthwise and a pointwise convolution, both rectified, plus the input if the shapes agree.

    :param line: scratch space for a row, at least a pixel longer than the output, shape (1, pixels, channels of `x`)
    """
    x, weights, line, out = borrow(x), borrow(weights), borrow(line), borrow(out)
    end, edge, width = at, MARGIN - side // 2, out.shape[1] - 2 * MARGIN
    residual = x.shape == out.shape
    for i in range(out.shape[0] - 2 * MARGIN):
        middle = depthwise_row(x, i * stride + edge, edge, weights, at, side, stride, width, line)
        end = dense_row(line, 0, 0, inputs, weights, middle, 1, 1, 0.0, out, i)
        if residual:
            vectors = out.shape[2] // LANES
            first = ((i + MARGIN) * out.shape[1] + MARGIN) * vectors
            for place in range(first, first + width * vectors):
                store(out, place, vector_add(load(out, place), load(x, place)))
    return end


@nested
def add_doubled(x: Array, wide: Array) -> None:
    """Add a map of half the resolution, each pixel repeated."""
    x, wide = borrow(x), borrow(wide)
    vectors = x.shape[2] // LANES
    for i in range(x.shape[0] - 2 * MARGIN):
        for j in range(x.shape[1] - 2 * MARGIN):
            target = ((i + MARGIN) * x.shape[1] + j + MARGIN) * vectors
            source = ((i // 2 + MARGIN) * wide.shape[1] + j // 2 + MARGIN) * vectors
            for vector in range(vectors):
                store(x, target + vector, vector_add(load(x, target + vector), load(wide, source + vector)))


@nested
def row_of(line: Array, channels: Int) -> Array:
    """Return scratch space for a row as an array of shape (1, pixels, channels)."""
    row: Array = shaped(line, 0, 1, len(line) // channels, channels)
    return row


@nested
def is_peak(output: Array, i: Int, j: Int) -> bool:
    """Whether no neighbour in a map has a higher first number. The map's margin does not count."""
    for k in range(max(i - 1, MARGIN), min(i + 2, output.shape[0] - MARGIN)):
        for m in range(max(j - 1, MARGIN), min(j + 2, output.shape[1] - MARGIN)):
            if output[k, m, 0] > output[i, j, 0]:
                return False
    return True


@nested
def softmax(x: Array) -> None:
    """Replace logits by probabilities."""
    highest = x[largest(x, 0, len(x))]
    total = 0.0
    for i in range(len(x)):
        x[i] = exp(x[i] - highest)
        total += x[i]
    for i in range(len(x)):
        x[i] /= total
