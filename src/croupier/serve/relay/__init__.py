"""Between workers: a client's socket is held at the home of its table, wherever the client reached the house."""
