"""Options that a book takes over from its base, so that each of them still means what it says.

An option has no patch for its default: that is the book as printed. So a book that changes a value behind an
option changes what the default means. Where the changed book is what another value of the option would have made
of the base, that value becomes the default, and the old default gets a patch. Where it is none of them, the option
cannot describe the book and is not offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..rules import Rules

if TYPE_CHECKING:
    from .house_rules import Option
    from .rulebook import Rulebook
    from .toml_values import Value

Chapters = Mapping[str, Mapping[str, Any]]
Leaf = tuple[str, str]  # a chapter and a key in it
Leaves = dict[Leaf, Any]

ADD, REMOVE = "+", "-"  # at the end of a key: add to a list, take from it
PLAIN = Rules()


def take_over(
    base: Rulebook, chapters: Chapters, own: Mapping[str, Option]
) -> tuple[dict[str, Option], dict[str, tuple[Option, Chapters]]]:
    """The options of a base with a book's own among them, and those of the base that cannot describe the book."""
    printed = {name: (option, base.chapters) for name, option in base.options.items()} | dict(base.withdrawn)
    adapted = {name: adapt(*option, chapters) for name, option in printed.items()} | dict(own)
    options = {name: option for name, option in adapted.items() if option is not None}
    for name in options.keys() - own.keys():
        needs = known(options[name].needs, options)
        only_with = {value: known(others, options) for value, others in options[name].only_with.items()}
        options[name] = replace(options[name], needs=needs, only_with=only_with)
    return options, {name: printed[name] for name, option in adapted.items() if option is None}


def known(needs: Mapping[str, tuple[Value, ...]], options: Mapping[str, Option]) -> dict[str, tuple[Value, ...]]:
    """Those of the needs that a book can fulfil or fail."""
    return {need: values for need, values in needs.items() if need in options}


def adapt(option: Option, base: Chapters, own: Chapters) -> Option | None:
    """An option of the base as it reads in a book with chapters of its own; None if it cannot describe that book."""
    if drawn_anew(option, base, own):
        return None
    printed, now = read_leaves(option, base), read_leaves(option, own)
    if printed == now:
        return option
    meant = meanings(option, base, own)
    default = next((value for value, leaves in meant.items() if leaves == now), None)
    if default is None:
        return None
    patches = {value: difference(option, now, leaves) for value, leaves in meant.items() if value != default}
    if default == option.default:
        return replace(option, patches=patches)
    return replace(option, default=default, patches=patches, players=(), on_for=())


def meanings(option: Option, base: Chapters, own: Chapters) -> dict[Value, Leaves]:
    """What each value of an option, the default first, would make of the leaves behind it."""
    printed, now = read_leaves(option, base), read_leaves(option, own)
    return {
        value: {leaf: outcome(option, option.patches.get(value, {}), leaf, printed[leaf], now[leaf]) for leaf in now}
        for value in option.values
    }


def drawn_anew(option: Option, base: Chapters, own: Chapters) -> bool:
    """Does an option change a board in place of which a book has written out its own?"""
    shapes = [as_printed(chapters, "board", "shape") for chapters in (base, own)]
    return shapes[1] == "written" != shapes[0] and any(chapter == "board" for chapter, _ in read_leaves(option, own))


def misfits(option: Option, base: Chapters, own: Chapters) -> dict[Value, tuple[Leaf, Any, Any]]:
    """For each value of an option that cannot describe a book: a leaf, what the value would make of it, and what it is."""
    now = read_leaves(option, own)
    if drawn_anew(option, base, own):
        shape = ("board", "shape")
        return {option.default: (shape, as_printed(base, *shape), as_printed(own, *shape))}
    return {
        value: next((leaf, wanted, now[leaf]) for leaf, wanted in leaves.items() if wanted != now[leaf])
        for value, leaves in meanings(option, base, own).items()
    }


def departures(book: Rulebook) -> list[Leaf]:
    """The values that a book has changed, compared to its base as printed, or to the plainest game."""
    before = book.base.chapters if book.base else {}
    written = ((chapter, key) for chapter, values in book.chapters.items() for key in values)
    return [leaf for leaf in written if as_printed(before, *leaf) != as_printed(book.chapters, *leaf)]


