"""Pauses of people in games over days."""
