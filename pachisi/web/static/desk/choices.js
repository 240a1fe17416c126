/** Everything that could be done or thrown in a position, with its chance; pressing one tries it. */

import { html } from '../vendor/lit-html.js';
import { countOf, drawUse } from '../board/dice.js';
import { moveButton } from '../parts/move.js';
import { seatName } from '../table/seats.js';
import { percent, say } from '../words.js';

/** @import {JudgedGame} from './judged.js' */
/** @import {Move, State, Weighed, WeighedThrow} from '../protocol.js' */

const THROW = -1;

/**
 * The choices of a position, the best first.
 * @param {Pick<JudgedGame, 'book'>} game @param {State} state @param {Weighed[]} choices @param {Move | undefined} played
 * @param {{attempt: (act: number | number[]) => void, look: (move: Move | undefined) => void}} hands
 */
export function choiceList(game, state, choices, played, hands) {
  if (!choices.length) return null;
  const threw = !played && state.node === 'offer';
  return html`<ol class="move-list" aria-label=${say('moves')}>
    ${choices.map(({ index, chance }, nth) => {
      const move = state.moves.find((one) => one.index === index);
      const done = index === THROW ? threw : played?.index === index;
      return moveButton(game.book, {
        move,
        classes: done ? 'played' : '',
        badges: done ? html`<span class="badge">${say('was_played')}</span>` : null,
        best: !nth,
        chance,
        off: index === THROW,
        press: () => hands.attempt(index),
        look: hands.look,
      });
    })}
  </ol>`;
}

/**
 * The throws that may come, and the chance of whoever throws after each.
 * @param {JudgedGame} game @param {State} state @param {WeighedThrow[]} throws @param {(faces: number[]) => void} attempt
 */
export function throwList(game, state, throws, attempt) {
  if (!throws.length) return null;
  const seat = game.table.seats.find((one) => one.seat === state.seat);
  const label = say('throws_of', { name: seat ? seatName(game.book, seat) : '' });
  const best = Math.max(...throws.map(({ chance }) => chance));
  return html`<p class="soft">${label}</p>
    <ul class="throws" aria-label=${label}>
    ${throws.map(
      ({ faces, chance }) =>
        html`<li>
          <button class=${`throw-option${chance === best ? ' best' : ''}`} aria-label=${`${numbersOf(game, faces).join(' ')}: ${percent(chance, 1)}`} @click=${() => attempt(faces)}>
            <span class="uses">${numbersOf(game, faces).map((number) => drawUse(game.table.dice, number))}</span><b>${percent(chance, 1)}</b>
          </button>
        </li>`,
    )}
    </ul>`;
}

/** What a throw counts, or shows where that is the same. @param {JudgedGame} game @param {number[]} faces */
function numbersOf(game, faces) {
  return faces.map((face) => countOf(game.table.dice, face));
}
