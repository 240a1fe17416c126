/** Round fields on warm paper, framed in wood. */

import { svg } from '../../vendor/lit-html.js';
import { mark } from '../marks.js';
import { arrow, colourTint, plate } from './plate.js';

/** @import {Plan, Spot} from '../geometry.js' */
/** @import {Scene} from '../board.js' */

/** @param {Scene} scene */
export function drawRound({ plan, m, colours }) {
  const radius = m.cell * 0.405;
  /** @param {Spot[]} spots */
  const thread = (spots) => {
    const points = spots.map((spot) => m.point(spot)).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`);
    return svg`<polyline class="thread" points=${points.join(' ')}></polyline>`;
  };
  const plain = plan.ring.map((spot, at) => (plan.starts.includes(at) ? null : spot));
  return svg`
    ${plate('paper')}
    ${ornament(m.cell)}
    ${thread([...plan.ring, plan.ring[0]])}
    ${plan.lanes.map((lane, seat) => thread([plan.ring[plan.mouths[seat]], ...lane]))}
    ${plain.map((spot) => spot && cup(m.point(spot), radius))}
    ${plan.safe.map((at) => {
      const { x, y } = m.point(plan.ring[at]);
      return svg`<circle class="safe-ring" cx=${x} cy=${y} r=${radius * 0.6}></circle>`;
    })}
    ${colours.map((colour, seat) => {
      const start = m.point(plan.ring[plan.starts[seat]]);
      return svg`<g class="of-colour" data-colour=${seat}>
        ${tray(m, plan, seat, colour, radius)}
        ${cup(start, radius * 1.06, colour.hex)}
        ${mark(colour, seat, start.x, start.y, radius * 1.05)}
        ${arrow(m, plan, seat, radius)}
        ${plan.lanes[seat].map((spot) => {
          const at = m.point(spot);
          return svg`${cup(at, radius * 0.94, colour.hex)}${mark(colour, seat, at.x, at.y, radius * 0.8)}`;
        })}
      </g>`;
    })}`;
}

/** @param {import('../geometry.js').Point} at @param {number} radius @param {string} [fill] */
export function cup(at, radius, fill) {
  return svg`
    <circle class=${fill ? 'cup' : 'cup plain'} cx=${at.x} cy=${at.y} r=${radius} fill=${fill ?? 'none'}></circle>
    <circle cx=${at.x} cy=${at.y} r=${radius} fill="url(#hollow)"></circle>
    <circle cx=${at.x} cy=${at.y} r=${radius + 1.5} fill="none" stroke="url(#rim)" stroke-width="3"></circle>`;
}

/**
 * The corner in which pieces wait.
 * @param {import('../geometry.js').Measure} m @param {Plan} plan @param {number} seat
 * @param {import('../marks.js').Colour} colour @param {number} radius
 */
function tray(m, plan, seat, colour, radius) {
  const spots = plan.reserves[seat].map((spot) => m.point(spot));
  const x = (spots[0].x + spots[3].x) / 2;
  const y = (spots[0].y + spots[3].y) / 2;
  const size = m.corner * 0.37;
  return svg`
    <circle class="tray-glow" cx=${x} cy=${y} r=${size + 9}></circle>
    <circle cx=${x} cy=${y} r=${size} fill=${colour.hex}></circle>
    <circle cx=${x} cy=${y} r=${size} fill="url(#foot)" opacity=".5"></circle>
    <circle cx=${x} cy=${y} r=${size - 9} fill=${colourTint(colour.hex)} class="tray"></circle>
    <circle cx=${x} cy=${y} r=${size - 9} fill="url(#hollow)" opacity=".7"></circle>
    <circle cx=${x} cy=${y} r=${size - 8} fill="none" stroke="url(#rim)" stroke-width="3"></circle>
    ${mark(colour, seat, x, y, size * 0.34, colour.hex)}
    ${spots.map((at) => cup(at, Math.min(radius * 1.02, m.corner * 0.115), colour.hex))}`;
}

/** A quiet star in the middle, which is no field: each ray has a side in the light. @param {number} cell */
function ornament(cell) {
  const rays = [45, 135, 225, 315, 0, 90, 180, 270];
  return svg`<g class="ornament" transform="translate(500 500)">
    ${rays.map((turn, i) => {
      const place = `rotate(${turn}) scale(${(cell / 100) * (i < 4 ? 0.6 : 1)})`;
      return svg`<g transform=${place}><path d="M0 0 L-11 -15 L0 -52 Z"></path>
        <path class="shade" d="M0 0 L11 -15 L0 -52 Z"></path></g>`;
    })}
  </g>`;
}
