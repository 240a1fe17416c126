/** The embroidered cloth: patches sewn on, towers in gold thread, CHAR-KONI in the middle. */

import { svg } from '../../vendor/lit-html.js';
import { mark } from '../marks.js';
import { crossPath } from './cross.js';
import { tabletop } from './plate.js';

/** @import {Box, Measure, Plan} from '../geometry.js' */
/** @import {Scene} from '../board.js' */
/** @import {Colour} from '../marks.js' */

const PETAL = 'M0 -12 C10 -28 8 -46 0 -56 C-8 -46 -10 -28 0 -12 Z';

/** @param {Scene} scene */
export function drawCloth({ plan, m, colours }) {
  return svg`
    ${tabletop()}
    ${colours.map((colour, seat) => dish(m, plan, seat, colour))}
    ${cloth(m)}
    ${plan.ring.map((spot, at) => {
      const box = m.box(spot);
      const even = (spot[0] + spot[1]) % 2 === 0;
      return svg`${patch(box, even ? 'patch' : 'patch other')}${plan.safe.includes(at) ? tower(box) : null}`;
    })}
    ${colours.map(
      (colour, seat) => svg`<g class="of-colour" data-colour=${seat}>${plan.lanes[seat].map((spot) => {
        const box = m.box(spot);
        return svg`${patch(box, 'patch dyed', colour.hex)}
          ${mark(colour, seat, box.x + box.w / 2, box.y + box.h / 2, Math.min(box.w, box.h) * 0.5)}`;
      })}
      ${towerMark(m.box(plan.ring[plan.mouths[seat]]), colour, seat)}</g>`,
    )}
    ${charKoni(m, plan, colours)}`;
}

/** @param {Measure} m */
function cloth(m) {
  const d = crossPath(m.corner, 10);
  return svg`
    <path class="cloth-shadow" d=${d} transform="translate(500 506) scale(1.012) translate(-500 -500)"></path>
    ${[0, 90, 180, 270].map((turn) => fringe(m.corner, turn))}
    <path class="cloth" d=${d}></path>
    <path d=${d} fill="url(#weave)"></path>
    <path d=${d} fill="url(#lamp)" opacity=".6"></path>
    <path class="braid" d=${crossPath(m.corner, 5)}></path>`;
}

/** @param {number} corner @param {number} turn */
function fringe(corner, turn) {
  const threads = Math.floor((1000 - 2 * corner) / 9);
  const d = Array.from({ length: threads }, (_, i) => `M${corner + 6 + i * 9} -9v${-9 - ((i * 7) % 5)}`).join('');
  return svg`<path class="fringe" d=${d} transform=${`rotate(${turn} 500 500)`}></path>`;
}

/** @param {Box} box @param {string} kind @param {string} [fill] */
function patch({ x, y, w, h }, kind, fill = 'none') {
  const [left, top, wide, high] = [x + 2.6, y + 2.6, w - 5.2, h - 5.2];
  return svg`
    <rect class=${kind} x=${left} y=${top} width=${wide} height=${high} rx="4" fill=${fill}></rect>
    <rect x=${left} y=${top} width=${wide} height=${high} rx="4" fill="url(#tile)"></rect>
    <rect class="stitch" x=${x + 6.4} y=${y + 6.4} width=${w - 12.8} height=${h - 12.8} rx="3"></rect>`;
}

/** A tower: the crossed square of the old boards. @param {Box} box */
function tower({ x, y, w, h }) {
  const place = `translate(${x + w / 2} ${y + h / 2}) scale(${w / 100} ${h / 100})`;
  return svg`<g class="tower" transform=${place}>
    <rect x="-40" y="-40" width="80" height="80" rx="6"></rect>
    <path d="M-30 -30 L30 30 M30 -30 L-30 30"></path>
    <path d="M0 -34 L12 -12 L34 0 L12 12 L0 34 L-12 12 L-34 0 L-12 -12 Z" class="tower-star"></path>
  </g>`;
}

/** @param {Box} box @param {Colour} colour @param {number} seat */
function towerMark({ x, y, w, h }, colour, seat) {
  const size = Math.min(w, h);
  return svg`<circle cx=${x + w / 2} cy=${y + h / 2} r=${size * 0.3} fill=${colour.hex}></circle>
    ${mark(colour, seat, x + w / 2, y + h / 2, size * 0.38)}`;
}

/** @param {Measure} m @param {Plan} plan @param {number} seat @param {Colour} colour */
function dish(m, plan, seat, colour) {
  const spots = plan.reserves[seat].map((spot) => m.point(spot));
  const x = (spots[0].x + spots[3].x) / 2;
  const y = (spots[0].y + spots[3].y) / 2;
  const size = m.corner * 0.33;
  return svg`<g class="of-colour" data-colour=${seat}>
    <circle class="tray-glow" cx=${x} cy=${y} r=${size + 9}></circle>
    <circle cx=${x + 6} cy=${y + 10} r=${size * 1.1} fill="url(#shadow)"></circle>
    <circle class="brass" cx=${x} cy=${y} r=${size}></circle>
    <circle cx=${x} cy=${y} r=${size} fill="url(#foot)"></circle>
    <circle cx=${x} cy=${y} r=${size * 0.88} fill=${colour.hex}></circle>
    <circle cx=${x} cy=${y} r=${size * 0.88} fill="url(#hollow)"></circle>
    <circle cx=${x} cy=${y} r=${size * 0.88} fill="none" stroke="url(#rim)" stroke-width="3"></circle>
    ${mark(colour, seat, x, y, size * 0.42, undefined, 0.85)}
  </g>`;
}

/** @param {Measure} m @param {Plan} plan @param {Colour[]} colours */
function charKoni(m, plan, colours) {
  const half = 500 - m.corner;
  const petals = Array.from({ length: 12 }, (_, i) => i * 30);
  return svg`<g class="char-koni" transform="translate(500 500)">
    <rect x=${5 - half} y=${5 - half} width=${2 * half - 10} height=${2 * half - 10} rx="8" class="velvet"></rect>
    <rect x=${11 - half} y=${11 - half} width=${2 * half - 22} height=${2 * half - 22} class="stitch gold"></rect>
    ${petals.map((turn) => svg`<path class="petal" transform=${`rotate(${turn}) scale(.68)`} d=${PETAL}></path>`)}
    <circle r="9" class="gold-thread"></circle>
    ${colours.map((colour, seat) => {
      const at = m.point((plan.houses ?? [])[seat]);
      const place = `translate(${(at.x - 500) * 0.98} ${(at.y - 500) * 0.98})`;
      return svg`<g class="of-colour" data-colour=${seat} transform=${place}>
        <circle r="26" fill=${colour.hex} class="house"></circle>${mark(colour, seat, 0, 0, 26)}</g>`;
    })}
  </g>`;
}
