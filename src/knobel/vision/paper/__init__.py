"""Reading of paper in photos: grids and the contents of their cells.

Two small networks, trained on drawn pictures and on cells of photos, run as compiled kernels.
"""
