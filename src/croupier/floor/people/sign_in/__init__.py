"""How people prove who they are: sign-ins, passwords, one-time links, the lock-out."""
