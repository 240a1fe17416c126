/** The moves as large buttons: for the finger, the keyboard and the sitting reader. */

import { html } from './vendor/lit-html.js';
import { icon } from './icons.js';
import { chip } from './marks.js';
import { list, say, told, upper } from './words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Book, Move, Sent} from './protocol.js' */

/** @param {Sitting} sitting */
export function moveStrip(sitting) {
  const { book, state } = sitting;
  if (!book || !state) return null;
  const moves = sitting.offered();
  if (!moves.length) return null;
  return html`<ol class="strip" aria-label=${say('moves')}>
    ${moves.map((move, i) => moveButton(sitting, book, move, i))}
  </ol>`;
}

/** @param {Sitting} sitting @param {Book} book @param {Move} move @param {number} i */
function moveButton(sitting, book, move, i) {
  const walks = move.colour >= 0 && move.path.length > 0;
  return html`<li>
    <button
      class=${`move ${move.captures.length ? 'captures' : ''} ${move.penalty.length ? 'costs' : ''}`}
      data-index=${move.index}
      @click=${() => sitting.play(move)}
      @focus=${() => sitting.look([move])}
      @blur=${() => sitting.look([])}
      @pointerenter=${() => sitting.look([move])}
      @pointerleave=${() => sitting.look([])}
    >
      ${i < 9 ? html`<kbd aria-hidden="true">${i + 1}</kbd>` : html`<kbd aria-hidden="true"></kbd>`}
      ${walks ? chip(book.colours[move.colour], move.colour) : html`<span class="no-chip">${icon('next')}</span>`}
      <span class="move-words">${upper(move.words)}</span>
      ${move.uses.length ? html`<span class="uses" aria-hidden="true">${move.uses.join(' + ')}</span>` : null}
      ${move.home ? html`<span class="badge home">${icon('tick')}${say('arrives')}</span>` : null}
      ${move.captures.length ? html`<span class="badge capture">${icon('close')}</span>` : null}
      ${move.penalty.length ? html`<span class="badge cost">${icon('warn')}</span>` : null}
    </button>
  </li>`;
}

/** @param {Book} book @param {Sent[]} sent */
function victims(book, sent) {
  return say('captures', { whom: list([...new Set(sent.map(([colour]) => told(book.colours[colour])))]) });
}

/** What the eyes should know before a move is made. @param {Book} book @param {Move[]} moves */
export function forewarned(book, moves) {
  return moves.flatMap((move) => [
    ...(move.captures.length ? [upper(victims(book, move.captures))] : []),
    ...(move.penalty.length ? [say('penalty_warning')] : []),
  ]);
}
