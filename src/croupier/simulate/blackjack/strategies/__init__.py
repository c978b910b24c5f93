"""How a player plays, as data, and how that is read and written."""
