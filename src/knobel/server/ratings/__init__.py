"""Ratings of people, without the luck of their dice."""
