"""The rulebooks in a few lines each."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import RuleError
from ..rulebook import BOOKS, Option, Rulebook, Value, load
from ..sheet import load_text
from ..table import lay
from ..words.voice import Voice
from .look import wrap
from .scene import WIDTH


def written(value: Value) -> str:
    """A value as it is typed on the command line."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def list_books(voice: Voice) -> list[str]:
    lines = [voice("books_note")]
    for name in BOOKS:
        book = load(name)
        lines += ["", *wrap(f"{name}: {book.name[voice.lang]} ({book.source})", WIDTH, 2)]
        wide = max((len(spell_option(option)) for option in book.options.values()), default=0)
        for option in book.options.values():
            label = option.label[voice.lang]
            if option.players:
                label += f" ({voice('players_only', n=', '.join(map(str, option.players)))})"
            spelt = spell_option(option)
            lines += wrap(f"  {spelt:<{min(wide, 40)}}  {label}", WIDTH, 44)
    return lines


def spell_option(option: Option) -> str:
    return f"{option.name}={'|'.join(written(value) for value in option.values)}"


def examine(file: str, voice: Voice) -> tuple[str, list[str]]:
    """A paragraph on a rulebook that can be played, and what is odd about it; a RuleError if it cannot."""
    if not file.endswith(".toml"):
        raise RuleError(f"{file} is not a rulebook: the name of its file must end in .toml.")
    book = load(file)
    load_text(book)
    for players in (2, 3, 4):
        lay(book, players)
    rules = lay(book).rules
    plan = lay(book).board
    shape = voice(
        "check_board",
        shape=voice(rules.board.shape),
        ring=len(plan.ring),
        lane=rules.board.lane,
        safe=len(plan.safe),
        direction=voice(rules.board.direction),
    )
    dice = voice(
        "check_dice", n=rules.dice.count, kind=voice(rules.dice.kind), faces=", ".join(map(str, rules.dice.faces))
    )
    names = ", ".join(spell_option(option) for option in book.options.values())
    options = voice("check_options", names=names) if names else voice("check_no_options")
    report = voice("check_ok", file=file, book=book.name[voice.lang], board=shape, dice=dice, options=options)
    return "\n".join(wrap(report, WIDTH)), list(oddities(book, voice))


def oddities(book: Rulebook, voice: Voice) -> Iterator[str]:
    """Values of options that no table can choose, together with what they need."""
    for option in book.options.values():
        for value in option.patches:
            needed = {
                name: values[0] for name, values in option.needs.items() if book.options[name].default not in values
            }
            why = ""
            for players in option.players or (4, 3, 2):
                try:
                    lay(book, players, options={**needed, option.name: value})
                    why = ""
                    break
                except RuleError as error:
                    why = str(error)
            if why:
                yield voice("check_never", option=option.name, value=written(value), why=why)
