"""What a house is audited by, subject by subject."""
