"""Evaluation of positions of Knaster."""
