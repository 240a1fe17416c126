/** The dice's promise, shown before the first throw; and its proof at the end. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { checkThrows } from './honest.js';
import { icon } from '../parts/icons.js';
import { recall } from '../settings.js';
import { say } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Replay} from '../protocol.js' */
/** @import {Key} from '../words.js' */

/** @param {Sitting} sitting */
export function promise({ table }) {
  if (!table) return null;
  return html`<details class="promise">
    <summary>${say('honest_dice')}</summary>
    <p>${say('honest_before')}</p>
    <code>${table.commitment}</code>
  </details>`;
}

/** @typedef {{ok: boolean, key: Key, fill?: {[name: string]: number}}} Proof */

/** Check every throw of a finished game in this browser, which played the seats `you`. @param {Replay} replay @param {number[]} you @returns {Proof} */
export function prove({ table, events }, you) {
  const promised = recall(`pachisi.promise.${table.id}`, table.commitment);
  const own = recall(`pachisi.nonces.${table.id}`, /** @type {string[]} */ ([]));
  /** @type {{faces: number[], nonce: string | null}[]} */
  const throws = [];
  for (const event of events) if (event.ev === 'thrown') throws[event.n] = { faces: event.faces, nonce: event.nonce };
  if (!table.secret) return { ok: false, key: 'proof_no_secret' };
  const { commitment, wrong, checked } = checkThrows({
    commitment: promised,
    secret: table.secret,
    table: table.id,
    faces: table.dice.faces,
    throws,
  });
  if (!commitment) return { ok: false, key: 'proof_bad_commitment' };
  if (wrong.length) return { ok: false, key: 'proof_bad_throw', fill: { n: wrong[0] + 1 } };
  const foreign = ownThrows(events, you).filter((one) => !one.nonce || !own.includes(one.nonce));
  if (foreign.length) return { ok: false, key: 'proof_not_yours', fill: { n: foreign[0].n + 1 } };
  const mixed = own.filter((nonce) => throws.some((one) => one.nonce === nonce)).length;
  return { ok: true, key: 'proof_good', fill: { n: checked, own: mixed } };
}

/** The throws of these seats, apart from those a bot made for them. @param {Replay['events']} events @param {number[]} you */
function ownThrows(events, you) {
  /** @type {number[]} */
  let bots = [];
  const found = [];
  for (const event of events) {
    if ('seats' in event) bots = event.seats.filter((seat) => seat.bot || seat.stand_in).map(({ seat }) => seat);
    if (event.ev === 'thrown' && you.includes(event.seat) && !bots.includes(event.seat)) found.push(event);
  }
  return found;
}

/** @param {Proof | null} proof */
export function proofLine(proof) {
  if (!proof) return html`<p class="proof">${say('proof_running')}</p>`;
  return html`<p class=${`proof ${proof.ok ? 'good' : 'bad'}`}>
    ${icon(proof.ok ? 'tick' : 'warn')}<span
      >${say(proof.key, proof.fill)}
      <a href="/verify" target="_blank" rel="noopener">${say('verify_yourself')}</a></span
    >
  </p>`;
}

/** @param {string} id @param {number[]} you @returns {Promise<Proof>} */
export async function proofOf(id, you) {
  return prove(await api.replay(id), you);
}
