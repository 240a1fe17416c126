"""A table that people sit at: its log, the state that the log makes, and the task that writes it."""
