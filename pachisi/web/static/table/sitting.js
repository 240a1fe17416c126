/** One visit to a table: receives the server's events, and sends what the player does. */

import * as api from '../api.js';
import { Connection, random } from '../connection.js';
import { Chance } from './chance.js';
import { announce, rest } from '../parts/announce.js';
import { notify } from '../parts/notice.js';
import { fits, handsOf } from './hands.js';
import { best } from './hint.js';
import { pace, settings } from '../settings.js';
import { keep, recall } from '../storage.js';
import { hearPhrase } from './phrases.js';
import { show } from './showing.js';
import { sound } from '../parts/sound.js';
import { Stage } from '../board/stage.js';
import { task } from './task.js';
import { facing } from '../board/turned.js';
import { say, translate } from '../words.js';

/** @import {Absence, Answer, Book, Command, Drawing, Hint, Line, Logged, Message} from '../protocol.js' */
/** @import {Doubt} from './witness.js' */
/** @import {Ears} from '../connection.js' */
/** @import {Mood} from '../parts/faces.js' */
/** @import {Move, Shelf, Snapshot, State, Table} from '../protocol.js' */
/** @import {Pick} from './hands.js' */

/** What is to be done now comes into view where there is little room. */
function reveal() {
  const strip = document.querySelector('.side > .strip');
  if (strip) strip.scrollIntoView({ block: 'nearest' });
  else document.querySelector('.side')?.scrollTo({ top: 0 });
}

const BACKLOG = 48; // more events than this are not shown one by one

export class Sitting {
  /**
   * @param {string} id @param {string | null} token the invitation in the link
   * @param {() => void} draw @param {(path: string) => void} go
   * @param {(ears: Ears) => Connection} [connect] to something else than the server
   */
  constructor(id, token, draw, go, connect = (ears) => new Connection(id, ears)) {
    this.id = id;
    this.token = token;
    this.draw = draw;
    this.go = go;
    this.wantsRematch = false;
    /** @type {Shelf | null} */ this.shelf = null;
    /** @type {Book | null} */ this.book = null;
    /** @type {Table | null} */ this.table = null;
    /** @type {State | null} */ this.state = null;
    /** @type {Line[]} */ this.story = [];
    /** @type {number[]} */ this.you = [];
    this.owner = false;
    /** @type {string | null} */ this.invite = null;
    /** @type {string | null} */ this.code = null;
    /** @type {number[]} */ this.here = [];
    /** @type {Absence[]} */ this.away = [];
    this.awaySince = 0;
    this.watchers = 0;
    this.line = 'opening';
    /** @type {(Logged | Snapshot)[]} */ this.queue = [];
    this.gone = false; // from this screen
    this.busy = false;
    this.hurried = false;
    this.waiting = false;
    this.expected = 0;
    this.called = -1;
    /** @type {number[]} */ this.faces = [];
    /** @type {number[] | null} */ this.rolling = null;
    /** @type {Move[]} */ this.looked = [];
    /** @type {Move[]} what others have moved since the player's last move */ this.trail = [];
    /** @type {Pick | null} */ this.picked = null;
    /** @type {Answer[] | null} */ this.answers = null;
    this.note = '';
    this.warning = '';
    this.turnedAway = ''; // why an invitation was no good
    /** @type {Hint | null} */ this.hint = null;
    this.pondering = false;
    /** @type {Stage | null} */ this.stage = null;
    /** @type {Map<number, {words: string, mood?: Mood}>} what has been said, by seat */ this.said = new Map();
    this.since = Date.now(); // when the last state came
    this.ticker = window.setInterval(() => (this.away.length || this.table?.clock) && this.draw(), 1000);
    this.chance = new Chance(id, (command) => this.connection.ask(command), (doubt) => this.doubt(doubt));
    /** @type {(() => unknown) | null} what a lesson says */ this.coach = null;
    this.connection = connect({ hear: (message) => this.hear(message), line: (line) => this.setLine(line) });
  }

  leave() {
    this.gone = true;
    this.queue = [];
    this.connection.close();
    window.clearInterval(this.ticker);
  }

  /** The language has changed: the server sends everything again. */
  speak() {
    void this.connection.ask({ do: 'lang', lang: settings.lang });
  }

