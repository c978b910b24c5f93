"""How acts, headers and whole rounds are written and read."""
