"""Tables made from the hand machine."""
