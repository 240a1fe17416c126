"""Where the bots learn: games against themselves, and weights fitted to what came of them."""
