"""`python -m saudagar` is the command `saudagar`."""

from saudagar.cli import main

if __name__ == "__main__":
    main()
