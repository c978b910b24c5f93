"""Several servers on one database: who runs the timers of which table, and who deals where."""
