"""Drawing of pictures of dice, from which the reader is trained: every picture follows from a seed."""
