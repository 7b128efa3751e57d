"""Drawing of paper with grids and numbers, and training of the reader of paper on it."""
