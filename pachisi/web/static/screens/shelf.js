/** The first screen: the games as pictures of their boards, the user's tables, a code to join. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { picture } from '../board/picture.js';
import { icon } from '../parts/icons.js';
import { OPPONENT } from '../parts/levels.js';
import { bar } from '../parts/menu.js';
import { seatChips } from '../table/seats.js';
import { settings } from '../settings.js';
import { keep, recall } from '../storage.js';
import { list, percent, say, translate } from '../words.js';

/** @import {Book, OpenTable, Row, Shelf} from '../protocol.js' */

/** What else there is. @type {[string, import('../parts/icons.js').Icon, import('../words.js').Key][]} */
const MORE = [
  ['/#lesson', 'play', 'lesson_link'],
  ['/puzzles', 'star', 'puzzles_link'],
  ['/#workshop', 'pen', 'workshop_link'],
  ['/verify', 'tick', 'verify_link'],
];
const TAUGHT = 'pachisi.taught'; // kept once the lesson has been taken or declined
const LOOK = 20_000; // ms after which tables are looked for again
const HIDDEN = 'pachisi.hidden'; // tables that this browser no longer lists

export class ShelfScreen {
  /** @param {() => void} draw @param {(path: string) => void} go */
  constructor(draw, go) {
    this.draw = draw;
    this.go = go;
    /** @type {Shelf | null} */ this.shelf = null;
    /** @type {Map<string, Element>} the boards of the books */ this.pictures = new Map();
    /** @type {Row[]} */ this.tables = [];
    /** @type {OpenTable[]} for everybody */ this.open = [];
    this.timer = window.setInterval(() => document.hidden || void this.loadTables().catch(() => {}), LOOK);
    /** @type {string[]} */ this.hidden = recall(HIDDEN, []);
    this.error = '';
    this.creating = '';
    void this.load();
  }

