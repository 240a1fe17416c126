"""Whole evenings at the table: a real server, real sockets, a real file."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pachisi.dice_proof import verify
from pachisi.honest_dice import commit, forge
from pachisi.record import parse_record
from pachisi.rulebooks import BOOKS

from .test_workshop import OWN_BOOK
from .web_client import Player, Server, set_up


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("web") / "tables.db", "--patience", "0.3", "--no-limits")
    yield server
    server.kill()


def open_seats(*others: int) -> list[dict[str, Any]]:
    return [{"seat": 0, "who": "here", "name": "Ada"}, *({"seat": seat, "who": "open"} for seat in others)]


def invited(server: Server, table: dict[str, Any], name: str = "Grace") -> Player:
    """A second guest who has followed the invitation."""
    guest = server.guest()
    token = table["links"]["invite"].split("invite=")[1]
    reply = guest.post(f"/api/tables/{table['id']}/join", json={"invite": token, "name": name})
    assert reply.status_code == 200, reply.text
    return Player(server, guest, table["id"])


# --- whole games ----------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_whole_game_with_a_bot_is_told_event_by_event_and_its_dice_are_honest(server: Server, book: str) -> None:
    guest = server.guest()
    table = set_up(guest, book, setup={"pieces": 1, "first": "high_roll"})
    player = Player(server, guest, table["id"])
    promised = player.snapshot["table"]["commitment"]
    assert player.snapshot["table"]["secret"] is None
    player.play_out()
    ended = player.heard[-1]
    assert ended["ev"] == "ended"
    assert commit(ended["secret"]) == promised
    record = parse_record(guest.get(f"/api/tables/{table['id']}/record").text)
    throws = [event for event in player.heard if event["ev"] == "thrown"]
    assert verify(record).throws == len(throws)
    assert [list(done) for done in record.game.history if isinstance(done, tuple)] == [t["faces"] for t in throws]
    assert [list(seats) for seats in record.game.outcome.places] == ended["places"]  # type: ignore[union-attr]


def test_the_replay_is_what_was_told_in_another_language(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, "parcheesi", setup={"pieces": 1})
    player = Player(server, guest, table["id"], "de")
    player.play_out()
    events = guest.get(f"/api/tables/{table['id']}/replay?lang=de").json()["events"]
    assert events[1:] == player.heard
    french = guest.get(f"/api/tables/{table['id']}/replay?lang=fr").json()["events"]
    assert french[-1]["words"].endswith("a gagné\u202f!")


def test_a_table_lets_begin_whom_the_book_names_unless_the_host_chooses(server: Server) -> None:  # A5, C4
    guest = server.guest()
    books = {book["id"]: book["first"] for book in guest.get("/api/books").json()["books"]}
    assert books == dict.fromkeys(BOOKS, "high_roll") | {"mensch": 0}
    for book, chosen, first in (("ludo", {}, "high_roll"), ("mensch", {}, 0), ("ludo", {"first": 2}, 2)):
        table = set_up(guest, book, setup=chosen)
        assert guest.get(f"/api/tables/{table['id']}").json()["first"] == first


def test_a_game_that_is_going_on_has_no_replay_and_no_secret(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest)
    assert guest.get(f"/api/tables/{table['id']}/replay").status_code == 409
    assert guest.get(f"/api/tables/{table['id']}").json()["secret"] is None
    assert "secret" not in guest.get(f"/api/tables/{table['id']}/record").text


def test_the_summary_counts_what_was_thrown_and_follows_the_race(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, "mensch", setup={"pieces": 1})
    player = Player(server, guest, table["id"])
    player.play_out()
    summary = guest.get(f"/api/tables/{table['id']}/summary").json()
    throws = [event for event in player.heard if event["ev"] == "thrown"]
    assert summary["throws"] == len(throws) == len(summary["race"]) - 1
    for column, row in enumerate(summary["seats"]):
        own = [event["faces"][0] for event in throws if event["seat"] == row["seat"]]
        assert [face["count"] for face in row["faces"]] == [own.count(face) for face in range(1, 7)]
        assert sum(face["expected"] for face in row["faces"]) == pytest.approx(row["dice"], abs=0.05)
        assert (summary["race"][-1][column] == 1.0) == (row["place"] == 1)


def test_paths_lead_square_by_square_from_where_a_piece_stands_to_its_target(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, "pachisi-classic", setup={"pieces": 1})
    player = Player(server, guest, table["id"])
    board = player.snapshot["table"]["board"]
    player.play_out()
    moves = [event["move"] for event in player.heard if event["ev"] == "moved" and event["move"]["colour"] >= 0]
    assert moves
    for move in moves:
        track = board["tracks"][move["colour"]]
        assert move["path"][-1] == track[move["target"]]
        assert move["path"][1:] == track[move["start"] + 1 : move["target"] + 1]
        first = board["reserves"][move["colour"]] if move["start"] == 0 else [track[move["start"]]]
        assert move["path"][0] in first


# --- seats ----------------------------------------------------------------------------


def test_two_guests_meet_by_invitation_and_only_the_seat_on_turn_may_act(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=open_seats(2))
    ada = Player(server, guest, table["id"])
    assert (table["phase"], ada.phase, ada.welcome["code"]) == ("lobby", "lobby", table["links"]["code"])
    assert ada.ask("start")["code"] == "not_now"
    grace = invited(server, table)
    assert ada.hear_until("seated")["seats"][1]["name"] == "Grace"
    assert grace.ask("start")["code"] == "not_yours"
    assert ada.ask("start")["ev"] == "ack"
    grace.hear_until("started")
    assert grace.act()["code"] == "not_yours"
    ada.act()
    grace.catch_up(ada)
    assert grace.heard[-1] == ada.heard[-1]


def test_a_short_code_leads_to_the_lobby_and_to_nothing_once_the_game_has_begun(server: Server) -> None:
    guest, other = server.guest(), server.guest()
    table = set_up(guest, seats=open_seats(2))
    found = other.get(f"/api/codes/{table['links']['code'].lower()}").json()
    assert found["id"] == table["id"]
    assert (
        other.post(f"/api/tables/{table['id']}/join", json={"invite": found["invite"], "name": "Bo"}).status_code == 200
    )
    assert other.get(f"/api/codes/{table['links']['code']}").status_code == 404
    again = server.guest().post(f"/api/tables/{table['id']}/join", json={"invite": found["invite"], "name": "Cy"})
    assert (again.status_code, again.json()["error"]) == (409, "All seats are taken; you can watch the game.")
    assert other.post(f"/api/tables/{table['id']}/join", json={"invite": "no", "name": "Di"}).status_code == 403


def test_who_watches_sees_everything_and_can_do_nothing(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest)
    ada, watcher = Player(server, guest, table["id"]), Player(server, server.guest(), table["id"])
    assert (watcher.you, watcher.welcome["invite"]) == ([], None)
    for do, values in (("throw", {"at": 1, "nonce": "0" * 32}), ("close", {}), ("rematch", {}), ("leave", {})):
        assert watcher.ask(do, **values)["ev"] == "no"
    ada.act()
    watcher.catch_up(ada)
    assert watcher.heard == ada.heard


def test_one_browser_holds_two_seats(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here", "name": "A"}, {"seat": 2, "who": "here", "name": "B"}])
    player = Player(server, guest, table["id"])
    assert player.you == [0, 2]
    for _ in range(6):
        assert player.act()["ev"] == "ack"


def test_a_leaver_is_replaced_by_a_bot_when_the_others_want_it_and_comes_back_when_he_wants(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=open_seats(2))
    ada, grace = Player(server, guest, table["id"]), invited(server, table)
    ada.ask("start")
    assert ada.ask("stand_in", seat=2, bot="greedy")["code"] == "not_now"
    grace.leave()
    while not ada.hear().get("away"):
        pass
    while (told := ada.hear())["ev"] != "presence" or told["away"][0]["wait"] > 0:
        pass
    assert ada.ask("stand_in", seat=2, bot="greedy")["ev"] == "ack"
    for _ in range(8):
        while not ada.my_turn():
            ada.hear()
        assert ada.act()["ev"] == "ack"
    assert any(event["ev"] == "thrown" and event["seat"] == 2 and event["nonce"] is None for event in ada.heard)
    back = Player(server, grace.guest, table["id"])
    assert back.you == [2]
    assert back.ask("come_back", seat=2)["ev"] == "ack"
    assert [seat["stand_in"] for seat in back.heard[-1]["seats"]] == [None, None]


def test_a_rematch_has_the_same_seats(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=open_seats(2), setup={"pieces": 1})
    ada, grace = Player(server, guest, table["id"]), invited(server, table)
    ada.ask("start")
    grace.catch_up(ada)
    while ada.phase != "over":
        for player, other in ((ada, grace), (grace, ada)):
            player.catch_up(other)
            if player.my_turn():
                player.act()
    assert ada.ask("rematch")["ev"] == "ack"
    follow = Player(server, grace.guest, grace.hear_until("rematched")["table"])
    assert (follow.you, follow.phase) == ([2], "play")
    assert [seat["name"] for seat in follow.snapshot["table"]["seats"]] == ["Ada", "Grace"]
    assert follow.snapshot["table"]["commitment"] != ada.snapshot["table"]["commitment"]
    assert grace.ask("rematch")["code"] == "not_now"
    mine = guest.get("/api/tables").json()["tables"]
    assert [row["phase"] for row in mine] == ["play", "over"]


@pytest.mark.parametrize(
    ("book", "players", "first", "openers"),
    [("mensch", 3, 1, [1, 2, 0, 1]), ("mensch", 2, 0, [0, 2, 0]), ("ludo", 6, 4, [4, 5, 0]), ("ludo", 2, "high_roll", ["high_roll"] * 2)],
)
def test_each_rematch_lets_the_next_player_begin_unless_the_dice_decide(
    book: str, players: int, first: int | str, openers: list[int | str], server: Server
) -> None:
    guest = server.guest()
    table = set_up(guest, book, players, setup={"pieces": 1, "first": first})["id"]
    begun = []
    for last in [*[False] * (len(openers) - 1), True]:
        player = Player(server, guest, table)
        player.play_out()
        began = next(event["seat"] for event in guest.get(f"/api/tables/{table}/replay").json()["events"] if event["ev"] == "thrown")
        named = player.snapshot["table"]["first"]
        assert named == "high_roll" or began == named
        begun.append(named)
        if not last:
            assert player.ask("rematch")["ev"] == "ack"
            table = next(event["table"] for event in player.heard if event["ev"] == "rematched")
        player.leave()
    assert begun == openers


@pytest.mark.parametrize("own", ["", OWN_BOOK])
def test_C23_the_others_play_on_at_a_new_table_and_the_old_one_stays(own: str, server: Server, tmp_path: Path) -> None:
    guest = server.guest()
    table = set_up(guest, players=3, setup={"pieces": 1, **({"book": "own", "text": own} if own else {})})
    player = Player(server, guest, table["id"])
    assert player.snapshot["table"]["may_play_on"]
    player.play_out()
    won = player.heard[-1]["places"][0]
    assert player.ask("rematch", play_on=True)["ev"] == "ack"
    more = Player(server, guest, next(event["table"] for event in player.heard if event["ev"] == "rematched"))
    assert more.snapshot["table"]["options"] == {"play_on": True}
    assert not more.snapshot["table"]["may_play_on"]
    assert more.snapshot["table"]["commitment"] != player.snapshot["table"]["commitment"]  # its secret is out
    more.play_out()
    ended = more.heard[-1]
    assert (ended["ev"], ended["places"][0]) == ("ended", won)
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    text = guest.get(f"/api/tables/{more.snapshot['table']['id']}/record").text
    record = parse_record(text, rulebook=tmp_path / "own.toml" if own else None)
    assert verify(record).throws == len([event for event in more.heard if event["ev"] == "thrown"])
    assert guest.get(f"/api/tables/{table['id']}").json()["phase"] == "over"


def test_nobody_plays_on_where_two_have_played(server: Server) -> None:
    guest = server.guest()
    player = Player(server, guest, set_up(guest, setup={"pieces": 1})["id"])
    player.play_out()
    assert player.ask("rematch", play_on=True)["code"] == "not_now"


def test_who_throws_gives_his_link_while_the_throw_waits_for_it(server: Server) -> None:
    guest = server.guest()
    player = Player(server, guest, set_up(guest)["id"])
    chain = forge(player.table, 0, 9, secrets.token_hex(32))
    assert player.ask("chain", commitment=chain[0])["ev"] == "ack"
    player.send("throw", at=player.state["seq"], nonce="0" * 32)  # type: ignore[index]
    player.send("ping")
    asked = player.hear_until("call")
    player.send("link", n=asked["n"], link=chain[asked["n"] + 1])
    thrown = player.hear_until("thrown")
    assert (thrown["links"], thrown["silent"], thrown["nonce"]) == ([[0, chain[1]]], [], None)


# --- playing ----------------------------------------------------------------------------


def at_a_choice(server: Server, **values: Any) -> Player:
    """A player at two seats who has just thrown, and may choose."""
    guest = server.guest()
    seats = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}]
    player = Player(server, guest, set_up(guest, seats=seats, **values)["id"])
    while len(player.state["moves"]) < 2:  # type: ignore[index]
        player.act()
    return player


def test_a_taken_back_move_stands_as_before_and_no_throw_falls_anew(server: Server) -> None:
    player = at_a_choice(server)
    before = player.state
    player.act()
    assert player.state["back"] == before["seat"]  # type: ignore[index]
    thrown = player.act() and player.heard[-1]
    assert thrown["ev"] == "thrown"
    assert player.ask("take_back", at=player.state["seq"])["ev"] == "ack"  # type: ignore[index]
    same = {key: value for key, value in player.state.items() if key not in ("seq", "back")}  # type: ignore[union-attr]
    assert same == {key: value for key, value in before.items() if key not in ("seq", "back")}  # type: ignore[union-attr]
    player.act()
    player.act()
    again = player.heard[-1]
    assert (again["kept"], again["faces"], again["n"], again["nonce"]) == (
        True,
        *(thrown[k] for k in ("faces", "n", "nonce")),
    )


def test_among_several_people_a_choice_is_taken_back_until_the_next_throw_and_all_are_told(server: Server) -> None:
    host = server.guest()
    table = set_up(host, seats=open_seats(2))
    grace = invited(server, table)
    ada = Player(server, host, table["id"], "de")
    ada.ask("start")
    grace.catch_up(ada)
    people = {0: ada, 2: grace}
    while grace.state["back"] is None:  # type: ignore[index]
        people[grace.state["seat"]].act()  # type: ignore[index]
        for one in people.values():
            one.catch_up(ada)
            one.catch_up(grace)
    mover = people[grace.state["back"]]  # type: ignore[index]
    other = grace if mover is ada else ada
    at = mover.state["seq"]  # type: ignore[index]
    assert other.ask("take_back", at=at)["code"] == "not_now"
    assert mover.ask("take_back", at=at)["ev"] == "ack"
    other.catch_up(mover)
    told = [one.heard[-1] for one in (ada, grace)]
    assert [event["ev"] for event in told] == ["taken_back", "taken_back"]
    assert told[0]["words"].endswith(" hat einen Zug zurückgenommen.")
    assert told[1]["words"].endswith(" has undone a move.")
    mover.act()
    other.catch_up(mover)
    thrower = people[mover.state["seat"]]  # type: ignore[index]
    thrower.act()
    mover.catch_up(thrower)
    assert mover.heard[-1]["ev"] == "thrown"
    assert mover.ask("take_back", at=mover.state["seq"])["code"] == "not_now"  # type: ignore[index]


def test_where_nothing_is_taken_back_it_is_refused(server: Server) -> None:
    player = at_a_choice(server, take_back=False)
    player.act()
    assert player.state["back"] is None  # type: ignore[index]
    assert player.ask("take_back", at=player.state["seq"])["code"] == "not_allowed"  # type: ignore[index]


def test_an_old_look_at_the_table_and_a_move_that_is_not_there_are_refused(server: Server) -> None:
    player = at_a_choice(server)
    seq = player.seq
    assert player.ask("play", at=player.state["seq"] - 1, index=0)["code"] == "stale"  # type: ignore[index]
    assert player.ask("play", at=player.state["seq"], index=200)["code"] == "bad"  # type: ignore[index]
    assert player.ask("throw", at=player.state["seq"], nonce="0" * 32)["code"] == "not_now"  # type: ignore[index]
    assert player.seq == seq


def test_why_names_the_clause_in_the_language_of_the_socket(server: Server) -> None:
    player = at_a_choice(server)
    colour = player.state["colour"]  # type: ignore[index]
    english = player.ask("why", colour=colour, step=0)["answers"]
    assert all(answer["clause"] and answer["text"] for answer in english)
    assert player.ask("lang", lang="de")["ev"] == "ack"
    german = player.ask("why", colour=colour, step=0)["answers"]
    assert [answer["clause"] for answer in german] == [answer["clause"] for answer in english]
    assert german[0]["text"] != english[0]["text"]


# --- connections ------------------------------------------------------------------------


def test_who_comes_back_hears_exactly_what_was_missed(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}])
    player, watcher = Player(server, guest, table["id"]), Player(server, server.guest(), table["id"])
    player.act()
    watcher.catch_up(player)
    watcher.leave()
    for _ in range(5):
        player.act()
    watcher.connect()
    assert watcher.welcome["resumed"]
    assert watcher.heard == player.heard
    fresh = Player(server, server.guest(), table["id"], since=10_000)
    assert not fresh.welcome["resumed"]
    assert fresh.seq == player.seq


def test_a_command_that_is_sent_twice_is_done_once(server: Server) -> None:
    player = at_a_choice(server)
    player.heard.clear()
    message = {"do": "play", "id": "the-same", "at": player.state["seq"], "index": 0}  # type: ignore[index]
    answers = []
    for _ in range(3):
        player.socket.send(__import__("json").dumps(message))
        answers.append(player.hear_until("ack"))
    assert answers[0] == answers[1] == answers[2]
    assert sum(event["ev"] == "moved" for event in player.heard) == 1


def test_the_same_guest_in_two_windows_sees_both_and_plays_in_either(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}])
    first, second = Player(server, guest, table["id"]), Player(server, guest, table["id"])
    first.act()
    second.catch_up(first)
    assert second.act()["ev"] == "ack"


def test_a_closed_table_tells_its_secret_and_takes_nothing_more(server: Server) -> None:
    player = at_a_choice(server)
    assert player.ask("close")["ev"] == "ack"
    assert commit(player.heard[-1]["secret"]) == player.snapshot["table"]["commitment"]
    assert player.act()["code"] == "not_now"


def test_the_admin_view_lists_and_closes_tables_for_who_knows_the_token(server: Server) -> None:
    guest, operator = server.guest(), server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here", "name": "<b>Eve</b>"}, {"seat": 2, "who": "bot"}])
    assert operator.post("/admin/login", data={"token": "wrong"}).status_code == 403
    assert operator.post("/admin/login", data={"token": server.token}).headers["location"] == "/admin"
    page = operator.get("/admin").text
    assert table["id"] in page
    assert "<b>Eve" not in page
    assert server.token not in page
    assert guest.post(f"/admin/{table['id']}/close", data={"token": server.token}).status_code == 403
    assert operator.post(f"/admin/{table['id']}/close").status_code == 303
    assert guest.get(f"/api/tables/{table['id']}").json()["phase"] == "closed"
    assert operator.post("/admin/logout").status_code == 303
    assert operator.get("/admin/backup").status_code == 403


def test_an_address_does_not_open_the_admin_view(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest)
    assert table["id"] not in guest.get("/admin", params={"token": server.token}).text
    guest.cookies.set("pachisi_admin", f"operator.{server.token}")
    assert table["id"] not in guest.get("/admin").text


# --- HTTP -------------------------------------------------------------------------------


def test_the_shelf_holds_every_book_with_its_board_and_options_in_three_languages(server: Server) -> None:
    shelf = server.guest().get("/api/books").json()
    assert [book["id"] for book in shelf["books"]] == list(BOOKS)
    for book in shelf["books"]:
        assert len(book["board"]["tracks"][0]) == book["board"]["last"] + 1
        for option in book["options"]:
            assert set(option["label"]) == {"en", "de", "fr"}
            assert option["default"] in [value["value"] for value in option["values"]]


def test_a_contradiction_is_explained_and_the_rule_sheet_tells_what_is_in_force(server: Server) -> None:
    guest = server.guest()
    wrong = guest.post("/api/check", json={"book": "mensch", "players": 3, "options": {"two_person": True}}).json()
    assert not wrong["ok"]
    assert wrong["why"] == "“Two players, two colours each” is for 2 players only."
    right = guest.post("/api/check", json={"book": "mensch", "players": 2, "options": {"two_person": True}}).json()
    assert [seat["colours"] for seat in right["seats"]] == [[0, 2], [1, 3]]
    query = {"book": "mensch", "players": "4", "options": '{"barriers": true}', "lang": "de"}
    sheet = guest.get("/api/rules", params=query).json()
    assert sheet["house_rules"] == [["Barrieren", "ja"]]
    assert guest.get("/api/rules", params={"book": "mensch", "lang": "xx"}).status_code == 400


def test_a_stranger_can_name_no_file_as_rulebook(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\n', encoding="utf-8")
    guest = server.guest()
    for name in (str(file), "../mensch.toml"):
        assert guest.post("/api/tables", json={"setup": {"book": name}}).status_code == 400
        assert guest.get("/api/rules", params={"book": name}).status_code == 400


def test_pages_and_cookies_are_closed_to_other_sites(server: Server) -> None:
    guest = server.guest()
    reply = guest.post("/api/tables", json={"setup": {"book": "mensch"}})
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert len(guest.cookies["pachisi_guest"]) == 22
    policy = reply.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    other = guest.post(
        "/api/tables", json={"setup": {"book": "mensch"}}, headers={"Origin": "http://elsewhere.example"}
    )
    assert other.status_code == 403
    form = guest.post("/api/tables", content='{"setup":{"book":"mensch"}}', headers={"Content-Type": "text/plain"})
    assert form.status_code == 415


def test_the_invitation_as_QR_code_is_a_picture_for_who_has_it(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=open_seats(2))
    picture = guest.get(table["links"]["qr"])
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.lstrip().startswith("<?xml") or "<svg" in picture.text
    assert guest.get(f"/api/tables/{table['id']}/qr.svg?invite=wrong").status_code == 403
