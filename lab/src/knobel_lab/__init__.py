"""Training and measurement for Knobel. This package imports `knobel`, never the other way."""
