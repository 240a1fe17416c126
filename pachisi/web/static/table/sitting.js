/** One visit to a table: receives the server's events, shows them, and sends what the player does. */

import * as api from '../api.js';
import { anyFaces } from '../board/dice.js';
import { Connection, random } from '../connection.js';
import { Chance } from './chance.js';
import { announce, rest } from '../parts/announce.js';
import { handsOf } from './hands.js';
import { best } from './hint.js';
import { keep, pace, recall, settings } from '../settings.js';
import { sound } from '../parts/sound.js';
import { Stage } from '../board/stage.js';
import { say, translate } from '../words.js';

/** @import {Absence, Answer, Book, Command, Hint, Line, Logged, Message} from '../protocol.js' */
/** @import {Doubt} from './witness.js' */
/** @import {Move, Shelf, Snapshot, State, Table} from '../protocol.js' */

const BACKLOG = 16; // more events than this are not shown one by one

/** @type {{[node: string]: import('../words.js').Key}} */
const TASKS = { throw: 'throw_now', offer: 'may_throw', move: 'choose_move' };

export class Sitting {
  /**
   * @param {string} id @param {string | null} token the invitation in the link
   * @param {() => void} draw @param {(path: string) => void} go
   */
  constructor(id, token, draw, go) {
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
    this.busy = false;
    this.waiting = false;
    this.expected = 0;
    this.called = -1;
    /** @type {number[]} */ this.faces = [];
    /** @type {number[] | null} */ this.rolling = null;
    /** @type {Move[]} */ this.looked = [];
    /** @type {{colour: number, step: number} | null} */ this.picked = null;
    /** @type {Answer[] | null} */ this.answers = null;
    this.note = '';
    this.warning = '';
    /** @type {Hint | null} */ this.hint = null;
    this.pondering = false;
    /** @type {Stage | null} */ this.stage = null;
    this.ticker = window.setInterval(() => this.away.length && this.draw(), 1000);
    this.chance = new Chance(id, (command) => this.connection.ask(command), (doubt) => this.doubt(doubt));
    this.connection = new Connection(id, { hear: (message) => this.hear(message), line: (line) => this.setLine(line) });
  }

  leave() {
    this.connection.close();
    window.clearInterval(this.ticker);
  }

  /** The language has changed: the server sends everything again. */
  speak() {
    void this.connection.ask({ do: 'lang', lang: settings.lang });
  }

  // --- receiving -------------------------------------------------------------------

  /** @param {string} line */
  setLine(line) {
    if (line === 'lost' && this.line === 'open') announce(say('line_lost'));
    if (line === 'open' && this.line === 'lost') announce(say('line_back'));
    this.line = line;
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
        break;
      case 'you':
        ({ you: this.you, owner: this.owner } = message);
        break;
      case 'presence':
        ({ here: this.here, away: this.away, watchers: this.watchers } = message);
        this.awaySince = Date.now();
        break;
      case 'snapshot':
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
        this.queue.push(message);
        return void this.perform();
    }
    this.draw();
  }

  /** @param {Snapshot} snapshot */
  async take({ table, state, story }) {
    const [shelf, drawing] = await Promise.all([api.books(), api.drawing(table)]);
    this.shelf = shelf;
    this.book = this.shelf.books.find((book) => book.id === table.book) ?? null;
    this.table = table;
    this.story = [...story];
    this.keepPromise();
    if (this.stage?.drawing !== drawing) this.stage = new Stage(table, drawing, handsOf(this));
    this.stage?.el.setAttribute('aria-label', say('board'));
    this.faces = state?.faces.length ? state.faces : this.faces;
    this.state = state;
    this.stage?.show(state?.pieces ?? waitingPieces(table));
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
        if (this.stage) this.stage.skipped = this.queue.length > BACKLOG;
        await (event.ev === 'snapshot' ? this.take(event) : this.act(event));
      }
    } finally {
      this.busy = false;
      if (this.stage) this.stage.skipped = false;
      this.ready();
      this.draw();
    }
  }

  /** @param {Logged} event */
  async act(event) {
    const { table, stage } = this;
    if (!table) return;
    if (event.ev === 'thrown') await this.showThrow(event.faces);
    if (event.ev === 'moved') await this.showMove(event.move);
    if ('back' in event) await stage?.sendBack(event.back);
    if (event.words)
      this.story.push({ seq: event.seq, seat: 'seat' in event ? event.seat : -1, ev: event.ev, words: event.words });
    announce(event.words);
    if ('seats' in event) table.seats = event.seats;
    if (event.ev === 'started') table.phase = 'play';
    if (event.ev === 'ended') Object.assign(table, { phase: 'over', secret: event.secret });
    if (event.ev === 'closed') Object.assign(table, { phase: 'closed', secret: event.secret });
    if (event.ev === 'rematched') table.rematch = event.table;
    if (event.ev === 'rematched' && this.wantsRematch) this.go(`/table/${event.table}`);
    if (event.ev === 'ended') sound.win();
    if (event.ev === 'taken_back') this.faces = event.state.faces;
    if ('state' in event) {
      this.state = event.state;
      stage?.show(event.state.pieces);
    }
    this.note = event.words;
    this.draw();
    if ('happened' in event && event.happened.some(({ what }) => what !== 'turn_over')) await this.rest(650);
  }

  /** A pause to see what has happened. @param {number} ms */
  async rest(ms) {
    if (!this.stage?.skipped) await rest(ms * pace());
  }

  /** @param {number[]} faces */
  async showThrow(faces) {
    const { table } = this;
    if (table && pace() && !this.stage?.skipped) {
      sound.toss(faces.length);
      for (let turn = 0; turn < 7; turn += 1) {
        this.rolling = anyFaces(table.dice, faces.length);
        this.draw();
        await rest(70 * pace());
      }
    }
    this.rolling = null;
    this.faces = faces;
    this.draw();
    await this.rest(380);
  }

  /** @param {Move} move */
  async showMove(move) {
    if (!move.path.length) return;
    this.stage?.preview([]);
    await this.stage?.walk(move);
    if (move.home) sound.home();
  }

  /** All movement has ended: the player may act. */
  ready() {
    const { state } = this;
    const mine = this.mine();
    this.stage?.glow(this.offered(), state && state.node !== 'over' ? state.colour : -1);
    document.title = mine ? `${say('your_turn')} · ${this.table?.name}` : (this.table?.name ?? 'Pachisi');
    if (!mine || !state || this.waiting || this.called === state.seq) return;
    this.called = state.seq;
    if (state.node === 'throw') sound.turn();
    announce(`${say('your_turn')}. ${say(TASKS[state.node])}`);
    if (settings.forced && state.node === 'move' && state.moves.length === 1) void this.playForced(state);
  }

  /** @param {State} state */
  async playForced(state) {
    this.note = say('forced_played');
    await rest(500 * pace());
    if (this.state === state && this.offered().length === 1) this.play(state.moves[0]);
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

  /** @param {number} seat @param {string} bot */
  standIn(seat, bot) {
    void this.ask({ do: 'stand_in', seat, bot });
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

  forget() {
    this.answers = null;
    this.draw();
  }

  /** @param {string | null} name */
  botName(name) {
    const bot = this.shelf?.bots.find((one) => one.id === name);
    return bot ? translate(bot.name) : say('bot');
  }
}

/** Before the game all pieces wait. @param {Table} table */
function waitingPieces(table) {
  const played = new Set(table.seats.flatMap((seat) => seat.colours));
  return table.colours.map((_, colour) => (played.has(colour) ? Array(table.pieces).fill(0) : null));
}
