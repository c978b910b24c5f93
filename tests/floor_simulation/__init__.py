"""The whole floor in one process, on virtual time: every delay, loss, crash and interleaving comes from one seed."""
