"""Blackjack by the billion: tables made from the hand machine, walked by compiled code."""
