"""Tournaments on the floor: how time comes to them and to their tables, and what joins the two."""
