"""One way to compile what calls the rules and the evaluation: both are passed in by their addresses.

So another loop does not compile the rules again.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from .. import kernel
from ..kernel import jit
from ..records import RULES, Size, table
from .mind import mind_of
from .value import evaluate


def link(size: Size, function: Any, *example: Any, thinking: bool = True) -> Any:
    """A function of act, evaluate, books, states, works, minds and more arguments like these, with the first two given.

    The records have this size. Unless a bot is `thinking`, evaluate and minds are None.
    """
    if thinking:
        jit.announce("the bots that think", "20 seconds", "value.evaluate*.nbc")
    records = RULES, size.state, size.work, mind_of(size)
    book, state, work, mind = (table(dtype, 1).view(np.ndarray) for dtype in records)
    act_type = jit.pointer(kernel.act, book, state, 0, kernel.MOVES, 0, work)
    evaluate_type = jit.pointer(evaluate, book, state, 0, mind, 0) if thinking else None
    rooms = book, state, work, mind if thinking else None
    return partial(
        jit.entry_for(function, act_type, evaluate_type, *rooms, *example), kernel.act, evaluate if thinking else None
    )
