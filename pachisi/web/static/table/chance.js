/** This browser's part in the dice: it commits to a chain of numbers, gives a link for each throw, and warns if something is wrong. */

import { random } from '../connection.js';
import { noteTable } from '../storage.js';
import { follow } from './honest.js';
import { Memory, Witness } from './witness.js';

/** @import {Call, Command, Message, Thrown} from '../protocol.js' */
/** @import {Doubt, OwnChain} from './witness.js' */

const LENGTH = 1000; // links of a chain
const RENEWED = 950; // throws after which another one follows
const GRACE = 3; // throws in which a chain must have come into force

export class Chance {
  /** @param {string} id @param {(command: Command) => Promise<Message>} ask @param {(doubt: Doubt) => void} warn of the first doubt of each kind */
  constructor(id, ask, warn) {
    this.id = id;
    this.ask = ask;
    this.warn = warn;
    noteTable(id);
    this.memory = new Memory(id);
    this.witness = new Witness(this.memory, []);
    /** @type {Map<string, string[]>} */ this.forged = new Map();
    this.playing = false;
    this.here = false; // and not just being told what was missed
    this.committing = false;
    this.wanted = Infinity; // the first throw that this browser wants to take part in
  }

  /** @param {Message} message */
  hear(message) {
    const { witness } = this;
    if (message.ev === 'welcome') this.here = false;
    if ('you' in message) witness.you = message.you;
    if (message.ev === 'call') this.answer(message);
    if (message.ev === 'thrown' && !message.kept && this.isLeftOut(message)) this.doubt({ key: 'doubt_left_out', n: message.n + 1 });
    if ((message.ev === 'moved' || message.ev === 'taken_back') && this.memory.given[witness.due])
      this.doubt({ key: 'doubt_not_made', n: witness.due + 1 });
    if (message.ev === 'snapshot') {
      witness.begin(message).forEach((doubt) => this.doubt(doubt));
      this.playing = ['lobby', 'play'].includes(message.table.phase);
    } else if ('words' in message) witness.hear(message).forEach((doubt) => this.doubt(doubt));
    if (message.ev === 'ended' || message.ev === 'closed') this.playing = false;
    if (message.ev === 'presence') this.here = true;
    if (['presence', 'you', 'thrown'].includes(message.ev) && this.here) this.commit();
  }

  /** The chain of this browser that is in force. @returns {(OwnChain & {since: number}) | null} */
  chain() {
    for (const seat of this.witness.you) {
      const known = this.witness.chains.get(seat);
      const own = known && this.memory.chains.find(({ commitment }) => commitment === known.commitment);
      if (own) return { ...own, since: known.since };
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
    const [chain, { you, due }] = [this.chain(), this.witness];
    if (!this.playing || !you.length || this.committing) return;
    if (chain && due - chain.since < RENEWED) return;
    const [seat, seed] = [Math.min(...you), random(32)];
    const commitment = follow(this.id, seat, seed, LENGTH);
    this.memory.addChain({ seat, commitment, seed, drawn: due });
    this.committing = true;
    this.wanted = Math.min(this.wanted, due);
    void this.ask({ do: 'chain', commitment }).then(({ ev }) => (this.committing = ev === 'no')); // once refused, never again
  }

  /** A link tells all before it: one is given for the throw that is due, when nothing else can happen, and for no other. @param {Call} call */
  answer({ n, seats }) {
    const [chain, { due, node }] = [this.chain(), this.witness];
    if (!chain || n !== due || !seats.includes(chain.seat) || !['throw', 'offer'].includes(node)) return;
    if (n < chain.since || n - chain.since >= LENGTH || Object.keys(this.memory.given).some((one) => +one > n)) return;
    this.memory.addGiven(n, this.witness.situation(seats));
    void this.ask({ do: 'link', n, link: this.links(chain)[n - chain.since + 1] });
  }

  /** Was a throw made without this browser, although it was here and wanted to take part? @param {Thrown} thrown */
  isLeftOut({ n, links }) {
    const since = this.chain()?.since ?? this.wanted + GRACE;
    return this.here && n >= since && !links.some(([seat]) => this.witness.you.includes(seat));
  }

  /** @param {Doubt} doubt */
  doubt(doubt) {
    if (this.memory.addDoubt(doubt)) this.warn(doubt);
  }
}
