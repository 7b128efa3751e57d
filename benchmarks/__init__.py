"""What is measured by hand, and what is tried that takes long."""

import os

# As the command line and the server's processes do, before NumPy is loaded.
os.environ.setdefault("OMP_NUM_THREADS", "1")
