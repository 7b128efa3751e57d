"""What learns and measures for Knobel. It imports `knobel`, never the other way."""
