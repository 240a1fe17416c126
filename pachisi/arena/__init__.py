"""Bots against bots: matches in which the luck of dice and seats cancels, and the ladder that follows from them."""
