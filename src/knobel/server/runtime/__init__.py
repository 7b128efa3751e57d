"""What every part of the server uses and what knows none of them.

Background tasks, debouncing, token buckets, logging, metrics, settings and file locations.
"""
