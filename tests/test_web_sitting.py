"""One table without a server: what its log allows, and what it refuses."""

from __future__ import annotations

import msgspec
import pytest

from pachisi import honest_dice
from pachisi.honest_dice import Chain, Mix, forge
from pachisi.web import elements as e
from pachisi.web import forms
from pachisi.web import protocol as p
from pachisi.web.forms import Setup
from pachisi.web.table import commands
from pachisi.web.table import facts as f
from pachisi.web.table.sitting import Sitting
from pachisi.web.views.narrator import Narrator
from pachisi.web.views.refusals import No


def sitting_of(*places: f.Place, pieces: int = 4, **values: bool) -> Sitting:
    deed = f.Deed(
        id="table",
        created=0.0,
        owner="ada",
        setup=Setup("mensch", len(places), pieces=pieces),
        places=places,
        secret="0" * 64,
        invite="invitation",
        code="",
        take_back=values.get("take_back", True),
        pause=0.0,
    )
    return Sitting(deed)


def take(sitting: Sitting, *facts: f.Facts, holder: str | None = None) -> None:
    for fact in facts:
        sitting.apply(f.LoggedFact(sitting.seq + 1, fact, holder))


def act(sitting: Sitting) -> None:
    """Throw, or play the first move, as whoever is on turn."""
    seat = sitting.seats[sitting.on_turn]
    holder = None if seat.played_by else seat.holder
    if sitting.moves:
        take(sitting, commands.bot_plays(sitting, 0), holder=holder)
    else:
        thrown = sitting.next_throw(f"{sitting.thrown:032x}" if holder else None)
        take(sitting, f.Threw(seat.number, thrown.faces, thrown.nonce), holder=holder)


def play_until_a_choice_of(sitting: Sitting, seat: int) -> None:
    """Play until this seat has chosen among moves; nothing has been thrown since."""
    while True:
        due = sitting.on_turn == seat and len(sitting.moves) > 1
        act(sitting)
        if due:
            return


# --- taking back ----------------------------------------------------------------------------

ADA, BO = f.Place(0, "ada", "Ada"), f.Place(2, "bo", "Bo")


def test_a_choice_among_several_people_is_taken_back_before_the_next_throw() -> None:
    sitting = sitting_of(ADA, BO)
    take(sitting, f.Began())
    play_until_a_choice_of(sitting, 0)
    assert sitting.way_back() == (0, len(sitting.acts) - 1)


def test_who_lets_a_bot_throw_for_him_cannot_choose_again_with_the_throw_in_mind() -> None:
    sitting = sitting_of(ADA, BO)
    take(sitting, f.Began())
    while True:  # a six lets Ada move and throw again: her own bot throws next
        play_until_a_choice_of(sitting, 0)
        if sitting.on_turn == 0:
            break
    take(sitting, *commands.decide(sitting, p.StandIn("k", 0, "greedy"), "ada", ()), holder="ada")
    act(sitting)
    assert sitting.way_back() is None
    while sitting.on_turn == 0:
        act(sitting)
    assert sitting.way_back() is None


def test_nor_can_anybody_after_another_seats_bot_has_thrown_and_moved() -> None:
    sitting = sitting_of(ADA, f.Place(1, bot="greedy"), BO)
    take(sitting, f.Began())
    while True:
        play_until_a_choice_of(sitting, 0)
        if sitting.on_turn == 1:
            act(sitting)
            if sitting.moves:
                act(sitting)
                break
    assert sitting.way_back() is None
    with pytest.raises(No):
        commands.decide(sitting, p.TakeBack("k", sitting.seq), "ada", ())


def test_alone_with_bots_a_choice_is_taken_back_past_their_throws() -> None:
    sitting = sitting_of(ADA, f.Place(2, bot="greedy"))
    take(sitting, f.Began())
    play_until_a_choice_of(sitting, 0)
    choice = len(sitting.acts) - 1
    if sitting.on_turn == 0:  # a six: Ada throws again herself
        take(sitting, *commands.decide(sitting, p.StandIn("k", 0, "greedy"), "ada", ()), holder="ada")
    act(sitting)
    assert sitting.way_back() == (0, choice)


