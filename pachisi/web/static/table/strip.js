/** The moves as large buttons: for the finger, the keyboard and the screen reader. */

import { html } from '../vendor/lit-html.js';
import { drawUse } from '../board/dice.js';
import { best, chances } from './hint.js';
import { icon } from '../parts/icons.js';
import { chip } from '../board/marks.js';
import { list, percent, say, translate, upper } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Book, Move, Sent} from '../protocol.js' */

/** @param {Sitting} sitting */
export function moveStrip(sitting) {
  const { book, state } = sitting;
  if (!book || !state) return null;
  const moves = sitting.listed();
  if (!moves.length) return null;
  const all = sitting.offered().length;
  const alike = moves.every((move) => move.uses.join() === moves[0].uses.join());
  const hinted = { chances: chances(sitting), best: best(sitting) };
  return html`<ol class="strip" aria-label=${say('moves')}>
    ${moves.map((move, i) => moveButton(sitting, book, move, i, alike, hinted))}
    ${
      moves.length < all
        ? html`<li>
            <button class="small-button" @click=${() => sitting.pick(null)}>${say('all_moves', { n: all })}</button>
          </li>`
        : null
    }
  </ol>`;
}

/**
 * @param {Sitting} sitting @param {Book} book @param {Move} move @param {number} i
 * @param {boolean} alike all moves use the same numbers, which the dice show already
 * @param {{chances: Map<number, number>, best: Move[]}} hinted
 */
function moveButton(sitting, book, move, i, alike, hinted) {
  const walks = move.colour >= 0 && move.path.length > 0;
  const looked = sitting.looked.includes(move);
  const chance = hinted.chances.get(move.index);
  const isBest = hinted.best.includes(move);
  return html`<li>
    <button
      class=${`move${looked ? ' looked' : ''}${isBest ? ' best' : ''}${move.captures.length ? ' captures' : ''}${move.penalty.length ? ' costs' : ''}`}
      data-index=${move.index}
      @click=${() => sitting.play(move)}
      @focus=${() => sitting.look([move])}
      @blur=${() => sitting.lookBack()}
      @pointerenter=${() => sitting.look([move])}
      @pointerleave=${() => sitting.lookBack()}
    >
      ${i < 9 ? html`<kbd aria-hidden="true">${i + 1}</kbd>` : html`<kbd aria-hidden="true"></kbd>`}
      ${walks ? chip(book.colours[move.colour]) : html`<span class="no-chip">${icon('next')}</span>`}
      <span class="move-words">${upper(move.words)}</span>
      ${alike ? null : uses(sitting, move)}
      ${move.home ? html`<span class="badge home">${icon('tick')}${say('arrives')}</span>` : null}
      ${move.captures.length ? html`<span class="badge capture">${icon('close')}${taken(book, move)}</span>` : null}
      ${move.penalty.length ? html`<span class="badge cost">${icon('warn')}</span>` : null}
      ${isBest ? html`<span class="badge home">${icon('star')}${say('hint_best')}</span>` : null}
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

/** @param {Sitting} sitting @param {Move} move */
function uses({ table }, move) {
  return table && html`<span class="uses" aria-hidden="true">${move.uses.map((n) => drawUse(table.dice, n))}</span>`;
}

/** The colours a move captures. @param {Book} book @param {Move} move */
function taken(book, move) {
  return [...new Set(move.captures.map(([colour]) => colour))].map((colour) => chip(book.colours[colour]));
}

/** @param {Book} book @param {Sent[]} sent */
function victims(book, sent) {
  return say('captures', { whom: list([...new Set(sent.map(([colour]) => translate(book.colours[colour])))]) });
}

/** What the player should see before making a move. @param {Book} book @param {Move[]} moves */
export function forewarned(book, moves) {
  return moves.flatMap((move) => [
    ...(move.captures.length ? [upper(victims(book, move.captures))] : []),
    ...(move.penalty.length ? [say('penalty_warning')] : []),
  ]);
}
