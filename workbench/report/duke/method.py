"""How the numbers came about, in plain words."""

from __future__ import annotations

from workbench.report.model import Paragraph

NOTE = """
Points a draw. Players choose when to draw, but not what comes: so each draw is a fair experiment. The score of a game
is set against the luck of all draws of both players at once (draw luck). A tile's number is what one draw of it is
worth against an average draw of the base set's tiles in the bag, in points of win rate; a draw counts as half a win.
What tiles replace does not move it, for what the missing official tiles are worth is known and put in.

Verdicts. Fair is within {margin} SD (standard deviation) of the official tiles at this bot, strong and weak are
outside, each only when sure. Too strong and too weak are besides surely beyond every single official tile. On the line
is so near the border that no more games will tell. Open means that more games will.

Intervals. Those of the tiles asked about hold together and at every look, so that one may go on until all is settled:
the chance that any of them ever misses is at most 5 in 100 for each bot. All others hold for this number of games, in
95 of 100 such runs; games on the same luck count once.

First-draw swing. The score of owners whose first draw was the tile, less the mean of the whole bag. It answers another
question, what the first draw is worth, and its reference moves with the bag.

Plain win rates. Drawn, not drawn, captured, survival, uses and squares say what happened. They mix a tile's worth with
how the game went: whoever is winning has time to draw. Do not judge a tile by them.

Bots. The verdict is that of the first bot named, random players aside. A further bot checks it: they differ only where
that is sure by more than one SD. Better players may value a tile quite differently.
"""


def method_note(margin: float) -> tuple[Paragraph, ...]:
    """Each paragraph of the note; its first sentence is its title."""
    found = []
    for text in NOTE.strip().split("\n\n"):
        title, _, rest = " ".join(text.split()).partition(". ")
        found.append(Paragraph(title=title, text=rest.format(margin=f"{margin:g}")))
    return tuple(found)
