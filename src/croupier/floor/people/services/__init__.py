"""What can be asked about people, by subject."""