  async load() {
    try {
      this.shelf = await api.books();
      this.draw();
      await Promise.all([this.loadTables(), ...this.shelf.books.map((book) => this.loadPicture(book))]);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  async loadTables() {
    const [mine, open] = await Promise.all([api.myTables(), api.openTables()]);
    [this.tables, this.open] = [mine.tables, open.tables];
    this.draw();
  }

  /** A game in progress. @param {Book} book */
  async loadPicture(book) {
    if (this.pictures.has(book.id)) return;
    const drawing = await api.drawing(setupOf(book));
    this.pictures.set(book.id, picture(book.board, drawing, true));
    this.draw();
  }

  speak() {
    void this.load();
  }

  leave() {
    window.clearInterval(this.timer);
  }

  /** A table with bots, at once. @param {Book} book */
  async playNow(book) {
    this.creating = book.id;
    this.draw();
    try {
      const setup = setupOf(book);
      const seats = (await api.check(setup)).seats.map(({ seat }, i) =>
        i
          ? { seat, who: /** @type {const} */ ('bot'), bot: OPPONENT }
          : { seat, who: /** @type {const} */ ('here'), ...(settings.name && { name: settings.name }) },
      );
      const { id } = await api.layTable({ setup, seats, take_back: true, pause: 0 });
      this.go(`/table/${id}`);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      this.creating = '';
      this.draw();
    }
  }

  view() {
    const { shelf } = this;
    return html`${bar({})}
      <main class="shelf">
        <div class="lead-row">
          <p class="lead">${say('lead')}</p>
          ${this.codeForm()}
        </div>
        ${this.error ? html`<p class="trouble" role="alert">${this.error}</p>` : null}
        ${this.goingOn()}
        ${this.invitesLesson() ? this.offerLesson() : null}
        <div class="games">
          ${(shelf?.books ?? []).map((book) => this.card(book))}
          <div class="below">
            ${this.finished()}
            <ul class="more">
              ${MORE.map(([href, drawn, words]) => html`<li><a class="small-button" href=${href}>${icon(drawn)}${say(words)}</a></li>`)}
            </ul>
          </div>
        </div>
      </main>`;
  }

  /** Newcomers are asked once. */
  invitesLesson() {
    return this.shelf && !recall(TAUGHT, false) && !this.tables.length;
  }

  offerLesson() {
    const decline = () => {
      keep(TAUGHT, true);
      this.draw();
    };
    return html`<section class="offer" aria-label=${say('lesson')}>
      <p><b>${say('lesson_new')}</b> ${say('lesson_offer')}</p>
      <div class="button-row">
        <a class="button" href="/#lesson">${icon('play')}${say('lesson_yes')}</a>
        <button class="button quiet" @click=${decline}>${say('lesson_no')}</button>
      </div>
    </section>`;
  }

  /** What is not finished comes before the games: there somebody waits. */
  goingOn() {
    const rows = this.tables.filter(isUnfinished).toSorted((a, b) => rank(a) - rank(b));
    const open = this.openTables();
    if (!rows.length && !open) return null;
    return html`<div class="going-on">${rows.length ? this.myTables(say('my_tables'), rows) : null}${open}</div>`;
  }

  finished() {
    const rows = this.tables.filter((row) => !isUnfinished(row) && !this.hidden.includes(row.id));
    if (!rows.length) return null;
    const [over, won] = [rows.filter(isDecided), rows.filter(isWon)].map(({ length }) => length);
    const score = over ? html`<p class="soft">${say('won_of', { n: over, won, rate: percent(won / over) })}</p>` : null;
    return this.myTables(say('finished_tables'), rows, score);
  }

  /** @param {string} title @param {Row[]} rows @param {unknown} [score] */
  myTables(title, rows, score) {
    return html`<section class="my-tables">
      <h2>${title}</h2>
      ${score}
      <ul tabindex="0" aria-label=${title}>
        ${rows.map((row) => this.row(row))}
      </ul>
    </section>`;
  }

  openTables() {
    const rows = this.open.filter(({ id }) => !this.tables.some((mine) => mine.id === id));
    if (!rows.length) return null;
    return html`<section class="my-tables open-tables">
      <h2>${say('open_tables')}</h2>
      <ul tabindex="0" aria-label=${say('open_tables')}>
        ${rows.map(
          ({ id, name, people, bots, free, invite }) => html`<li>
            <a class="table-row" href=${`/table/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`}
              ><span class="who"
                ><b>${name}</b><span>${list([say('n_people', { n: people }), ...(bots ? [say('n_bots', { n: bots })] : [])])}</span></span
              ><em>${invite ? say('n_free', { n: free }) : say('watch')}</em></a
            >
          </li>`,
        )}
      </ul>
    </section>`;
  }

  /** No longer in the list of this browser. @param {Row} row */
  hide({ id }) {
    this.hidden = [...this.hidden, id];
    keep(HIDDEN, this.hidden);
    this.draw();
  }

  /** @param {Book} book */
  card(book) {
    return html`<article class="game">
      <a class="game-picture" href=${`/#${book.id}`} aria-label=${say('set_up_game', { name: translate(book.name) })}
        >${this.pictures.get(book.id)}</a
      >
      <div class="game-words">
        <h2>${translate(book.name)}</h2>
        <p class="soft">${facts(book)}</p>
      </div>
      <div class="button-row">
        <button
          class="button"
          aria-label=${`${say('play_now')}: ${translate(book.name)}`}
          ?disabled=${this.creating !== ''}
          @click=${() => this.playNow(book)}
        >
          ${icon('play')}${this.creating === book.id ? say('creating') : say('play_now')}
        </button>
        <a class="button quiet" href=${`/#${book.id}`}>${say('set_up')}</a>
      </div>
    </article>`;
  }

  /** @param {Row} row */
  row(row) {
    const book = this.shelf?.books.find((one) => one.id === row.book);
    return html`<li>
      <a class=${`table-row ${isMyTurn(row) ? 'mine' : ''}`} href=${`/table/${row.id}`}>
        <span class="chips-row">${book ? row.seats.map((seat) => seatChips(book, seat)) : null}</span>
        <span class="who"
          ><b>${row.name}</b
          ><span
            >${row.seats
              .filter((seat) => seat.kind === 'person')
              .map((seat) => seat.name)
              .join(', ')}</span
          ></span
        >
        <em>${stateOf(row)}<time datetime=${row.created}>${dayOf(row)}</time></em></a
      >
      ${
        row.phase === 'over' || row.phase === 'closed'
          ? html`<a class="round-button" href=${`/review/${row.id}`} aria-label=${say('review_table', { name: row.name })}>
                ${icon('star')}</a
              ><button
              class="round-button"
              aria-label=${say('remove_table', { name: row.name })}
              @click=${() => this.hide(row)}
            >
              ${icon('close')}
            </button>`
          : null
      }
    </li>`;
  }

  codeForm() {
    /** @param {SubmitEvent} event */
    const submit = (event) => {
      event.preventDefault();
      const code = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get('code'))
        .trim()
        .toUpperCase();
      if (code) this.go(`/join/${code}`);
    };
    return html`<form class="code-form" @submit=${submit}>
      <h2>${say('have_code')}</h2>
      <div class="field-row">
        <input
          name="code"
          aria-label=${say('code')}
          placeholder="K7QF2M"
          maxlength="12"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
        />
        <button class="button quiet">${say('join')}</button>
      </div>
    </form>`;
  }
}

/** @param {Row} row */
function isUnfinished({ phase }) {
  return phase === 'lobby' || phase === 'play';
}

/** @param {Row} row */
function isMyTurn({ phase, on_turn, you }) {
  return phase === 'play' && on_turn !== null && you.includes(on_turn);
}

/** Has somebody won who sat here? @param {Row} row */
function isDecided({ phase, you, winner }) {
  return phase === 'over' && you.length > 0 && winner.length > 0;
}

/** @param {Row} row */
function isWon(row) {
  return isDecided(row) && row.winner.some((seat) => row.you.includes(seat));
}

/** What waits for me comes first. @param {Row} row */
function rank(row) {
  return isMyTurn(row) ? 0 : { play: 1, lobby: 2, over: 3, closed: 4 }[row.phase];
}

/** @param {Row} row */
function stateOf(row) {
  if (row.phase === 'play') return say(isMyTurn(row) ? 'your_turn' : 'goes_on');
  if (row.phase === 'lobby') return say('lobby');
  return say(isDecided(row) ? (isWon(row) ? 'row_won' : 'row_lost') : 'game_over');
}

/** @param {Row} row */
function dayOf({ created }) {
  return new Date(created).toLocaleDateString(settings.lang, { day: 'numeric', month: 'short' });
}

/** A table as the book has it. @param {Book} book */
function setupOf(book) {
  return { book: book.id, players: Math.min(4, Math.max(...book.players)), options: {}, pieces: 4, first: book.first };
}

/** Players and dice in a line. @param {Book} book */
function facts({ players, dice, terms }) {
  const [from, to] = [Math.min(...players), Math.max(...players)];
  const { kind, count: n } = dice;
  const things = { dice: say('n_dice', { n }), sticks: say('n_sticks', { n }), shells: say('n_shells', { n: Math.max(...dice.faces) }) };
  const thrown = terms.dice ? translate(terms.dice) : things[kind];
  return `${say('players_from_to', { from, to })} · ${thrown}`;
}
