"""A second referee for the younger books, written from the clauses alone and in plain Python.

It knows nothing of the package. Speed does not matter here; that a reader finds each clause does.
READINGS.md lists the clauses that leave two readings.
"""

from __future__ import annotations

from .chaupar import Chaupar
from .chevaux import PetitsChevaux
from .chowka import ChowkaBhara
from .cowries import PachisiCowries
from .eile import EileMitWeile
from .ludo import Ludo
from .mensch import Mensch
from .parchis import Parchis
from .state import FIELDS, STOP, Move, OptionError, State
from .table import Referee

BOOKS: dict[str, type[Referee]] = {
    kind.book: kind
    for kind in (Parchis, EileMitWeile, PetitsChevaux, Mensch, Ludo, ChowkaBhara, PachisiCowries, Chaupar)
}

__all__ = ["BOOKS", "FIELDS", "STOP", "Move", "OptionError", "Referee", "State"]
