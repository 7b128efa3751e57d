"""Learning of values of Knapp Daneben! by self-play."""
