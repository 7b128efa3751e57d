"""What the engines of several games are made of."""
