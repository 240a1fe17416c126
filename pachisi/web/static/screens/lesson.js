/** A first game that teaches: a table like any other, whose events were played out before. Loaded when it is opened. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { announce } from '../parts/announce.js';
import { icon } from '../parts/icons.js';
import { press } from '../table/keys.js';
import { Sitting } from '../table/sitting.js';
import { tableView } from '../table/table.js';
import { settings } from '../settings.js';
import { keep } from '../storage.js';
import { say } from '../words.js';

/** @import {Ears} from '../connection.js' */
/** @import {Command, Lesson, Logged} from '../protocol.js' */

const FINGERS = matchMedia('(pointer: coarse)');

/** Stands in for the connection: answers from the lesson. */
class Script {
  /** @param {Ears} ears */
  constructor(ears) {
    this.ears = ears;
    this.seq = 0;
    /** @type {Lesson | null} */ this.lesson = null;
  }

  /** From the beginning, or in another language where it stands. @param {Lesson} lesson */
  begin(lesson) {
    this.lesson = lesson;
    this.seq ||= 1;
    const [first, ...rest] = lesson.events.slice(0, this.seq);
    const state = /** @type {any} */ (rest.at(-1) ?? first).state;
    const story = rest.map((event) => ({ seq: event.seq, seat: 'seat' in event ? event.seat : -1, ev: event.ev, words: event.words }));
    const table = { ...lesson.table, phase: /** @type {const} */ ('play') };
    this.ears.hear({ ev: 'welcome', v: 1, seq: this.seq, resumed: false, you: [0], owner: false, invite: null, code: null });
    this.ears.hear({ ev: 'snapshot', seq: this.seq, table, state, story, chains: [], due: 0 });
    this.ears.line('open');
  }

  /** The event that comes next. @returns {Logged | undefined} */
  next() {
    return this.lesson?.events[this.seq];
  }

  /** @param {Command} command @returns {Promise<any>} */
  async ask(command) {
    const id = `${this.seq}`;
    if (command.do === 'why') {
      const found = this.lesson?.reasons.find((one) => one.id === id && one.colour === command.colour && one.step === command.step);
      return { ev: 'why', id, colour: command.colour, step: command.step, answers: found?.answers ?? [] };
    }
    const due = this.next();
    const done = command.do === 'throw' ? due?.ev === 'thrown' : command.do === 'play' && due?.ev === 'moved' && due.move.index === command.index;
    if (!done) return { ev: 'no', id, code: 'not_now', why: say('lesson_other') };
    for (let event = due; event && (event === due || ('seat' in event && event.seat !== 0)); event = this.next()) {
      this.seq = event.seq;
      this.ears.hear(event);
    }
    return { ev: 'ack', id, seq: this.seq };
  }

  close() {}
}

export class LessonScreen {
  /** @param {() => void} draw @param {(path: string) => void} go */
  constructor(draw, go) {
    this.go = go;
    this.said = '';
    keep('pachisi.taught', true); // so that nobody is asked again
    this.sitting = new Sitting('lesson', null, draw, go, (ears) => /** @type {any} */ ((this.script = new Script(ears))));
    this.sitting.coach = () => this.coach();
    this.lang = settings.lang;
    this.loaded = this.load();
  }

  async load() {
    this.script?.begin(await api.lesson());
  }

  view() {
    return tableView(this.sitting);
  }

  leave() {
    this.sitting.leave();
  }

  speak() {
    void this.load();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    press(this.sitting, event);
  }

  repaint() {
    this.sitting.repaint();
  }

  /** What is said now, above the dice. */
  coach() {
    const { sitting, script } = this;
    const { says = {}, touch = {} } = script?.lesson ?? {};
    const shown = sitting.busy ? -1 : (script?.seq ?? 0);
    const text = (FINGERS.matches && touch[shown]) || says[shown];
    const [at, all] = [Object.keys(says).filter((seq) => Number(seq) <= (script?.seq ?? 0)).length, Object.keys(says).length];
    const done = !!script?.lesson && !script.next();
    if (text && this.said !== text) announce(text);
    this.said = text ?? this.said;
    return html`<aside class="coach" aria-label=${say('lesson')}>
      <p>${this.said}</p>
      <div class="button-row">
        <span class="soft">${at} / ${all}</span>
        ${
          done
            ? html`<a class="button" href="/">${icon('play')}${say('lesson_play')}</a>`
            : html`<a class="small-button" href="/">${say('lesson_skip')}</a>`
        }
      </div>
    </aside>`;
  }
}
