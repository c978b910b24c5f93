"""`croupier simulate`: options, the run itself, and what it prints and writes."""
