"""Solved tables of Kniffeliger, and whole games in compiled code."""
