"""Learning of values of Knister by self-play."""
