/** A move as a large button: at the table, at the desk and in puzzles. */

import { html } from '../vendor/lit-html.js';
import { chip } from '../board/marks.js';
import { percent, say, upper } from '../words.js';
import { icon } from './icons.js';

/** @import {Book, Move} from '../protocol.js' */

/**
 * @typedef {object} MoveButton
 * @property {Move} [move] what is played; nothing if it is to throw
 * @property {number} [key] the number that plays it
 * @property {string} [classes]
 * @property {unknown} [badges]
 * @property {boolean} [best]
 * @property {number} [chance] of winning afterwards
 * @property {boolean} [off] it can't be pressed
 * @property {() => void} press
 * @property {(move: Move | undefined) => void} look show it on the board; nothing: no more
 */

/** @param {Book} book @param {MoveButton} button */
export function moveButton(book, { move, key, classes = '', badges, best = false, chance, off = false, press, look }) {
  const walks = move && move.colour >= 0 && move.path.length > 0;
  return html`<li>
    <button
      class=${`move ${best ? 'best ' : ''}${classes}`}
      data-index=${move?.index ?? -1}
      ?disabled=${off}
      @click=${press}
      @focus=${() => look(move)}
      @blur=${() => look(undefined)}
      @pointerenter=${() => look(move)}
      @pointerleave=${() => look(undefined)}
    >
      ${key ? html`<kbd aria-hidden="true">${key < 10 ? key : ''}</kbd>` : null}
      ${walks ? chip(book.colours[move.colour]) : html`<span class="no-chip">${icon('next')}</span>`}
      <span class="move-words">${upper(move ? move.words : say('hint_throw'))}</span>
      ${badges}
      ${best ? html`<span class="badge home">${icon('star')}${say('hint_best')}</span>` : null}
      ${chance === undefined ? null : chanceBar(chance)}
    </button>
  </li>`;
}

/** The chance of winning after a move, as a bar and in per cent. @param {number} chance */
function chanceBar(chance) {
  return html`<span class="chance">
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6"></rect>
      <rect class="done" width=${(100 * chance).toFixed(1)} height="6"></rect>
    </svg>
    <span class="unseen">${say('chance')}</span>
    <b>${percent(chance, 1)}</b>
  </span>`;
}