  /** @param {Drawing} drawing */
  lay(drawing) {
    if (!this.table || this.stage?.drawing === drawing) return;
    this.stage = new Stage(this.table, drawing, handsOf(this));
    this.stage.el.setAttribute('aria-label', say('board'));
  }

  /** A setting has changed, or a seat: the board lies as one wants to see it. */
  repaint() {
    const { state, table, stage } = this;
    if (stage && table) this.lay(facing(stage.drawing, table, this.you));
    if (stage && stage !== this.stage) this.stage?.show(state?.pieces ?? stage.drawing.opening);
    this.stage?.glow(this.offered(), state && state.node !== 'over' ? state.colour : -1);
    this.stage?.trace(this.trail);
  }

  // --- receiving -------------------------------------------------------------------

  /** @param {string} line */
  setLine(line) {
    if (line === 'lost' && this.line === 'open') announce(say('line_lost'));
    if (line === 'open' && this.line === 'lost') announce(say('line_back'));
    this.line = line;
    this.draw();
  }

  /** Who comes with an invitation that is wrong, or too late, hears it once. */
  async tryInvitation() {
    if (!this.token || this.you.length) return;
    const { why } = await api.invitation(this.id, this.token).catch(() => ({ why: null }));
    if (!why || this.you.length || this.gone) return;
    this.token = null;
    this.turnedAway = why;
    history.replaceState(null, '', location.pathname);
    announce(why);
    this.draw();
  }

  /** Something is wrong with the dice; said once of each kind, and again at the end. @param {Doubt} doubt */
  doubt({ key, n }) {
    this.warning = say(key, { n });
    announce(this.warning);
    this.draw();
  }

  /** @param {Message} message */
  hear(message) {
    this.chance.hear(message);
    switch (message.ev) {
      case 'welcome':
        ({ you: this.you, owner: this.owner, invite: this.invite, code: this.code } = message);
        void this.tryInvitation();
        break;
      case 'you':
        ({ you: this.you, owner: this.owner } = message);
        this.repaint();
        break;
      case 'presence':
        ({ here: this.here, away: this.away, watchers: this.watchers } = message);
        this.awaySince = Date.now();
        break;
      case 'said':
        return hearPhrase(this, message);
      case 'snapshot':
        this.since = Date.now();
        this.queue = [message];
        return void this.perform();
      case 'bye':
        this.note = message.why;
        break;
      case 'ack':
      case 'no':
      case 'pong':
      case 'why':
      case 'hint':
      case 'call':
      case 'chained':
        return;
      default:
        if ('state' in message) this.since = Date.now();
        this.queue.push(message);
        return void this.perform();
    }
    this.draw();
  }

  /** @param {Snapshot} snapshot */
  async take({ table, state, story }) {
    const [shelf, book, drawing] = await Promise.all([api.books(), api.bookOf(table), api.drawing(table)]);
    this.shelf = shelf;
    this.book = book;
    this.table = table;
    this.story = [...story];
    this.keepPromise();
    this.lay(facing(drawing, table, this.you));
    this.faces = state?.faces.length ? state.faces : this.faces;
    this.state = state;
    this.stage?.show(state?.pieces ?? drawing.opening);
  }

  /** The commitment is kept as it was first shown, so that the server cannot change it. */
  keepPromise() {
    if (this.table && !recall(`pachisi.promise.${this.id}`, ''))
      keep(`pachisi.promise.${this.id}`, this.table.commitment);
  }

  // --- showing events ----------------------------------------------------------------

  async perform() {
    if (this.busy) return;
    this.busy = true;
    this.look([]);
    try {
      for (let event = this.queue.shift(); event; event = this.queue.shift()) {
        if (this.stage) this.stage.skipped = this.hurried || this.queue.length > BACKLOG;
        await (event.ev === 'snapshot' ? this.take(event) : show(this, event));
      }
    } finally {
      this.busy = this.hurried = false;
      if (this.stage) this.stage.skipped = false;
      this.ready();
      this.draw();
    }
  }

  /** All movement has ended: the player may act. */
  ready() {
    if (this.gone) return;
    const { state } = this;
    const mine = this.mine();
    if (mine) window.requestAnimationFrame(() => reveal());
    this.stage?.glow(this.offered(), state && state.node !== 'over' ? state.colour : -1);
    document.title = mine ? `${say('your_turn')} · ${this.table?.name}` : (this.table?.name ?? 'Pachisi');
    if (!mine || !state || this.waiting || this.called === state.seq) return;
    this.called = state.seq;
    if (state.node === 'throw') sound.turn();
    void notify(say('your_turn'), this.table?.name ?? '', this.id);
    if (this.table) announce(`${say('your_turn')}. ${task(this.table, state)}`);
    void this.serve(state);
  }

