/** A game in review: its positions as the replay shows them, and what the desk has found out about each so far. */

import * as api from '../api.js';

/** @import {Accounts, Book, JudgedAct, Logged, Move, Outset, Replay, ReviewPart, State} from '../protocol.js' */
/** @typedef {Extract<Logged, {state: State}>} Step */

export class JudgedGame {
  /** @param {Replay} replay @param {Book} book */
  constructor(replay, book) {
    this.table = replay.table;
    this.book = book;
    this.you = replay.you;
    /** @type {Map<number, Step>} */
    this.steps = new Map(replay.events.flatMap((event) => ('state' in event ? [[event.seq, event]] : [])));
    const end = replay.events.findLast((event) => event.ev === 'ended');
    this.ending = end ? end.words : '';
    this.place = 0;
    /** @type {Outset | null} */ this.outset = null;
    /** @type {JudgedAct[]} */ this.acts = [];
    /** @type {Accounts | null} */ this.accounts = null;
    /** @type {Map<number, string>} */ this.reasons = new Map();
    this.error = '';
  }

  /** @param {string} id @returns {Promise<JudgedGame>} */
  static async load(id) {
    const replay = await api.replay(id);
    const book = await api.bookOf(replay.table);
    if (!book) throw new Error(replay.table.book);
    return new JudgedGame(replay, book);
  }

  /** @param {ReviewPart} part */
  hear(part) {
    if (part.part === 'queue') this.place = part.place;
    if (part.part === 'game') [this.outset, this.place] = [part, 0];
    if (part.part === 'act') this.acts.push(part);
    if (part.part === 'accounts') this.accounts = part;
    if (part.part === 'why') this.reasons.set(part.n, part.words);
    if (part.part === 'trouble') this.error = part.error;
  }

  /** The last position that can be shown. */
  get last() {
    return this.acts.length;
  }

  /** The state after n throws and moves. @param {number} n @returns {State | undefined} */
  state(n) {
    const seq = n ? this.acts[n - 1]?.seq : this.outset?.seq;
    return seq === undefined ? undefined : this.steps.get(seq)?.state;
  }

  /** What was done in position n. @param {number} n @returns {Step | undefined} */
  step(n) {
    const act = this.acts[n];
    return act && this.steps.get(act.seq);
  }

  /** The chances of all sides in position n. @param {number} n @returns {number[]} */
  chances(n) {
    if (n) return this.acts[n - 1]?.after ?? [];
    return this.accounts?.start ?? this.outset?.sides.map((_, __, all) => 1 / all.length) ?? [];
  }

  /** The move that was played in position n, and the best one if it was another. @param {number} n @returns {{played?: Move, better?: Move}} */
  moves(n) {
    const [act, step, state] = [this.acts[n], this.step(n), this.state(n)];
    const played = step?.ev === 'moved' ? step.move : undefined;
    const better = act?.loss ? state?.moves.find(({ index }) => index === act.choices[0]?.index) : undefined;
    return { played, better };
  }

  /** The next position before (-1) or after (1) another with a decision that was more than a little wrong. @param {number} n @param {number} way */
  slip(n, way) {
    const slips = this.acts.filter(({ size }) => size).map((act) => act.n);
    return way > 0 ? slips.find((one) => one > n) : slips.findLast((one) => one < n);
  }

  /** The colour of a side, by its first seat. @param {number} side */
  colour(side) {
    const number = this.outset?.sides[side]?.[0];
    const seat = this.table.seats.find((one) => one.seat === number);
    return this.book.colours[seat?.colours[0] ?? 0];
  }

  /** Is it a side of whoever looks? @param {number} side */
  isOwn(side) {
    return this.you.some((seat) => this.outset?.sides[side]?.includes(seat));
  }

  /** @param {number[]} sides */
  ownFirst(sides) {
    return sides.toSorted((one, other) => Number(this.isOwn(other)) - Number(this.isOwn(one)));
  }

  /** @param {number} side */
  seats(side) {
    return this.table.seats.filter(({ seat }) => this.outset?.sides[side]?.includes(seat));
  }
}
