"""Is a tile fair? From the rows of played games to verdicts on tiles of The Duke.

`question` says which tiles are asked about and against what; `luck` reads from the rows who was lucky in what was
drawn; `tally` turns rounds of games into effects with intervals that hold at every look; `verdict` has the words;
`base` knows how much the official tiles are worth to a bot; `takes` tells how many games will settle it.
"""
