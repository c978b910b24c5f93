"""What stands before every handler: who asks, from where, how often; and one shape for every error."""
