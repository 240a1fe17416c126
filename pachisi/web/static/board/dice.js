/** Dice and sticks, drawn as what they are. */

import { html, svg } from '../vendor/lit-html.js';

/** @typedef {{kind: 'dice' | 'sticks', count: number, opening: number, faces: number[]}} Dice */

const [L, C, R] = [-25, 0, 25];
/** Where the pips of a face lie. @type {{[face: number]: [number, number][]}} */
const PIPS = {
  1: [[C, C]],
  2: [
    [L, L],
    [R, R],
  ],
  3: [
    [L, L],
    [C, C],
    [R, R],
  ],
  4: [
    [L, L],
    [L, R],
    [R, L],
    [R, R],
  ],
  5: [
    [L, L],
    [L, R],
    [C, C],
    [R, L],
    [R, R],
  ],
  6: [
    [L, L],
    [L, C],
    [L, R],
    [R, L],
    [R, C],
    [R, R],
  ],
};
/** The same on a long stick. @type {{[face: number]: [number, number][]}} */
const STICK_PIPS = {
  1: [[0, 0]],
  2: [
    [-60, 0],
    [60, 0],
  ],
  5: [
    [-110, -9],
    [-110, 9],
    [0, 0],
    [110, -9],
    [110, 9],
  ],
  6: [
    [-110, -9],
    [-110, 9],
    [0, -9],
    [0, 9],
    [110, -9],
    [110, 9],
  ],
};

/** @param {number} face */
function drawDie(face) {
  return svg`<svg class="die" viewBox="-60 -60 120 124" aria-hidden="true" focusable="false">
    <ellipse cx="5" cy="48" rx="50" ry="14" fill="url(#shadow)"></ellipse>
    <rect x="-48" y="-46" width="96" height="98" rx="22" fill="#b59a63"></rect>
    <rect x="-48" y="-50" width="96" height="96" rx="22" fill="url(#bone)"></rect>
    <rect x="-44" y="-46" width="88" height="86" rx="26" fill="#fff" opacity=".28"></rect>
    <g transform="translate(0 -2)">${(PIPS[face] ?? []).map(([x, y]) => pip(x, y, 9.5))}</g>
  </svg>`;
}

/** @param {number} x @param {number} y @param {number} r */
function pip(x, y, r) {
  return svg`<circle cx=${x} cy=${y + 1.6} r=${r} fill="#fff" opacity=".8"></circle>
    <circle cx=${x} cy=${y} r=${r} fill="#3b2413"></circle>
    <circle cx=${x} cy=${y} r=${r} fill="url(#hollow)"></circle>`;
}

/** A four-sided stick; its eyes are ring and dot. @param {number} face */
function drawStick(face) {
  return svg`<svg class="stick" viewBox="-190 -32 380 66" aria-hidden="true" focusable="false">
    <ellipse cx="6" cy="20" rx="182" ry="14" fill="url(#shadow)"></ellipse>
    <path d="M-172 -20 H172 L184 -8 V12 L172 24 H-172 L-184 12 V-8 Z" fill="#a5834a"></path>
    <path d="M-172 -24 H172 L184 -12 V6 L172 18 H-172 L-184 6 V-12 Z" fill="url(#stick)"></path>
    <path class="stick-band" d="M-150 -24V18M-142 -24V18M142 -24V18M150 -24V18"></path>
    <g transform="translate(0 -3)">${(STICK_PIPS[face] ?? []).map(
      ([x, y]) => svg`<circle cx=${x} cy=${y} r="7.4" fill="none" stroke="#43260f" stroke-width="2.6"></circle>
        <circle cx=${x} cy=${y} r="2.8" fill="#43260f"></circle>`,
    )}</g>
  </svg>`;
}

/**
 * A throw on the table; `spent` are faces whose number has been used.
 * @param {Dice} dice @param {number[]} faces @param {boolean[]} [spent]
 */
export function drawThrow(dice, faces, spent = []) {
  const draw = dice.kind === 'sticks' ? drawStick : drawDie;
  /** @param {number} i */
  const kind = (i) => (spent[i] ? 'tossed spent' : 'tossed');
  return html`<div class=${`throw ${dice.kind}`}>
    ${faces.map((face, i) => html`<span class=${kind(i)} data-face=${face}>${draw(face)}</span>`)}
  </div>`;
}

/** A number of the pool, small: a die where there is one, else the number. @param {Dice} dice @param {number} face */
export function drawUse(dice, face) {
  const pips = dice.kind === 'dice' && PIPS[face];
  if (!pips) return html`<span class="use">${face}</span>`;
  return html`<svg class="use" viewBox="-50 -50 100 100" aria-hidden="true" focusable="false">
    <rect x="-48" y="-48" width="96" height="96" rx="22" fill="url(#bone)"></rect>
    ${pips.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="11" fill="#3b2413"></circle>`)}
  </svg>`;
}

/** Random faces while the dice roll; only the picture, never the throw. @param {Dice} dice @param {number} count */
export function anyFaces(dice, count) {
  return Array.from({ length: count }, () => dice.faces[Math.floor(Math.random() * dice.faces.length)]);
}
