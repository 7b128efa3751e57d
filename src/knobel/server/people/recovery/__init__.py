"""Recovery sheets: twelve words, or a link as a QR code, that sign in a new device of a person."""
