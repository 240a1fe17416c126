/** The dice's promise, shown before the first throw; and its proof at the end. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { checkThrows } from './honest.js';
import { icon } from '../parts/icons.js';
import { recall } from '../storage.js';
import { say } from '../words.js';
import { Memory, Witness } from './witness.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Replay} from '../protocol.js' */
/** @import {Key} from '../words.js' */

/** @param {Sitting} sitting */
export function promise({ table, warning }) {
  if (!table) return null;
  return html`${warning ? html`<p class="proof bad">${icon('warn')}<span>${warning}</span></p>` : null}<details class="promise">
    <summary>${say('honest_dice')}</summary>
    <p>${say('honest_before')}</p>
    <code>${table.commitment}</code>
  </details>`;
}

/** @typedef {{faces: number[], nonce: string | null, links: [number, string][]}} Throw */
/** @typedef {{ok: boolean, key: Key, fill?: {[name: string]: number}}} Proof */

/** Check every throw of a finished game in this browser, which played the seats `you`. @param {Replay} replay @param {number[]} you @returns {Proof} */
export function prove({ table, events }, you) {
  const promised = recall(`pachisi.promise.${table.id}`, table.commitment);
  const own = recall(`pachisi.nonces.${table.id}`, /** @type {string[]} */ ([]));
  /** @type {Throw[]} */
  const throws = [];
  for (const event of events) {
    if (event.ev === 'thrown') throws[event.n] = { faces: event.faces, nonce: event.nonce, links: event.links ?? [] };
  }
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
  const foreign = ownThrows(events, you).filter((one) => !one.links?.length && (!one.nonce || !own.includes(one.nonce)));
  if (foreign.length) return { ok: false, key: 'proof_not_yours', fill: { n: foreign[0].n + 1 } };
  const [doubts, out] = doubtsOf(table.id, events, you);
  if (doubts.length) return { ok: false, key: doubts[0].key, fill: { n: doubts[0].n } };
  if (out.length) return { ok: false, key: 'proof_left_out', fill: { n: out.length, all: checked } };
  const mixed = throws.filter((one) => own.includes(one.nonce ?? '') || one.links.some(([seat]) => you.includes(seat)));
  return { ok: true, key: 'proof_good', fill: { n: checked, own: mixed.length } };
}

/**
 * What this browser saw go wrong during the game or sees now; and the throws that it was left out of.
 * @param {string} id @param {Replay['events']} events @param {number[]} you
 */
function doubtsOf(id, events, you) {
  const memory = new Memory(id);
  const witness = new Witness(memory, you);
  const found = [...memory.doubts, ...events.flatMap((event) => witness.hear(event))];
  const out = new Set(found.filter(({ key }) => key === 'doubt_left_out').map(({ n }) => n));
  return /** @type {const} */ ([found.filter(({ key }) => key !== 'doubt_left_out'), [...out]]);
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

/** @param {Proof | null} proof @param {string} table */
export function proofLine(proof, table) {
  if (!proof) return html`<p class="proof">${say('proof_running')}</p>`;
  return html`<p class=${`proof ${proof.ok ? 'good' : 'bad'}`}>
    ${icon(proof.ok ? 'tick' : 'warn')}<span
      >${say(proof.key === 'proof_good' && proof.fill.own === proof.fill.n ? 'proof_good_all' : proof.key, proof.fill)}
      <a href=${`/verify#${table}`} target="_blank" rel="noopener">${say('verify_yourself')}</a></span
    >
  </p>`;
}

/** @param {string} id @param {number[]} you @returns {Promise<Proof>} */
export async function proofOf(id, you) {
  return prove(await api.replay(id), you);
}
