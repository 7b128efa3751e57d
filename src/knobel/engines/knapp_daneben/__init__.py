"""What positions of Knapp Daneben! are worth."""
