/** Boards as pictures: a game in progress for the shelf, the pieces as they begin where a table is set up. */

import { render, svg } from '../vendor/lit-html.js';
import { elementOf, placesOf } from './drawing.js';

/** @import {Board, Drawing, Spot} from '../protocol.js' */

/** How far one or two pieces of each colour have come in a game in progress, as fractions of a lap. */
const UNDER_WAY = [[0.1, 0.55], [0.15], [0.35, 0.8], [0.2]];

/** A board with its pieces. @param {Board} board @param {Drawing} drawing @param {boolean} [lively] */
export function picture(board, drawing, lively = false) {
  const pieces = drawing.opening.flatMap((steps, colour) => {
    const parts = lively ? UNDER_WAY[colour % UNDER_WAY.length] : [];
    const under = (steps ?? []).map((step, nth) => (nth in parts ? Math.round(parts[nth] * board.lap) : lively ? drawing.back : step));
    return standing(board, drawing, colour, under);
  });
  pieces.sort((a, b) => a.y - b.y);
  const frame = document.createElement('div');
  render(
    svg`<svg class="stage" viewBox=${drawing.view} aria-hidden="true" focusable="false">${elementOf(drawing.board)}
      ${pieces.map(({ colour, x, y, scale }) => {
        const place = `translate(${x} ${y}) scale(${scale})`;
        return svg`<g class="piece" transform=${place}>${elementOf(drawing.pieces[colour])}</g>`;
      })}</svg>`,
    frame,
  );
  return /** @type {Element} */ (frame.firstElementChild);
}

/** Where the pieces of a colour stand: those that wait share their reserve, the others the field of their step.
 * @param {Board} board @param {Drawing} drawing @param {number} colour @param {number[]} steps */
function standing(board, drawing, colour, steps) {
  const places = board.reserves[colour];
  const waiting = steps.filter((step) => step === 0).length;
  const crowd = Math.ceil(waiting / places.length);
  let nth = 0;
  return steps.map((step, index) => {
    if (step) {
      const together = steps.flatMap((other, at) => (other === step ? [at] : []));
      const places = placesOf(drawing, /** @type {Spot} */ (board.tracks[colour][step]), together.length);
      return { colour, ...places[together.indexOf(index)] };
    }
    const at = nth++;
    return { colour, ...placesOf(drawing, places[at % places.length], crowd)[Math.floor(at / places.length)] };
  });
}