def unworded(book: Rulebook) -> list[str]:
    """The values that a book has changed although no option of its base, and so no clause, describes them."""
    return [".".join(leaf) for leaf in departures(book) if not is_described(book, leaf)]


def is_described(book: Rulebook, leaf: Leaf) -> bool:
    """Do clauses of the base follow a change, because an option of theirs has another default, or is not offered?"""
    if book.base is None:
        return False
    before, options = book.base.chapters, book.base.options
    felt = (one for one in options.values() if all(options[need].default in values for need, values in one.needs.items()))
    behind = [option for option in felt if leaf in read_leaves(option, before) and has_shifted(option, book)]
    entries = [own_entries(option, leaf) for option in behind]
    if not all(entries):  # one of them replaces the whole value
        return True
    return bool(entries) and not exchanged(before, book.chapters, leaf) - set[Any]().union(*entries)


def has_shifted(option: Option, book: Rulebook) -> bool:
    """Does an option of the base have another default in a book, or is it not offered?"""
    return option.name not in book.options or book.options[option.name].default != option.default


def exchanged(before: Chapters, now: Chapters, leaf: Leaf) -> set[Any]:
    """The entries that one of two lists has."""
    return set(as_printed(before, *leaf)) ^ set(as_printed(now, *leaf))


def outdated(book: Rulebook) -> set[str]:
    """What `unworded` names, and in lists the entries as well, such as `turn.duties.enter`."""
    names = set(unworded(book))
    for chapter, key in departures(book) if book.base else ():
        value = as_printed(book.chapters, chapter, key)
        if f"{chapter}.{key}" in names and book.base and isinstance(value, tuple):
            names |= {f"{chapter}.{key}.{entry}" for entry in exchanged(book.base.chapters, book.chapters, (chapter, key))}
    return names


def read_leaves(option: Option, chapters: Chapters) -> Leaves:
    """All values that an option can change, as they stand in some chapters."""
    return {
        (chapter, key): as_printed(chapters, chapter, key)
        for patch in option.patches.values()
        for chapter, values in patch.items()
        for key in map(bare, values)
    }


def bare(key: str) -> str:
    """A key without its sign."""
    return key[:-1] if key.endswith((ADD, REMOVE)) else key


def as_printed(chapters: Chapters, chapter: str, key: str) -> Any:
    """A value as it stands in some chapters, or else in the plainest game; False if there is no such rule."""
    return frozen(chapters.get(chapter, {}).get(key, getattr(getattr(PLAIN, chapter, None), key, False)))


def frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def outcome(option: Option, patch: Chapters, leaf: Leaf, printed: Any, now: Any) -> Any:
    """What a patch, meant for the base, makes of a leaf. Entries of a list that are not the option's own are kept."""
    chapter, key = leaf
    values = patch.get(chapter, {})
    entries = own_entries(option, leaf)
    if not entries:
        return frozen(values.get(key, printed))
    wanted = [entry for entry in (*printed, *values.get(key + ADD, ())) if entry in entries]
    wanted = [entry for entry in wanted if entry not in values.get(key + REMOVE, ())]
    kept = [entry for entry in now if entry not in entries or entry in wanted]
    return (*kept, *(entry for entry in wanted if entry not in kept))


def own_entries(option: Option, leaf: Leaf) -> set[Any]:
    """The entries that an option adds to a list, or takes from it; none if it replaces the leaf."""
    chapter, key = leaf
    changes = [patch.get(chapter, {}) for patch in option.patches.values()]
    return {entry for values in changes for sign in (ADD, REMOVE) for entry in values.get(key + sign, ())}


def difference(option: Option, now: Leaves, wanted: Leaves) -> dict[str, dict[str, Any]]:
    """The patch that leads from some leaves to others."""
    patch: dict[str, dict[str, Any]] = {}
    for leaf, value in wanted.items():
        if value == now[leaf]:
            continue
        chapter, key = leaf
        values = patch.setdefault(chapter, {})
        if own_entries(option, leaf):
            values[key + ADD] = [entry for entry in value if entry not in now[leaf]]
            values[key + REMOVE] = [entry for entry in now[leaf] if entry not in value]
        else:
            values[key] = value
    return patch
