/** Dice, sticks and shells; their faces are part of the page, drawn by the server. */

import { html, svg } from '../vendor/lit-html.js';

/**
 * What is thrown; `faces` are equally likely, and `counts` says what each face of shells counts.
 * @typedef {{kind: 'dice' | 'sticks' | 'shells', count: number, opening: number, faces: number[], counts?: Record<number, number>}} Dice
 */

/** A face drawn in the page, or null. @param {'die' | 'stick' | 'shell' | 'use'} kind @param {number} face */
function drawFace(kind, face) {
  const drawn = document.getElementById(`${kind}-${face}`);
  return (
    drawn &&
    svg`<svg class=${kind} viewBox=${drawn.dataset.view} aria-hidden="true" focusable="false">
      <use href=${`#${drawn.id}`}></use>
    </svg>`
  );
}

/**
 * A throw on the table; `spent` are faces whose number has been used.
 * @param {Dice} dice @param {number[]} faces @param {boolean[]} [spent]
 */
export function drawThrow(dice, faces, spent = []) {
  if (dice.kind === 'shells') return html`<div class="throw shells">${faces.map((face) => drawShells(dice, face))}</div>`;
  const kind = dice.kind === 'sticks' ? 'stick' : 'die';
  /** @param {number} i */
  const tossed = (i) => (spent[i] ? 'tossed spent' : 'tossed');
  return html`<div class=${`throw ${dice.kind}`}>
    ${faces.map(
      (face, i) => html`<span class=${tossed(i)} data-face=${face}>${drawFace(kind, face) ?? drawFace(kind, 0)}</span>`,
    )}
  </div>`;
}

/** A handful of shells, so many of them with their mouths up, as evenly spread as they fall. @param {Dice} dice @param {number} up */
function drawShells(dice, up) {
  const n = Math.max(...dice.faces);
  const lies = (/** @type {number} */ k) => (Math.floor(((k + 1) * up) / n) > Math.floor((k * up) / n) ? 1 : 0);
  return html`<span class="tossed handful" data-face=${up}>${Array.from({ length: n }, (_, k) => drawFace('shell', lies(k)))}</span>`;
}

/** What a face counts where that can't be read from it. @param {Dice} dice @param {number} face */
export function countOf(dice, face) {
  return dice.counts?.[face] ?? face;
}

/** A number of the pool, small: a die where there is one, else the number. @param {Dice} dice @param {number} face */
export function drawUse(dice, face) {
  return (dice.kind === 'dice' && drawFace('use', face)) || html`<span class="use">${face}</span>`;
}

/** Random faces while the dice roll; only the picture, never the throw. @param {Dice} dice @param {number} count */
export function anyFaces(dice, count) {
  return Array.from({ length: count }, () => dice.faces[Math.floor(Math.random() * dice.faces.length)]);
}
