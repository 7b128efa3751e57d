"""What every part of the server uses and what knows none of them.

Clocks, JSON, debouncing, time slices, token buckets, logging, metrics, settings and file locations.
"""
