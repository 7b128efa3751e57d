"""Evaluation of positions of Knister."""
