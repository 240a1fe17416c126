"""The books, one TOML file per game, and what reads them."""

from .reading import BOOKS, load
from .rulebook import Rulebook
from .toml_values import Value, Words, spell, unknown, write_value

__all__ = ["BOOKS", "Rulebook", "Value", "Words", "load", "spell", "unknown", "write_value"]
