"""Training of the reader of dice in photos, on pictures that it draws."""
