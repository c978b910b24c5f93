"""One battery for every game: whatever the game, its table keeps the same promises."""
