"""What servers say to each other about a table. A note may get lost; whatever must not is in the log.

To send one from a table: `live.neighbours.say(kind, body)`. Whoever holds the table on another server gets it: `live.neighbours.ears[kind]` is called there with
the name of the sender and the body, at once, while the table's task may be waiting for something.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Iterator

import msgspec

logger = logging.getLogger("pachisi.web")


class Note(msgspec.Struct, frozen=True, tag_field="note"):
    """About one table."""

    table: str


class Written(Note, frozen=True, tag="written"):
    """The log holds events up to this one."""

    seq: int


class Here(Note, frozen=True, tag="here"):
    """Who is connected to the sender: whoever has a seat, once, and how many others; `ask`: and who to you?"""

    holders: tuple[str, ...]  # an older server names the others here, too
    ask: bool = False
    watchers: int = 0


class Word(Note, frozen=True, tag="word"):
    """Anything else: what it means is the business of whoever listens for its kind."""

    kind: str
    body: msgspec.Raw


class Farewell(Note, frozen=True, tag="farewell"):
    """The sender stops: nobody is connected to it any more, at any table."""


Notes = Written | Here | Word | Farewell


class Parcel(msgspec.Struct, frozen=True):
    server: str
    notes: tuple[Notes, ...]


class SealedParcel(msgspec.Struct, frozen=True):
    """A parcel whose notes nobody has read."""

    server: str
    notes: tuple[msgspec.Raw, ...]


encode = msgspec.json.Encoder().encode
read_parcel = msgspec.json.Decoder(Parcel).decode
read_sealed = msgspec.json.Decoder(SealedParcel).decode
read_note = msgspec.json.Decoder(Notes).decode


def decode(text: bytes) -> Parcel:
    """A parcel, without notes that only another version understands."""
    try:
        return read_parcel(text)
    except msgspec.ValidationError:
        sealed = read_sealed(text)
    understood: list[Notes] = []
    for note in sealed.notes:
        with contextlib.suppress(msgspec.ValidationError):
            understood.append(read_note(note))
    return Parcel(sealed.server, tuple(understood))


def bundle(server: str, notes: Iterable[Notes], longest: int) -> Iterator[bytes]:
    """Notes as parcels of at most so many bytes; a note that is longer than that gets lost, and takes none along."""
    held: list[Notes] = []
    size = room = longest - len(encode(Parcel(server, ())))
    for note in notes:
        length = len(encode(note)) + 1
        if length > room:
            logger.error("A note of %d bytes about table %s is too long for other servers.", length, note.table)
            continue
        if length > size:
            yield encode(Parcel(server, tuple(held)))
            held, size = [], room
        held.append(note)
        size -= length
    if held:
        yield encode(Parcel(server, tuple(held)))
