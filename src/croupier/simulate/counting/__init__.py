"""The count lab: what a count file is worth, by exact sums and by simulation."""
