"""Reading of dice in photos: where they lie, what they show, and which colour they have.

Two small networks, trained only on pictures from `knobel.vision.drawing`, run in NumPy.
"""
