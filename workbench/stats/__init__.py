"""Formulas over counts and scores: numbers in, numbers out. Nothing here knows what game was played.

A score is 1 for a win, 0 for a loss and one half for a draw. Effects are differences of scores; multiply
by 100 for points of win rate.
"""
