"""The analysis desk of a server: reviews of finished games, and positions that somebody tries."""
