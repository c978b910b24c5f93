"""Requests about people: their doors, money, limits and second factors."""
