"""The words that people read, and the voices that say them."""
