/** The game log in words. */

import { html } from '../vendor/lit-html.js';
import { chip } from '../board/marks.js';
import { say } from '../words.js';

/** @import {Sitting} from './sitting.js' */

const SHOWN = 80;

/** @param {Sitting} sitting */
export function story(sitting) {
  const { table, book } = sitting;
  if (!table || !book) return null;
  const lines = sitting.story
    .filter((line) => line.words)
    .slice(-SHOWN)
    .reverse();
  return html`<section class="story" aria-label=${say('story')}>
    <h2>${say('story')}</h2>
    <ol tabindex="0" aria-label=${say('story')}>
      ${lines.map((line) => {
        const seat = table.seats.find((one) => one.seat === line.seat);
        return html`<li>${seat ? chip(book.colours[seat.colours[0]]) : html`<i></i>`}<span>${line.words}</span></li>`;
      })}
    </ol>
  </section>`;
}
