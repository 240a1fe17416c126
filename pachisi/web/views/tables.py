"""How a table is described to the page, apart from the game in progress."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache

from ... import __version__
from ...boards import Plan
from ...bots import BOTS
from ...drawing.marks import paints
from ...rulebooks import BOOKS, Rulebook, load
from ...rulebooks import Value as RuleValue
from ...rulebooks.house_rules import Option
from ...rulebooks.presets import presets_of
from ...rules import lots
from ...sheet import chapters, house_rules, origin, sentence
from ...story import tell_story
from ...table import Table, colours_of, set_up
from ...words import LANGUAGES
from ...words.voice import Voice, upper
from .. import elements as e
from .. import forms
from .. import protocol as p
from ..table.outline import Outline, Seat
from .refusals import tell


@lru_cache(maxsize=256)
def board_view(plan: Plan, numbers: tuple[int, ...]) -> e.BoardView:
    return e.BoardView(
        size=plan.size,
        ring=plan.ring,
        lanes=plan.lanes,
        reserves=plan.reserves,
        houses=None if plan.places else tuple(plan.house(seat) for seat in range(len(plan.mouths))),
        safe=tuple(sorted(plan.safe)),
        starts=plan.starts,
        mouths=plan.mouths,
        first=plan.first,
        lap=plan.lap,
        last=plan.last,
        centre=plan.centre,
        tracks=tracks(plan),
        numbers=numbers,
    )


@lru_cache(maxsize=256)
def tracks(plan: Plan) -> tuple[tuple[e.Point | None, ...], ...]:
    """The square of every step of every colour; the reserve has none of its own."""
    return tuple((None, *(plan.spot(colour, step) for step in range(1, plan.last + 1))) for colour in range(len(plan.mouths)))


def dice_view(table: Table) -> e.DiceView:
    dice = table.rules.dice
    counts = dict(zip(dice.faces, dice.values, strict=True)) if dice.values and dice.kind == "shells" else None
    return e.DiceView(dice.kind, dice.count, dice.opening, lots(dice), counts)


def team_view(table: Table) -> tuple[tuple[int, ...], ...] | None:
    return table.seats.sides if table.seats.teams else None


def colour_name(table: Table, colours: Iterable[int], lang: str) -> str:
    return upper(" + ".join(table.colours[colour][lang] for colour in colours))


def seat_view(seat: Seat, table: Table, lang: str, owner: str = "") -> e.SeatView:
    kind: e.SeatKind = "bot" if seat.bot else "open" if seat.open else "person"
    shown = Voice(lang).bot(seat.bot) if seat.bot else "" if seat.open else colour_name(table, seat.colours, lang)
    name, host = seat.name or shown, kind == "person" and seat.holder == owner
    return e.SeatView(seat.number, seat.colours, kind, name, seat.bot, seat.stand_in, seat.left, host)


def seat_views(sitting: Outline, lang: str) -> tuple[e.SeatView, ...]:
    return tuple(seat_view(seat, sitting.table, lang, sitting.deed.owner) for seat in sitting.seats.values())


def iso_time(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def table_view(sitting: Outline, lang: str) -> e.TableView:
    table, deed = sitting.table, sitting.deed
    return e.TableView(
        id=deed.id,
        book=table.book.id,
        name=table.book.name[lang],
        players=table.players,
        pieces=table.pieces,
        first=table.first,
        options=dict(table.options),
        house_rules=tuple(house_rules(table, lang)),
        take_back=deed.take_back,
        hints=deed.hints,
        clock=deed.clock,
        phase=sitting.phase,
        commitment=sitting.commitment,
        secret=sitting.secret,
        colours=tuple(e.ColourView(colour[lang], colour.get("hex", "#808080")) for colour in table.colours),
        dice=dice_view(table),
        teams=team_view(table),
        board=board_view(table.board, table.numbers),
        seats=seat_views(sitting, lang),
        created=iso_time(deed.created),
        rematch_of=deed.rematch_of,
        rematch=sitting.rematch,
        may_play_on=table.played_on is not None,
    )


def table_row(sitting: Outline, holder: str, lang: str) -> forms.TableRow:
    on_turn = sitting.on_turn if sitting.phase == "play" else None
    seats, book, deed = seat_views(sitting, lang), sitting.table.book, sitting.deed
    you = sitting.held_by(holder)
    made = iso_time(deed.created)
    return forms.TableRow(deed.id, book.id, book.name[lang], sitting.phase, seats, you, on_turn, made, sitting.winner)


def open_table(sitting: Outline, lang: str) -> forms.OpenTable:
    book, deed, seats = sitting.table.book, sitting.deed, sitting.seats.values()
    people = sum(seat.holder is not None and not seat.left for seat in seats)
    bots, free = sum(seat.bot is not None for seat in seats), sum(seat.open for seat in seats)
    invite = deed.invite if sitting.has_open_seat else None
    made = iso_time(deed.created)
    return forms.OpenTable(deed.id, book.id, book.name[lang], sitting.phase, people, bots, free, invite, made)


# --- the shelf ----------------------------------------------------------------------


@lru_cache(maxsize=1)
def shelf() -> forms.Shelf:
    voices = {lang: Voice(lang) for lang in LANGUAGES}
    bots = tuple(
        forms.BotView(
            name,
            {lang: voice.bot(name) for lang, voice in voices.items()},
            {lang: voice(f"bots.{name}.about") for lang, voice in voices.items()},
        )
        for name in BOTS
    )
    return forms.Shelf(p.VERSION, __version__, LANGUAGES, tuple(book_view(load(name)) for name in BOOKS), bots)


def book_view(book: Rulebook, players: int = 4) -> forms.BookView:
    """A book, with its board for so many."""
    table = set_up(book, min(players, max(book.numbers)))
    colours = colours_of(book, max(len(book.colours), *book.numbers))
    return forms.BookView(
        id=book.id,
        name={lang: book.name[lang] for lang in LANGUAGES},
        source=dict(book.source),
        language=book.language,
        terms={term: dict(words) for term, words in book.terms.items()},
        players=book.numbers,
        pieces=book.most_pieces,
        colours=tuple(
            {**colour, **asdict(paint)} for colour, paint in zip(colours, paints(colours), strict=True)
        ),
        first=table.rules.seats.first,
        dice=dice_view(table),
        board=board_view(table.board, table.numbers),
        options=tuple(option_view(option) for option in book.options.values()),
        presets=tuple(forms.PresetView(one.name, dict(one.label), dict(one.options)) for one in presets_of(book.id)),
    )


def option_view(option: Option) -> forms.OptionView:
    values = tuple(
        forms.OptionValue(
            value, dict(option.labels[value]), dict(option.only_with.get(value, {})), option.only_for.get(value, ())
        )
        for value in option.values
    )
    needs = {name: tuple(needed) for name, needed in option.needs.items()}
    return forms.OptionView(option.name, dict(option.label), option.default, values, option.players, needs, option.on_for)


def check_view(table: Table, lang: str) -> forms.Checked:
    seats = tuple(seat_view(Seat(number, table.seats.colours_of(number)), table, lang) for number in table.seats)
    notes = tuple(idle_notes(table, lang))
    return forms.Checked(True, None, None, notes, seats, team_view(table), board_view(table.board, table.numbers), dice_view(table))


def idle_notes(table: Table, lang: str) -> Iterable[str]:
    """Chosen house rules that change nothing because another one is missing."""
    options, voice = table.book.options, Voice(lang)
    for name in table.options:
        for need, values in options[name].needs.items():
            if table.options.get(need, options[need].default) not in values:
                needs = [voice.quote(choice_label(options[need], value, voice)) for value in values]
                yield tell("idle", lang, name=voice.quote(options[name].label[lang]), needs=" / ".join(needs))


def choice_label(option: Option, value: RuleValue, voice: Voice) -> str:
    """A house rule as it is chosen; one that is simply on needs no more than its name."""
    label, shown = option.label[voice.lang], option.say(value, voice.lang)
    return label if shown == voice("options.on") else voice("sheet.labelled", name=label, value=shown)


def rule_sheet(table: Table, lang: str) -> forms.RuleSheet:
    found = tuple(
        forms.ChapterView(
            title[lang], tuple(forms.ClauseView(c.id, sentence(c, table, lang), c.printed or None) for c in held)
        )
        for title, held in chapters(table)
    )
    book = table.book
    chosen, told = tuple(house_rules(table, lang)), tuple(tell_story(book, lang))
    source = " ".join(origin(book, Voice(lang)))
    return forms.RuleSheet(book.name[lang], source, book.language, table.players, chosen, found, told)
