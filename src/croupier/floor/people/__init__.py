"""People: who they are, what they may do, and how they keep themselves from playing too much."""