def test_what_was_forced_since_the_last_choice_is_taken_back_with_it() -> None:
    sitting = sitting_of(ADA, f.Place(2, bot="greedy"))
    take(sitting, f.Began())
    play_until_a_choice_of(sitting, 0)
    choice = len(sitting.acts) - 1
    while True:  # until Ada makes the only move she has, before she has chosen again
        ada, moves = sitting.on_turn == 0, len(sitting.moves)
        if ada and moves > 1:
            choice = len(sitting.acts)
        act(sitting)
        if ada and moves == 1:
            break
    assert sitting.way_back() == (0, choice)


def test_where_nothing_but_forced_moves_was_made_nothing_is_taken_back() -> None:
    sitting = sitting_of(ADA, f.Place(2, bot="greedy"), pieces=1)
    take(sitting, f.Began())
    while not isinstance(sitting.story[-1].fact, f.Played) or sitting.story[-1].fact.seat:
        act(sitting)
    assert sitting.way_back() is None


# --- what strangers write ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "text"),
    [(e.Id, "k" * 39), (e.Id, "k" * 40), (e.Nonce, "0" * 32), (e.Lang, "en")],
    ids=["id", "full id", "nonce", "lang"],
)
def test_a_line_break_at_the_end_is_no_part_of_a_word(kind: type, text: str) -> None:
    assert msgspec.convert(text, kind) == text
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text + "\n", kind)


# --- chains -----------------------------------------------------------------------------------

CHAIN, SECOND = (forge("table", 0, 9, last * 64) for last in "ab")


def test_a_browser_has_one_chain_for_the_lowest_of_its_seats() -> None:
    sitting = sitting_of(f.Place(0, bot="greedy"), f.Place(1, "bo", "Bo"), f.Place(2, "ada"), f.Place(3, "bo", "Bo's sister"))
    first = commands.decide(sitting, p.CommitChain("k", "c" * 64), "bo", ())
    assert first == [f.Committed(1, "bo", "c" * 64, 0)]
    take(sitting, *first)
    with pytest.raises(No):
        commands.decide(sitting, p.CommitChain("k", "c" * 64), "bo", ())
    with pytest.raises(No):
        commands.decide(sitting, p.CommitChain("k", "d" * 64), "eve", ())
    take(sitting, f.Arranged(f.Place(1, bot="greedy")))
    assert not sitting.chains
    take(sitting, *commands.decide(sitting, p.CommitChain("k", "d" * 64), "bo", ()))
    assert {seat: chain.commitment for seat, chain in sitting.chains.items()} == {3: "d" * 64}


def test_a_chain_counts_from_the_next_throw_and_a_kept_throw_keeps_its_links() -> None:
    sitting = sitting_of(ADA, f.Place(2, bot="greedy"))
    take(sitting, f.Committed(0, "ada", CHAIN[0], 0), f.Began())
    given = Mix(links=((0, CHAIN[1]),))
    (fact,) = commands.decide(sitting, p.Throw("k", sitting.seq, "e" * 32), "ada", (), given)
    assert isinstance(fact, f.Threw)
    assert (fact.nonce, fact.links) == (None, ((0, CHAIN[1]),))
    assert fact.faces == honest_dice.throw("0" * 64, "table", 0, "", (1, 2, 3, 4, 5, 6), 1, given.links)
    take(sitting, fact, holder="ada")
    take(sitting, *commands.decide(sitting, p.CommitChain("k", SECOND[0]), "ada", ()))
    assert sitting.all_chains == [Chain(0, 0, CHAIN[0], 0, CHAIN[1]), Chain(0, 1, SECOND[0])]
    take(sitting, f.TookBack(0, 0))
    (again,) = commands.decide(sitting, p.Throw("k", sitting.seq, "f" * 32), "ada", (), Mix(links=((0, SECOND[1]),)))
    assert again == fact
    assert sitting.all_chains == [Chain(0, 0, CHAIN[0]), Chain(0, 1, SECOND[0])]


# --- joining ----------------------------------------------------------------------------------


