"""One module a version, oldest first."""
