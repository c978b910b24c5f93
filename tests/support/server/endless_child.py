"""A child process that never ends its work, run by tests of how it ends."""

from __future__ import annotations

if __name__ == "__main__":
    while True:
        pass
