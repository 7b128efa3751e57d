"""Reading of paper in photos: grids and the contents of their cells.

Two small networks, trained only on drawn pictures, run as compiled kernels.
"""
