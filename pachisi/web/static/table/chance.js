/** This browser's part in the dice: it commits to a chain of numbers, gives a link for each throw, and watches what becomes of it. */

import { random } from '../connection.js';
import { follow } from './honest.js';
import { keep, recall } from '../settings.js';

/** @import {Command, Message, Thrown} from '../protocol.js' */
/** @import {Key} from '../words.js' */
/** @typedef {{seat: number, commitment: string, seed: string}} OwnChain the seed is its last link, which tells all the others */
/** @typedef {{commitment: string, since: number, last?: number, link?: string}} KnownChain */
/** @typedef {{key: Key, n: number}} Doubt `n` counts throws from 1 */

const LENGTH = 1000; // links of a chain
const RENEWED = 950; // throws after which another one follows

/** The chains of this browser at a table. @param {string} id @returns {OwnChain[]} */
export const ownChains = (id) => recall(`pachisi.chains.${id}`, []);

/** The throws for which this browser gave a link. @param {string} id @returns {number[]} */
export const given = (id) => recall(`pachisi.given.${id}`, []);

/** What this browser has seen go wrong with the dice. @param {string} id @returns {Doubt[]} */
export const doubts = (id) => recall(`pachisi.doubts.${id}`, []);

export class Chance {
  /** @param {string} id @param {(command: Command) => Promise<Message>} ask @param {(doubt: Doubt, first: boolean) => void} warn */
  constructor(id, ask, warn) {
    this.id = id;
    this.ask = ask;
    this.warn = warn;
    /** @type {OwnChain[]} */ this.own = ownChains(id);
    /** @type {Map<string, string[]>} */ this.forged = new Map();
    /** @type {Map<number, KnownChain>} */ this.chains = new Map();
    /** @type {number[]} */ this.you = [];
    this.due = 0;
    this.playing = false;
    this.here = false;
    this.committing = false;
    /** The call that this browser has answered. @type {{n: number, known: Set<string>} | null} */
    this.answered = null;
  }

  /** @param {Message} message */
  hear(message) {
    if (message.ev === 'welcome') this.here = false;
    if ('you' in message) this.you = message.you;
    if (message.ev === 'snapshot') {
      this.chains = new Map(message.chains.map(({ seat, commitment, since }) => [seat, { commitment, since }]));
      this.due = message.due;
      this.playing = ['lobby', 'play'].includes(message.table.phase);
      if (this.answered && this.answered.n < this.due) this.answered = null;
    }
    if (message.ev === 'ended' || message.ev === 'closed') this.playing = false;
    if (message.ev === 'chained') this.chains.set(message.seat, message);
    if (message.ev === 'call') this.answer(message.n);
    if (message.ev === 'thrown' && !message.kept) this.check(message);
    if ((message.ev === 'moved' || message.ev === 'taken_back') && this.answered) {
      this.doubt('doubt_not_made', this.answered.n);
      this.answered = null;
    }
    if (message.ev === 'presence' || message.ev === 'you') {
      this.here = message.ev === 'presence' || this.here;
      this.commit();
    }
  }

  /** The chain of this browser that is in force. @returns {(OwnChain & KnownChain) | null} */
  chain() {
    for (const seat of this.you) {
      const known = this.chains.get(seat);
      const own = this.own.find(({ commitment }) => commitment === known?.commitment);
      if (own && known) return { ...known, seat, seed: own.seed };
    }
    return null;
  }

  /** Its commitment, then the link of each throw from the first. @param {OwnChain} chain */
  links({ seat, commitment, seed }) {
    const found = this.forged.get(commitment) ?? [seed];
    while (found.length <= LENGTH) found.unshift(follow(this.id, seat, found[0]));
    this.forged.set(commitment, found);
    return found;
  }

  /** Commit to a chain, unless one is in force that will do. */
  commit() {
    const chain = this.chain();
    if (!this.playing || !this.you.length || this.committing) return;
    if (chain && this.due - chain.since < RENEWED) return;
    const [seat, seed] = [Math.min(...this.you), random(32)];
    const commitment = follow(this.id, seat, seed, LENGTH);
    this.own = [...ownChains(this.id), { seat, commitment, seed }];
    keep(`pachisi.chains.${this.id}`, this.own);
    this.committing = true;
    void this.ask({ do: 'chain', commitment }).then(() => (this.committing = false));
  }

  /** A link tells all before it: one is given for the throw that is due, and for no other. @param {number} n */
  answer(n) {
    const chain = this.chain();
    if (!chain || n !== this.due || n < chain.since || n - chain.since >= LENGTH) return;
    const link = this.links(chain)[n - chain.since + 1];
    if (this.answered?.n !== n) {
      this.answered = { n, known: new Set([...this.chains.values()].map(({ commitment }) => commitment)) };
    }
    keep(`pachisi.given.${this.id}`, [...new Set([...given(this.id), n])]);
    void this.ask({ do: 'link', n, link });
  }

  /** @param {Thrown} thrown */
  check({ n, links }) {
    const [chain, answered] = [this.chain(), this.answered?.n === n ? this.answered : null];
    const mine = chain && links.some(([seat]) => seat === chain.seat);
    if (mine && !given(this.id).includes(n)) this.doubt('doubt_not_given', n);
    else if (chain && !mine && this.here && chain.since <= n) this.doubt('doubt_left_out', n);
    for (const [seat, link] of links) if (!this.fits(seat, link, n, answered?.known)) this.doubt('doubt_unknown', n);
    this.due = n + 1;
    this.answered = null;
    if (chain && this.due - chain.since >= RENEWED) this.commit();
  }

  /** Does a link lead to a commitment that was known when this browser gave its own? @param {number} seat @param {string} link @param {number} n @param {Set<string>} [known] */
  fits(seat, link, n, known) {
    const chain = this.chains.get(seat);
    if (!chain || n < chain.since || (known && !known.has(chain.commitment))) return false;
    const [from, to] = chain.link ? [chain.last ?? 0, chain.link] : [chain.since - 1, chain.commitment];
    if (follow(this.id, seat, link, n - from) !== to) return false;
    this.chains.set(seat, { commitment: chain.commitment, since: chain.since, last: n, link });
    return true;
  }

  /** @param {Key} key @param {number} n */
  doubt(key, n) {
    const [doubt, before] = [{ key, n: n + 1 }, doubts(this.id)];
    keep(`pachisi.doubts.${this.id}`, [...before, doubt]);
    this.warn(doubt, !before.some((one) => one.key === key));
  }
}
