"""How the numbers came about, in plain words."""

from __future__ import annotations

from workbench.report.duke.model import Paragraph

NOTE = """
Swing. Players choose when to draw, but not what: the bag is shuffled. So the first tile that comes is a
fair experiment. A tile's swing is the score of owners whose first draw was that tile, less the average over
the whole bag (each copy counting once), in points of win rate. A draw counts as half a win. South and North
are compared each with their own seat, so the first player's edge does not enter.

Verdicts. A tile is called strong or weak only if its swing is surely more than {margin} points away from
the average, after allowing for the number of tiles looked at (Holm). It is called balanced only if the
swing is surely within {margin} points (two one-sided tests). In between there are not enough games, and the
report says about how many more it would take. Too strong means strong and above every official tile of the
bag.

Intervals. Every interval holds the true number in about 95 of 100 such runs. They come from the variance of
the score between games; the two players of one game, and twin games with changed seats, count as one fact,
not two.

Effect of drawing. A second estimate uses every draw of every game: a regression of the result on where the
shuffle put each tile in both bags. It says what drawing the tile for certain is worth. Small samples are
pulled toward the average (empirical Bayes). It should agree with the swing in direction, and is often
larger: owners who did not draw a tile first may still draw it later.

Descriptive numbers. Drawn, not drawn, captured, survival, uses and squares say what happened. They mix a
tile's worth with how the game went: whoever is winning has time to draw. Do not judge a tile by them.

Bots. All of this holds for the bots that played. Better players may value a tile quite differently: compare
several bot levels before you change a tile.
"""


def method_note(margin_points: float) -> tuple[Paragraph, ...]:
    """Each paragraph of the note; its first sentence is its title."""
    found = []
    for text in NOTE.strip().split("\n\n"):
        title, _, rest = " ".join(text.split()).partition(". ")
        found.append(Paragraph(title=title, text=rest.format(margin=f"{margin_points:g}")))
    return tuple(found)
