"""Requests of those who watch over a house: journals, ledger, reports, incidents."""
