"""Honest dice: every throw follows from the secret that was promised, and nothing else passes."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from pachisi import Game, NotationError, dice_proof, honest_dice
from pachisi.cli.main import main
from pachisi.honest_dice import Chain, Mix
from pachisi.record import parse_record, write_record
from pachisi.rules import lots

CASES = json.loads((Path(__file__).parent / "honest_dice.json").read_text(encoding="utf-8"))
SECRET, TABLE = "5" * 64, "Qm3aaaaaaaaaaaaa"
NONCES = [Mix(f"{n:032x}" if n % 3 else None) for n in range(2000)]


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_the_examples_follow_from_SHA256_and_HMAC_step_by_step(case: dict) -> None:
    assert hashlib.sha256(b"commit/v1|" + case["secret"].encode()).hexdigest() == case["commitment"]
    last = ""
    for throw in case["throws"]:
        last = throw["nonce"] if throw["nonce"] is not None else last
        links = throw.get("links", [])
        assert throw["mixed"] == (",".join(f"{seat}:{link}" for seat, link in links) or last)
        for seat, link in links:
            chain = next(chain for chain in case["chains"] if chain["seat"] == seat)
            for _ in range(throw["n"] - chain["since"] + 1):
                link = hashlib.sha256(f"link/v1|{case['table']}|{seat}|{link}".encode()).hexdigest()
            assert link == chain["commitment"]
        stream = b""
        for block, told in enumerate(throw["blocks"]):
            version = "v2" if links else "v1"
            text = f"dice/{version}|{case['table']}|{throw['n']}|{block}|{throw['mixed']}".encode()
            assert hmac.new(bytes.fromhex(case["secret"]), text, "sha256").hexdigest() == told
            stream += bytes.fromhex(told)
        sides = len(case["faces"])
        fair = [byte for byte in stream if byte < 256 - 256 % sides]
        assert [case["faces"][byte % sides] for byte in fair[: throw["dice"]]] == throw["shown"]


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_the_server_throws_what_the_examples_show(case: dict) -> None:
    assert honest_dice.commit(case["secret"]) == case["commitment"]
    mixed = list(honest_dice.nonces([Mix(throw["nonce"]) for throw in case["throws"]]))
    for throw, nonce in zip(case["throws"], mixed, strict=True):
        links = throw.get("links", ())
        shown = honest_dice.throw(case["secret"], case["table"], throw["n"], nonce, case["faces"], throw["dice"], links)
        assert list(shown) == throw["shown"]


def test_one_example_skips_a_byte_and_one_needs_a_second_block() -> None:
    assert bytes.fromhex(CASES[0]["throws"][1]["blocks"][0])[0] >= 252
    assert len(CASES[3]["throws"][0]["blocks"]) == 2


def test_another_nonce_number_table_or_secret_gives_other_bytes() -> None:
    def first(secret: str = SECRET, table: str = TABLE, n: int = 0, nonce: str = "a" * 32) -> list[int]:
        stream = honest_dice.stream(secret, table, n, nonce)
        return [next(stream) for _ in range(32)]

    others = [first(secret="6" * 64), first(table="other"), first(n=1), first(nonce="b" * 32)]
    assert all(other != first() for other in others)


def test_no_face_is_favoured() -> None:
    throws = Counter(honest_dice.throw(SECRET, TABLE, n, "", (1, 2, 3, 4, 5, 6), 1)[0] for n in range(12_000))
    square = sum((throws[face] - 2000) ** 2 / 2000 for face in range(1, 7))
    assert square < 20.5  # the seed is fixed; a fair die exceeds this once in a thousand


def played(book: str = "mensch", mixes: Sequence[Mix] = NONCES, chains: Sequence[Chain] = (), **options: object) -> str:
    """The record of a whole game with honest dice."""
    game = Game(book, 2, pieces=1, **options)
    faces, dice = lots(game.table.rules.dice), game.table.rules.dice
    nonces, n = honest_dice.nonces(mixes), 0
    while game.outcome is None:
        if game.node == "move":
            game.push(game.legal_moves[0])
        else:
            count = dice.opening if game.turn == 0 else dice.count
            game.throw(*honest_dice.throw(SECRET, TABLE, n, next(nonces), faces, count, mixes[n].links))
            n += 1
    return write_record(game, {0: "Ada"}, None, dice_proof.tags(SECRET, TABLE, faces, mixes[:n], chains))


def sealed(text: str) -> str:
    """The record with a checksum that fits again."""
    from pachisi.record import check_sum

    body = text[: text.rindex("check ")]
    return f"{body}check {check_sum(body)}\n"


@pytest.mark.parametrize("book", ["mensch", "parcheesi", "pachisi-classic", "pachisi-cowries"])
def test_a_record_with_honest_dice_is_verified(book: str) -> None:
    record = parse_record(played(book, first="high_roll"))
    assert dice_proof.verify(record).throws == sum(isinstance(done, tuple) for done in record.game.history)


def test_a_record_with_honest_dice_survives_reading_and_writing() -> None:
    record = parse_record(played())
    assert write_record(record.game, record.names, record.date, record.tags) == played()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: re.sub(r"secret 5", "secret 6", text), "does not fit the commitment"),
        (lambda text: re.sub(r"secret 5", "secret x", text), "64 hexadecimal digits"),
        (lambda text: re.sub(r"commitment \w", "commitment z", text), "does not fit the commitment"),
        (lambda text: re.sub(r"table \w", "table _", text), r"Throw \d+ of the record shows"),
        (lambda text: re.sub(r"(?<= )0(?=[0-9a-f]{31}\b)", "f", text), r"Throw \d+ of the record shows"),
        (lambda text: re.sub(r"nonces - \w+ ", "nonces - ", text), r"throws, but \d+ nonces"),
        (lambda text: re.sub(r"secret \w+\n", "", text), "exactly one line 'secret'"),
        (lambda text: text.replace("dice honest/1 1,2", "dice honest/1 2,1"), "those of its rulebook"),
    ],
)
def test_a_changed_record_is_found_out(change, sentence: str) -> None:
    changed = sealed(change(played()))
    assert changed != played()
    with pytest.raises(NotationError, match=sentence):
        dice_proof.verify(parse_record(changed))


def test_a_record_without_honest_dice_says_so() -> None:
    with pytest.raises(NotationError, match="does not say how its dice were thrown"):
        dice_proof.verify(parse_record(write_record(Game("mensch", seed=7))))


def test_verify_on_the_command_line(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(played(), encoding="utf-8")
    bad.write_text(sealed(re.sub(r"table \w", "table _", played())), encoding="utf-8")
    right = CliRunner().invoke(main, ["verify", str(good)])
    assert right.exit_code == 0
    assert right.output.startswith("All ")
    kept = CliRunner().invoke(main, ["verify", str(good), "--commitment", "0" * 64])
    assert kept.exit_code == 1
    assert "not the one you kept" in kept.output
    wrong = CliRunner().invoke(main, ["verify", str(bad)])
    assert wrong.exit_code == 1
    assert "of the record shows" in wrong.output


# --- chains -----------------------------------------------------------------------------------

ADA, BO, LATE = (honest_dice.forge(TABLE, seat, 2000, last * 64) for seat, last in ((0, "a"), (2, "b"), (2, "c")))
ALONE, TOGETHER = 3, 20  # Bo comes with the fourth throw, misses some, and has another chain from the 21st on


def link_mix(n: int) -> Mix:
    """Ada is always there; Bo comes later, does not answer for throw 10, and is away for throw 12."""
    ada, bo = (0, ADA[n + 1]), (2, BO[n - ALONE + 1] if n < TOGETHER else LATE[n - TOGETHER + 1])
    if n == 0:
        return Mix("a" * 32, silent=(0,))
    if n < ALONE or n == 12:
        return Mix(links=(ada,))
    return Mix(links=(ada,), silent=(2,)) if n == 10 else Mix(links=(ada, bo))


MIXES = [link_mix(n) for n in range(1500)]


@cache
def chained() -> str:
    """The record of a game of two people with chains."""
    throws = played(mixes=MIXES).count("[")
    ada = Chain(0, 0, ADA[0], throws - 1, ADA[throws])
    bo = Chain(2, ALONE, BO[0], TOGETHER - 1, BO[TOGETHER - ALONE])
    late = Chain(2, TOGETHER, LATE[0], throws - 1, LATE[throws - TOGETHER])
    return played(mixes=MIXES, chains=[ada, bo, late])


def test_a_chain_is_followed_from_any_link_back_to_its_commitment() -> None:
    commitment, *links = honest_dice.forge(TABLE, 0, 5, "d" * 64)
    assert honest_dice.follow(TABLE, 0, links[4], 5) == commitment
    assert honest_dice.follow(TABLE, 0, links[3], 2) == links[1]
    step = hashlib.sha256(f"link/v1|{TABLE}|0|{links[0]}".encode()).hexdigest()
    assert step == commitment


def test_a_link_belongs_to_one_throw_of_one_seat_at_one_table() -> None:
    commitment, *links = honest_dice.forge(TABLE, 0, 9, "d" * 64)
    chain = Chain(0, 4, commitment)
    assert honest_dice.belongs(TABLE, chain, 4, links[0])
    assert honest_dice.belongs(TABLE, chain, 6, links[2])
    assert not honest_dice.belongs(TABLE, chain, 5, links[2])  # another throw
    assert not honest_dice.belongs(TABLE, chain, 3, links[0])  # before the chain begins
    assert not honest_dice.belongs("another", chain, 4, links[0])
    assert not honest_dice.belongs(TABLE, Chain(2, 4, commitment), 4, links[0])
    used = Chain(0, 4, commitment, 6, links[2])
    assert honest_dice.belongs(TABLE, used, 8, links[4])
    assert not honest_dice.belongs(TABLE, used, 6, links[2])  # has been given
    assert not honest_dice.belongs(TABLE, used, 5, links[1])


def test_every_link_changes_the_throw_and_the_nonce_no_longer_does() -> None:
    def bytes_of(nonce: str, *links: tuple[int, str]) -> bytes:
        stream = honest_dice.stream(SECRET, TABLE, 5, nonce, links)
        return bytes(next(stream) for _ in range(32))

    both = bytes_of("", (0, ADA[6]), (2, BO[6]))
    assert len({both, bytes_of("", (0, ADA[6])), bytes_of("", (2, BO[6])), bytes_of("", (0, BO[6]), (2, ADA[6]))}) == 4
    assert both == bytes_of("a" * 32, (0, ADA[6]), (2, BO[6]))
    text = f"dice/v2|{TABLE}|5|0|0:{ADA[6]},2:{BO[6]}"
    assert both == hmac.digest(bytes.fromhex(SECRET), text.encode(), "sha256")


def test_a_record_says_whose_numbers_took_part() -> None:
    record = parse_record(chained())
    proof = dice_proof.verify(record)
    assert proof.shares == {
        0: dice_proof.Share(proof.throws - 1, 1, 0),
        2: dice_proof.Share(proof.throws - ALONE - 2, 1, ALONE + 1),
    }
    assert proof.bare == 1
    assert write_record(record.game, record.names, record.date, record.tags) == chained()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: re.sub(r"(mixed \S+) 0 0 02 ", r"\1 0 0 0 ", text), "Throw 4 of the record shows"),
        (lambda text: re.sub(r"(mixed \S+) 0 0 02 ", r"\1 0 02 02 ", text), "Seat 2 took part in throw 3, but had no chain"),
        (lambda text: text.replace("0!2", "02"), "Throw 11 of the record shows"),
        (lambda text: re.sub(r"(chain 0 0 \w+ \w+ )\w", r"\1x", text), "is no chain"),
        (lambda text: re.sub(r"(chain 0 0 \w+ \w+ )\w{4}", r"\g<1>0000", text), "do not fit the commitment of its chain"),
        (lambda text: re.sub(r"chain 2 3 (\w+) 19 ", r"chain 2 3 \1 18 ", text), "do not fit the commitment of its chain"),
        (lambda text: re.sub(r"chain 2 20 ", "chain 2 19 ", text), "began before another had ended"),
        (lambda text: re.sub(r"(chain 0 0 \w+) \w+ ", r"\1 99999 ", text), "has no throw 100000"),
        (lambda text: text.replace(" 02\n", " 20\n", 1), "twice or out of order"),
        (lambda text: text.replace(" 02\n", " 02!2\n", 1), "twice or out of order"),
        (lambda text: text.replace(" 02\n", " 08\n", 1), "does not say what throw"),
        (lambda text: text.replace("dice honest/2", "dice honest/1"), r"throws, but 0 nonces"),
    ],
)
def test_a_changed_record_with_chains_is_found_out(change, sentence: str) -> None:
    changed = sealed(change(chained()))
    assert changed != chained()
    with pytest.raises(NotationError, match=sentence):
        dice_proof.verify(parse_record(changed))


def test_verify_on_the_command_line_names_who_took_part(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(chained(), encoding="utf-8")
    told = CliRunner().invoke(main, ["verify", str(path)]).output.splitlines()
    assert re.fullmatch(r"Ada \(seat 0\): numbers in \d+ of \d+ throws; asked in vain for 1, away for 0\.", told[1])
    assert re.fullmatch(r"Seat 2: numbers in \d+ of \d+ throws; asked in vain for 1, away for 4\.", told[2])
    assert told[3] == "Throws that rest on the secret and at most the thrower's own number: 1."
