"""What a page must know, made from the games and the floor."""
