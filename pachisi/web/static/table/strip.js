/** The moves of this turn: for the finger, the keyboard and the screen reader. */

import { html } from '../vendor/lit-html.js';
import { drawUse } from '../board/dice.js';
import { best, chances } from './hint.js';
import { icon } from '../parts/icons.js';
import { moveButton } from '../parts/move.js';
import { chip } from '../board/marks.js';
import { list, say, translate, upper } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Book, Move, Sent} from '../protocol.js' */

/** @param {Sitting} sitting */
export function moveStrip(sitting) {
  const { book, state } = sitting;
  if (!book || !state) return null;
  const moves = sitting.listed();
  if (!moves.length) return null;
  const all = sitting.offered().length;
  const alike = moves.every((move) => move.uses.join() === moves[0].uses.join()); // as the dice show already
  const [ranked, top] = [chances(sitting), best(sitting)];
  return html`<ol class="move-list strip" aria-label=${say('moves')}>
    ${moves.map((move, i) =>
      moveButton(book, {
        move,
        key: i + 1,
        classes: `${sitting.looked.includes(move) ? 'looked ' : ''}${move.captures.length ? 'captures ' : ''}${move.penalty.length ? 'costs' : ''}`,
        badges: badges(sitting, book, move, alike),
        best: top.includes(move),
        chance: ranked.get(move.index),
        press: () => void sitting.play(move),
        look: (looked) => (looked ? sitting.look([looked]) : sitting.lookBack()),
      }),
    )}
    ${
      moves.length < all
        ? html`<li>
            <button class="small-button" @click=${() => sitting.pick(null)}>${say('all_moves', { n: all })}</button>
          </li>`
        : null
    }
  </ol>`;
}

/** What else a move uses and does. @param {Sitting} sitting @param {Book} book @param {Move} move @param {boolean} alike */
function badges(sitting, book, move, alike) {
  return html`${alike ? null : uses(sitting, move)}
    ${move.home ? html`<span class="badge home">${icon('tick')}${say('arrives')}</span>` : null}
    ${move.captures.length ? html`<span class="badge capture">${icon('close')}${taken(book, move)}</span>` : null}
    ${move.penalty.length ? html`<span class="badge cost">${icon('warn')}</span>` : null}`;
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
  return say('captures', { whom: list([...new Set(sent.map(([colour]) => upper(translate(book.colours[colour]))))]) });
}

/** What the player should see before making a move. @param {Book} book @param {Move[]} moves */
export function forewarned(book, moves) {
  return moves.flatMap((move) => [
    ...(move.captures.length ? [upper(victims(book, move.captures))] : []),
    ...(move.penalty.length ? [say('penalty_warning')] : []),
  ]);
}
