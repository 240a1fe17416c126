/** A mark for each colour, so that colour never speaks alone. Paths in a square from -50 to 50. */

import { svg } from '../vendor/lit-html.js';

/** @typedef {{[language: string]: string}} Words */
/** @typedef {Words & {hex: string}} Colour */

const SUN = star(8, 48, 24);
const LEAF = 'M-36 38 C-46 -10 -18 -46 40 -42 C46 14 14 48 -24 34 L-40 48 Z';
const ROSE =
  'M0 0 C-34 -14 -34 -50 0 -50 C34 -50 34 -14 0 0 C14 -34 50 -34 50 0 C50 34 14 34 0 0 ' +
  'C34 14 34 50 0 50 C-34 50 -34 14 0 0 C-14 34 -50 34 -50 0 C-50 -34 -14 -34 0 0 Z';
const DROP = 'M0 -50 C16 -22 34 -4 34 18 C34 36 19 48 0 48 C-19 48 -34 36 -34 18 C-34 -4 -16 -22 0 -50 Z';
const MOON = 'M22 -44 C-24 -50 -50 -16 -42 18 C-34 50 14 56 38 26 C6 34 -16 14 -14 -10 C-12 -28 2 -40 22 -44 Z';
const KITE = 'M0 -50 L38 0 L0 50 L-38 0 Z';

/** @type {{[name: string]: string}} */
const BY_NAME = { yellow: SUN, green: LEAF, red: ROSE, blue: DROP, black: MOON };
const BY_SEAT = [KITE, LEAF, SUN, MOON];

/** @param {number} points @param {number} outer @param {number} inner */
function star(points, outer, inner) {
  const corners = Array.from({ length: 2 * points }, (_, i) => {
    const radius = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / points;
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join(' L')} Z`;
}

/** @param {Colour} colour @param {number} seat */
export function markPath(colour, seat) {
  return BY_NAME[colour.en] ?? BY_SEAT[seat];
}

/** Ink that reads on a colour. @param {string} hex */
export function ink(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? '#3a2408' : '#fff4dc';
}

/**
 * The mark inside a drawing.
 * @param {Colour} colour @param {number} seat @param {number} x @param {number} y @param {number} size
 * @param {string} [fill] @param {number} [opacity]
 */
export function mark(colour, seat, x, y, size, fill = ink(colour.hex), opacity = 1) {
  const place = `translate(${x} ${y}) scale(${size / 100})`;
  return svg`<path class="mark" d=${markPath(colour, seat)} transform=${place} fill=${fill} opacity=${opacity}></path>`;
}

/**
 * A lacquered chip with its mark, for lists and cards.
 * @param {Colour} colour @param {number} seat
 */
export function chip(colour, seat) {
  return svg`<svg class="chip" viewBox="-50 -50 100 100" aria-hidden="true" focusable="false">
    <circle r="47" fill=${colour.hex}></circle>
    <circle r="47" class="chip-light"></circle>
    ${mark(colour, seat, 0, 0, 52)}
  </svg>`;
}
