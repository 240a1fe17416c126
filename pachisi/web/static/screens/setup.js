/** Setting up a table: players, who sits where, house rules; built from the book's own schema. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { picture } from '../board/picture.js';
import { icon } from '../parts/icons.js';
import { OPPONENT, sitters } from '../parts/levels.js';
import { bar, segments } from '../parts/menu.js';
import { picker } from '../parts/picker.js';
import { nearest, printed } from './fitting.js';
import { houseRules } from './options.js';
import { readLink, rememberPlayed } from './presets.js';
import { openRules } from './rules.js';
import { colourNames, seatChips } from '../table/seats.js';
import { choose, settings } from '../settings.js';
import { list, say, translate } from '../words.js';

/** @import {Board, Book, Chair, Checked, Drawing, Explanation, Option, Seat, Setup, Shelf, Value} from '../protocol.js' */

const WATCHED = 0.4; // seconds between the moves of bots that only play each other; else every page sets its own pace

export class SetupScreen {
  /** @param {string} address the book, and perhaps its house rules @param {() => void} draw @param {(path: string) => void} go */
  constructor(address, draw, go) {
    const [id, query = ''] = address.split('?');
    this.id = id;
    this.query = new URLSearchParams(query);
    this.draw = draw;
    this.go = go;
    /** @type {Shelf | null} */ this.shelf = null;
    /** @type {Book | null} */ this.book = null;
    /** @type {Setup} */ this.setup = { book: id, players: 4, options: {}, pieces: 4, first: 'book' };
    /** @type {Checked | null} */ this.checked = null;
    /** @type {{of: Drawing, el: Element} | null} */ this.picture = null;
    /** @type {Map<number, string>} who sits where: here, open or bot:name */ this.chairs = new Map();
    /** @type {Map<number, string>} the names of others at this screen */ this.names = new Map();
    /** @type {Explanation[]} */ this.explanations = [];
    /** @type {Set<string>} options whose meaning is shown */ this.explained = new Set();
    this.takeBack = true;
    /** @type {boolean | null} null: the default for these players */ this.hints = null;
    this.clock = 0;
    this.public = false;
    /** @type {number | null} the seat whose colour was chosen */ this.chosen = null;
    this.error = '';
    this.creating = false;
    this.asked = 0;
    this.loaded = this.load();
  }

  async load() {
    this.shelf = await api.books();
    this.book = this.shelf.books.find((book) => book.id === this.id) ?? null;
    if (!this.book) return this.go('/');
    this.setup.first = this.book.first;
    Object.assign(this.setup, readLink(this.book, this.query));
    if (!this.book.players.includes(this.setup.players)) this.setup.players = Math.max(...this.book.players);
    if (!Object.keys(this.setup.options).length) void api.drawing(this.setup); // while it is checked; a link may name what cannot be played
    void this.explain();
    await this.check();
  }

  speak() {
    void this.check();
    void this.explain();
  }

  async explain() {
    this.explanations = (await api.explain(this.id)).explanations;
    this.draw();
  }

  leave() {}

