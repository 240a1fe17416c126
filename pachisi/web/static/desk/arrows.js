/** Arrows on the board: the move that was played, and the better one. */

import { render, svg } from '../vendor/lit-html.js';
import { pointOf } from '../board/drawing.js';

/** @import {Stage} from '../board/stage.js' */
/** @import {Move} from '../protocol.js' */
/** @typedef {import('../board/drawing.js').Point} Point */

/** @param {Stage} stage @param {{played?: Move, better?: Move}} moves */
export function drawArrows(stage, { played, better }) {
  const arrows = [played && arrow(stage, played, 'played'), better && arrow(stage, better, 'better')];
  render(svg`${arrows}`, /** @type {any} */ (stage.el.querySelector('.way-over')));
}

/** Along the way of the move, with a head at its end. @param {Stage} stage @param {Move} move @param {string} kind */
function arrow({ drawing }, move, kind) {
  if (move.path.length < 2) return null;
  const points = move.path.map((spot) => pointOf(drawing, spot));
  const [from, to] = points.slice(-2);
  const size = drawing.cell * 0.34;
  const neck = toward(to, from, size * 0.9);
  const line = [...points.slice(0, -1), neck].map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const head = `M0 0 L${-1.35 * size} ${-0.8 * size} L${-1.35 * size} ${0.8 * size} Z`;
  const width = drawing.cell * (kind === 'better' ? 0.17 : 0.22);
  return svg`<g class=${`move-arrow ${kind}`} stroke-width=${width}>
    <polyline class="arrow-edge" points=${line} stroke-width=${width * 1.7}></polyline>
    <path class="arrow-edge" d=${head} transform=${`translate(${to.x} ${to.y}) rotate(${turn})`} stroke-width=${width * 0.7}></path>
    <polyline points=${line}></polyline>
    <path class="arrow-head" d=${head} transform=${`translate(${to.x} ${to.y}) rotate(${turn})`} stroke-width="0"></path>
  </g>`;
}

/** @param {Point} from @param {Point} to @param {number} far @returns {Point} */
function toward(from, to, far) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * far) / length, y: from.y + ((to.y - from.y) * far) / length };
}
