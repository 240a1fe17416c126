/** The colours of the players, each with a mark, so that nothing depends on colour alone. */

import { svg } from '../vendor/lit-html.js';

/** @typedef {{[language: string]: string}} Words */
/** Lacquer, an ink that is legible on it, and the path of the mark. @typedef {Words & {hex: string, ink: string, mark: string}} Colour */

/** The mark inside a drawing. @param {Colour} colour @param {number} x @param {number} y @param {number} size */
export function mark({ mark: path, ink }, x, y, size) {
  return svg`<path class="mark" d=${path} transform=${`translate(${x} ${y}) scale(${size / 100})`} fill=${ink}></path>`;
}

/** Is a colour nearly as dark as the page at night? @param {Colour} colour */
export function isDeep({ hex }) {
  return [1, 3, 5].every((at) => parseInt(hex.slice(at, at + 2), 16) < 0x50);
}

/** A lacquered chip with its mark, for lists and cards. @param {Colour} colour */
export function chip(colour) {
  return svg`<svg class="chip" viewBox="-50 -50 100 100" aria-hidden="true" focusable="false">
    <circle r="47" fill=${colour.hex}></circle>
    <circle r="47" class="chip-light"></circle>
    ${mark(colour, 0, 0, 52)}
  </svg>`;
}
