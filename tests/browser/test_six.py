"""Tables for five and six, on a board with six arms."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Visit
from .page import DIE

TRAYS = """all => all.map((one) => {
  const box = one.getBoundingClientRect();
  return [Number(one.closest('.of-colour').dataset.colour), box.x + box.width / 2, box.y + box.height / 2];
})"""


def test_six_sit_down_in_two_teams_and_play_some_turns(visit: Visit) -> None:
    ada = visit("/#ludo", settings={"turned": True})
    ada.choose("players", "6")
    expect(ada.see(".seat-choice")).to_have_count(6)
    ada.choose("option-teams", "three against three")
    ada.choose("option-safe_fields", "12")
    expect(ada.see("p.soft", has_text="green + blue + orange and yellow + red + purple")).to_be_visible()
    ada.press(".seat-choice:nth-child(3)")  # blue
    ada.press(".create button")
    ada.page.wait_for_url("**/table/*")
    expect(ada.see(".seat-card")).to_have_count(6)
    ada.see(DIE).wait_for()
    trays = ada.see(".stage .tray-glow").evaluate_all(TRAYS)
    assert max(trays, key=lambda tray: tray[2])[0] == 2  # one's own reserve lies at the bottom
    assert len({round(y) for _, _, y in trays}) == 4  # two by two between the highest and the lowest
    upright = "one => { const m = one.getScreenCTM(); return [m.a > 0, Math.abs(m.b) < 1e-3]; }"
    assert all(tray.evaluate(upright) == [True, True] for tray in ada.see(".stage .hollows").all())
    waiting = ada.see('.stage .piece[data-colour="2"]').evaluate_all("all => all.map((one) => one.getBoundingClientRect().y)")
    assert len({round(y) for y in waiting}) == 2  # two rows
    for _ in range(5):
        ada.act()
        ada.wait_turn()
    shown = ada.see(".story li").all_inner_texts()
    assert {"Green", "Yellow", "Red", "Orange", "Purple"} <= {line.split(":")[0].split(" has")[0] for line in shown}


def test_five_play_on_six_arms_and_nobody_on_four(visit: Visit) -> None:
    ada = visit("/#mensch?players=5")
    expect(ada.see(".seat-choice")).to_have_count(5)
    expect(ada.see('[data-option="teams"] .soft')).to_have_text("Only for 4, 6 players.")
    ada.choose("option-arms", "four")
    expect(ada.see(".verdict .trouble")).to_contain_text("Arms of the board: four")
    expect(ada.see(".create button")).to_be_disabled()
    ada.choose("option-arms", "six")
    expect(ada.see(".create button")).to_be_enabled()


def test_what_belongs_to_another_board_goes_with_it(visit: Visit) -> None:
    ada = visit("/#ludo?players=6&safe_fields=12&teams=pairs")
    expect(ada.see("legend em")).to_have_text("2")
    ada.choose("players", "4")
    expect(ada.see("legend em")).to_have_text("1")
    expect(ada.see('[data-option="teams"] .soft')).to_have_text("Only works together with: Arms of the board: six.")
    expect(ada.see('input[name="option-safe_fields"]')).to_have_count(2)  # none and 8
    expect(ada.see('input[name="option-safe_fields"]').last).to_be_checked()
    ada.choose("players", "6")
    expect(ada.see("legend em")).to_have_text("1")
    ada.choose("option-safe_fields", "none")
    expect(ada.see("legend em")).to_have_count(0)


def test_a_preset_has_its_safe_fields_on_either_board(visit: Visit) -> None:
    ada = visit("/#ludo")
    grandma = ada.see(".preset > button", has_text="Grandma")
    grandma.click()
    expect(ada.see(".option.changed")).to_have_count(2)
    ada.choose("players", "6")
    expect(ada.see(".option.changed")).to_have_count(2)
    expect(grandma).to_have_attribute("aria-pressed", "true")
    expect(ada.see('[data-option="safe_fields"] .segment:has(:checked)')).to_have_text("12")


def test_what_six_play_is_not_offered_to_four_and_a_link_to_it_says_why_at_its_switch(visit: Visit) -> None:
    ada = visit("/#mensch?players=4&arms=6")
    expect(ada.see('[data-option="teams"] .segment')).to_have_text(["everybody alone", "pairs"])
    ada.go("/?again#mensch?players=4&arms=6&teams=threes")
    guilty = ada.see(".option.guilty")
    expect(guilty).to_have_count(1)
    expect(guilty).to_have_attribute("data-option", "teams")
    expect(guilty.locator(".trouble")).to_have_text("“Teams: three against three” is for 6 players only.")
    ada.choose("option-teams", "pairs")
    expect(ada.see(".create button")).to_be_enabled()


ROUND_TABLE = """
name = "Round table"

[board]
shape  = "written"
turned = 8
fields = ["1-64: round 0,0 from 0,-9", "a1-a4: 0,-7.9 0,-4.6"]
paths  = ["2-64 1"]
lanes  = ["a1-a4"]
"""


def test_eight_play_on_a_board_of_somebodys_own(visit: Visit) -> None:
    ada = visit(None, settings={"turned": True})
    ada.join_bots("own", players=8, setup={"text": ROUND_TABLE}, seats=[{"seat": 3, "who": "here"}, *(
        {"seat": seat, "who": "bot", "bot": "greedy"} for seat in range(8) if seat != 3
    )])  # fmt: skip
    ada.see(DIE).wait_for()
    expect(ada.see(".seat-card")).to_have_count(8)
    trays = ada.see(".stage .tray-glow").evaluate_all(TRAYS)
    lowest = sorted(trays, key=lambda tray: -tray[2])[:3]  # a board is turned by quarters: there may be two at the bottom
    assert 3 in {colour for colour, _, _ in lowest}
    for _ in range(5):
        ada.act()
        ada.wait_turn()
    shown = {line.split(":")[0].split(" has")[0] for line in ada.see(".story li").all_inner_texts()}
    assert {"Aqua", "Pink"} <= shown
