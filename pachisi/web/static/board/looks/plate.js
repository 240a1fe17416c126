/** The board under the fields, and what all looks share. */

import { svg } from '../../vendor/lit-html.js';

/** @import {Measure, Plan} from '../geometry.js' */

const [OUTER, INNER, ROUND] = [-38, -13, 30];
// Where the joint of two bars meets the rounded corner.
const JOINT = OUTER + ROUND * (1 - Math.SQRT1_2);

/** A printed sheet in a wooden frame. @param {string} ground */
export function plate(ground) {
  return svg`
    ${panel('frame')}
    ${['top', 'right', 'bottom', 'left'].map((side, i) => bar(side, i * 90))}
    <rect class="groove" x=${INNER - 3} y=${INNER - 3} width="1032" height="1032" rx="13"></rect>
    ${sheet(`ground ${ground}`)}${sheet('', 'url(#linen)')}${sheet('', 'url(#lamp)')}
    ${sheet('', 'url(#eave)')}${sheet('', 'url(#eave-side)')}`;
}

/** The bare table on which a cloth lies. */
export function tabletop() {
  return svg`
    ${panel('frame tabletop')}${panel('', 'url(#grain)')}${panel('', 'url(#glow)')}
    <rect class="edge-light" x=${OUTER + 3} y=${OUTER + 3} width="1070" height="1070" rx=${ROUND - 3}></rect>`;
}

/** @param {string} kind @param {string} [fill] */
function panel(kind, fill = 'none') {
  return svg`<rect class=${kind} x=${OUTER} y=${OUTER} width="1076" height="1076" rx=${ROUND} fill=${fill}></rect>`;
}

/** @param {string} kind @param {string} [fill] */
function sheet(kind, fill = 'none') {
  return svg`<rect class=${kind} x=${INNER} y=${INNER} width="1026" height="1026" rx="10" fill=${fill}></rect>`;
}

/** One bar of the frame, mitred at both ends; the grain runs along it. @param {string} side @param {number} turn */
function bar(side, turn) {
  const far = 1000 - JOINT;
  const arc = `A${ROUND} ${ROUND} 0 0 1`;
  const d =
    `M${INNER} ${INNER}L${JOINT} ${JOINT}${arc} ${OUTER + ROUND} ${OUTER}` +
    `H${1000 - OUTER - ROUND}${arc} ${far} ${JOINT}L${1000 - INNER} ${INNER}Z`;
  return svg`<g transform=${`rotate(${turn} 500 500)`}>
    <path d=${d} fill="url(#grain)"></path><path class=${`bar-light ${side}`} d=${d}></path></g>`;
}

/** A colour thinned for large areas. @param {string} hex */
export function colourTint(hex) {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const paper = [236, 219, 184];
  return `rgb(${parts.map((part, i) => Math.round(part * 0.42 + paper[i] * 0.58)).join(',')})`;
}

/**
 * A small arrow beside the start field, in the direction the pieces run.
 * @param {Measure} m @param {Plan} plan @param {number} seat @param {number} radius
 */
export function arrow(m, plan, seat, radius) {
  const at = plan.starts[seat];
  const from = m.point(plan.ring[at]);
  const to = m.point(plan.ring[(at + 1) % plan.ring.length]);
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const gap = Math.hypot(to.x - from.x, to.y - from.y) / 2;
  const ahead = `translate(${Math.max(gap, radius)} 0) scale(${radius / 100})`;
  const place = `translate(${from.x} ${from.y}) rotate(${turn}) ${ahead}`;
  return svg`<path class="arrow" transform=${place} d="M-14 -26 L18 0 L-14 26 Z"></path>`;
}
