"""Honest dice: the server commits to a secret, the players to chains of numbers, everybody can check every throw.

docs/protocol.md describes the scheme. Pure functions: nothing here is stored or sent.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Links = Sequence[tuple[int, str]]  # seat and link, ascending by seat


@dataclass(frozen=True)
class Mix:
    """What a throw mixes in besides the secret: links of chains; or, where nobody gave one, a nonce."""

    nonce: str | None = None
    links: Links = ()
    silent: tuple[int, ...] = ()  # seats whose browsers were asked for a link and left out


@dataclass(frozen=True)
class Chain:
    """A chain of numbers to which the browser at a seat is committed, and its last link that is known."""

    seat: int
    since: int  # the first throw that it has a link for
    commitment: str
    last: int = -1  # the throw of `link`
    link: str = ""


def draw_secret() -> str:
    """256 random bits in hexadecimal."""
    return secrets.token_hex(32)


def commit(secret: str) -> str:
    """What is shown before the first throw."""
    return hashlib.sha256(f"commit/v1|{secret}".encode()).hexdigest()


def throw(
    secret: str, table: str, n: int, nonce: str, faces: Sequence[int], dice: int, links: Links = ()
) -> tuple[int, ...]:
    """The n-th throw of a table. Where somebody gave a link, the nonce does not count."""
    fair = 256 - 256 % len(faces)  # bytes from here up would favour the first faces
    shown: list[int] = []
    for byte in stream(secret, table, n, nonce, links):
        if byte < fair:
            shown.append(faces[byte % len(faces)])
            if len(shown) == dice:
                break
    return tuple(shown)


def stream(secret: str, table: str, n: int, nonce: str, links: Links = ()) -> Iterator[int]:
    """An endless stream of bytes for one throw."""
    key, block = bytes.fromhex(secret), 0
    version, mixed = ("v2", ",".join(f"{seat}:{link}" for seat, link in links)) if links else ("v1", nonce)
    while True:
        # not hmac.digest, which lets other threads run first
        yield from hmac.new(key, f"dice/{version}|{table}|{n}|{block}|{mixed}".encode(), "sha256").digest()
        block += 1


def nonces(mixes: Sequence[Mix]) -> Iterator[str]:
    """The nonce of each throw: a bot's takes the last one that a person gave."""
    last = ""
    for mix in mixes:
        last = last if mix.nonce is None else mix.nonce
        yield last


# --- chains -------------------------------------------------------------------------


def forge(table: str, seat: int, length: int, last: str) -> list[str]:
    """A chain from its last link, a secret: its commitment, then the link of each throw from the first."""
    chain = [last]
    for _ in range(length):
        chain.append(follow(table, seat, chain[-1]))
    return chain[::-1]


def follow(table: str, seat: int, link: str, steps: int = 1) -> str:
    """The link that was given so many throws before this one; before the first comes the commitment."""
    for _ in range(steps):
        link = hashlib.sha256(f"link/v1|{table}|{seat}|{link}".encode()).hexdigest()
    return link


def belongs(table: str, chain: Chain, n: int, link: str) -> bool:
    """Is this the chain's link for throw n, a later one than is known?"""
    if n <= chain.last or n < chain.since:
        return False
    if chain.link:
        return follow(table, chain.seat, link, n - chain.last) == chain.link
    return follow(table, chain.seat, link, n - chain.since + 1) == chain.commitment
