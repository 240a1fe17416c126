"""Bots of one's own play in games, simulations, the arena and the terminal, under their own names."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from click.testing import CliRunner

from pachisi import Game, IllegalMove, Move, NotationError, RuleError, simulate
from pachisi.bots import BOTS, Luck, bot, welcome
from pachisi.cli import main
from pachisi.kernel.code import start_of
from pachisi.record import parse_record, write_record
from pachisi.records import Kind
from pachisi.rulebooks import BOOKS
from pachisi.simulation import executor as hands
from pachisi.simulation import heat, own_seed
from pachisi.simulation.jobs import Job
from pachisi.table import set_up

from .positions import play, sit

ROOT = Path(__file__).parent.parent
PASS = int(Kind.PASS)


def gathered(game: Game, move: Move) -> int:
    """How many pieces are together after a move, where those that meet go on as one."""
    rules = game.table.rules.moves
    if not rules.bound or rules.group_pace == "half" or move.kind in ("pass", "stop") or move.target == game.table.board.last:
        return 0
    return move.count + game.pieces[move.colour].count(move.target)


def greedy(game: Game, moves: tuple[Move, ...]) -> int:
    """`greedy`, written again in Python."""

    def worth(at: int) -> tuple[Any, ...]:
        move = moves[at]
        return not move.penalty, len(move.captures), move.kind != "pass", gathered(game, move), move.start, move.target, -at

    return max(range(len(moves)), key=worth)


@numba.njit
def foremost(rules, state, moves, number):
    best = 0
    for at in range(len(moves)):
        best = at if start_of(moves[at]) > start_of(moves[best]) else best
    return best


@numba.njit
def by_luck(rules, state, moves, number):
    return number % len(moves) if len(moves) else 0


@numba.njit
def beyond(rules, state, moves, number):
    return len(moves)


class Shy:
    """Plays its last move, and never throws where it need not."""

    def choose(self, game: Game, moves: tuple[Move, ...]) -> Move:
        return moves[-1]

    def declines(self, game: Game) -> bool:
        return True


def same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name in other:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


# --- in simulations -------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_greedy_in_python_plays_the_very_games_of_greedy(book):
    same(simulate(book, 8, 4, [greedy, "greedy", greedy, "greedy"], seed=3), simulate(book, 8, 4, "greedy", seed=3))


def test_a_compiled_function_plays_as_the_same_in_python():
    def slowly(game, moves):
        return max(range(len(moves)), key=lambda at: (moves[at].start, -at))

    same(simulate("ludo", 50, 3, foremost, seed=2), simulate("ludo", 50, 3, slowly, seed=2))


def test_own_bots_sit_beside_all_others():
    names = ["expert", greedy, foremost, "random"]
    once, again = (simulate("mensch", 6, 4, names, seed=5, cores=cores) for cores in (1, 3))
    same(once, again)
    same(once, simulate("mensch", 6, 4, ["expert", "greedy", foremost, "random"], seed=5))


def test_random_numbers_of_a_bot_are_fair_and_follow_from_the_seed():
    def by_dice(game, moves):
        return np.random.default_rng(game.seed).integers(len(moves))

    for player, games in ((by_luck, 2000), (by_dice, 200)):
        once, again, other = (simulate("mensch", games // 10, 2, player, seed=seed)["mark"] for seed in (1, 1, 2))
        assert (once == again).all()
        assert (once != other).all()
        wins = simulate("mensch", games, 2, [player, "random"], seed=3)["winner"] == 0
        assert 0.4 < wins.mean() < 0.6


@pytest.mark.parametrize("player", [greedy, foremost, by_luck, Shy()])
def test_a_game_by_hand_is_the_game_of_a_simulation(player):
    columns = simulate("pachisi-classic", 3, 2, [player, "random"], seed=4)
    for number in range(3):
        luck = Luck(own_seed(4, number))
        game = Game("pachisi-classic", 2, seed=own_seed(4, number))
        play(game, dict(zip(game.seats, (bot(player, luck), bot("random", luck)), strict=True)))
        assert game.outcome.winner == (columns["winner"][number],)
        assert sum(isinstance(done, Move) and done.kind != "stop" for done in game.history) == columns["moves"][number]


def test_an_object_may_decline_a_throw():
    class Bold(Shy):
        def declines(self, game):
            return False

    shy, bold = (simulate("pachisi-classic", 40, 2, [player, "greedy"])["seat_throws"] for player in (Shy(), Bold()))
    assert shy[:, 0].mean() < bold[:, 0].mean()


def test_a_bot_may_try_moves_on_its_game_and_learns_nothing_of_the_dice():
    thrown = []

    def peek(game, moves):
        game.push(moves[0])
        while game.node != "throw":
            game.push(game.legal_moves[0]) if game.node == "move" else game.throw()
        thrown.append(game.throw())
        return 0

    one = simulate("mensch", 5, 2, [peek, "greedy"], seed=9)
    same(one, simulate("mensch", 5, 2, [lambda game, moves: 0, "greedy"], seed=9))
    assert len(set(thrown)) == 6


def test_a_bot_may_ask_another_and_simulate_games_itself():
    def first(game, moves):
        return 0

    def asks(game, moves):
        inner = simulate("mensch", 2, 2, first, seed=game.seed, cores=1, progress=False)
        assert len(inner["mark"]) == 2
        return bot(greedy).choose(game, moves)

    same(
        simulate("mensch", 2, 2, [asks, "random"], longest=60),
        simulate("mensch", 2, 2, ["greedy", "random"], longest=60),
    )


def test_squares_are_counted_for_own_bots_too():
    for counted, known in zip(heat(set_up("mensch", 2), 20, greedy), heat(set_up("mensch", 2), 20, "greedy"), strict=True):
        np.testing.assert_array_equal(counted, known)


# --- what goes wrong ------------------------------------------------------------------


def test_what_a_bot_does_wrong_is_said_with_its_name_and_the_game():
    def fails(game, moves):
        raise ZeroDivisionError("division by zero")

    def absent(game, moves):
        return None

    wrong = {
        fails: r"^fails failed with ZeroDivisionError: division by zero \(game 0 of seed 7\)\.$",
        absent: r"^absent answered None; it must choose one of \d legal moves: an index from 0 to \d \(game 0 of seed 7\)",
        beyond: r"^beyond answered \d; it must choose one of \d legal moves: .* \(game 0 of seed 7\)\.$",
    }
    for player, sentence in wrong.items():
        with pytest.raises(RuleError, match=sentence):
            simulate("mensch", 3, 2, player, seed=7)
        with pytest.raises(RuleError, match=sentence.split(" \\(game")[0]):
            play(Game("mensch", 2, seed=7), dict.fromkeys((0, 2), bot(player)))


def test_a_fault_names_the_game_in_which_it_happened():
    def late(game, moves):
        return 0 if game.turn < 40 else -1

    lengths = simulate("mensch", 10, 2, [lambda game, moves: 0, "random"], seed=1)["turns"]
    assert lengths.min() > 40
    with pytest.raises(RuleError, match=r"late answered -1.*\(game 0 of seed 1\)"):
        simulate("mensch", 10, 2, [late, "random"], seed=1)


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (5, "5 is not a bot. Name one of random, greedy"),
        (None, "None is not a bot"),
        (lambda game: 0, r"cannot be called as a bot: it takes \(game, moves\)"),
        (numba.njit(lambda state, moves: 0), r"cannot be called as a bot: compiled, it takes \(rules, state, moves"),
        (numba.njit(lambda rules, state, moves, number: rules.nothing), "cannot be compiled by Numba"),
        ("gready", "did you mean 'greedy'"),
        ("no.py:choose", "There is no file 'no.py'"),
        ("perfect:no.npz", "no.npz cannot be read: No such file"),
        ("perfect", "pachisi lab solve"),
    ],
)
def test_what_is_no_bot_is_refused_with_a_sentence(player, sentence):
    with pytest.raises(RuleError, match=sentence):
        simulate("mensch", 1, 2, [player, "random"])
    game = sit("mensch", [0, 3, 11, 21], throw=(4,))
    with pytest.raises(RuleError, match=sentence):
        bot(player).choose(game, game.legal_moves)


@pytest.mark.parametrize("player", [*BOTS, greedy, foremost])
def test_a_bot_chooses_nothing_where_nothing_is_to_be_chosen(player):
    game = Game("mensch", 2)
    with pytest.raises(IllegalMove, match="has no move to choose at a throw node: throw first"):
        bot(player).choose(game, game.legal_moves)


def test_own_bots_do_not_play_on_a_gpu():
    with pytest.raises(RuleError, match="On a GPU play random, greedy, careful"):
        simulate("mensch", 1, bots=greedy, device="cuda")


def test_bots_that_were_made_may_sit_in_a_simulation():
    players = [bot("greedy"), bot(greedy), bot("expert"), bot(foremost)]
    same(simulate("mensch", 5, 4, players), simulate("mensch", 5, 4, ["greedy", greedy, "expert", foremost]))


# --- files ----------------------------------------------------------------------------

MINE = '''
"""Bots to try."""

from numba import njit


def choose(game, moves):
    return 0


class Last:
    def choose(self, game, moves):
        return len(moves) - 1


@njit
def fast(rules, state, moves, number):
    return 0


def broken(game, moves):
    return moves.nothing


number = 5
'''


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    return path


def test_a_bot_comes_from_a_file(mine):
    first = simulate("mensch", 5, 2, lambda game, moves: 0)
    same(simulate("mensch", 5, 2, "mine.py:choose"), first)
    same(simulate("mensch", 5, 2, "mine.py"), first)
    same(simulate("mensch", 5, 2, str(mine) + ":fast"), first)
    same(simulate("mensch", 5, 2, "mine.py:Last"), simulate("mensch", 5, 2, lambda game, moves: len(moves) - 1))


def test_a_file_that_has_changed_is_read_again(mine):
    before = welcome("mine.py:choose")
    assert welcome("mine.py:choose") is before
    mine.write_text(MINE.replace("return 0", "return 1"), encoding="utf-8")
    os.utime(mine, ns=(1, 1))
    assert welcome("mine.py:choose") is not before


def test_what_is_wrong_with_a_file_is_said(mine):
    for spec, sentence in {
        "mine.py:chose": "mine.py defines no 'chose'; did you mean 'choose'",
        "mine.py:number": "5 is not a bot",
        "yours.py:choose": "There is no file 'yours.py'",
    }.items():
        with pytest.raises(RuleError, match=sentence):
            bot(spec)
    mine.write_text("def choose(game, moves)\n    return 0\n", encoding="utf-8")
    with pytest.raises(RuleError, match=r"mine\.py cannot be loaded: SyntaxError"):
        bot("mine.py")


def run(*args, code=0, given=""):
    result = CliRunner().invoke(main, args, input=given)
    assert result.exit_code == code, result.output
    return result


def test_own_bots_meet_others_in_the_arena(mine):
    shown = run("arena", "--players", "2", "--games", "40", "mine.py:choose", "greedy", "mine.py:fast").stdout
    assert "greedy against mine.py:choose" in shown
    rows = [line for line in shown.splitlines() if line.startswith("mine.py:fast against mine.py:choose")]
    assert rows[0].split()[3] == "50.0"  # they play alike
    assert "There is no file" in run("arena", "his.py:choose", "greedy", code=1).stderr
    assert "game 0 of seed 1" in run("arena", "--games", "40", "mine.py:broken", "greedy", code=1).stderr


def test_own_bots_play_in_the_laboratory(mine):
    shown = run("lab", "length", "mensch", "--players", "2", "--games", "40", "--bots", "mine.py:fast").stdout
    assert "mine.py:fast play" in shown.lower()


def test_own_bots_play_in_the_terminal(mine, monkeypatch):
    monkeypatch.setenv("PACHISI_DATA", str(mine.parent / "data"))
    seats = ["--seat", "0=mine.py:Last", "--seat", "2=mine.py:fast"]
    result = run("play", "mensch", "--players", "2", "--seed", "3", *seats)
    assert "mine.py:Last" in result.stdout
    assert "There is no file" in run("play", "mensch", "--seat", "1=no.py:x", code=1).stderr
    assert "or your own as FILE.py:NAME" in run("play", "mensch", "--seat", "1=gready", code=2).stderr


def test_a_game_against_a_bot_in_a_deep_folder_is_resumed_from_another(mine, tmp_path, monkeypatch):
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path / "data"))
    deep = tmp_path / "a folder" / ("deep" * 40)
    deep.mkdir(parents=True)
    mine.rename(deep / "mine.py")
    monkeypatch.chdir(deep)
    left = run("play", "mensch", "--players", "2", "--seed", "3", "--seat", "2=mine.py:Last", given="\n")
    assert "mine.py:Last" in left.stdout
    assert str(deep) not in left.stdout
    (file,) = (tmp_path / "data").glob("*.game")
    record = parse_record(file.read_text(encoding="utf-8"))
    assert (record.names[2], record.bots) == ("mine.py:Last", {2: f"{deep}/mine.py:Last"})
    monkeypatch.chdir(tmp_path)
    assert "mine.py:Last" in run("play", "--resume").stdout


@pytest.mark.parametrize(("name", "bots"), [("mine.py:choose", {}), ("mine.py", {2: "mine.py:choose"})])
def test_a_record_from_elsewhere_runs_no_code(name, bots, mine, tmp_path, monkeypatch):
    from pachisi.terminal.sit import resume_game
    from pachisi.words.voice import Voice

    monkeypatch.setenv("PACHISI_DATA", str(tmp_path / "data"))
    game = Game("mensch", 2, seed=3)
    game.throw()
    text = write_record(game, {0: "person", 2: name}, bots=bots)
    for folder, sitter in ((tmp_path, "person"), (tmp_path / "data", "mine.py:choose")):
        folder.mkdir(exist_ok=True)
        (folder / "game.txt").write_text(text, encoding="utf-8")
        assert resume_game(folder / "game.txt", Voice("en"))[1] == {0: "person", 2: sitter}


def test_a_record_names_bots_only_where_somebody_sits():
    with pytest.raises(NotationError, match="a bot is given for seat 1, where nobody sits"):
        parse_record(write_record(Game("mensch", 2), bots={1: "mine.py:choose"}))


# --- other processes ------------------------------------------------------------------


def test_only_what_another_process_finds_is_sent_there(mine):
    assert welcome("mine.py:choose").portable
    assert welcome(greedy).portable
    assert not welcome(lambda game, moves: 0).portable
    again = pickle.loads(pickle.dumps(welcome("mine.py:choose")))
    assert again.spec == "mine.py:choose"


def test_other_processes_play_the_same_games(mine, monkeypatch):
    mine.write_text("def choose(game, moves):\n    print('heard')\n    return 0\n", encoding="utf-8")
    alone = simulate("mensch", 12, 2, "mine.py:choose", cores=1)
    monkeypatch.setattr(hands, "TRIAL", 0.0)
    monkeypatch.setattr(hands, "WORTH_PROCESSES", 0.0)
    same(simulate("mensch", 12, 2, "mine.py:choose", cores=2), alone)


def test_a_fault_in_another_process_is_raised_here(mine):
    from pachisi.simulation.workers import Workers

    mine.write_text("def choose(game, moves):\n    return moves.nothing\n", encoding="utf-8")
    job = Job(set_up("mensch", 2), 50, 1, (0x808,), (welcome("mine.py:choose"),))
    with Workers(job) as workers, pytest.raises(RuleError, match=r"mine.py:choose failed with Attribute.*\(game 20 of"):
        workers.play(20, 5)


def test_ctrl_c_is_heard_while_slow_bots_play(tmp_path):
    code = """
        import time
        from pachisi import simulate
        def slow(game, moves):
            if game.seat == 0 and not hasattr(slow, "begun"):
                slow.begun = print("begun", flush=True)
            time.sleep(0.02)
            return 0
        print(len(simulate("mensch", 10_000, 4, slow, progress=False)["winner"]))
        """
    running = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    time.sleep(0.3)
    running.send_signal(signal.SIGINT)
    out, said = running.communicate(timeout=60)
    assert running.returncode == 0, said
    assert f"Stopped after {int(out):,} of 10,000 games." in said
    assert int(out) < 50
