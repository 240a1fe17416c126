"""The three errors. All are ValueErrors, and their messages are sentences.

ValueError
 ├── RuleError      a rulebook, an option or a combination of options makes no sense
 ├── IllegalMove    a throw or a move that the rules forbid here
 └── NotationError  a position, a move or a record that cannot be read
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a file, and its line, if that is known."""

    sentence: str
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        """As editors know it: file, line and sentence, in which the file is not named again."""
        if not self.line:
            return self.sentence
        named, _, rest = self.sentence.partition(": ")
        return f"{self.file}:{self.line}: {rest if named.endswith(self.file) else self.sentence}"


class RuleError(ValueError):
    """A rulebook or a choice of house rules that cannot be played.

    For a file the message is its first fault; `faults` holds them all.
    """

    faults: tuple[Fault, ...] = ()


class IllegalMove(ValueError):  # noqa: N818
    """A throw or a move that is not allowed at this node."""


class NotationError(ValueError):
    """A text or a position that cannot be read; the message says where it goes wrong."""
