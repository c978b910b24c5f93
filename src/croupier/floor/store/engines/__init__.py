"""The two databases behind the port, and the threads that work for them."""
