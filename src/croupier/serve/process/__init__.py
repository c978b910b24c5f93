"""The server as processes: start, workers, logs, metrics, settings."""
