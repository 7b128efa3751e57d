"""Reading of dice in photos: their positions, values and colours.

Two small networks, trained only on drawn pictures, run as compiled kernels.
"""
