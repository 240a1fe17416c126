"""Honest dice: the server commits to a secret, the players add nonces, everybody can check every throw.

docs/protocol.md describes the scheme. Pure functions: nothing here is stored or sent.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .errors import NotationError

if TYPE_CHECKING:
    from .record import Record

SCHEME = "honest/1"
NO_NONCE = "-"  # in a record: a bot threw
ON_A_LINE = 16


def draw_secret() -> str:
    """256 random bits in hexadecimal."""
    return secrets.token_hex(32)


def commit(secret: str) -> str:
    """What is shown before the first throw."""
    return hashlib.sha256(f"commit/v1|{secret}".encode()).hexdigest()


def throw(secret: str, table: str, n: int, nonce: str, faces: Sequence[int], dice: int) -> tuple[int, ...]:
    """The n-th throw of a table."""
    fair = 256 - 256 % len(faces)  # bytes from here up would favour the first faces
    shown: list[int] = []
    for byte in stream(secret, table, n, nonce):
        if byte < fair:
            shown.append(faces[byte % len(faces)])
            if len(shown) == dice:
                break
    return tuple(shown)


def stream(secret: str, table: str, n: int, nonce: str) -> Iterator[int]:
    """An endless stream of bytes for one throw."""
    key, block = bytes.fromhex(secret), 0
    while True:
        yield from hmac.digest(key, f"dice/v1|{table}|{n}|{block}|{nonce}".encode(), "sha256")
        block += 1


def mixed(nonces: Sequence[str | None]) -> Iterator[str]:
    """The nonce that each throw mixes in: a bot's throw takes the last one that a person gave."""
    last = ""
    for nonce in nonces:
        last = last if nonce is None else nonce
        yield last


# --- records ------------------------------------------------------------------------


def tags(secret: str, table: str, faces: Sequence[int], nonces: Sequence[str | None]) -> list[tuple[str, str]]:
    """The lines of a record that let anybody check its throws."""
    words = [NO_NONCE if nonce is None else nonce for nonce in nonces]
    lines = [" ".join(words[at : at + ON_A_LINE]) for at in range(0, len(words), ON_A_LINE)]
    head = [("dice", f"{SCHEME} {','.join(map(str, faces))}"), ("table", table)]
    return [*head, ("commitment", commit(secret)), ("secret", secret), *(("nonces", line) for line in lines)]


def verify(record: Record) -> int:
    """Check every throw of a record; the number of throws, or a NotationError that says what is wrong."""
    given = {key: [value for name, value in record.tags if name == key] for key, _ in record.tags}
    if not given:
        raise NotationError("The record does not say how its dice were thrown: it has no line 'dice'.")
    for key in ("dice", "table", "commitment", "secret"):
        if len(given.get(key, ())) != 1:
            raise NotationError(f"The record needs exactly one line '{key}' for its dice to be checked.")
    scheme, table, promised, secret = (given[key][0] for key in ("dice", "table", "commitment", "secret"))
    faces = record.game.table.rules.dice.faces
    if scheme != f"{SCHEME} {','.join(map(str, faces))}":
        raise NotationError(f"The dice of the record are '{scheme:.40}'; those of its rulebook are '{SCHEME} ...'.")
    if len(secret) != 64 or set(secret) - set("0123456789abcdef"):
        raise NotationError("The secret must be 64 hexadecimal digits.")
    if commit(secret) != promised:
        raise NotationError("The secret does not fit the commitment that was shown before the first throw.")
    nonces = [None if word == NO_NONCE else word for line in given.get("nonces", ()) for word in line.split()]
    throws = [done for done in record.game.history if isinstance(done, tuple)]
    if len(nonces) != len(throws):
        raise NotationError(f"The record has {len(throws)} throws, but {len(nonces)} nonces.")
    for n, (shown, nonce) in enumerate(zip(throws, mixed(nonces), strict=True)):
        right = throw(secret, table, n, nonce, faces, len(shown))
        if shown != right:
            raise NotationError(f"Throw {n + 1} of the record shows {list(shown)}, but the secret gives {list(right)}.")
    return len(throws)
