"""What the lines of the house's own journal say, by subject."""
