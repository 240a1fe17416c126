/** The drawing as the server makes it: SVG, and where things are in it. */

/** @import {Drawing, Spot} from '../protocol.js' */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {scale: number}} Place */

/** SVG that came as text. @param {string} text @returns {SVGElement} */
export function elementOf(text) {
  const frame = document.createElement('template');
  frame.innerHTML = `<svg>${text}</svg>`;
  return /** @type {SVGElement} */ (frame.content.firstElementChild?.firstElementChild);
}

/** The middle of a square. @param {Drawing} drawing @param {Spot} spot @returns {Point} */
export function pointOf(drawing, spot) {
  const [x, y] = drawing.points[spot.join()];
  return { x, y };
}

/** Where `count` pieces on one field stand. @param {Drawing} drawing @param {Spot} spot @param {number} count @returns {Place[]} */
export function placesOf(drawing, spot, count) {
  const [x, y, size] = drawing.points[spot.join()];
  return drawing.beside[size][count - 1].map(([dx, dy, scale]) => ({ x: x + dx, y: y + dy, scale }));
}
