"""A browser's part in the dice: what it gives, what it refuses to give, and what it notices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pachisi import honest_dice
from tests.web_client import Server

from .page import Visitor

TABLE = "Qm3"
BO = honest_dice.forge(TABLE, 2, 50, "b" * 64)
OTHER = honest_dice.forge(TABLE, 2, 50, "c" * 64)
SEATS = [{"seat": 0, "kind": "person"}, {"seat": 2, "kind": "person"}]
# A script of messages. "own" stands for this browser's commitment and link, a number for the link of that throw, made from its seed.
PLAY = """async ([script, seats]) => {
  localStorage.clear();
  const { Chance } = await import('/static/table/chance.js');
  const { follow } = await import('/static/table/honest.js');
  const { Memory, Witness } = await import('/static/table/witness.js');
  const [asked, warned, told] = [[], [], []];
  const start = () =>
    new Chance('Qm3', (command) => (asked.push(command), Promise.resolve({ ev: 'ack' })), ({ key, n }) => warned.push([key, n]));
  let chance = start();
  const fillUp = () => {
    for (let size = 2 ** 22; size; size >>= 1) {
      try {
        localStorage.setItem(`filler${size}`, 'x'.repeat(size));
      } catch {
        // then less
      }
    }
  };
  const chain = () => new Memory('Qm3').chains.at(-1);
  const own = (n) => follow('Qm3', 0, chain().seed, 999 - n);
  for (const message of script) {
    if (message === 'reload') {
      chance = start();
      continue;
    }
    if (message === 'full') {
      fillUp();
      continue;
    }
    const fill = (one) => (one.commitment === 'own' ? { ...one, commitment: chain().commitment } : one);
    if (message.chains) message.chains = message.chains.map(fill);
    const full = message.seq ? { words: '', ...fill(message) } : fill(message);
    if (full.links) full.links = full.links.map(([seat, link]) => [seat, link === 'own' ? own(full.n) : link]);
    chance.hear(full);
    if (full.seq) told.push(full);
  }
  const witness = new Witness(new Memory('Qm3'), [0]);
  const found = [{ ev: 'started', seats, state: { seq: 1, node: 'throw' } }, ...told].flatMap((event) => witness.hear(event));
  return { warned, asked, found: found.map(({ key, n }) => [key, n]) };
}"""


@pytest.fixture(scope="module")
def visitor(browser: Browser, server: Server) -> Iterator[Visitor]:
    visitor = Visitor(browser, server, {})
    yield visitor
    visitor.context.close()
    assert not visitor.faults, visitor.faults


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """A page that knows nothing yet, and has nothing to show."""
    visitor.go("/static/icon.svg")
    return visitor.page


def snapshot(due: int = 0, at: int = 1, since: int | None = None) -> dict[str, Any]:
    """What is told to somebody who comes, or comes back."""
    chains = [{"seat": 2, "commitment": BO[0], "since": 0}]
    if since is not None:
        chains.append({"seat": 0, "commitment": "own", "since": since})
    state = {"seq": at, "node": "throw"}
    return {"ev": "snapshot", "chains": chains, "due": due, "state": state, "table": {"phase": "play", "seats": SEATS}}


def chained(seq: int, seat: int, commitment: str, since: int = 0) -> dict[str, Any]:
    return {"ev": "chained", "seq": seq, "seat": seat, "commitment": commitment, "since": since}


def call(n: int, *seats: int) -> dict[str, Any]:
    return {"ev": "call", "n": n, "seats": seats or (0, 2)}


def thrown(seq: int, n: int, *links: tuple[int, str], **values: Any) -> dict[str, Any]:
    state = {"seq": seq, "node": values.pop("node", "throw")}
    heard = {"ev": "thrown", "seq": seq, "n": n, "faces": [6], "kept": False, "silent": [], "state": state}
    return {**heard, "links": [list(link) for link in links], **values}


def moved(seq: int, ev: str = "moved") -> dict[str, Any]:
    return {"ev": ev, "seq": seq, "state": {"seq": seq, "node": "throw"}}


HELLO, HERE = {"ev": "welcome", "you": [0]}, {"ev": "presence"}
BEFORE = chained(2, 2, BO[0])  # told to the witness at the end; live it stands in the snapshot
SAT = [HELLO, snapshot(), HERE, BEFORE, chained(3, 0, "own")]
MINE = (0, "own")
FAIR = [call(0), thrown(4, 0, MINE, (2, BO[1]))]
AGAIN = [call(1), thrown(6, 1, MINE, (2, BO[2]))]
ALONE = [dict(SEATS[0]), {"seat": 2, "kind": "bot"}]
SILENCES = [message for n in range(5) for message in (call(n), thrown(4 + n, n, MINE, silent=[2]))]


@pytest.mark.parametrize(
    ("script", "warned"),
    [
        ([*FAIR, moved(5), *AGAIN], []),
        ([{"ev": "seated", "seats": ALONE, "words": ""}, *FAIR, thrown(5, 0, MINE, (2, BO[1]), kept=True)], []),
        ([call(0), call(0), thrown(4, 0, MINE, (2, BO[1]))], []),
        ([call(0), thrown(4, 0, MINE, silent=[2])], []),
        ([call(0, 0), thrown(4, 0, MINE)], []),
        ([HELLO, thrown(4, 0, (2, BO[1])), HERE], []),
        ([*FAIR, HELLO, snapshot(1, 4, since=0), HERE, moved(5), *AGAIN], []),
        (["reload", HELLO, snapshot(since=0), HERE, *FAIR], []),
        (["full", *FAIR, moved(5), *AGAIN], []),
        ([*FAIR, "full", moved(5), *AGAIN], []),
        ([*FAIR, "full", moved(5), *AGAIN, thrown(7, 2, MINE, (2, BO[3]))], [["doubt_not_given", 3]]),
        ([call(0), thrown(4, 0, (2, BO[1]))], [["doubt_left_out", 1]]),
        ([thrown(4, 0, (2, BO[1]))], [["doubt_left_out", 1]]),
        ([*FAIR, thrown(6, 1, MINE, (2, BO[2]))], [["doubt_not_given", 2]]),
        ([call(0), thrown(4, 0, MINE, (2, BO[2]))], [["doubt_unknown", 1]]),
        ([call(0), thrown(4, 0, MINE)], [["doubt_not_made", 1]]),
        ([call(0, 0), thrown(4, 0, MINE, (2, BO[1]))], [["doubt_not_made", 1]]),
        ([call(0), call(0, 0), thrown(4, 0, MINE)], [["doubt_not_made", 1]]),
        ([call(0), chained(4, 2, OTHER[0]), thrown(5, 0, MINE, (2, OTHER[1]))], [["doubt_not_made", 1]]),
        ([call(0), moved(4, "taken_back")], [["doubt_not_made", 1]]),
        ([call(0), HELLO, snapshot(0, 9, since=0), HERE, thrown(10, 0, MINE, (2, BO[1]))], [["doubt_not_made", 1]]),
        ([call(0), "reload", HELLO, snapshot(0, 9, since=0), HERE, thrown(10, 0, MINE, (2, BO[1]))], [["doubt_not_made", 1]]),
        ([*FAIR, thrown(5, 0, MINE, (2, BO[1]), kept=True)], [["doubt_taken_back", 1]]),
        ([*FAIR, thrown(5, 0, MINE, (2, BO[1]), kept=True, faces=[1])], [["doubt_changed", 1]]),
        ([thrown(4, 0, kept=True)], [["doubt_changed", 1]]),
        ([*FAIR, HELLO, snapshot(0, 1, since=0), HERE], [["doubt_changed", 1]]),
        ([chained(4, 0, OTHER[0]), thrown(5, 0, (0, OTHER[1]))], [["doubt_not_given", 1], ["doubt_unknown", 1]]),
        (SILENCES, [["doubt_silent", 4]]),
    ],
    ids=[
        "fair",
        "a kept throw, alone",
        "asked twice",
        "another is silent",
        "another is away",
        "was away",
        "came back",
        "loaded again",
        "no room",
        "no more room",
        "no more room for a link not given",
        "left out",
        "not even asked",
        "a link not given",
        "another's wrong link",
        "another left out and not named",
        "another let in after the call",
        "another left out of a second call",
        "a chain made after the call",
        "a call without its throw",
        "a call, a broken line and another game",
        "a call, a page loaded again and another game",
        "a throw that two have seen, taken back",
        "a kept throw that has changed",
        "a new throw that is called kept",
        "throws that are gone",
        "another's chain at our seat",
        "silent again and again",
    ],
)
def test_a_browser_notices_what_becomes_of_its_number(script: list[Any], warned: list[Any], page: Page) -> None:
    assert page.evaluate(PLAY, [[*SAT, *script], SEATS])["warned"] == warned


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ([*FAIR, moved(5), *AGAIN], []),
        ([*FAIR, "full", moved(5), *AGAIN], []),
        ([call(0), HELLO, snapshot(1, 9, since=0), HERE, thrown(5, 0, MINE)], [["doubt_not_made", 1]]),
        ([*FAIR, HELLO, snapshot(1, 4, since=0), HERE, thrown(5, 0, MINE, (2, BO[1]), faces=[2])], [["doubt_changed", 1]]),
    ],
    ids=["fair", "no more room", "what was missed", "what was seen"],
)
def test_at_the_end_everything_is_compared_with_what_the_browser_remembers(
    script: list[Any], found: list[Any], page: Page
) -> None:
    told = page.evaluate(PLAY, [[*SAT, *script], SEATS])["found"]
    assert [doubt for doubt in found if doubt not in told] == []
    assert found or told == []


@pytest.mark.parametrize(
    ("script", "given"),
    [
        ([call(7), call(1)], []),
        ([call(0, 2)], []),
        ([{**moved(4), "state": {"seq": 4, "node": "move"}}, call(0)], []),
        ([*FAIR, call(0), moved(5), call(1)], [0, 1]),
        ([HELLO, snapshot(9, since=0), HERE, call(9), HELLO, snapshot(1, since=0), HERE, call(1)], [9]),
    ],
    ids=["not due", "not asked", "before a move", "made already", "after a later one"],
)
def test_a_link_is_given_for_the_throw_that_is_due_and_for_no_other(
    script: list[Any], given: list[int], page: Page
) -> None:
    chain, *links = page.evaluate(PLAY, [[*SAT, *script], SEATS])["asked"]
    assert [command["n"] for command in links] == given
    for command in links:
        assert honest_dice.follow(TABLE, 0, command["link"], command["n"] + 1) == chain["commitment"]


MAKE_ROOM = """async () => {
  localStorage.clear();
  const { keep, noteTable, recall } = await import('/static/storage.js');
  const names = ['before', 'first', 'second', 'now'];
  const kept = () => names.map((id) => ['chains', 'given', 'seen', 'nonces'].filter((what) => localStorage.getItem(`pachisi.${what}.${id}`)));
  for (const id of names) {
    for (const what of ['chains', 'given', 'seen', 'nonces']) keep(`pachisi.${what}.${id}`, 'x'.repeat(300_000));
    if (id !== 'before') noteTable(id);
  }
  noteTable('first'); // once more
  noteTable('now');
  const steps = [];
  for (let n = 0; n < 5; n++) {
    keep(`another${n}`, 'x'.repeat(800_000));
    steps.push([kept(), localStorage.getItem(`another${n}`) !== null, recall(`another${n}`, '').length]);
  }
  return steps;
}"""


def test_a_browser_without_room_forgets_the_throws_of_the_table_left_longest(page: Page) -> None:
    whole, rest = ["chains", "given", "seen", "nonces"], ["nonces"]
    assert page.evaluate(MAKE_ROOM) == [
        [[rest, whole, whole, whole], True, 800_000],
        [[rest, whole, rest, whole], True, 800_000],
        [[rest, rest, rest, whole], True, 800_000],
        [[rest, rest, rest, whole], False, 800_000],
        [[rest, rest, rest, whole], False, 800_000],
    ]


def test_no_lie_about_the_beginning_of_a_chain_makes_a_browser_tell_a_later_link(page: Page) -> None:
    script = [HELLO, snapshot(5), HERE, HELLO, snapshot(5, since=0), HERE, call(5)]
    chain, link = page.evaluate(PLAY, [script, SEATS])["asked"]
    assert honest_dice.follow(TABLE, 0, link["link"]) == chain["commitment"]


def test_a_browser_whose_chain_never_comes_into_force_says_so(page: Page) -> None:
    script = [HELLO, snapshot(), HERE, *(thrown(4 + n, n, (2, BO[n + 1])) for n in range(5))]
    assert page.evaluate(PLAY, [script, SEATS])["warned"] == [["doubt_left_out", 4]]
