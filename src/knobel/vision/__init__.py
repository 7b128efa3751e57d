"""Reading of dice in photos: where they lie, what they show, and which colour they have.

Two small networks, trained only on drawn pictures, run as compiled kernels.
"""
