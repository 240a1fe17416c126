"""How master reads the others from their moves, and plays those who draw lots otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from pachisi import Game, simulate
from pachisi.bots import Bot, Lots, bot, decide
from pachisi.bots.mind import THOUGHT, WEIGHTS, load_knowledge, make_minds
from pachisi.bots.search import SENSIBLE, WATCHER
from pachisi.bots.thinking import MASTER, Thinker, ThinkingBot, find_adviser
from pachisi.school.runs import read_runs
from pachisi.simulation import own_seed
from pachisi.table import lay

from .positions import play


def sit_down(*names: str, seed: int = 3) -> list[Bot]:
    lots = Lots(seed)
    return [bot(name, lots) for name in names]


def read(game: Game) -> np.ndarray:
    """By seat: how much its moves look like thought."""
    thinker = Thinker(game.table, MASTER)
    thinker.watch(game, 0)
    return thinker.minds[MASTER]["sense"].copy()


@pytest.mark.parametrize(("name", "surely"), [("greedy", 0.75), ("careful", 0.75), ("expert", 0.9), ("master", 0.9)])
def test_moves_tell_who_thinks_and_who_draws_lots(name: str, surely: float) -> None:
    """The better somebody plays, the plainer it is."""
    lots, thought = [], []
    for seed in range(12):
        game = Game("mensch", 4, seed=seed)
        play(game, sit_down("random", name, "random", name, seed=seed))
        sense = read(game)
        lots += [sense[0], sense[2]]
        thought += [sense[1], sense[3]]
    assert np.mean(np.array(lots) < SENSIBLE) > 0.9
    assert np.mean(np.array(thought) > 0) > surely


def test_a_reader_plays_the_same_game_alone_and_among_many() -> None:
    names = ["master", "random", "greedy", "random"]
    columns = simulate("mensch", 4, 4, names, seed=8, columns=("winner", "moves"), progress=False)
    for number in range(4):
        game = Game("mensch", 4, seed=own_seed(8, number))
        play(game, sit_down(*names, seed=own_seed(8, number)))
        assert game.outcome is not None
        assert game.outcome.winner[0] == columns["winner"][number]
        assert sum(not isinstance(done, tuple) for done in game.history) == columns["moves"][number]


def test_what_is_taken_back_was_never_seen() -> None:
    game = Game("mensch", 4, seed=4)
    master = ThinkingBot(MASTER)
    players = [master, *sit_down("random", "greedy", "careful")]
    play(game, players, most=300)
    master.sit(game)
    assert master.thinker is not None
    seen = master.thinker.minds[MASTER]["sense"].copy()
    for _ in range(120):
        game.pop()
    master.sit(game)
    earlier = master.thinker.minds[MASTER]["sense"].copy()
    assert (earlier == read(game)).all()
    assert (earlier != seen).any()


def test_another_game_at_the_same_table_begins_anew() -> None:
    at = lay("mensch", 4)
    master = ThinkingBot(MASTER)
    for seed in (1, 2):
        game = Game(at, seed=seed)
        play(game, [master, *sit_down("greedy", "greedy", "greedy")], most=200)
    master.sit(game)
    assert master.thinker is not None
    assert (master.thinker.minds[MASTER]["sense"] == read(game)).all()


def test_watching_changes_nothing() -> None:
    game = Game("mensch", 4, seed=6)
    play(game, sit_down("random", "random", "random", "random"), most=250)
    before = game.position(), game.legal_moves, list(game.history)
    read(game)
    assert (game.position(), game.legal_moves, list(game.history)) == before


def test_all_others_must_seem_careless() -> None:
    """With one who thinks among them, master plays as among those who think."""
    game = Game("mensch", 4, seed=7)
    play(game, sit_down("random", "random", "random", "random"), most=400)
    while not (game.node == "move" and len(game.legal_moves) > 2):
        chosen = decide(bot("random"), game)
        game.throw() if chosen is None else game.push(game.legal_moves[chosen])
    seat = game.seat
    worths = []
    for thought in (False, True):
        thinker = Thinker(game.table, MASTER)
        thinker.minds[MASTER]["sense"] = [9 if thought and other == (seat + 1) % 4 else -9 for other in range(4)]
        thinker.choose(game, len(game.legal_moves))
        assert thinker.minds[MASTER]["company"] == THOUGHT
        worths.append(thinker.worth(len(game.legal_moves)).copy())
    advised = {advice.move: advice.chance for advice in game.advise()}
    assert [advised[move] for move in game.legal_moves] == pytest.approx(worths[1][:, seat].tolist(), abs=1e-6)
    assert worths[0][:, seat].min() > worths[1][:, seat].min()  # whoever draws lots is easier to beat


def test_the_net_against_lots_is_small_and_says_how_it_came_about() -> None:
    assert (WEIGHTS / "mensch-4-lots.npz").stat().st_size < 5_000_000
    last = read_runs(WEIGHTS / "mensch-4-lots.json")[-1]
    assert (last["book"], last["players"], last["lots"]) == ("mensch", 4, True)
    assert len(last["measured"]["loss_net"]) > 1


def test_advice_does_not_depend_on_how_others_have_played() -> None:
    assert find_adviser(lay("mensch", 4)).minds["reads"].tolist() == [0, 0]


def test_others_are_read_only_where_that_was_learned() -> None:
    assert make_minds(lay("mensch", 4))[WATCHER]["reads"] == 1
    assert make_minds(lay("mensch", 4))[0]["reads"] == 0
    assert make_minds(lay("mensch", 4, pieces=3))[WATCHER]["reads"] == 0
    assert make_minds(lay("mensch", 4, options={"capture_duty": "strict"}))[WATCHER]["reads"] == 0
    assert make_minds(lay("mensch", 2))[WATCHER]["reads"] == 0


def test_among_those_who_draw_lots_master_wins_more_than_greedy() -> None:
    shares = {}
    for name in ("greedy", "master"):
        columns = simulate("mensch", 1500, 4, [name, *["random"] * 3], seed=2, columns=("winner",), progress=False)
        shares[name] = np.mean(columns["winner"] == 0)
    assert shares["master"] > shares["greedy"] + 0.03
    assert load_knowledge("mensch", 4).lots is not None


def test_a_twin_tells_as_much_of_the_others_as_the_game() -> None:
    game = Game("mensch", 4, seed=9)
    play(game, sit_down("random", "greedy", "random", "careful"), most=300)
    assert (read(game.twin()) == read(game)).all()
    assert read(game).any()
