"""What many games teach, and what can be known exactly."""
