"""The words that people read, one catalogue per language, and what puts sentences together from them."""

from .catalogue import LANGUAGES

__all__ = ["LANGUAGES"]
