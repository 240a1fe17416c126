/** Pieces of turned, lacquered wood. */

import { svg } from '../vendor/lit-html.js';
import { mark } from './marks.js';

/** @import {Colour} from './marks.js' */
/** @import {Measure} from './geometry.js' */

const BODY =
  'M-34 -8 C-34 -20 -30 -24 -22 -32 C-14 -40 -12 -50 -11 -60 L11 -60 C12 -50 14 -40 22 -32 C30 -24 34 -20 34 -8 ' +
  'C34 4 18 12 0 12 C-18 12 -34 4 -34 -8 Z';

/**
 * One piece, drawn round its own foot; the size follows the field.
 * @param {Measure} m @param {Colour} colour @param {number} seat
 */
export function drawPiece(m, colour, seat) {
  return m.look === 'round' ? pawn(colour, seat, m.cell) : dome(colour, seat, m.cell, m.look === 'cloth');
}

/** @param {Colour} colour @param {number} seat @param {number} cell */
function pawn(colour, seat, cell) {
  return svg`<g transform=${`scale(${cell / 108})`}>
    <ellipse class="halo" cy="4" rx="62" ry="50" fill="url(#halo)"></ellipse>
    <ellipse cx="9" cy="14" rx="50" ry="24" fill="url(#shadow)"></ellipse>
    <g transform="translate(0 10)">
      <path d=${BODY} fill=${colour.hex}></path>
      <path d=${BODY} fill="url(#turned)"></path>
      <ellipse cy="-60" rx="17" ry="6.5" fill=${colour.hex}></ellipse>
      <ellipse cy="-60" rx="17" ry="6.5" fill="url(#foot)"></ellipse>
      <circle cy="-78" r="23" fill=${colour.hex}></circle>
      <circle cy="-78" r="23" fill="url(#ball)"></circle>
      <path d="M-33 -3 C-26 9 26 9 33 -3" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="2.5"></path>
      ${mark(colour, seat, 0, -13, 30)}
    </g>
  </g>`;
}

/** @param {Colour} colour @param {number} seat @param {number} cell @param {boolean} ringed */
function dome(colour, seat, cell, ringed) {
  return svg`<g transform=${`scale(${cell / 104})`}>
    <circle class="halo" r="74" fill="url(#halo)"></circle>
    <ellipse cx="8" cy="14" rx="60" ry="56" fill="url(#shadow)"></ellipse>
    <circle r="48" fill=${ringed ? '#d8ab52' : '#f2e2bd'}></circle>
    <circle r="48" fill="url(#foot)" opacity=".75"></circle>
    <circle r="39" fill=${colour.hex}></circle>
    <circle r="39" fill="url(#dome)"></circle>
    ${mark(colour, seat, 0, 0, 48)}
  </g>`;
}
