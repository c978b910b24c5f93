"""Compiled code that walks tables and counts."""