def test_an_invitation_that_is_sent_again_takes_no_second_seat() -> None:
    sitting = sitting_of(ADA, f.Place(1), f.Place(2), f.Place(3))
    wish = forms.Join("invitation", "Bo")
    first = commands.sit(sitting, wish, "bo")
    assert isinstance(first, f.Sat)
    take(sitting, first, holder="bo")
    assert commands.sit(sitting, wish, "bo") == 1
    assert commands.sit(sitting, forms.Join("invitation", "Bo", 1), "bo") == 1
    assert commands.sit(sitting, forms.Join("invitation", "Bo's sister", 3), "bo") == f.Sat(3, "bo", "Bo's sister")
    take(sitting, f.Arranged(f.Place(2, bot="greedy")), f.Arranged(f.Place(3, bot="greedy")), f.Began())
    assert commands.sit(sitting, wish, "bo") == 1
    with pytest.raises(No):
        commands.sit(sitting, wish, "cy")


# --- how long a log may become ------------------------------------------------------------------


def test_names_cannot_fill_a_log_but_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_ASIDES", 2)
    sitting = sitting_of(ADA, BO)
    take(sitting, f.Began())
    for n in range(2):
        take(sitting, *commands.decide(sitting, p.Rename("k", 0, f"Ada {n}"), "ada", ()), holder="ada")
    with pytest.raises(No, match="You have changed too much"):
        commands.decide(sitting, p.Rename("k", 0, "Ada again"), "ada", ())
    assert commands.decide(sitting, p.Throw("k", sitting.at, "0" * 32), "ada", ())
    assert commands.decide(sitting, p.Close("k"), "ada", ()) == [f.TableClosed()]


def test_nobody_can_use_up_the_changes_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_ASIDES", 3)
    sitting = sitting_of(ADA, BO)
    for n in range(3):
        take(sitting, *commands.decide(sitting, p.Rename("k", 2, f"Bo {n}"), "bo", ()), holder="bo")
    with pytest.raises(No, match="You have changed too much"):
        commands.decide(sitting, p.Rename("k", 2, "Bo again"), "bo", ())
    assert commands.decide(sitting, p.Arrange("k", 2, "open"), "ada", ())
    take(sitting, *commands.decide(sitting, p.Start("k"), "ada", ()), holder="ada")
    take(sitting, f.StoodIn(0, "greedy"))  # she was away, and the clock ran out
    assert commands.decide(sitting, p.CommitChain("k", "a" * 64), "ada", ())
    assert commands.decide(sitting, p.ComeBack("k", 0), "ada", ()) == [f.CameBack(0)]


def test_guests_who_come_and_go_cannot_fill_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_GUESTS", 3)
    sitting = sitting_of(ADA, f.Place(2))
    wish = forms.Join("invitation", "Bo")
    for holder in ("bo", "cy", "bo"):
        fact = commands.sit(sitting, wish, holder)
        assert isinstance(fact, f.Sat)
        take(sitting, fact, holder=holder)
        take(sitting, *commands.decide(sitting, p.Leave("k"), holder, ()), holder=holder)
    with pytest.raises(No, match="Too many have come and gone"):
        commands.sit(sitting, wish, "di")


# --- what the page is told -------------------------------------------------------------------


def begin_at(position: str) -> Sitting:
    """A table for two that begins with a position."""
    setup = Setup(position.split()[0], 2)
    sitting = Sitting(f.Deed("table", 0.0, "ada", setup, (ADA, BO), "0" * 64, "", "", True, 0.0, start=position))
    take(sitting, f.Began())
    return sitting


@pytest.mark.parametrize(
    ("position", "back"),
    [
        ("mensch 2 | 0,0,0,1 - 0,0,0,23 - | 0 | 2", ((2, 23),)),
        ("chowka-bhara 2 | 1,1,1,1 - 1,1,1,11 - | 0 | 2", ((2, 11),)),
    ],
)
def test_a_captured_piece_is_told_whether_it_goes_to_a_reserve_or_to_its_start(
    position: str, back: tuple[e.Sent, ...]
) -> None:
    sitting = begin_at(position)
    told = Narrator(sitting, "en").tell(sitting.apply(f.LoggedFact(2, commands.bot_plays(sitting, 0))))
    assert isinstance(told, p.Moved)
    assert told.back == back
