"""How a tournament goes on: stages, sessions, who goes on, play-offs, corrections."""
