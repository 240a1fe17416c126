"""English, German and French: setup, table, rule sheet and the reasons why a piece may not move."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pachisi import Game
from pachisi.words.voice import Voice

from .conftest import Visit
from .page import Visitor

LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-CH"}
PLAYERS = {"en": "Players", "de": "Spieler", "fr": "Joueurs"}
THROW = {"en": "Throw", "de": "Würfeln", "fr": "Lancer"}
YOUR_TURN = {"en": "Your turn", "de": "Du bist dran", "fr": "À vous"}
ONE_DIE = {"en": "Throw the die.", "de": "Bitte würfeln.", "fr": "Lancez le dé."}
ALL_THROWN = {  # what there is to do, and the word on the button
    "parcheesi": {"en": ("Throw the dice.", "Throw"), "de": ("Bitte würfeln.", "Würfeln"), "fr": ("Lancez les dés.", "Lancer")},
    "pachisi-cowries": {
        "en": ("You may throw, or stop.", "Throw"),
        "de": ("Du darfst werfen oder aufhören.", "Werfen"),
        "fr": ("Vous pouvez jeter les cauris ou vous arrêter.", "Jeter"),
    },
}
GREEN = {"en": "Green", "de": "Grün", "fr": "Vert"}
NO_FIT = {
    "en": "“2 players” and “Green begins” cannot be played together.",
    "de": "„2 Spieler“ und „Grün beginnt“ passen nicht zusammen.",
    "fr": "«\u202f2 joueurs\u202f» et «\u202fVert commence\u202f» ne vont pas ensemble.",
}
BEGINS = {"en": "The game begins.", "de": "Das Spiel beginnt.", "fr": "La partie commence."}


def expect_rule_sheet(visitor: Visitor, lang: str, players: int) -> None:
    """The open rule sheet has every clause of the table and its story in this language."""
    query = {"book": "mensch", "players": str(players), "lang": lang}
    page = visitor.guest().get("/api/rules", params=query).json()
    chapters = page["chapters"]
    clauses = [clause for chapter in chapters for clause in chapter["clauses"]]
    expect(visitor.see("#rules h3")).to_have_text(
        [*(chapter["title"] for chapter in chapters), Voice(lang)("sheet.about")]
    )
    expect(visitor.see("#rules section > p")).to_have_text(page["story"])
    expect(visitor.see("#rules li b")).to_have_text([clause["id"] for clause in clauses])
    expect(visitor.see("#rules li p")).to_have_text([clause["text"] for clause in clauses])
    quotations = visitor.see("#rules li q")
    expect(quotations).to_have_text([clause["printed"] for clause in clauses if clause["printed"]])
    expect(visitor.see('#rules li q[lang="de"]')).to_have_count(quotations.count())


@pytest.mark.parametrize("lang", LOCALES)
def test_setup_table_rule_sheet_and_reasons_speak_the_language_of_the_browser(lang: str, visit: Visit) -> None:
    ada = visit("/", locale=LOCALES[lang])
    expect(ada.see("html")).to_have_attribute("lang", lang)
    ada.see('.game a.button[href="/#mensch"]').click()
    expect(ada.see(".setup-form legend").first).to_have_text(PLAYERS[lang])
    ada.see(".setup-picture .quiet").click()
    expect_rule_sheet(ada, lang, players=4)
    ada.see("#rules header button").click()
    ada.choose("players", "2")
    ada.see(".create button").click()
    expect(ada.see(".turn b")).to_have_text(YOUR_TURN[lang])
    expect(ada.see(".dish-word")).to_contain_text(THROW[lang])
    expect(ada.see(".turn")).to_contain_text(ONE_DIE[lang])
    expect(ada.see(".story li").last).to_have_text(BEGINS[lang])
    faces = ada.throw()
    ada.see('.piece[data-colour="0"]:not(.free)').first.click()
    game = Game("mensch", players=2)
    game.throw(*faces)
    verdict = game.why(colour=0, start=0, uses=tuple(faces), lang=lang)
    assert not verdict.legal
    expect(ada.see(".reasons p")).to_contain_text(verdict.text)
    expect(ada.see(".reasons .clause")).to_have_text(verdict.clause)
    ada.see(".reasons .clause").click()
    cited = ada.see("#rules li.cited")
    expect(cited.locator("b")).to_have_text(verdict.clause)
    expect(cited).to_be_in_viewport()
    expect_rule_sheet(ada, lang, players=2)


@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize("book", ALL_THROWN)
def test_dice_and_shells_are_thrown_in_words_of_their_own_for_eyes_and_ears(book: str, lang: str, visit: Visit) -> None:
    ada = visit(None, locale=LOCALES[lang])
    ada.join_bots(book, setup={"first": 0})
    now, button = ALL_THROWN[book][lang]
    expect(ada.see(".turn span", has_text=now)).to_have_count(1)
    expect(ada.see(".dish-word")).to_contain_text(button)
    expect(ada.see("#live p").last).to_have_text(f"{YOUR_TURN[lang]}. {now}")


@pytest.mark.parametrize("lang", LOCALES)
def test_a_table_that_cannot_be_played_says_why_in_the_language_of_the_browser(lang: str, visit: Visit) -> None:
    ada = visit("/#mensch", locale=LOCALES[lang])
    ada.see(".setup .lobby-seat").nth(3).wait_for()
    ada.choose("first", GREEN[lang])
    expect(ada.see(".verdict")).to_have_text("")
    ada.choose("players", "2")
    expect(ada.see(".verdict")).to_contain_text(NO_FIT[lang])
    expect(ada.see(".create button")).to_be_disabled()


SAY = "async ([lang, key, fill]) => { const words = await import('/static/words.js'); await words.speak(lang); return words.say(key, fill); }"
ONE = {
    "watchers": {"en": "1 watching", "de": "1 schaut zu", "fr": "1 personne regarde"},
    "n_throws": {"en": "1 throw", "de": "1 Wurf", "fr": "1 lancer"},
    "n_turns": {"en": "1 turn", "de": "1 Zug", "fr": "1 tour"},
    "proof_good": {"en": "The only throw was honest", "de": "Der einzige Wurf war ehrlich", "fr": "L’unique lancer était honnête"},
}


def test_one_thing_is_not_told_as_if_it_were_many(visit: Visit) -> None:
    ada = visit("/")
    for key, words in ONE.items():
        for lang, one in words.items():
            assert ada.page.evaluate(SAY, [lang, key, {"n": 1, "own": 1}]).startswith(one)
            assert not ada.page.evaluate(SAY, [lang, key, {"n": 2, "own": 1}]).startswith(one)
    assert ada.page.evaluate(SAY, ["fr", "solved_of", {"n": 1, "all": 2}]) == "1 résolu sur 2"


def test_the_language_is_changed_at_the_table_and_stays(visit: Visit) -> None:
    ada = visit(None)
    ada.set_up("mensch")
    expect(ada.see(".story li").last).to_have_text(BEGINS["en"])
    for lang, name in (("de", "Deutsch"), ("fr", "Français")):
        ada.see(".bar-end button:has(svg)").last.click()
        ada.choose("lang", name)
        ada.see("#settings header button").click()
        for _ in range(2):
            expect(ada.see("html")).to_have_attribute("lang", lang)
            expect(ada.see(".turn b")).to_have_text(YOUR_TURN[lang])
            expect(ada.see(".story li").last).to_have_text(BEGINS[lang])
            ada.page.reload()
