"""The rules: one pure state machine per division, with no random source, no clock and no input or output."""
