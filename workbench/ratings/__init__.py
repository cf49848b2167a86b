"""How strong the official tiles are: the shipped file of ratings, and what can be read from it."""
