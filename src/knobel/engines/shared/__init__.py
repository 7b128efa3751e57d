"""Components shared by the engines of several games."""
