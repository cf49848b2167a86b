"""A workbench for people who design tiles for the board game The Duke."""

__version__ = "0.2.0"
