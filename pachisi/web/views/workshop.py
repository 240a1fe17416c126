"""A rulebook while it is being written: everything that is wrong with it, or what it would be."""

from __future__ import annotations

import re

from ...drawing.parts import parts_of
from ...errors import RuleError
from ...rulebooks.inheritance import unworded
from ...rulebooks.written import OWN, read_written
from ...table import set_up
from .. import forms
from .tables import book_view, rule_sheet

MOST_FAULTS = 50
NAMED = re.compile(rf"^{OWN}[0-9a-f]+: ")  # by an id that means nothing to its author


def proof_of(draft: forms.Draft, lang: str) -> forms.DraftReply:
    """The faults of a draft, or else its book, its board and its rule sheet."""
    try:
        book = read_written(draft.text)
        table = set_up(book, draft.players, "book")
    except RuleError as error:
        found = [forms.FaultView(NAMED.sub("", fault.sentence), fault.line) for fault in error.faults]
        return forms.DraftReply(tuple(found[:MOST_FAULTS]) or (forms.FaultView(str(error), None),))
    return forms.DraftReply((), book_view(book, draft.players), parts_of(table), rule_sheet(table, lang), tuple(unworded(book)))
