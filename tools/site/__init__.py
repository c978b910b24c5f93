"""The documentation site, built from docs/ by Sphinx: `python3 start.py docs`."""
