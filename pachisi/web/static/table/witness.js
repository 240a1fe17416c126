/** What a browser knows of the dice of a table, between visits too; and what does not fit together. */

import { digest, follow } from './honest.js';
import { keep, recall } from '../storage.js';

/** @import {Chain, Logged, Snapshot, State, Thrown} from '../protocol.js' */
/** @import {Key} from '../words.js' */
/** @typedef {{seat: number, commitment: string, seed: string, drawn: number, since?: number}} OwnChain the seed is its last link, which tells all the others; it was drawn before throw `drawn` */
/** @typedef {{commitment: string, since: number, last?: number, link?: string}} KnownChain */
/** @typedef {{key: Key, n: number}} Doubt `n` counts throws from 1 */

const MOST_SILENCES = 3; // of one player, before they look like a choice

/** What this browser remembers of its part in the dice of a table. */
export class Memory {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /** @template T @param {string} what @param {T} otherwise @returns {T} */
  read(what, otherwise) {
    return recall(`pachisi.${what}.${this.id}`, otherwise);
  }

  /** @param {string} what @param {unknown} value */
  write(what, value) {
    keep(`pachisi.${what}.${this.id}`, value);
  }

  /** @returns {OwnChain[]} */
  get chains() {
    return this.read('chains', []);
  }

  /** A new chain, or what is now known of an old one. @param {OwnChain} chain */
  addChain(chain) {
    this.write('chains', [...this.chains.filter(({ commitment }) => commitment !== chain.commitment), chain]);
  }

  /** The throws for which this browser gave a link, and what it knew when it did. @returns {{[n: string]: string}} */
  get given() {
    return this.read('given', {});
  }

  /** @param {number} n @param {string} situation */
  addGiven(n, situation) {
    this.write('given', { [n]: situation, ...this.given }); // the first time counts
  }

  /** The throws that this browser has seen. @returns {{[n: string]: string}} */
  get seen() {
    return this.read('seen', {});
  }

  /** @param {number} n @param {string} throwDigest */
  addSeen(n, throwDigest) {
    this.write('seen', { [n]: throwDigest, ...this.seen });
  }

  /** @returns {Doubt[]} */
  get doubts() {
    return this.read('doubts', []);
  }

  /** @param {Doubt} doubt @returns {boolean} is it the first one of its kind? */
  addDoubt(doubt) {
    const before = this.doubts;
    const same = before.filter(({ key }) => key === doubt.key);
    if (!same.some(({ n }) => n === doubt.n)) this.write('doubts', [...before, doubt]);
    return !same.length;
  }
}

/** Follows the events of a table, as they happen or at the end, and compares them with what this browser remembers. */
export class Witness {
  /** @param {Memory} memory @param {number[]} you the seats of this browser */
  constructor(memory, you) {
    this.memory = memory;
    this.you = you;
    /** @type {Map<number, KnownChain>} */ this.chains = new Map();
    /** @type {Map<number, number>} */ this.silences = new Map();
    this.due = 0; // the number of the next throw that was not made before
    this.at = 0; // the last event that changed the game
    this.node = '';
    this.others = false; // does anybody play in another browser?
  }

  /** @param {Snapshot} snapshot @returns {Doubt[]} */
  begin({ chains, due, state, table }) {
    const known = 1 + Math.max(-1, ...Object.keys(this.memory.seen).map(Number));
    this.due = due;
    this.chains = new Map(chains.map((chain) => [chain.seat, this.known(chain, chain.since)]));
    this.look(state);
    this.look(table);
    return due < known ? [{ key: 'doubt_changed', n: due + 1 }] : [];
  }

  /** @param {Logged} event @returns {Doubt[]} */
  hear(event) {
    if (event.ev === 'chained') this.chains.set(event.seat, this.known(event, this.due));
    const doubts = event.ev === 'thrown' ? this.checkThrow(event) : [];
    if ('state' in event) this.look(event.state);
    this.look(event);
    return doubts;
  }

  /** @param {State | object | null} from */
  look(from) {
    if (from && 'node' in from) [this.at, this.node] = [from.seq, from.node];
    if (from && 'seats' in from && Array.isArray(from.seats))
      this.others = from.seats.some(({ kind, seat }) => kind === 'person' && !this.you.includes(seat));
  }

  /** A chain as it counts here: nobody can shift one of this browser's own, which would tell links before their time. @param {Chain} chain @param {number} since @returns {KnownChain} */
  known({ commitment }, since) {
    const own = this.memory.chains.find((one) => one.commitment === commitment);
    if (!own) return { commitment, since };
    const first = own.since ?? Math.min(Math.max(own.drawn, since), this.due);
    if (own.since === undefined) this.memory.addChain({ ...own, since: first });
    return { commitment, since: first };
  }

  /** All that decides the next throw, but for the links themselves. @param {number[]} seats */
  situation(seats) {
    const chains = seats.toSorted().map((seat) => `${seat}:${this.chains.get(seat)?.commitment}`);
    return digest([this.at, ...chains].join());
  }

  /** @param {Thrown} thrown @returns {Doubt[]} */
  checkThrow(thrown) {
    const keys = thrown.kept ? this.compare(thrown) : this.check(thrown);
    return keys.map((key) => ({ key, n: thrown.n + 1 }));
  }

  /** A new throw. @param {Thrown} thrown @returns {Key[]} */
  check(thrown) {
    const { n, links = [], silent = [] } = thrown;
    const announced = this.memory.given[n];
    const mine = links.some(([seat]) => this.you.includes(seat));
    const first = Math.min(...this.memory.chains.map(({ since }) => since ?? Infinity));
    /** @type {Key[]} */
    const keys = [];
    if (announced && !mine) keys.push('doubt_left_out');
    else if (announced && announced !== this.situation([...links.map(([seat]) => seat), ...silent])) keys.push('doubt_not_made');
    else if (!announced && mine && n >= first) keys.push('doubt_not_given');
    if (!links.every(([seat, link]) => this.fits(seat, link, n))) keys.push('doubt_unknown');
    if (n !== this.due || this.isOther(thrown)) keys.push('doubt_changed');
    for (const seat of silent) this.silences.set(seat, 1 + (this.silences.get(seat) ?? 0));
    const often = silent.some((seat) => !this.you.includes(seat) && (this.silences.get(seat) ?? 0) > MOST_SILENCES);
    if (often) keys.push('doubt_silent');
    this.due = n + 1;
    return keys;
  }

  /** A throw that is played again after a take-back. @param {Thrown} thrown @returns {Key[]} */
  compare(thrown) {
    if (thrown.n >= this.due || this.isOther(thrown)) return ['doubt_changed'];
    return this.others ? ['doubt_taken_back'] : [];
  }

  /** Has this browser seen another throw of this number? @param {Thrown} thrown */
  isOther({ n, faces, links, silent }) {
    const throwDigest = digest(JSON.stringify([faces, links ?? [], silent ?? []]));
    this.memory.addSeen(n, throwDigest);
    return this.memory.seen[n] !== throwDigest;
  }

  /** Does a link lead to the commitment of its chain? @param {number} seat @param {string} link @param {number} n */
  fits(seat, link, n) {
    const chain = this.chains.get(seat);
    if (!chain || n < chain.since) return false;
    const [from, to] = chain.link ? [chain.last ?? 0, chain.link] : [chain.since - 1, chain.commitment];
    if (n <= from || follow(this.memory.id, seat, link, n - from) !== to) return false;
    this.chains.set(seat, { commitment: chain.commitment, since: chain.since, last: n, link });
    return true;
  }
}
