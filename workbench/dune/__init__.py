"""Dragon Dune, a game of four factions by Vincent von Guard (CC BY-SA 4.0): rules as data, state, rounds, bots."""
