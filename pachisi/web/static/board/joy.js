/** What makes a capture, an entry and a victory feel like something; still for those who want it still. */

import { pace } from '../settings.js';

/** @import {Stage} from './stage.js' */
/** @import {Point} from './drawing.js' */

const SPARKS = 70;

/** @param {Stage} stage @param {string} name @param {{[name: string]: string | number}} values */
function draw({ el }, name, values) {
  const drawn = /** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', name));
  for (const [key, value] of Object.entries(values)) drawn.setAttribute(key, String(value));
  el.append(drawn);
  return drawn;
}

/** @param {Element} drawn @param {Keyframe[]} frames @param {number} duration @param {number} [delay] */
function flash(drawn, frames, duration, delay = 0) {
  const animation = drawn.animate(frames, { duration: duration * pace(), delay: delay * pace(), easing: 'ease-out', fill: 'both' });
  animation.finished.catch(() => {}).finally(() => drawn.remove());
}

/** A ring that bursts from a field. @param {Stage} stage @param {Point} at @param {string} colour */
export function burst(stage, { x, y }, colour) {
  if (!pace() || stage.skipped) return;
  const ring = { class: 'joy', cx: x, cy: y, r: stage.drawing.cell / 2, fill: 'none', stroke: colour, 'stroke-width': 12 };
  const drawn = draw(stage, 'circle', ring);
  drawn.style.transformOrigin = `${x}px ${y}px`;
  flash(drawn, [{ transform: 'scale(.4)', opacity: 1 }, { transform: 'scale(2.6)', opacity: 0 }], 620);
}

/** Confetti in the colours of the winners over the whole board. @param {Stage} stage @param {string[]} colours */
export function celebrate(stage, colours) {
  if (!pace()) return;
  for (let n = 0; n < SPARKS; n += 1) {
    const [x, size] = [60 + Math.random() * 880, 9 + Math.random() * 13];
    const fill = n % 3 ? colours[n % colours.length] : '#e8c471';
    const drawn = draw(stage, 'rect', { class: 'joy', x: -size / 2, y: -size / 2, width: size, height: size * 0.6, rx: 2, fill });
    const [drift, spin] = [(Math.random() - 0.5) * 260, 360 + Math.random() * 720];
    const frames = [
      { transform: `translate(${x}px, -60px) rotate(0deg)`, opacity: 1 },
      { transform: `translate(${x + drift}px, 900px) rotate(${spin}deg)`, opacity: 1, offset: 0.85 },
      { transform: `translate(${x + drift}px, 1010px) rotate(${spin * 1.1}deg)`, opacity: 0 },
    ];
    flash(drawn, frames, 1900 + Math.random() * 1400, Math.random() * 900);
  }
}

/** A phone trembles when one's own pieces are concerned. @param {number | number[]} pattern */
export function tremble(pattern) {
  if (pace()) navigator.vibrate?.(pattern);
}
