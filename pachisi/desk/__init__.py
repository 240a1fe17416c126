"""The analysis desk: a game in review, second opinions, reasons and puzzles."""

from .report import Account, Alternative, Moment, Review
from .reviewer import review

__all__ = ["Account", "Alternative", "Moment", "Review", "review"]
