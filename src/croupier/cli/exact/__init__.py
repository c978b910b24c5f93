"""Commands for exact figures: odds, risk, sheets, plots, the solver."""
