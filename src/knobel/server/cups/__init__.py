"""Cups: contests in which everybody plays the same deals, each alone, for a class, a club or a family.

`opening` makes cups, `access` admits people, `standings` ranks them, `views` shows a cup to one person, and `tasks`
continues series.
"""
