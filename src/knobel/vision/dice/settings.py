"""Shapes of the two networks, which training and reading share."""

COLOURS = "white", "black", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown"
"""Colours that the network distinguishes; indices are the classes."""
VALUE_CLASSES = 7
"""The values 1 to 6, and no die."""

STRIDE = 8
"""Pixels between the cells of the finder's output."""
PADDING = 16
"""The sides of the finder's input are multiples of this number."""
SIDE = 640
"""Longest side in pixels of a picture in which dice are searched."""
FINDER_WIDTHS = 12, 24, 48, 64
"""Channels of the finder at 1/2, 1/4, 1/8 and 1/16 of the picture's resolution."""

CROP = 40
"""Side of a crop in pixels, from which the classifier reads a die."""
CROP_SIZES = 1.5
"""Side of a crop in sizes of the die; the size is the root of the die's area in the picture."""
CLASSIFIER_WIDTHS = 16, 24, 32, 48, 64, 112, 112
CLASSIFIER_STRIDES = 1, 2, 1, 2, 1, 2, 1
