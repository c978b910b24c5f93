"""Requests about tables: their socket, acts, rounds that are over, practice."""
