"""Learning of values of Knaster by self-play."""
