/** The socket to one table: it reconnects by itself and repeats what was not acknowledged. */

import { settings } from './settings.js';

/** @import {Command, Message} from './protocol.js' */
/** @typedef {'opening' | 'open' | 'lost' | 'gone'} Line */
/** @typedef {{hear: (message: Message) => void, line: (line: Line) => void}} Ears */
/** @typedef {{command: Command & {id: string}, done: (answer: Message) => void}} Pending */

const PROTOCOL = 1; // what this page speaks; docs/protocol.md
const ANEW = 1000; // ms before a page that meets another version loads itself anew
const PING = 4000; // ms between pings
const DEAD = 12000; // ms of silence after which the connection is given up
const SLOWEST = 10000; // at most this many ms between two attempts

export class Connection {
  /** @param {string} table @param {Ears} ears */
  constructor(table, ears) {
    this.table = table;
    this.ears = ears;
    /** @type {number | null} */
    this.seq = null;
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.key = `pachisi.pending.${table}`;
    for (const command of this.unsent()) this.pending.set(command.id, { command, done: () => {} });
    this.tries = 0;
    this.heard = 0;
    this.closed = false;
    this.timer = 0;
    this.pinger = window.setInterval(() => this.watch(), PING);
    this.wake = () => {
      if (!document.hidden) this.hurry();
    };
    this.cut = () => this.restart();
    window.addEventListener('online', this.wake);
    window.addEventListener('offline', this.cut);
    document.addEventListener('visibilitychange', this.wake);
    this.open();
  }

  open() {
    if (this.closed) return;
    const since = this.seq === null ? '' : `&since=${this.seq}`;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}?lang=${settings.lang}${since}`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.lose(code);
    };
  }

  /** @param {Message} message */
  receive(message) {
    this.heard = Date.now();
    if (message.ev === 'welcome') {
      if (message.v !== PROTOCOL) return this.renew();
      this.greet();
    }
    if ('seq' in message && message.ev !== 'welcome' && message.ev !== 'ack') {
      if (message.ev !== 'snapshot' && this.seq !== null) {
        if (message.seq <= this.seq) return;
        if (message.seq > this.seq + 1) return this.restart();
      }
      this.seq = message.seq;
    }
    if ('id' in message && message.id) this.settle(message.id, message);
    this.ears.hear(message);
  }

  /** The servers have become newer than this page; not at once, since a page may still come from an older one. */
  renew() {
    this.close();
    this.ears.line('lost');
    window.setTimeout(() => location.reload(), ANEW);
  }

  greet() {
    this.tries = 0;
    this.ears.line('open');
    for (const { command } of this.pending.values()) this.send(command);
  }

  /** @param {string} id @param {Message} answer */
  settle(id, answer) {
    const waiting = this.pending.get(id);
    if (!waiting) return;
    if (answer.ev === 'no' && answer.code === 'too_fast') {
      window.setTimeout(() => this.send(waiting.command), 1000);
      return;
    }
    this.pending.delete(id);
    this.keepPending();
    waiting.done(answer);
  }

  /** Unanswered commands, kept so that a reload does not lose them. @returns {(Command & {id: string})[]} */
  unsent() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? '[]');
    } catch {
      return [];
    }
  }

  keepPending() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.pending.values()].map(({ command }) => command)));
    } catch {
      // Private windows may refuse; a reload then loses them.
    }
  }

  /**
   * Send until it is answered.
   * @param {Command} command @returns {Promise<Message>}
   */
  ask(command) {
    const numbered = { ...command, id: random(12) };
    return new Promise((done) => {
      this.pending.set(numbered.id, { command: numbered, done });
      this.keepPending();
      this.send(numbered);
    });
  }

  /** @param {Command} command */
  send(command) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  watch() {
    if (Date.now() - this.heard > DEAD) this.restart();
    else this.send({ do: 'ping', id: random(6) });
  }

  /** The page is visible again or the network is back: do not wait. */
  hurry() {
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.heard < DEAD) return this.watch();
    this.restart();
  }

  restart() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    window.clearTimeout(this.timer);
    this.open();
  }

  /** @param {number} code */
  lose(code) {
    this.socket = null;
    if (this.closed) return;
    if (code === 4404) return this.ears.line('gone');
    this.ears.line('lost');
    const wait = Math.min(SLOWEST, 400 * 2 ** this.tries) * (0.7 + 0.6 * Math.random());
    this.tries += 1;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.open(), wait);
  }

  close() {
    this.closed = true;
    window.clearInterval(this.pinger);
    window.clearTimeout(this.timer);
    window.removeEventListener('online', this.wake);
    window.removeEventListener('offline', this.cut);
    document.removeEventListener('visibilitychange', this.wake);
    this.socket?.close();
  }
}

/** Fresh random bytes in hexadecimal. @param {number} bytes */
export function random(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
