/** What is drawn over the board: moves that can be made, moves that were made, the numbers of fields. */

import { svg } from '../vendor/lit-html.js';
import { elementOf, pointOf } from './drawing.js';

/** @import {Piece} from './stage.js' */
/** @import {Drawing, Move, Sent, Spot, Table} from '../protocol.js' */

/**
 * @param {Drawing} drawing @param {Table['colours']} colours @param {Move[]} moves @param {Piece[]} pieces
 * @returns {{under: unknown, over: unknown}}
 */
export function drawWay(drawing, colours, moves, pieces) {
  const walks = moves.filter((move) => move.path.length);
  const { cell } = drawing;
  const under = walks.map((move) => {
    const points = move.path.map((spot) => pointOf(drawing, spot));
    const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    return svg`<polyline class="way-line" points=${line}></polyline>
      <polyline class="way-core" points=${line} stroke=${colours[move.colour].hex}></polyline>
      ${points.slice(1, -1).map(({ x, y }) => svg`<circle class="way-dot" cx=${x} cy=${y} r=${cell * 0.065}></circle>`)}`;
  });
  const over = walks.map((move) => {
    const { x, y } = pointOf(drawing, move.path[move.path.length - 1]);
    return svg`<g class="target" transform=${`translate(${x} ${y})`}>
      <circle class="target-ring" r=${cell * 0.47}></circle>
      <circle class="target-core" r=${cell * 0.47} stroke=${colours[move.colour].hex}></circle>
      <g class="ghost">${elementOf(drawing.pieces[move.colour])}</g>
    </g>
    ${[...move.captures, ...move.penalty].map((sent) => struck(sent, pieces, cell))}`;
  });
  return { under, over };
}

/** The ways of moves that were made, the last one strongest. @param {Drawing} drawing @param {Table['colours']} colours @param {Move[]} moves */
export function drawTrail(drawing, colours, moves) {
  return moves.map((move, nth) => {
    const points = move.path.map((spot) => pointOf(drawing, spot));
    const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    const last = nth === moves.length - 1 ? ' last' : '';
    return svg`<polyline class=${`trail-line${last}`} points=${line} stroke=${colours[move.colour].hex}></polyline>
      <circle class=${`trail-start${last}`} cx=${points[0].x} cy=${points[0].y} r=${drawing.cell * 0.16}
        stroke=${colours[move.colour].hex}></circle>`;
  });
}

/** The fields of a way by their numbers. @param {Drawing} drawing @param {(Spot | null)[]} track */
export function drawNumbers(drawing, track) {
  return track.flatMap((spot, step) => {
    if (!spot) return [];
    const { x, y } = pointOf(drawing, spot);
    const size = drawing.cell * 0.27;
    return [svg`<text x=${x} y=${y + drawing.cell * 0.42} font-size=${size}>${step}</text>`];
  });
}

/** @param {Sent} sent @param {Piece[]} pieces @param {number} cell */
function struck([colour, step], pieces, cell) {
  const piece = pieces.find((one) => one.colour === colour && one.step === step);
  if (!piece) return null;
  const place = `translate(${piece.at.x} ${piece.at.y}) scale(${cell / 100})`;
  return svg`<g class="struck" transform=${place}>
    <circle r="54"></circle><path d="M-30 -30 L30 30 M30 -30 L-30 30"></path></g>`;
}
