"""The bots that think: they offer legal moves only, play alike everywhere, and know what they say."""

from __future__ import annotations

import numpy as np
import pytest

from pachisi import Game, simulate
from pachisi.bots import BOTS, bot, decide
from pachisi.bots.mind import make_minds
from pachisi.bots.nets import WEIGHTS, find_knowledge
from pachisi.errors import IllegalMove, RuleError
from pachisi.rulebooks import BOOKS, load
from pachisi.school.training import Manner, load_lessons, play_at
from pachisi.simulation import own_seed
from pachisi.table import Table, set_up

from .positions import play, sit

THINKERS = ("expert", "master")


def tables(book: str) -> list[Table]:
    """The book's own table for 2, 3 and 4, and every value of every option alone."""
    found = [set_up(book, players) for players in (2, 3, 4)]
    for name, option in load(book).options.items():
        for value in option.values:
            for players in (4, 3, 2):
                try:
                    found.append(set_up(book, players, options={name: value}))
                    break
                except RuleError:
                    continue
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_thinkers_play_the_same_game_alone_and_among_many(book: str) -> None:
    games = 1 if book == "parcheesi" else 3
    columns = simulate(book, games, 2, THINKERS, seed=5, columns=("winner", "moves"), progress=False)
    for number in range(games):
        game = Game(book, 2, seed=own_seed(5, number))
        seats = [seat for seat, steps in enumerate(game.pieces) if steps is not None]
        persons = sorted({game.table.lookups.persons[seat] for seat in seats})
        play(game, dict(zip(persons, map(bot, THINKERS), strict=True)))
        assert game.outcome is not None
        assert game.outcome.winner[0] == columns["winner"][number]
        moves = [done for done in game.history if not isinstance(done, tuple) and done.kind != "stop"]
        assert len(moves) == columns["moves"][number]


def test_only_master_declines_a_throw_that_might_cost_its_last_piece() -> None:
    """All but home, and a third double would send the piece back, while the other has a whole way before it."""
    last, far = [71, 72, 72, 72], [0, 72, 72, 72]
    at_risk = {"node": "offer", "faces": [2, 2], "doubles": 2}
    game = sit("parcheesi", last, None, far, None, players=2, fields=at_risk)
    assert [name for name in BOTS if decide(bot(name), game) is not None] == ["master"]
    game = sit("parcheesi", last, None, far, None, players=2, fields={**at_risk, "doubles": 1})
    assert decide(bot("master"), game) is None


@pytest.mark.parametrize("book", BOOKS)
def test_every_table_can_be_thought_about(book: str) -> None:
    for at in tables(book):
        found = simulate(
            book, 2, at.players, "expert", seed=1, columns=("choices",), longest=300, progress=False, **dict(at.options)
        )
        assert found["choices"].sum() > 0, at.options


@pytest.mark.parametrize("book", BOOKS)
def test_advice_ranks_all_legal_moves_and_changes_nothing(book: str) -> None:
    game = Game(book, 4, seed=11)
    while len(game.legal_moves) < 2:
        play(game, dict.fromkeys(range(4), bot("greedy")), most=len(game.history) + 1)
    before = game.position()
    advice = game.advise()
    assert {told.move for told in advice} == set(game.legal_moves)
    assert [told.chance for told in advice] == sorted((told.chance for told in advice), reverse=True)
    for told in advice:
        assert told.chances[game.seat] == told.chance
        teams = 2 if game.table.rules.seats.teams else 1
        assert sum(told.chances.values()) / teams == pytest.approx(1, abs=1e-3)
    assert game.position() == before
    game.throw() if game.node == "throw" else game.push(advice[0].move)


def test_advice_is_for_choices() -> None:
    with pytest.raises(IllegalMove, match="nothing to choose"):
        Game("mensch").advise()


def test_a_net_is_small_and_says_how_it_came_about() -> None:
    nets = list(WEIGHTS.glob("*.npz"))
    assert len(nets) > 15
    for path in nets:
        assert path.stat().st_size < 5_000_000
        assert path.with_suffix(".json").exists()


@pytest.mark.parametrize("book", BOOKS)
def test_master_has_a_net_or_says_that_there_is_none(book: str) -> None:
    known = find_knowledge(set_up(book, 4))
    assert bool(known.net) == (not known.note)
    assert known.net or "no net" in known.note.lower()


QUICK = {  # a net of each book
    "pachisi-modern-3", "parcheesi-2", "mensch-4", "pachisi-classic-4", "ludo-2", "petits-chevaux-2", "eile-mit-weile-2", "parchis-2", "chaupar-2",
}  # fmt: skip
NETS = [
    pytest.param(book, players, id=name, marks=() if name in QUICK else pytest.mark.long)
    for book in BOOKS
    for players in (2, 3, 4)
    for name in (f"{book}-{players}",)
    if (WEIGHTS / f"{name}.npz").exists()
]


@pytest.mark.parametrize(("book", "players"), NETS)
def test_win_chances_are_calibrated(book: str, players: int) -> None:
    """Of positions in which a side is given p, it wins about p; counted in games of the net against itself."""
    at = set_up(book, players)
    games = 150 if book == "parcheesi" else 400
    found = play_at(load_lessons(), at, find_knowledge(at), games, Manner(kept=0.1), seed=9)
    sides = int(make_minds(at)[0]["sides"])
    chances, won = found["value"][:, :sides], found["goal"][:, :sides]
    assert won.sum(1) == pytest.approx(1)
    for low in np.arange(0, 1, 0.2):
        group = (chances >= low) & (chances < low + 0.2)
        if group.sum() >= 500:  # fewer come from too few games
            assert won[group].mean() == pytest.approx(chances[group].mean(), abs=0.1), low


def test_a_team_has_not_won_when_one_partner_is_home() -> None:
    done, near, far = [84] * 4, [70, 75, 80, 84], [10, 20, 30, 40]
    game = sit("pachisi-classic", done, near, far, near, throw=(2, 5, 1), seat=1, fields={"places": [0]})
    for one in game.advise():
        assert one.chances[0] == one.chances[2]
        assert one.chances[0] + one.chances[1] == pytest.approx(1, abs=1e-5)


def test_thinkers_do_not_play_on_a_gpu() -> None:
    with pytest.raises(RuleError, match="bots that think, and your own, play with device='cpu'"):
        simulate("mensch", 10, 2, ("expert", "random"), device="cuda")


def test_the_ladder_has_its_names() -> None:
    assert list(BOTS) == ["random", "greedy", "careful", "expert", "master"]
    with pytest.raises(RuleError, match=r"no bot 'mastre'.*master"):
        bot("mastre")
    with pytest.raises(RuleError, match="lab solve"):
        bot("perfect")


@pytest.mark.parametrize("games", [10, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("book", BOOKS)
def test_games_between_thinkers_end(book: str, games: int) -> None:
    """Where a player may decline, all could wait for ever."""
    for name in ("expert",) if book == "parcheesi" else THINKERS:
        for players in (2, 4):
            found = simulate(book, games, players, name, longest=5000, columns=("winner",), progress=False)
            assert (found["winner"] >= 0).all(), (name, players)
