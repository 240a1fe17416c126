"""One way to compile what calls the rules and the evaluation: both are handed in by their addresses.

So a loop of its own costs no second compilation of the rules.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from .. import kernel
from ..kernel import jit
from ..records import RULES, STATE, WORK, table
from .mind import MIND
from .value import judge


def link(function: Any, *example: Any, thinking: bool = True) -> Any:
    """A function of act, judge, books, states, works, minds and further arguments like these, with the first two given.

    Unless somebody is `thinking`, judge and minds are None.
    """
    if thinking:
        jit.announce("the bots that think", "20 seconds", "value.judge*.nbc")
    book, state, work, mind = (table(dtype, 1).view(np.ndarray) for dtype in (RULES, STATE, WORK, MIND))
    act_type = jit.pointer(kernel.act, book, state, 0, kernel.MOVES, 0, work)
    judge_type = jit.pointer(judge, book, state, 0, mind, 0) if thinking else None
    rooms = book, state, work, mind if thinking else None
    return partial(
        jit.entry_for(function, act_type, judge_type, *rooms, *example), kernel.act, judge if thinking else None
    )
