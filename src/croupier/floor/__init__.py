"""The running casino: live tables, chance, people and the store, without any web framework."""
