"""The table in the browser: server, live tables and their log."""
