"""What positions of Knister are worth."""
