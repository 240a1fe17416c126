"""The proof of honest dice in a record: the lines that it needs, and what they show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .errors import NotationError
from .honest_dice import Chain, Mix, commit, follow, nonces, throw
from .rules import lots

if TYPE_CHECKING:
    from .record import Record

SCHEME, CHAINED = "honest/1", "honest/2"  # without and with chains
NO_NONCE = "-"  # in a record: a bot threw
ON_A_LINE = 16
HEX = re.compile(r"[0-9a-f]{64}")
CHAIN = re.compile(r"([0-7]) ([0-9]{1,6}) ([0-9a-f]{64})(?: ([0-9]{1,6}) ([0-9a-f]{64}))?")
MIXED = re.compile(r"(?:([0-7]{1,8})|(-|[0-9a-f]{32}))(?:!([0-7]{1,8}))?")


@dataclass(frozen=True)
class Share:
    """In how many throws the numbers of one seat's browser took part; asked in vain; and away."""

    mixed: int = 0
    silent: int = 0
    away: int = 0


@dataclass(frozen=True)
class Proof:
    """All throws are right. `bare` counts those in which nobody's chain took part."""

    throws: int
    shares: Mapping[int, Share]
    bare: int


# --- out ----------------------------------------------------------------------------


def tags(
    secret: str, table: str, faces: Sequence[int], mixes: Sequence[Mix], chains: Sequence[Chain] = ()
) -> list[tuple[str, str]]:
    """The lines of a record that let anybody check its throws."""
    scheme, key, spell = (CHAINED, "mixed", spell_mix) if chains else (SCHEME, "nonces", spell_nonce)
    words = [spell(mix) for mix in mixes]
    lines = [" ".join(words[at : at + ON_A_LINE]) for at in range(0, len(words), ON_A_LINE)]
    head = [("dice", f"{scheme} {','.join(map(str, faces))}"), ("table", table)]
    given = [("chain", spell_chain(chain)) for chain in chains]
    return [*head, ("commitment", commit(secret)), ("secret", secret), *given, *((key, line) for line in lines)]


def spell_nonce(mix: Mix) -> str:
    return NO_NONCE if mix.nonce is None else mix.nonce


def spell_mix(mix: Mix) -> str:
    seats = "".join(str(seat) for seat, _ in mix.links) or spell_nonce(mix)
    return f"{seats}!{''.join(map(str, mix.silent))}" if mix.silent else seats


def spell_chain(chain: Chain) -> str:
    known = f" {chain.last} {chain.link}" if chain.link else ""
    return f"{chain.seat} {chain.since} {chain.commitment}{known}"


# --- in -----------------------------------------------------------------------------


def verify(record: Record) -> Proof:
    """Check every throw of a record; a NotationError says what is wrong."""
    given: dict[str, list[str]] = {}
    for key, value in record.tags:
        given.setdefault(key, []).append(value)
    if not given:
        raise NotationError("The record does not say how its dice were thrown: it has no line 'dice'.")
    for key in ("dice", "table", "commitment", "secret"):
        if len(given.get(key, ())) != 1:
            raise NotationError(f"The record needs exactly one line '{key}' for its dice to be checked.")
    scheme, table, promised, secret = (given[key][0] for key in ("dice", "table", "commitment", "secret"))
    faces = lots(record.game.table.rules.dice)
    if scheme not in (f"{name} {','.join(map(str, faces))}" for name in (SCHEME, CHAINED)):
        raise NotationError(f"The dice of the record are '{scheme:.40}'; those of its rulebook are '{SCHEME} ...'.")
    if not HEX.fullmatch(secret):
        raise NotationError("The secret must be 64 hexadecimal digits.")
    if commit(secret) != promised:
        raise NotationError("The secret does not fit the commitment that was shown before the first throw.")
    throws = [done for done in record.game.history if isinstance(done, tuple)]
    chained = scheme.startswith(CHAINED)
    chains = read_chains(given.get("chain", []), len(throws)) if chained else []
    mixes = read_mixes(given, chained, link_throws(table, chains))
    if len(mixes) != len(throws):
        raise NotationError(f"The record has {len(throws)} throws, but {len(mixes)} nonces.")
    for n, (shown, mix, nonce) in enumerate(zip(throws, mixes, nonces(mixes), strict=True)):
        right = throw(secret, table, n, nonce, faces, len(shown), mix.links)
        if shown != right:
            raise NotationError(f"Throw {n + 1} of the record shows {list(shown)}, but the secret gives {list(right)}.")
    return Proof(len(throws), count_shares(mixes, chains), sum(not mix.links for mix in mixes))


