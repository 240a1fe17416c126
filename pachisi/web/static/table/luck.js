/** What the dice showed, beside what was expected. */

import { html, svg } from '../vendor/lit-html.js';
import { countOf } from '../board/dice.js';
import { seatChips, seatName } from './seats.js';
import { number, say } from '../words.js';

/** @import {Dice} from '../board/dice.js' */
/** @import {Book, Seat, SeatSummary, Summary} from '../protocol.js' */

/** @param {Book} book @param {Dice} dice @param {Seat[]} seats @param {Summary} summary */
export function luckTable(book, dice, seats, summary) {
  const faces = summary.seats[0]?.faces.map(({ face }) => face) ?? [];
  return html`<div class="luck">
    <table>
      <caption>
        ${say('dice_shown')}
      </caption>
      <thead>
        <tr>
          <th scope="col">${say('seat')}</th>
          ${faces.map((face) => html`<th scope="col">${countOf(dice, face)}</th>`)}
          <th scope="col">${say('all_dice')}</th>
        </tr>
      </thead>
      <tbody>
        ${summary.seats.map((one) => luckRow(book, seats, one))}
      </tbody>
    </table>
    <p class="soft">${say('luck_note')}</p>
    <ul class="tally">
      ${summary.seats.map((one) => {
        const words = say('tally', { captured: one.captures, lost: one.lost });
        return html`<li>${owner(book, seats, one)}<span>${words}</span></li>`;
      })}
    </ul>
  </div>`;
}

/** @param {Book} book @param {Seat[]} seats @param {SeatSummary} one */
function owner(book, seats, one) {
  const seat = seats.find((other) => other.seat === one.seat);
  return seat ? html`${seatChips(book, seat)}<span class="unseen">${seatName(book, seat)}</span>` : null;
}

/** @param {Book} book @param {Seat[]} seats @param {SeatSummary} one */
function luckRow(book, seats, one) {
  const most = Math.max(1, ...one.faces.map(({ count, expected }) => Math.max(count, expected)));
  return html`<tr>
    <th scope="row">${owner(book, seats, one)}</th>
    ${one.faces.map(
      ({ count, expected }) =>
        html`<td>
          ${bars(count / most, expected / most)}<b>${count}</b>
          <span class="soft"><span class="unseen">${say('expected')}</span>${number(expected, 1)}</span>
        </td>`,
    )}
    <td><b>${one.dice}</b></td>
  </tr>`;
}

/** @param {number} count @param {number} expected */
function bars(count, expected) {
  const top = (/** @type {number} */ part) => 30 - 28 * part;
  return svg`<svg class="bars" viewBox="0 0 24 30" aria-hidden="true">
    <rect x="4" width="16" y=${top(count)} height=${30 - top(count)} rx="2"></rect>
    <path d=${`M1 ${top(expected)}H23`}></path></svg>`;
}
