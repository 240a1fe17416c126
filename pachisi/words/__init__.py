"""The words that people read, one catalogue per language, and the voices that say them."""

from .catalogue import LANGUAGES

__all__ = ["LANGUAGES"]