def read_chains(lines: Sequence[str], throws: int) -> list[Chain]:
    """The chains of a record; those of a seat come one after the other."""
    chains: list[Chain] = []
    for line in lines:
        found = CHAIN.fullmatch(line)
        if found is None:
            raise NotationError(f"'{line:.40}' is no chain: it needs a seat, a throw and a commitment.")
        seat, since, commitment, last, link = found.groups()
        chain = Chain(int(seat), int(since), commitment, -1 if last is None else int(last), link or "")
        before = [one for one in chains if one.seat == chain.seat]
        if chain.last >= throws or (chain.link and chain.last < chain.since):
            raise NotationError(f"The chain of seat {seat} from throw {chain.since + 1} has no throw {chain.last + 1}.")
        if any(one.since > chain.since or one.last >= chain.since for one in before):
            raise NotationError(f"The chain of seat {seat} from throw {chain.since + 1} began before another had ended.")
        chains.append(chain)
    return chains


def link_throws(table: str, chains: Sequence[Chain]) -> dict[tuple[int, int], str]:
    """The link of each seat and throw, derived from the last one that was given."""
    links: dict[tuple[int, int], str] = {}
    for chain in chains:
        if not chain.link:
            continue
        link = chain.link
        for n in range(chain.last, chain.since - 1, -1):
            links[chain.seat, n] = link
            link = follow(table, chain.seat, link)
        if link != chain.commitment:
            raise NotationError(f"The numbers of seat {chain.seat} do not fit the commitment of its chain.")
    return links


def read_mixes(given: Mapping[str, Sequence[str]], chained: bool, links: Mapping[tuple[int, int], str]) -> list[Mix]:
    words = [word for line in given.get("mixed" if chained else "nonces", ()) for word in line.split()]
    if not chained:
        return [Mix(None if word == NO_NONCE else word) for word in words]
    return [read_mix(n, word, links) for n, word in enumerate(words)]


def read_mix(n: int, word: str, links: Mapping[tuple[int, int], str]) -> Mix:
    found = MIXED.fullmatch(word)
    if found is None:
        raise NotationError(f"'{word:.40}' does not say what throw {n + 1} mixed in.")
    seats, nonce, silent = found.groups()
    took_part, asked = (tuple(map(int, digits or "")) for digits in (seats, silent))
    for seat in took_part:
        if (seat, n) not in links:
            raise NotationError(f"Seat {seat} took part in throw {n + 1}, but had no chain for it.")
    if sorted({*took_part, *asked}) != sorted((*took_part, *asked)) or list(took_part) != sorted(took_part):
        raise NotationError(f"'{word:.40}' names a seat twice or out of order in throw {n + 1}.")
    return Mix(None if nonce in (None, NO_NONCE) else nonce, tuple((s, links[s, n]) for s in took_part), asked)


def count_shares(mixes: Sequence[Mix], chains: Sequence[Chain]) -> dict[int, Share]:
    shares = {seat: Share() for seat in sorted({chain.seat for chain in chains})}
    for mix in mixes:
        mixed = {seat for seat, _ in mix.links}
        for seat, share in shares.items():
            what = "mixed" if seat in mixed else "silent" if seat in mix.silent else "away"
            shares[seat] = replace(share, **{what: getattr(share, what) + 1})
    return shares


def tell(proof: Proof, names: Mapping[int, str]) -> Iterator[str]:
    """Whose numbers took part, in sentences."""
    for seat, share in proof.shares.items():
        who = f"{names[seat]} (seat {seat})" if seat in names else f"Seat {seat}"
        yield (
            f"{who}: numbers in {share.mixed} of {proof.throws} throws; "
            f"asked in vain for {share.silent}, away for {share.away}."
        )
    if proof.shares and proof.bare:
        yield f"Throws that rest on the secret and at most the thrower's own number: {proof.bare}."