  /** Ask the server whether this table can be played; the last question counts. */
  async check() {
    const asked = (this.asked += 1);
    try {
      const checked = await api.check(this.setup);
      if (asked !== this.asked) return;
      this.checked = checked;
      this.error = '';
      if (checked.board) await this.show(checked.board, asked);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  /** The board of what was chosen. @param {Board} board @param {number} asked */
  async show(board, asked) {
    this.draw();
    const drawing = await api.drawing(this.setup);
    if (asked === this.asked && drawing !== this.picture?.of)
      this.picture = { of: drawing, el: picture(board, drawing) };
  }

  /** @param {Partial<Setup>} change */
  change(change) {
    Object.assign(this.setup, change);
    this.fit();
    this.draw();
    void this.check();
  }

  /** House rules for other numbers of players, or for another board, become what they are here, or go. */
  fit() {
    const { book, setup } = this;
    if (!book) return;
    for (const option of book.options.filter(({ name }) => name in setup.options)) {
      const value = nearest(book, setup, option, setup.options[option.name]);
      if (value === undefined) delete setup.options[option.name];
      else setup.options[option.name] = value;
    }
  }

  /** @param {Option} option @param {Value} value */
  setOption(option, value) {
    const options = { ...this.setup.options };
    if (value === printed(option, this.setup)) delete options[option.name];
    else options[option.name] = value;
    this.change({ options });
  }

  /** The seat of the one who sets the table up: the first, or that of the colour that was chosen. */
  own() {
    const seats = (this.checked?.seats ?? []).map(({ seat }) => seat);
    return this.chosen !== null && seats.includes(this.chosen) ? this.chosen : (seats[0] ?? 0);
  }

  /** @param {number} seat */
  chair(seat) {
    return this.chairs.get(seat) ?? (seat === this.own() ? 'here' : `bot:${OPPONENT}`);
  }

  /** Play another colour: whoever was to sit there takes the seat that was left. @param {number} seat */
  sitAt(seat) {
    const [before, left] = [this.chair(seat), this.own()];
    this.chosen = seat;
    this.chairs.set(left, before);
    this.chairs.set(seat, 'here');
    this.draw();
  }

  /** Are hints allowed? By default where one person plays against bots. */
  hinted() {
    const chairs = (this.checked?.seats ?? []).map(({ seat }) => this.chair(seat));
    return this.hints ?? chairs.filter((chair) => !chair.startsWith('bot:')).length < 2;
  }

  /** Who sits where, as the server takes it. @returns {Chair[]} */
  seated() {
    return (this.checked?.seats ?? []).map(({ seat }) => {
      const [who, bot] = this.chair(seat).split(':');
      if (who === 'bot') return { seat, who, bot };
      if (who === 'open') return { seat, who };
      const name = seat === this.own() ? settings.name : this.names.get(seat);
      return { seat, who: 'here', ...(name && { name }) }; // without one, everybody sees the colour in their own language
    });
  }

  async create() {
    this.creating = true;
    this.draw();
    await this.check(); // the seats of what was chosen last
    if (this.error || !this.checked?.ok) {
      this.creating = false;
      return this.draw();
    }
    const seats = this.seated();
    try {
      const pause = seats.some(({ who }) => who !== 'bot') ? 0 : WATCHED;
      const rules = { take_back: this.takeBack, hints: this.hinted(), clock: this.clock, public: this.public, pause };
      const { id } = await api.layTable({ setup: this.setup, seats, ...rules });
      rememberPlayed(this.setup);
      this.go(`/table/${id}`);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      this.creating = false;
      this.draw();
    }
  }

  view() {
    const { book, checked } = this;
    if (!book)
      return html`${bar({ back: '/' })}
        <main class="waiting"><p>${say('loading')}</p></main>`;
    const trouble = this.error || (checked && !checked.ok ? checked.why : '');
    return html`${bar({ title: translate(book.name), back: '/' })}
      <main class="setup">
        <div class="setup-picture">
          <div class="board-place small">${this.picture?.el}</div>
          <p class="soft">${say('source', { source: translate(book.source) })}</p>
          <button class="button quiet" @click=${() => openRules(this.setup, this.draw)}>
            ${icon('book')}${say('rules_of_table')}
          </button>
          ${this.begin(trouble)}
        </div>
        <form
          id="setup"
          class="setup-form"
          @submit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            void this.create();
          }}
        >
          ${segments(
            'players',
            say('players'),
            book.players.map((n) => [n, String(n)]),
            this.setup.players,
            (players) => this.change({ players }),
          )}
          ${this.seatRows(book)} ${houseRules(this, book)}
        </form>
      </main>`;
  }

  /** The button that begins, always in view, and why it may not. @param {string | null} trouble */
  begin(trouble) {
    return html`<div class="create">
      <button class="button large" form="setup" ?disabled=${!!trouble || this.creating || !this.checked}>
        ${icon('play')}${this.creating ? say('creating') : this.playWord()}
      </button>
      <div class="verdict" role="status">
        ${trouble ? html`<p class="trouble">${icon('warn')}<span>${trouble}</span></p>` : null}
        ${this.creating && this.checked?.preparing ? html`<p class="soft">${say('preparing_six')}</p>` : null}
      </div>
    </div>`;
  }

  playWord() {
    const open = (this.checked?.seats ?? []).some(({ seat }) => this.chair(seat) === 'open');
    return open ? say('create_and_invite') : say('play_now');
  }

  /** @param {Book} book */
  seatRows(book) {
    const { checked } = this;
    const teams = checked?.teams;
    return html`<fieldset class="chapter">
      <legend>${say('who_sits')}</legend>
      <label class="field"
        ><span>${say('your_name')}</span
        ><input
          maxlength="40"
          autocomplete="nickname"
          .value=${settings.name}
          placeholder=${say('you_name')}
          @change=${(/** @type {Event} */ event) => choose({ name: typed(event) })}
      /></label>
      ${this.colours(book)} ${teams ? html`<p class="soft">${this.teamNames(book, teams)}</p>` : null}
      <ul class="lobby-seats">
        ${(checked?.seats ?? []).map((seat) => this.seatRow(book, seat))}
      </ul>
      ${this.opener(book)}
    </fieldset>`;
  }

  /** Which colour to play. @param {Book} book */
  colours(book) {
    const seats = this.checked?.seats ?? [];
    const own = this.own();
    return html`<fieldset class="segments">
      <legend>${say('your_colour')}</legend>
      <div class="segment-row">
        ${seats.map(
          (seat) =>
            html`<label class="segment seat-choice"
              ><input type="radio" name="colour" .checked=${seat.seat === own} @change=${() => this.sitAt(seat.seat)} /><span
                >${seatChips(book, seat)}${colourNames(book, seat)}</span
              ></label
            >`,
        )}
      </div>
    </fieldset>`;
  }

  /** Who begins: the book's own way comes first. @param {Book} book */
  opener(book) {
    /** @type {[number | string, string][]} */
    const openers = (this.checked?.seats ?? []).map((seat) => [seat.seat, colourNames(book, seat)]);
    if (book.first === 'high_roll') openers.unshift(['high_roll', say('high_roll')]);
    else openers.push(['high_roll', say('high_roll')]);
    const asked = say(book.first === 'high_roll' ? 'first' : 'youngest');
    const guilty = this.checked?.causes.includes('first') ? this.checked.why : '';
    return html`<div class=${`option ${guilty ? 'guilty' : ''}`} data-option="first">
      ${segments('first', asked, openers, this.setup.first, (first) => this.change({ first }))}
      ${guilty ? html`<p class="trouble">${icon('warn')}<span>${guilty}</span></p>` : null}
    </div>`;
  }

  /** @param {Book} book @param {number[][]} teams */
  teamNames(book, teams) {
    const names = teams.map((team) => team.map((colour) => translate(book.colours[colour])).join(' + '));
    return say('teams_are', { teams: list(names) });
  }

  /** @param {Book} book @param {Seat} seat */
  seatRow(book, seat) {
    const [chosen, own] = [this.chair(seat.seat), seat.seat === this.own()];
    return html`<li class="lobby-seat">
      ${seatChips(book, seat)}
      ${picker(`chair-${seat.seat}`, colourNames(book, seat), sitters(this.shelf, own), chosen, (value) => {
        this.chairs.set(seat.seat, value);
        this.draw();
      })}
      ${chosen === 'here' && !own ? this.nameField(book, seat) : null}
    </li>`;
  }

  /** @param {Book} book @param {Seat} sitter */
  nameField(book, sitter) {
    const { seat } = sitter;
    return html`<input
      class="about"
      maxlength="40"
      aria-label=${say('name')}
      placeholder=${colourNames(book, sitter)}
      .value=${this.names.get(seat) ?? ''}
      @change=${(/** @type {Event} */ event) => this.names.set(seat, typed(event))}
    />`;
  }
}

/** @param {Event} event */
function typed(event) {
  return /** @type {HTMLInputElement} */ (event.target).value.trim();
}
