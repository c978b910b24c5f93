"""The last hand of a tournament session: which wager, and which decision, takes a player on most often."""
