"""What can be said of a tournament before and after it: plans, forecasts, prizes, points."""
