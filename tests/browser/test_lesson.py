"""The first game that teaches: offered once, skippable, found again, and a real game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pachisi.web.views.lesson import STEPS, teach
from pachisi.words import LANGUAGES
from pachisi.words.catalogue import catalogue

from .conftest import Visit
from .page import DIE, PHONE
from .test_people import tab_to


def test_the_lesson_is_a_real_game_and_everything_it_says_is_there() -> None:
    for lang in LANGUAGES:
        lesson = teach(lang)
        assert len(lesson.events) == len(STEPS) + 1
        assert set(lesson.says.values()) | set(lesson.touch.values()) == set(catalogue(lang).section("lesson").values())


def test_newcomers_are_offered_the_lesson_once_and_find_it_later(visit: Visit) -> None:
    ada = visit("/")
    ada.see(".offer .quiet").click()
    expect(ada.see(".offer")).to_have_count(0)
    ada.page.reload()
    ada.see(".game").first.wait_for()
    expect(ada.see(".offer")).to_have_count(0)
    ada.see("a[href='/#lesson']").click()
    expect(ada.see(".coach")).to_contain_text("Throw the die")
    ada.see(".coach a").click()
    expect(ada.see(".game").first).to_be_visible()


def test_the_lesson_is_played_with_mouse_keyboard_and_questions(visit: Visit) -> None:
    ada = visit("/")
    ada.see(".offer .button").first.click()
    coach = ada.see(".coach p")
    expect(coach).to_contain_text("You play yellow")
    ada.page.keyboard.press("Space")
    expect(coach).to_contain_text("A six!")
    ada.see(".piece.free").first.click()
    expect(coach).to_contain_text("another throw")
    ada.press(DIE)
    expect(coach).to_contain_text("Only one piece shines")
    ada.see('.piece[data-colour="0"]:not(.free)').last.click()
    expect(ada.see(".reasons .clause").first).to_have_text("C13")
    ada.see(".piece.free").click()
    expect(coach).to_contain_text("five fields")
    ada.press(DIE)
    expect(coach).to_contain_text("land on Red")
    home = ada.see(".move").filter(has_text="home").first
    home.click()  # possible as well, but not now
    expect(ada.see(".notice")).to_contain_text("follow the lesson")
    ada.see(".move.captures").click()
    expect(ada.see(".story li", has_text="captures")).to_have_count(1)
    ada.press(DIE)
    ada.see(".move").filter(has_text="home").first.click()
    expect(coach).to_contain_text("That is all you need")
    ada.see(".coach .button").click()
    expect(ada.see(".game").first).to_be_visible()
    expect(ada.see(".my-tables li")).to_have_count(0)  # it leaves no table behind


def test_the_lesson_fits_a_phone_speaks_to_a_thumb_and_changes_its_language(visit: Visit) -> None:
    ada = visit("/#lesson", locale="de-DE", **PHONE)
    expect(ada.see(".coach")).to_contain_text("Du spielst Gelb")
    expect(ada.see(".coach")).to_contain_text("Tipp mit dem Daumen auf den Würfel")
    expect(ada.see(".coach")).not_to_contain_text("Leertaste")
    expect(ada.see(DIE)).to_be_in_viewport(ratio=1)
    ada.press(DIE)
    ada.press('.bar-end button[aria-label="Einstellungen"]')
    ada.choose("lang", "English")
    expect(ada.see(".coach")).to_contain_text("A six!")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_lesson_is_finished_by_keyboard_alone(motion: str, visit: Visit) -> None:
    ada = visit("/", reduced_motion=motion, settings={"speed": "fast"})
    press = ada.page.keyboard.press
    tab_to(ada, ada.see(".offer .button").first)
    press("Enter")
    for _ in range(2):
        ada.see(DIE).wait_for()
        press("Space")
        ada.see(".move").first.wait_for()
        press("1")
    ada.see(DIE).wait_for()
    press("Space")
    tab_to(ada, ada.see(".move.captures"))
    press("Enter")
    ada.see(DIE).wait_for()
    press("Space")
    tab_to(ada, ada.see(".move").filter(has_text="home").first)
    press("Enter")
    tab_to(ada, ada.see(".coach a.button"))
    press("Enter")
    expect(ada.see(".game").first).to_be_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lesson_is_finished_with_a_thumb_and_says_what_a_thumb_does(lang: str, visit: Visit) -> None:
    ada = visit("/#lesson", locale=lang, **PHONE)
    lesson, coach = teach(lang), ada.see(".coach p")
    for seq, words in lesson.says.items():
        expect(coach).to_have_text(lesson.touch.get(seq, words))
        ada.see(f"{DIE}, .move, .coach a.button").first.wait_for()
        for way in (DIE, ".move.captures", ".move:has(.badge.home)", ".piece.free", ".coach a.button"):
            if ada.see(way).count():
                ada.press(way)
                break
        if ada.see(".notice").filter(has_text=catalogue(lang).section("page")["touch_again"]).count():
            ada.press(".piece.free")  # a finger hides what it touches: once to see the way, once to go it
    expect(ada.see(".game").first).to_be_visible()
