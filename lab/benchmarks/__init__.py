"""Benchmarks and long experiments that are run by hand."""

import os

# The command line and the server's processes do the same before NumPy is loaded.
os.environ.setdefault("OMP_NUM_THREADS", "1")
