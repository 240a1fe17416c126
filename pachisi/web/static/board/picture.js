/** Boards as pictures: a game in progress for the shelf, waiting pieces where a table is set up. */

import { render, svg } from '../vendor/lit-html.js';
import { elementOf, pointOf } from './drawing.js';

/** @import {Board, Drawing} from '../protocol.js' */

/** How far two pieces of each colour have come in a game in progress, as fractions of a lap. */
const UNDER_WAY = [[0.1, 0.55], [0.15], [0.35, 0.8], [0.2]];

/** A board with its pieces. @param {Board} board @param {Drawing} drawing @param {boolean} [lively] */
export function picture(board, drawing, lively = false) {
  const pieces = board.reserves.flatMap((spots, colour) =>
    spots.map((spot, nth) => {
      const part = lively ? UNDER_WAY[colour][nth] : undefined;
      const field = part === undefined ? null : board.tracks[colour][Math.round(part * board.lap)];
      return { colour, ...pointOf(drawing, field ?? spot) };
    }),
  );
  pieces.sort((a, b) => a.y - b.y);
  const frame = document.createElement('div');
  render(
    svg`<svg class="stage" viewBox=${drawing.view} aria-hidden="true" focusable="false">${elementOf(drawing.board)}
      ${pieces.map(({ colour, x, y }) => {
        const place = `translate(${x} ${y})`;
        return svg`<g class="piece" transform=${place}>${elementOf(drawing.pieces[colour])}</g>`;
      })}</svg>`,
    frame,
  );
  return /** @type {Element} */ (frame.firstElementChild);
}
