"""Stored reviews of games at tables."""
