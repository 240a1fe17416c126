"""Nets know their inputs by name: what is new to them is ignored, and where there is no net, the bots say so."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pachisi import Game, RuleError, folders, simulate
from pachisi.bots import bot, features, find_knowledge, nets
from pachisi.bots.inputs import describe, facts_of, inputs_of, vary
from pachisi.bots.mind import make_minds
from pachisi.bots.nets import NET, WEIGHTS, Knowledge, arrange, filed_facts, read_knowledge, save_knowledge
from pachisi.rulebooks import BOOKS, load
from pachisi.rules import Rules, Turn
from pachisi.table import Table, set_up

from .positions import play

RECORDED = json.loads((Path(__file__).parent / "thinkers.json").read_text(encoding="utf-8"))
COLUMNS = ("winner", "turns", "throws", "moves", "captures", "choices", "options")
OWN_BOOK = """
name = "House"
base = "mensch"
board = { arm = 5 }
turn = { again_capture = true }
"""


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data folder of somebody who has trained nothing yet."""
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path / "data"))
    folders.log_warning.cache_clear()
    yield tmp_path / "data"
    folders.log_warning.cache_clear()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(OWN_BOOK, encoding="utf-8")
    return path


@pytest.mark.parametrize("games", [2, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("table", RECORDED)
def test_master_and_expert_choose_as_they_were_recorded(table: str, games: int) -> None:
    """Games, or their first 150 throws: a net that is read otherwise chooses otherwise."""
    book, players, *options = table.split(" ", 2)
    names = ["master", "expert", "master", "expert"][: int(players)]
    chosen = json.loads(options[0]) if options else {}
    columns = simulate(book, games, int(players), names, seed=11, longest=150, columns=COLUMNS, **chosen)
    assert [[int(columns[name][game]) for name in COLUMNS] for game in range(games)] == RECORDED[table][:games]


# --- names ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(WEIGHTS.glob("*.npz")), ids=lambda path: path.stem)
def test_every_shipped_net_knows_its_rules_by_the_names_of_the_schema(path: Path) -> None:
    known = read_knowledge(path)
    facts = facts_of(Rules())
    assert {name for name, _ in known.inputs} <= facts.keys()
    assert len(known.inputs) == len(known.variant)
    assert not nets.fault_of(path, tables_by_net()[path.stem])


@cache
def tables_by_net() -> dict[str, Table]:
    """The first table that looks for a net, by its name."""
    found: dict[str, Table] = {}
    for book in map(load, BOOKS):
        boards: list[dict[str, int]] = [{}, {"arms": 6}] if "arms" in book.options else [{}]
        for at in (at for players in book.numbers for board in boards for at in vary(book, players, board)):
            found.setdefault(nets.name_of(at), at)
    return found


def test_where_people_sit_otherwise_a_net_of_its_own_is_used_if_there_is_one() -> None:
    two, one = (set_up("pachisi-modern", 2, options={"two_colours": value}) for value in (True, False))
    assert [nets.find_file(at).stem for at in (two, one)] == ["pachisi-modern-2", "pachisi-modern-2-one"]  # type: ignore[union-attr]
    barriers = set_up("pachisi-modern", 2, options={"two_colours": False, "barriers": True})
    assert nets.find_file(barriers) == nets.find_file(one)
    partners = set_up("pachisi-modern", 4, options={"teams": True})
    assert nets.name_of(partners) == "pachisi-modern-4-teams"
    assert nets.find_file(partners) == WEIGHTS / "pachisi-modern-4.npz"


def test_a_rule_is_a_number_by_its_size_or_by_its_value() -> None:
    facts = {"turn.tries": 2, "turn.offer": True, "block.after": "must_break", "turn.duties": ("enter", "chain")}
    inputs = [
        ("turn.tries", 4),
        ("turn.offer", 1),
        ("block.after", {"pass_only": 0.5, "must_break": 1.0}),
        ("turn.duties", {"chain": 1.0}),
        ("no.such_rule", 3),
    ]
    assert describe(facts, inputs).tolist() == [0.5, 1, 1, 1, 0]
    assert describe({"block.after": "explode", "turn.tries": "often"}, inputs).tolist() == [0, 0, 0, 0, 0]


def test_what_a_net_learns_of_are_the_rules_in_which_tables_differ() -> None:
    inputs = inputs_of(load("mensch"), 2)
    assert ("pieces", 4) in inputs
    assert ("capture.duty", {"strict": 1.0}) in inputs
    assert "dice.count" not in dict(inputs)  # always one
    house_rules: list[dict[str, Any]] = [{}, {"barriers": True}, {"capture_duty": "strict"}]
    seen = [describe(facts_of(set_up("mensch", 2, options=chosen).rules), inputs) for chosen in house_rules]
    assert len({tuple(numbers) for numbers in seen}) == len(house_rules)


# --- what is new ----------------------------------------------------------------------


@dataclass(frozen=True)
class Whirl:
    """A made-up chapter."""

    speed: int = 3


def with_a_made_up_rule(at: Table) -> Table:
    """The same table in a version that knows one more rule, and one more chapter."""
    turn = make_dataclass("Turn", [("jokers", int, field(default=2))], bases=(Turn,), frozen=True)
    rules = make_dataclass("Rules", [("whirl", Whirl, field(default_factory=Whirl))], bases=(Rules,), frozen=True)
    known: dict[str, Any] = {one.name: getattr(at.rules, one.name) for one in fields(at.rules)}
    known["turn"] = turn(**{one.name: getattr(at.rules.turn, one.name) for one in fields(at.rules.turn)})
    return replace(at, rules=rules(**known))


@pytest.mark.parametrize("name", ["expert", "master"])
def test_a_made_up_rule_is_left_out_and_changes_no_choice(name: str) -> None:
    at = set_up("mensch", 2)
    new = with_a_made_up_rule(at)
    assert facts_of(new.rules)["turn.jokers"] == 2
    assert facts_of(new.rules)["whirl.speed"] == 3
    histories = []
    for table in (at, new):
        game = Game(table, seed=8)
        play(game, dict.fromkeys(game.seats, bot(name)), most=120)
        histories.append(game.history)
    assert histories[0] == histories[1]
    assert (make_minds(at)["net"] == make_minds(new)["net"]).all()


@pytest.mark.parametrize("name", ["expert", "master"])
def test_a_book_that_nobody_has_learned_is_played_and_that_is_said(name: str, house: Path, caplog: Any) -> None:
    columns = simulate(str(house), 2, 3, name, longest=80)
    assert columns["moves"].min() > 20
    assert [record.message for record in caplog.records] == [
        f"Nothing has been learned for 3 players of {house}: expert and master use the weights of mensch, and no net. "
        f"Train them with `pachisi train {house} --players 3`."
    ]
    caplog.clear()
    game = Game(house, 2, seed=1)
    play(game, dict.fromkeys(game.seats, bot(name)), most=60)
    assert "2 players" in caplog.text  # once for each number of players
    assert find_knowledge(game.table).note
    assert not find_knowledge(game.table).net


def test_a_number_of_players_without_a_file_falls_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copy(WEIGHTS / "mensch-4.npz", tmp_path)
    monkeypatch.setattr(nets, "WEIGHTS", tmp_path)
    known = find_knowledge(set_up("ludo", 3))
    assert "Nothing has been learned for 3 players of ludo" in known.note
    assert (known.weights == read_knowledge(tmp_path / "mensch-4.npz").weights).all()


UNTRAINED = {("pachisi-cowries", 3), ("chaupar", 3)}  # `master` plays by weights, and says so


def test_a_book_on_the_shelf_has_a_net_for_every_number_of_players() -> None:
    for table in ((book, players) for book in BOOKS for players in (2, 3, 4)):
        assert (find_knowledge(set_up(*table)).note == "") is (table not in UNTRAINED)


def test_every_feature_stands_where_its_name_stands() -> None:
    for place, name in enumerate(nets.FEATURE_NAMES):
        assert getattr(features, name.upper()) == place


def test_parts_of_a_net_follow_their_names() -> None:
    values = np.arange(8, dtype=np.float32).reshape(2, 4)
    about = {"features": ["home", "progress", "magic", "loss"]}
    found = arrange("weights", values, about)
    assert found.shape == (2, nets.FEATURES)
    by_name = dict(zip(nets.FEATURE_NAMES, found[1], strict=True))
    assert (by_name["home"], by_name["progress"], by_name["loss"], by_name["threat"]) == (4, 5, 7, 0)


def test_a_net_for_a_smaller_board_fits_a_larger_one() -> None:
    known = read_knowledge(WEIGHTS / "mensch-4.npz")
    small = replace(known, net={**known.net, "pieces": known.net["pieces"][:, :50]})
    record = np.zeros(1, NET)[0]
    small.fill(record)
    assert (record["pieces"][:, :50] == known.net["pieces"][:, :50]).all()
    assert not record["pieces"][:, 50:].any()


# --- a user's own ---------------------------------------------------------------------


def learned(at: Table) -> Knowledge:
    """As if somebody had trained: another net of the same shape."""
    known = read_knowledge(WEIGHTS / "mensch-2.npz")
    net = {**known.net, "out": -known.net["out"]}
    return replace(known, net=net, rules=filed_facts(at.rules))


def test_what_a_user_has_learned_comes_first(data: Path) -> None:
    at = set_up("mensch", 2)
    save_knowledge(learned(at), data / "nets" / "mensch-2.npz")
    assert (find_knowledge(at).net["out"] == -read_knowledge(WEIGHTS / "mensch-2.npz").net["out"]).all()
    assert find_knowledge(set_up("mensch", 2, options={"barriers": True})).net  # house rules and all
    assert (find_knowledge(set_up("mensch", 3)).net["out"] == read_knowledge(WEIGHTS / "mensch-3.npz").net["out"]).all()


def test_a_book_of_ones_own_finds_its_net_again(data: Path, house: Path) -> None:
    save_knowledge(learned(set_up(str(house), 2)), data / "nets" / "house.toml-2.npz")
    known = find_knowledge(set_up(str(house), 2))
    assert known.net
    assert known.note == ""
    assert make_minds(set_up(str(house), 2))["by_net"].tolist() == [0, 1]


def test_a_net_of_other_rules_is_not_used_and_that_is_said(data: Path, house: Path, caplog: Any) -> None:
    save_knowledge(learned(set_up(str(house), 2)), data / "nets" / "house.toml-2.npz")
    house.write_text(OWN_BOOK.replace("arm = 5", "arm = 6"), encoding="utf-8")
    known = find_knowledge(set_up(str(house), 2))
    assert not known.net
    assert "house.toml-2.npz is not used: the rules have changed since it was trained (board.arm, steps)" in caplog.text


def test_a_book_of_ones_own_shares_no_net_with_one_on_the_shelf(data: Path, house: Path) -> None:
    own = house.rename(house.with_name("mensch.toml"))
    save_knowledge(learned(set_up("mensch", 2)), data / "nets" / "mensch-2.npz")
    assert not find_knowledge(set_up(str(own), 2)).net


def test_weights_without_a_net_are_used_and_that_is_said(data: Path, house: Path) -> None:
    save_knowledge(replace(learned(set_up(str(house), 2)), net={}), data / "nets" / "house.toml-2.npz")
    assert "No net has been trained for 2 players" in find_knowledge(set_up(str(house), 2)).note


def test_a_file_that_is_no_net_is_passed_over_and_that_is_said(data: Path, caplog: Any) -> None:
    path, shipped = data / "nets" / "mensch-2.npz", WEIGHTS / "mensch-2.npz"
    path.parent.mkdir(parents=True)
    whole = shipped.read_bytes()
    wrong = replace(read_knowledge(shipped), variant=np.zeros((3, nets.HIDDEN), np.float32))
    save_knowledge(wrong, data / "wrong.npz")
    for content in (
        b"",
        b"no net",
        whole[:5000],
        whole[:9000] + bytes(200) + whole[9200:],
        (data / "wrong.npz").read_bytes(),
    ):
        path.write_bytes(content)
        folders.log_warning.cache_clear()
        caplog.clear()
        assert (find_knowledge(set_up("mensch", 2)).net["out"] == read_knowledge(shipped).net["out"]).all()
        assert f"{path} is not used: it is no net of this version of pachisi. Train it again" in caplog.text
        with pytest.raises(RuleError, match="is no net of this version"):
            read_knowledge(path)


def test_a_net_of_a_larger_shape_is_no_net_of_this_version(tmp_path: Path) -> None:
    known = read_knowledge(WEIGHTS / "mensch-2.npz")
    pieces = np.zeros((4, nets.STEPS + 1, nets.HIDDEN), np.float32)
    save_knowledge(replace(known, net={**known.net, "pieces": pieces}), tmp_path / "large.npz")
    with pytest.raises(RuleError, match="is no net of this version"):
        read_knowledge(tmp_path / "large.npz")


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, known = tmp_path / "mensch-2.npz", read_knowledge(WEIGHTS / "mensch-2.npz")
    save_knowledge(known, path)
    before = path.read_bytes()

    def fail(file: Path, **parts: Any) -> None:
        file.write_bytes(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", fail)
    with pytest.raises(KeyboardInterrupt):
        save_knowledge(known, path)
    assert path.read_bytes() == before
