"""Shapes of the two networks of the reader of paper, which training and reading share."""

SIDE = 640
"""Longest side in pixels of a picture in which grids are searched."""
STRIDE = 4
"""Pixels between the cells of the finder's output."""
PADDING = 32
"""The sides of the finder's input are multiples of this number."""
FINDER_WIDTHS = 12, 24, 32, 48, 64
"""Channels of the finder at 1/2, 1/4, 1/8, 1/16 and 1/32 of the picture's resolution."""

CROP = 40
"""Side of a crop in pixels, from which a cell is read."""
CELL_SHARE = 0.8
"""Side of the cell in sides of its crop."""
MIN_CONTRAST = 32.0
"""Difference of brightness, from 0 to 255, to which the features of a crop are scaled at most."""
READER_WIDTHS = 24, 32, 64, 64, 128, 128
READER_STRIDES = 2, 1, 2, 1, 2, 1
KINDS = "empty", "number", "struck", "doubtful"
"""Contents of a cell: nothing, a number, a stroke in an empty cell, or a number that was struck out or overwritten."""
SLOTS = 3
"""Digits of the longest number."""
SLOT_CLASSES = 11
"""The digits 0 to 9, and none, which is the first class."""
OUTPUTS = len(KINDS) + SLOTS * SLOT_CLASSES + 2 + 4
"""Logits of kinds, of the digits of hundreds, tens and units, of a circle, and of the direction in quarter turns."""
