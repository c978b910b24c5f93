"""What a house's reports are made of."""
