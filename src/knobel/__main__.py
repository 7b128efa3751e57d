"""`python -m knobel` is `knobel`."""

from knobel.cli import main

if __name__ == "__main__":
    main()
