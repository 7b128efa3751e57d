"""Solved tables of Kniffeliger and what is fitted to them."""
