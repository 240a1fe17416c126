"""Play in a plain terminal: the board as text, moves in words."""
