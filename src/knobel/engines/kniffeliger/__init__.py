"""Evaluation of positions of Kniffeliger."""
