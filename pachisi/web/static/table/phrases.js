/** Phrases instead of a chat: everybody hears them in their own language, and nobody has to moderate them. */

import { html, nothing } from '../vendor/lit-html.js';
import { announce } from '../parts/announce.js';
import { face, FACES, isFace } from '../parts/faces.js';
import { icon } from '../parts/icons.js';
import { lever } from '../parts/menu.js';
import { closing } from '../parts/picker.js';
import { sound } from '../parts/sound.js';
import { keep, recall } from '../storage.js';
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

/** The words for a face. @type {{[phrase: string]: Key}} */
const DEEDS = {
  smile: 'face_smile',
  laugh: 'face_laugh',
  wink: 'face_wink',
  wow: 'face_wow',
  cry: 'face_cry',
  rage: 'face_rage',
};

/** The seats that this browser does not want to hear. @param {Sitting} sitting @returns {number[]} */
function muted({ id }) {
  return recall(`pachisi.muted.${id}`, []);
}

/** @param {Sitting} sitting @param {number} seat @param {boolean} on */
function hear(sitting, seat, on) {
  const others = muted(sitting).filter((one) => one !== seat);
  keep(`pachisi.muted.${sitting.id}`, on ? others : [...others, seat]);
  sitting.draw();
}

/** Somebody says something. @param {Sitting} sitting @param {Said} message */
export function hearPhrase(sitting, { seat, phrase }) {
  const { book, table } = sitting;
  const speaker = table?.seats.find((one) => one.seat === seat);
  if (!book || !speaker || !(isFace(phrase) || phrase in PHRASES) || muted(sitting).includes(seat)) return;
  const name = seatName(book, speaker);
  const said = isFace(phrase) ? { mood: phrase, words: say(DEEDS[phrase]) } : { words: say(PHRASES[phrase]) };
  sitting.said.set(seat, said);
  window.setTimeout(() => {
    if (sitting.said.get(seat) === said) sitting.said.delete(seat);
    sitting.draw();
  }, LASTS);
  announce(said.mood ? `${name} ${said.words}.` : `${name}: ${said.words}`);
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
  const own = book.colours[sitting.table?.seats.find(({ seat }) => sitting.you.includes(seat))?.colours[0] ?? 0];
  /** @param {string} phrase @param {unknown} inside @param {string} [label] */
  const button = (phrase, inside, label) =>
    html`<button
      class=${label ? 'round-button' : 'small-button'}
      aria-label=${label ?? nothing}
      title=${label ?? nothing}
      @click=${(/** @type {MouseEvent} */ event) => {
        speakUp(sitting, phrase);
        /** @type {HTMLElement} */ (event.currentTarget).closest('details')?.removeAttribute('open');
      }}
    >
      ${inside}
    </button>`;
  return html`<details class="talk" @keydown=${closing.press} @focusout=${closing.leave}>
    <summary class="round-button" aria-label=${say('say_something')}>${icon('talk')}</summary>
    <div class="talk-sheet">
      <div class="phrases faces">${FACES.map((mood) => button(mood, face(own, mood), say(DEEDS[mood])))}</div>
      <div class="phrases">${Object.entries(PHRASES).map(([phrase, words]) => button(phrase, say(words)))}</div>
      ${people.map((seat) =>
        lever(say('hear', { name: seatName(book, seat) }), !muted(sitting).includes(seat.seat), (on) => hear(sitting, seat.seat, on)),
      )}
    </div>
  </details>`;
}
