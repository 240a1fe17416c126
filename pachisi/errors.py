"""The three errors. All are ValueErrors, and all speak in sentences.

ValueError
 ├── RuleError      a rulebook, an option or a combination of options makes no sense
 ├── IllegalMove    a throw or a move that the rules forbid here
 └── NotationError  a position, a move or a record that cannot be read
"""


class RuleError(ValueError):
    """A rulebook or a choice of house rules that cannot be played."""


class IllegalMove(ValueError):  # noqa: N818
    """A throw or a move that is not allowed at this node."""


class NotationError(ValueError):
    """A text or a position that cannot be read, with the place where it goes wrong."""
