/** The first screen: the games as pictures of their boards, my tables, a code to join. */

import { html, svg } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { drawBoard, sceneOf, VIEW } from '../board/board.js';
import { icon } from '../parts/icons.js';
import { OPPONENT } from '../parts/levels.js';
import { bar } from '../parts/menu.js';
import { drawPiece } from '../board/pieces.js';
import { seatChips } from '../table/seats.js';
import { settings, thinking } from '../settings.js';
import { say, told } from '../words.js';

/** @import {Plan} from '../board/geometry.js' */
/** @import {Book, Row, Shelf} from '../protocol.js' */

/** @type {Map<string, unknown>} */
const pictures = new Map();

/** How far two pieces of each colour have come where a game is under way, as parts of a lap. */
const UNDER_WAY = [[0.1, 0.55], [0.15], [0.35, 0.8], [0.2]];

/**
 * A board with its pieces, drawn once: a game under way for the shelf, waiting pieces where a table is laid.
 * @param {Book} book @param {Plan} [plan] if house rules change the board @param {boolean} [lively]
 */
export function picture(book, plan = book.board, lively = false) {
  const key = `${book.id} ${plan.ring.length} ${plan.safe.length} ${plan.last} ${lively}`;
  const kept = pictures.get(key);
  if (kept) return kept;
  const scene = sceneOf(plan, book.colours);
  const pieces = plan.reserves.flatMap((spots, colour) =>
    spots.map((spot, nth) => {
      const part = lively ? UNDER_WAY[colour][nth] : undefined;
      const field = part === undefined ? null : plan.tracks[colour][Math.round(part * plan.lap)];
      return { colour, ...scene.m.point(field ?? spot) };
    }),
  );
  pieces.sort((a, b) => a.y - b.y);
  const drawn = svg`<svg class="stage" viewBox=${VIEW} aria-hidden="true" focusable="false">${drawBoard(scene)}
    ${pieces.map(({ colour, x, y }) => {
      const piece = drawPiece(scene.m, book.colours[colour], colour);
      return svg`<g class="piece" transform=${`translate(${x} ${y})`}>${piece}</g>`;
    })}</svg>`;
  pictures.set(key, drawn);
  return drawn;
}

export class ShelfScreen {
  /** @param {() => void} draw @param {(path: string) => void} go */
  constructor(draw, go) {
    this.draw = draw;
    this.go = go;
    /** @type {Shelf | null} */ this.shelf = null;
    /** @type {Row[]} */ this.tables = [];
    this.error = '';
    this.laying = '';
    void this.load();
  }

  async load() {
    try {
      this.shelf = await api.books();
      this.draw();
      this.tables = (await api.myTables()).tables;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  speak() {
    void this.load();
  }

  leave() {}

  /** A table with bots, at once. @param {Book} book */
  async playNow(book) {
    this.laying = book.id;
    this.draw();
    try {
      const players = Math.max(...book.players);
      const setup = { book: book.id, players, options: {}, pieces: 4, first: 0 };
      const seats = (await api.check(setup)).seats.map(({ seat }, i) =>
        i
          ? { seat, who: /** @type {const} */ ('bot'), bot: OPPONENT }
          : { seat, who: /** @type {const} */ ('here'), name: settings.name || say('you_name') },
      );
      const { id } = await api.layTable({ setup, seats, take_back: true, pause: thinking() });
      this.go(`/table/${id}`);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      this.laying = '';
      this.draw();
    }
  }

  view() {
    const { shelf } = this;
    return html`${bar({})}
      <main class="shelf">
        <p class="lead">${say('lead')}</p>
        ${this.error ? html`<p class="trouble" role="alert">${this.error}</p>` : null}
        <div class="games">
          ${(shelf?.books ?? []).map((book) => this.card(book))}
          <div class="below">
            ${this.codeForm()}
            ${
              this.tables.length
                ? html`<section class="my-tables">
                    <h2>${say('my_tables')}</h2>
                    <ul tabindex="0" aria-label=${say('my_tables')}>
                      ${this.tables.map((row) => this.row(row))}
                    </ul>
                  </section>`
                : null
            }
            <p><a href="/verify">${say('verify_link')}</a></p>
          </div>
        </div>
      </main>`;
  }

  /** @param {Book} book */
  card(book) {
    return html`<article class="game">
      <a class="game-picture" href=${`/#${book.id}`} aria-label=${say('set_up_game', { name: told(book.name) })}
        >${picture(book, book.board, true)}</a
      >
      <div class="game-words">
        <h2>${told(book.name)}</h2>
        <p class="soft">${facts(book)}</p>
      </div>
      <div class="button-row">
        <button class="button" ?disabled=${this.laying !== ''} @click=${() => this.playNow(book)}>
          ${icon('play')}${this.laying === book.id ? say('laying') : say('play_now')}
        </button>
        <a class="button quiet" href=${`/#${book.id}`}>${say('set_up')}</a>
      </div>
    </article>`;
  }

  /** @param {Row} row */
  row(row) {
    const book = this.shelf?.books.find((one) => one.id === row.book);
    const turn = row.phase === 'play' && row.on_turn !== null && row.you.includes(row.on_turn);
    const state =
      row.phase === 'play'
        ? turn
          ? say('your_turn')
          : say('goes_on')
        : say(row.phase === 'lobby' ? 'lobby' : 'game_over');
    return html`<li>
      <a class=${`table-row ${turn ? 'mine' : ''}`} href=${`/table/${row.id}`}>
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
        <em>${state}</em></a
      >
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

/** Players and dice in a line. @param {Book} book */
function facts({ players, dice }) {
  const [from, to] = [Math.min(...players), Math.max(...players)];
  const { kind, count: n } = dice;
  const thrown = kind === 'sticks' ? say('n_sticks', { n }) : n === 1 ? say('one_die') : say('n_dice', { n });
  return `${say('players_from_to', { from, to })} · ${thrown}`;
}
