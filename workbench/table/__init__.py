"""A game at the table, without a screen: the session, what it asks and tells in plain words, what can be looked at.

The terminal draws it (`cli/play*.py`); nothing in this room prints or reads keys.
"""
