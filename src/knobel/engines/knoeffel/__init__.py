"""Evaluation of positions of Knöffel."""
