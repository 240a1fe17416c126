"""A browser's part in the dice: what it gives, what it refuses to give, and what it notices."""

from __future__ import annotations

from typing import Any

import pytest

from pachisi import honest_dice

from .conftest import Visit

TABLE = "Qm3"
BO = honest_dice.forge(TABLE, 2, 50, "b" * 64)
OTHER = honest_dice.forge(TABLE, 2, 50, "c" * 64)
PLAY = """async (script) => {
  localStorage.clear();
  const { Chance } = await import('/static/table/chance.js');
  const [asked, warned] = [[], []];
  const chance = new Chance('Qm3', (command) => (asked.push(command), Promise.resolve({})), ({ key, n }) => warned.push([key, n]));
  const own = () => asked.filter((command) => command.do === 'chain').at(-1).commitment;
  const given = () => asked.filter((command) => command.do === 'link').at(-1)?.link;
  for (const message of script) {
    if (message.commitment === 'own') message.commitment = own();
    if (message.links) message.links = message.links.map(([seat, link]) => [seat, link === 'own' ? given() : link]);
    chance.hear(message);
  }
  return { warned, asked };
}"""
SNAPSHOT = {"ev": "snapshot", "chains": [{"seat": 2, "commitment": BO[0], "since": 0}], "due": 0, "table": {"phase": "play"}}
SAT = [
    {"ev": "welcome", "you": [0]},
    SNAPSHOT,
    {"ev": "presence"},
    {"ev": "chained", "seat": 0, "commitment": "own", "since": 0},
]


def call(n: int) -> dict[str, Any]:
    return {"ev": "call", "n": n, "seats": [0, 2]}


def thrown(n: int, *links: tuple[int, str], kept: bool = False) -> dict[str, Any]:
    return {"ev": "thrown", "n": n, "links": [list(link) for link in links], "kept": kept}


FAIR = [call(0), thrown(0, (0, "own"), (2, BO[1]))]
MINE = (0, "own")


@pytest.mark.parametrize(
    ("script", "warned"),
    [
        ([*FAIR, {"ev": "moved"}, call(1), thrown(1, MINE, (2, BO[2]))], []),
        ([*FAIR, thrown(0, MINE, (2, BO[1]), kept=True)], []),
        ([call(0), thrown(0, MINE)], []),
        ([call(0), thrown(0, (2, BO[1]))], [["doubt_left_out", 1]]),
        ([thrown(0, (2, BO[1]))], [["doubt_left_out", 1]]),
        ([{"ev": "welcome", "you": [0]}, thrown(0, (2, BO[1])), {"ev": "presence"}], []),
        ([*FAIR, thrown(1, MINE, (2, BO[2]))], [["doubt_not_given", 2], ["doubt_unknown", 2]]),
        ([call(0), thrown(0, MINE, (2, BO[2]))], [["doubt_unknown", 1]]),
        ([call(0), {"ev": "chained", "seat": 2, "commitment": OTHER[0], "since": 0}, thrown(0, MINE, (2, OTHER[1]))], [["doubt_unknown", 1]]),
        ([call(0), {"ev": "taken_back"}], [["doubt_not_made", 1]]),
        ([call(0), call(0), thrown(0, MINE, (2, BO[1]))], []),
    ],
    ids=[
        "fair",
        "a kept throw",
        "another is silent",
        "left out",
        "not even asked",
        "was away",
        "a link not given",
        "another's wrong link",
        "a chain made after the call",
        "a call without its throw",
        "asked twice",
    ],
)
def test_a_browser_notices_what_becomes_of_its_number(script: list[Any], warned: list[Any], visit: Visit) -> None:
    assert visit("/").page.evaluate(PLAY, [*SAT, *script])["warned"] == warned


def test_a_link_is_given_for_the_throw_that_is_due_and_for_no_other(visit: Visit) -> None:
    asked = visit("/").page.evaluate(PLAY, [*SAT, call(7), call(1), *FAIR, call(0), call(1)])["asked"]
    chain, first, second = asked
    assert (chain["do"], first["do"], second["do"], first["n"], second["n"]) == ("chain", "link", "link", 0, 1)
    assert honest_dice.follow(TABLE, 0, first["link"]) == chain["commitment"]
    assert honest_dice.follow(TABLE, 0, second["link"]) == first["link"]
