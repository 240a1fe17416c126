"""Bots against bots: matches in which the luck of dice and seats cancels out, and the ratings that follow from them."""
