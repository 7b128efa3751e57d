"""What positions of Knaster are worth."""
