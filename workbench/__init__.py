"""A workbench for people who design tiles for the board game The Duke."""

__version__ = "0.1.0"
