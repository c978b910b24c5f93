"""How a file of any age becomes one of today: what each version of the schema changed, in plain SQL."""
