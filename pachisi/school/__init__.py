"""Training: bots play games against themselves, and weights and nets are fitted to the results."""
