/** Arrows on the board: the move that was played, and the better one. */

import { render, svg } from '../vendor/lit-html.js';
import { pointOf } from '../board/drawing.js';

/** @import {Stage} from '../board/stage.js' */
/** @import {Move} from '../protocol.js' */
/** @typedef {import('../board/drawing.js').Point} Point */

/** @typedef {{line: Point[], head: string, place: string, width: number, kind: string}} Arrow */

const ASIDE = 0.15; // of a field: how far arrows that would cover each other stand apart

/** The lines first, so that no line covers a head. @param {Stage} stage @param {{played?: Move, better?: Move}} moves */
export function drawArrows(stage, { played, better }) {
  const aside = played && better && overlap(played, better) ? ASIDE * stage.drawing.cell : 0;
  const arrows = [
    ...(played && played.path.length > 1 ? [arrow(stage, played, 'played', aside)] : []),
    ...(better && better.path.length > 1 ? [arrow(stage, better, 'better', -aside)] : []),
  ];
  render(svg`${arrows.map(lineOf)}${arrows.map(headOf)}`, /** @type {any} */ (stage.el.querySelector('.way-over')));
}

/** Do two moves share a part of their way? @param {Move} one @param {Move} other */
function overlap(one, other) {
  const [own, others] = [one, other].map(({ path }) => path.slice(1).map((spot, i) => `${path[i]} ${spot}`));
  return own.some((part) => others.includes(part));
}

/** Along the way of the move, with a head at its end. @param {Stage} stage @param {Move} move @param {string} kind @param {number} aside @returns {Arrow} */
function arrow({ drawing }, move, kind, aside) {
  const points = shifted(move.path.map((spot) => pointOf(drawing, spot)), aside);
  const [from, to] = points.slice(-2);
  const size = drawing.cell * 0.34;
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return {
    line: [...points.slice(0, -1), toward(to, from, size * 0.9)],
    head: `M0 0 L${-1.35 * size} ${-0.8 * size} L${-1.35 * size} ${0.8 * size} Z`,
    place: `translate(${to.x} ${to.y}) rotate(${turn})`,
    width: drawing.cell * (kind === 'better' ? 0.17 : 0.22),
    kind,
  };
}

/** @param {Arrow} arrow */
function lineOf({ line, width, kind }) {
  const points = line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return svg`<g class=${`move-arrow ${kind}`} stroke-width=${width}>
    <polyline class="arrow-edge" points=${points} stroke-width=${width * 1.7}></polyline>
    <polyline points=${points}></polyline>
  </g>`;
}

/** @param {Arrow} arrow */
function headOf({ head, place, width, kind }) {
  return svg`<g class=${`arrow-top ${kind}`}>
    <path class="arrow-edge" d=${head} transform=${place} stroke-width=${width * 0.7}></path>
    <path class="arrow-head" d=${head} transform=${place} stroke-width="0"></path>
  </g>`;
}

/** A line beside another, on its right. @param {Point[]} points @param {number} far @returns {Point[]} */
function shifted(points, far) {
  if (!far) return points;
  return points.map(({ x, y }, i) => {
    const [before, after] = [points[i - 1] ?? points[i], points[i + 1] ?? points[i]];
    const [dx, dy] = [after.x - before.x, after.y - before.y];
    const length = Math.hypot(dx, dy) || 1;
    return { ...points[i], x: x - (far * dy) / length, y: y + (far * dx) / length };
  });
}

/** @param {Point} from @param {Point} to @param {number} far @returns {Point} */
function toward(from, to, far) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * far) / length, y: from.y + ((to.y - from.y) * far) / length };
}
