"""Commands for records, the rulebook, samples and the dealer school."""
