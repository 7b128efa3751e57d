"""What positions of Kniffeliger are worth."""
