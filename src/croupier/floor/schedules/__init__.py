"""What time brings about at a cash table, at a table of a tournament, and in a tournament."""
