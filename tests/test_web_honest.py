"""Honest dice: every throw follows from the secret that was promised, and nothing else passes."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from pachisi import Game, NotationError, honest_dice
from pachisi.cli.main import main
from pachisi.record import parse_record, write_record

CASES = json.loads((Path(__file__).parent / "honest_dice.json").read_text(encoding="utf-8"))
SECRET, TABLE = "5" * 64, "Qm3aaaaaaaaaaaaa"
NONCES = [f"{n:032x}" if n % 3 else None for n in range(2000)]


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_the_examples_follow_from_SHA256_and_HMAC_step_by_step(case: dict) -> None:
    assert hashlib.sha256(b"commit/v1|" + case["secret"].encode()).hexdigest() == case["commitment"]
    last = ""
    for throw in case["throws"]:
        last = throw["nonce"] if throw["nonce"] is not None else last
        assert throw["mixed"] == last
        stream = b""
        for block, told in enumerate(throw["blocks"]):
            text = f"dice/v1|{case['table']}|{throw['n']}|{block}|{last}".encode()
            assert hmac.new(bytes.fromhex(case["secret"]), text, "sha256").hexdigest() == told
            stream += bytes.fromhex(told)
        sides = len(case["faces"])
        fair = [byte for byte in stream if byte < 256 - 256 % sides]
        assert [case["faces"][byte % sides] for byte in fair[: throw["dice"]]] == throw["shown"]


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_the_server_throws_what_the_examples_show(case: dict) -> None:
    assert honest_dice.commit(case["secret"]) == case["commitment"]
    mixed = list(honest_dice.mixed([throw["nonce"] for throw in case["throws"]]))
    for throw, nonce in zip(case["throws"], mixed, strict=True):
        shown = honest_dice.throw(case["secret"], case["table"], throw["n"], nonce, case["faces"], throw["dice"])
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


def played(book: str = "mensch", **options: object) -> str:
    """The record of a whole game with honest dice."""
    game = Game(book, 2, pieces=1, **options)
    faces, dice = game.table.rules.dice.faces, game.table.rules.dice
    mixed, n = honest_dice.mixed(NONCES), 0
    while game.outcome is None:
        if game.node == "move":
            game.push(game.legal_moves[0])
        else:
            count = dice.opening if game.turn == 0 else dice.count
            game.throw(*honest_dice.throw(SECRET, TABLE, n, next(mixed), faces, count))
            n += 1
    return write_record(game, {0: "Ada"}, None, honest_dice.tags(SECRET, TABLE, faces, NONCES[:n]))


def sealed(text: str) -> str:
    """The record with a checksum that fits again."""
    from pachisi.record import check_sum

    body = text[: text.rindex("check ")]
    return f"{body}check {check_sum(body)}\n"


@pytest.mark.parametrize("book", ["mensch", "parcheesi", "pachisi-classic"])
def test_a_record_with_honest_dice_is_verified(book: str) -> None:
    record = parse_record(played(book, first="high_roll"))
    assert honest_dice.verify(record) == sum(isinstance(done, tuple) for done in record.game.history)


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
        honest_dice.verify(parse_record(changed))


def test_a_record_without_honest_dice_says_so() -> None:
    with pytest.raises(NotationError, match="does not say how its dice were thrown"):
        honest_dice.verify(parse_record(write_record(Game("mensch", seed=7))))


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
