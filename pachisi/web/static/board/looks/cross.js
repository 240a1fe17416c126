/** The printed cross with its home in the middle. */

import { svg } from '../../vendor/lit-html.js';
import { mark } from '../marks.js';
import { cup } from './round.js';
import { arrow, colourTint, plate } from './plate.js';

/** @import {Box, Measure, Plan} from '../geometry.js' */
/** @import {Scene} from '../board.js' */
/** @import {Colour} from '../marks.js' */

/** @param {Scene} scene */
export function drawCross({ plan, m, colours }) {
  const mouths = new Map(plan.mouths.map((at, seat) => [at, seat]));
  return svg`
    ${plate('linen-paper')}
    ${colours.map((colour, seat) => nest(m, plan, seat, colour))}
    <path class="bed" d=${crossPath(m.corner, 3)}></path>
    ${plan.ring.map((spot, at) => {
      const box = m.box(spot);
      const start = plan.starts.indexOf(at);
      if (start >= 0) return startField(box, start, colours[start], plan.safe.includes(at));
      return svg`${tile(box, plan.safe.includes(at) ? 'tile safe' : 'tile')}
        ${plan.safe.includes(at) ? rosette(box) : null}
        ${mouths.has(at) ? mouth(box, /** @type {number} */ (mouths.get(at)), colours, plan.safe.includes(at)) : null}`;
    })}
    ${colours.map(
      (colour, seat) =>
        svg`<g class="of-colour" data-colour=${seat}>${plan.lanes[seat].map((spot) => {
          const box = m.box(spot);
          return svg`${tile(box, 'tile lane', colour.hex)}
          ${mark(colour, seat, box.x + box.w / 2, box.y + box.h / 2, Math.min(box.w, box.h) * 0.5)}`;
        })}</g>`,
    )}
    ${colours.map((_, seat) => arrow(m, plan, seat, m.cell * 0.5))}
    ${home(m, plan, colours)}`;
}

/** @param {number} corner the side of a corner @param {number} [more] how far it reaches beyond the fields */
export function crossPath(corner, more = 0) {
  const [low, a, b, high] = [-more, corner - more, 1000 - corner + more, 1000 + more];
  return `M${a} ${low}H${b}V${a}H${high}V${b}H${b}V${high}H${a}V${b}H${low}V${a}H${a}Z`;
}

/** @param {Box} box @param {string} kind @param {string} [fill] */
function tile({ x, y, w, h }, kind, fill = 'none') {
  const [left, top, wide, high] = [x + 1.1, y + 1.1, w - 2.2, h - 2.2];
  return svg`<rect class=${kind} x=${left} y=${top} width=${wide} height=${high} rx="3" fill=${fill}></rect>
    <rect x=${left} y=${top} width=${wide} height=${high} rx="3" fill="url(#tile)"></rect>`;
}

/** @param {Box} box */
function rosette({ x, y, w, h }) {
  const size = Math.min(w, h) * 0.36;
  const place = `translate(${x + w / 2} ${y + h / 2})`;
  return svg`<g class="rosette" transform=${place}><circle r=${size}></circle><circle r=${size * 0.5}></circle></g>`;
}

/** @param {Box} box @param {number} seat @param {Colour[]} colours @param {boolean} safe */
function mouth(box, seat, colours, safe) {
  if (safe) return null;
  return mark(
    colours[seat],
    seat,
    box.x + box.w / 2,
    box.y + box.h / 2,
    Math.min(box.w, box.h) * 0.4,
    colours[seat].hex,
    0.75,
  );
}

/** @param {Box} box @param {number} seat @param {Colour} colour @param {boolean} safe */
function startField(box, seat, colour, safe) {
  const size = Math.min(box.w, box.h);
  return svg`<g class="of-colour" data-colour=${seat}>${tile(box, 'tile start', colour.hex)}
    ${safe ? rosette(box) : null}
    ${mark(colour, seat, box.x + box.w / 2, box.y + box.h / 2, size * 0.52)}</g>`;
}

/** @param {Measure} m @param {Plan} plan @param {number} seat @param {Colour} colour */
function nest(m, plan, seat, colour) {
  const spots = plan.reserves[seat].map((spot) => m.point(spot));
  const x = (spots[0].x + spots[3].x) / 2;
  const y = (spots[0].y + spots[3].y) / 2;
  const size = m.corner * 0.42;
  return svg`<g class="of-colour" data-colour=${seat}>
    <circle class="tray-glow" cx=${x} cy=${y} r=${size + 9}></circle>
    <circle cx=${x + 3} cy=${y + 6} r=${size * 1.04} fill="url(#shadow)" opacity=".6"></circle>
    <circle cx=${x} cy=${y} r=${size} fill=${colour.hex} class="tray"></circle>
    <circle cx=${x} cy=${y} r=${size} fill="url(#foot)" opacity=".55"></circle>
    <circle cx=${x} cy=${y} r=${size * 0.87} fill="none" class="tray-line"></circle>
    <circle cx=${x} cy=${y} r=${size * 0.8} fill=${colourTint(colour.hex)}></circle>
    <circle cx=${x} cy=${y} r=${size * 0.8} fill="url(#hollow)" opacity=".8"></circle>
    ${mark(colour, seat, x, y, size * 0.34, colour.hex)}
    ${spots.map((at) => cup(at, m.corner * 0.09, colour.hex))}
  </g>`;
}

/** Four wedges, each before the lane of its colour. @param {Measure} m @param {Plan} plan @param {Colour[]} colours */
function home(m, plan, colours) {
  const [a, b] = [m.corner, 1000 - m.corner];
  const houses = plan.houses ?? [];
  return svg`<g class="home">
    <rect class="home-bed" x=${a} y=${a} width=${b - a} height=${b - a} rx="8"></rect>
    ${colours.map((colour, seat) => {
      const at = m.point(houses[seat]);
      const turn = (Math.atan2(at.y - 500, at.x - 500) * 180) / Math.PI - 90;
      const half = (b - a) / 2 - 3;
      return svg`<g class="of-colour" data-colour=${seat} transform=${`translate(500 500) rotate(${turn})`}>
        <path fill=${colour.hex} d=${`M0 6 L${half - 4} ${half} L${4 - half} ${half} Z`}></path>
        <path class=${`wedge-light side-${Math.round(turn / 90 + 4) % 4}`}
          d=${`M0 6 L${half - 4} ${half} L${4 - half} ${half} Z`}></path></g>
        ${mark(colour, seat, 500 + (at.x - 500) * 0.5, 500 + (at.y - 500) * 0.5, 25, undefined, 0.9)}`;
    })}
    <circle class="boss" cx="500" cy="500" r="17"></circle>
    <circle cx="500" cy="500" r="17" fill="url(#dome)"></circle>
  </g>`;
}