  /** Do for the player what the settings ask for. @param {State} state */
  async serve(state) {
    const { node, moves } = state;
    const [forced, thrown] = [settings.forced && node === 'move' && moves.length === 1, settings.throw && node === 'throw'];
    if (forced) this.note = say('forced_played');
    if (forced || thrown) await rest(500 * pace());
    if (this.gone || this.state !== state) return;
    if (forced && this.offered().length === 1) this.play(moves[0]);
    if (thrown) this.throwDice();
  }

  /** Show all that has happened at once, up to the player's turn. */
  hurry() {
    this.hurried = true;
    if (this.stage) this.stage.skipped = true;
  }

  // --- what the player may do -----------------------------------------------------------

  mine() {
    const { state, table } = this;
    const seat = table?.seats.find((one) => one.seat === state?.seat);
    return !!state && table?.phase === 'play' && this.you.includes(state.seat) && !seat?.stand_in;
  }

  idle() {
    return !this.busy && !this.waiting && (this.connection.seq ?? 0) >= this.expected && this.mine();
  }

  /** @returns {Move[]} */
  offered() {
    return this.idle() && this.state ? this.state.moves : [];
  }

  mayThrow() {
    return this.idle() && (this.state?.node === 'throw' || this.state?.node === 'offer');
  }

  mayTakeBack() {
    return (
      !this.busy && !this.waiting && !!this.state && this.state.back !== null && this.you.includes(this.state.back)
    );
  }

  // --- commands ---------------------------------------------------------------------------

  /** @param {Command} command */
  async ask(command) {
    this.waiting = true;
    this.answers = null;
    this.hint = null;
    this.picked = null;
    this.look([]);
    this.stage?.glow([], this.state?.colour ?? -1);
    this.draw();
    const answer = await this.connection.ask(command);
    this.waiting = false;
    if (answer.ev === 'no') this.note = answer.why;
    if (answer.ev === 'ack') this.expected = answer.seq;
    if (!this.busy) this.ready();
    this.draw();
    return answer;
  }

  throwDice() {
    if (!this.mayThrow() || !this.state) return;
    const nonce = random(16);
    const kept = recall(`pachisi.nonces.${this.id}`, /** @type {string[]} */ ([]));
    keep(`pachisi.nonces.${this.id}`, [...kept, nonce]);
    void this.ask({ do: 'throw', at: this.state.seq, nonce });
  }

  /** @param {Move} move */
  play(move) {
    if (!this.state || !this.offered().includes(move)) return;
    void this.ask({ do: 'play', at: this.state.seq, index: move.index });
  }

  takeBack() {
    if (this.mayTakeBack() && this.state) void this.ask({ do: 'take_back', at: this.state.seq });
  }

  /** @param {boolean} [on] the others play on for the places */
  rematch(on = false) {
    this.wantsRematch = true;
    void this.ask({ do: 'rematch', play_on: on });
  }

  // --- what the player looks at ---------------------------------------------------------------

  /** @param {number} colour @param {number} step */
  movesOf(colour, step) {
    return this.offered().filter((move) => move.colour === colour && move.start === step);
  }

  /** @param {Move[]} moves */
  look(moves) {
    this.looked = moves;
    this.stage?.preview(moves.length ? moves : best(this));
    this.stage?.recommend(best(this));
    this.draw();
  }

  /** Look again at what was touched last. */
  lookBack() {
    this.look(this.picked ? this.listed() : []);
  }

  /** @param {Pick | null} picked */
  pick(picked) {
    this.picked = picked;
    this.lookBack();
  }

  /** The moves to choose from: of a piece that was touched, or to a field. */
  listed() {
    return this.offered().filter((move) => fits(this.picked, move));
  }

  forget() {
    this.answers = null;
    this.pick(null);
  }

  /** @param {string | null} name */
  botName(name) {
    const bot = this.shelf?.bots.find((one) => one.id === name);
    return bot ? translate(bot.name) : say('bot');
  }
}
