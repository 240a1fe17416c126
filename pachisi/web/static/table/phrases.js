/** Phrases instead of a chat: everybody hears them in their own language, and nobody has to moderate them. */

import { html } from '../vendor/lit-html.js';
import { announce } from '../parts/announce.js';
import { icon } from '../parts/icons.js';
import { lever } from '../parts/menu.js';
import { sound } from '../parts/sound.js';
import { seatName } from './seats.js';
import { say } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Said, Seat} from '../protocol.js' */
/** @import {Key} from '../words.js' */

/** What can be said, and its words. @type {{[phrase: string]: Key}} */
const PHRASES = {
  hello: 'phrase_hello',
  luck: 'phrase_luck',
  bravo: 'phrase_bravo',
  thanks: 'phrase_thanks',
  ouch: 'phrase_ouch',
  angry: 'phrase_angry',
  haha: 'phrase_haha',
  sorry: 'phrase_sorry',
  hurry: 'phrase_hurry',
  bye: 'phrase_bye',
};
const LASTS = 4500; // ms that a phrase is shown

/** Whom this browser does not want to hear, by table and seat. @type {Set<string>} */
const muted = new Set();

/** @param {Sitting} sitting @param {number} seat */
function key({ id }, seat) {
  return `${id} ${seat}`;
}

/** Somebody says something. @param {Sitting} sitting @param {Said} message */
export function hearPhrase(sitting, { seat, phrase }) {
  const { book, table } = sitting;
  const speaker = table?.seats.find((one) => one.seat === seat);
  if (!book || !speaker || !(phrase in PHRASES) || muted.has(key(sitting, seat))) return;
  const words = say(PHRASES[phrase]);
  sitting.said.set(seat, words);
  window.setTimeout(() => {
    if (sitting.said.get(seat) === words) sitting.said.delete(seat);
    sitting.draw();
  }, LASTS);
  announce(`${seatName(book, speaker)}: ${words}`);
  if (phrase === 'hurry' && sitting.mine()) {
    sound.turn();
    navigator.vibrate?.(200);
  }
  sitting.draw();
}

/** @param {Sitting} sitting @param {string} phrase */
export function speakUp(sitting, phrase) {
  const seat = sitting.you.find((one) => one === sitting.state?.seat) ?? sitting.you[0];
  void sitting.connection.ask({ do: 'say', seat, phrase });
}

/** The other people at the table. @param {Sitting} sitting @returns {Seat[]} */
function others({ table, you }) {
  return table?.seats.filter((seat) => seat.kind === 'person' && !you.includes(seat.seat)) ?? [];
}

/** A button that asks the one on turn to hurry, if that is another person. @param {Sitting} sitting */
export function nudge(sitting) {
  const waited = others(sitting).find(({ seat, stand_in }) => seat === sitting.state?.seat && !stand_in);
  if (!waited || !sitting.you.length || sitting.busy) return null;
  return html`<button class="small-button nudge" @click=${() => speakUp(sitting, 'hurry')}>${say('nudge')}</button>`;
}

/** What can be said, and who is heard. @param {Sitting} sitting */
export function phraseMenu(sitting) {
  const { book } = sitting;
  const people = others(sitting);
  if (!book || !sitting.you.length || !people.length) return null;
  return html`<details class="talk">
    <summary class="round-button" aria-label=${say('say_something')}>${icon('talk')}</summary>
    <div class="talk-sheet">
      <div class="phrases">
        ${Object.entries(PHRASES).map(
          ([phrase, words]) =>
            html`<button
              class="small-button"
              @click=${(/** @type {MouseEvent} */ event) => {
                speakUp(sitting, phrase);
                /** @type {HTMLElement} */ (event.currentTarget).closest('details')?.removeAttribute('open');
              }}
            >
              ${say(words)}
            </button>`,
        )}
      </div>
      ${people.map((seat) =>
        lever(say('hear', { name: seatName(book, seat) }), !muted.has(key(sitting, seat.seat)), (on) => {
          if (on) muted.delete(key(sitting, seat.seat));
          else muted.add(key(sitting, seat.seat));
          sitting.draw();
        }),
      )}
    </div>
  </details>`;
}
