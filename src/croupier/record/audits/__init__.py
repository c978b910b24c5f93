"""Playing again what is on record, and judging it."""
