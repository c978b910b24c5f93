"""What the house asks beside the law, and the refusals it answers with."""
