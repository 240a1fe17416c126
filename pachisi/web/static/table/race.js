/** The race over time, as a chart. */

import { html, svg } from '../vendor/lit-html.js';
import { isDeep, mark } from '../board/marks.js';
import { say } from '../words.js';

/** @import {Book, Seat, Summary} from '../protocol.js' */

const [WIDTH, HEIGHT] = [380, 230];

/** @param {Book} book @param {Seat[]} seats @param {Summary} summary */
export function raceChart(book, seats, summary) {
  const { race } = summary;
  const last = Math.max(race.length - 1, 1);
  /** @param {number} k */
  const x = (k) => 40 + (k / last) * (WIDTH - 70);
  /** @param {number} part */
  const y = (part) => HEIGHT - 34 - part * (HEIGHT - 56);
  const won = summary.outcome?.[0] ?? [];
  const order = summary.seats.map((_, column) => column);
  order.sort((a, b) => Number(won.includes(summary.seats[a].seat)) - Number(won.includes(summary.seats[b].seat)));
  return html`<figure class="chart">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${say('race_label')}>
      ${[0, 0.25, 0.5, 0.75, 1].map(
        (part) => svg`<path class="grid" d=${`M40 ${y(part)}H${WIDTH - 30}`}></path>
          <text x="32" y=${y(part) + 4} text-anchor="end">${Math.round(part * 100)}</text>`,
      )}
      <text x="40" y=${HEIGHT - 10}>0</text>
      <text x=${WIDTH - 30} y=${HEIGHT - 10} text-anchor="end">${say('n_throws', { n: last })}</text>
      ${order.map((column) => {
        const one = summary.seats[column];
        const seat = seats.find((other) => other.seat === one.seat);
        const colour = book.colours[seat?.colours[0] ?? 0];
        const points = race.map((row, k) => `${x(k).toFixed(1)},${y(row[column]).toFixed(1)}`).join(' ');
        const end = race[race.length - 1]?.[column] ?? 0;
        return svg`<polyline class=${`course-edge${isDeep(colour) ? ' deep' : ''}`} points=${points}></polyline>
          <polyline class="course" points=${points} stroke=${colour.hex}></polyline>
          <circle class="course-end" cx=${x(last)} cy=${y(end)} r="9" fill=${colour.hex}></circle>
          ${mark(colour, x(last), y(end), 9.5)}`;
      })}
    </svg>
    <figcaption>${say('race_caption')}</figcaption>
  </figure>`;
}
