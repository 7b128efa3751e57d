"""Evaluation of positions of Knapp Daneben!."""
