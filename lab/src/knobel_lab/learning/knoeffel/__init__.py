"""Solved tables of Knöffel, and the corrections fitted to them."""
