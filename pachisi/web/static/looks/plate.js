/** The board under the fields, and what all looks share. */

import { svg } from '../vendor/lit-html.js';

/** @import {Measure, Plan} from '../geometry.js' */

/** A framed plate: paper, linen or the bare table. @param {string} ground */
export function plate(ground) {
  const grain = ground === 'wood' ? 'url(#grain)' : 'url(#linen)';
  return svg`
    <rect class="frame" x="-38" y="-38" width="1076" height="1076" rx="44"></rect>
    <rect x="-38" y="-38" width="1076" height="1076" rx="44" fill="url(#grain)"></rect>
    <rect x="-38" y="-38" width="1076" height="1076" rx="44" fill="url(#tile)"></rect>
    <rect class="groove" x="-16" y="-16" width="1032" height="1032" rx="28"></rect>
    <rect class=${`ground ${ground}`} x="-13" y="-13" width="1026" height="1026" rx="26"></rect>
    <rect x="-13" y="-13" width="1026" height="1026" rx="26" fill=${grain}></rect>
    <rect x="-13" y="-13" width="1026" height="1026" rx="26" fill="url(#lamp)"></rect>`;
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
