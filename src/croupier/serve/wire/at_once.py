"""The short way for a text that need not wait.

Under load a table's frames are most of what a server sends. Through the application each of them wakes a task and
passes six wrappers; on the short way it is given to the web server in the turn in which it was made.
"""

AT_ONCE = "croupier.at_once"
"""In a socket's scope: sends a text, where no other is on its way, and says whether it did."""
