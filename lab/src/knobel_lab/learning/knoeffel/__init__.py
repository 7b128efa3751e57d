"""Solved tables of Knöffel and what is fitted to them."""
