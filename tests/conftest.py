"""Settings of all tests."""

import os

# Must be set before NumPy is loaded, as the command line and the server's processes do.
os.environ.setdefault("OMP_NUM_THREADS", "1")
