"""Stored data: logs of tables, results, people, reports, practice, ratings, running processes.

All SQL about these is here, and so are the checks and exports of a whole database.
"""
