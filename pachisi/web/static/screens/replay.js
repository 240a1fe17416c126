/** A finished game, step by step. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { rest } from '../parts/announce.js';
import { drawThrow } from '../board/dice.js';
import { icon } from '../parts/icons.js';
import { bar, deadEnd } from '../parts/menu.js';
import { pace } from '../settings.js';
import { Stage } from '../board/stage.js';
import { facing } from '../board/turned.js';
import { chip } from '../board/marks.js';
import { seatChips, seatName } from '../table/seats.js';
import { say } from '../words.js';

/** @import {Book, Logged, Replay, State} from '../protocol.js' */
/** @typedef {Extract<Logged, {state: State}>} Step */

const SHOWN = 40; // lines of the log before the current one

export class Retelling {
  /** @param {string} id @param {() => void} draw */
  constructor(id, draw) {
    this.id = id;
    this.draw = draw;
    /** @type {Replay | null} */ this.replay = null;
    /** @type {Book | undefined} */ this.book = undefined;
    /** @type {Stage | null} */ this.stage = null;
    /** @type {Step[]} */ this.steps = [];
    this.at = 0;
    this.running = false;
    this.gone = false;
    this.error = '';
    this.unfinished = false;
    void this.load();
  }

  async load() {
    try {
      const replay = await api.replay(this.id);
      this.replay = replay;
      this.book = (await api.bookOf(replay.table)) ?? undefined;
      this.steps = replay.events.filter((event) => 'state' in event);
      const drawing = facing(await api.drawing(replay.table), replay.table, replay.you);
      if (this.stage?.drawing !== drawing) this.stage = new Stage(replay.table, drawing);
      this.go(Math.min(this.at || Number(location.hash.slice(1)) || 0, this.steps.length - 1));
    } catch (error) {
      this.unfinished = api.isGoingOn(error);
      this.error = error instanceof Error ? error.message : String(error);
      this.draw();
    }
  }

  speak() {
    void this.load();
  }

  /** A setting has changed. */
  repaint() {
    const { replay, stage } = this;
    const drawing = replay && stage && facing(stage.drawing, replay.table, replay.you);
    if (!drawing || drawing === stage.drawing) return;
    this.stage = new Stage(replay.table, drawing);
    this.go(this.at);
  }

  leave() {
    this.running = false;
    this.gone = true;
  }

  /** @param {number} at */
  go(at) {
    if (this.gone || !this.steps.length) return this.draw();
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    const { state } = this.steps[this.at];
    this.stage?.show(state.pieces);
    this.stage?.glow([], state.node === 'over' ? -1 : state.colour);
    history.replaceState(null, '', `#${this.at}`);
    this.draw();
  }

  /** One step on, with its movement. */
  async forward() {
    const next = this.steps[this.at + 1];
    if (!next || !this.stage) return;
    if (next.ev === 'moved') await this.stage.walk(next.move);
    if ('back' in next) await this.stage.sendBack(next.back);
    this.go(this.at + 1);
  }

  async toggle() {
    this.running = !this.running;
    this.draw();
    while (this.running && this.at < this.steps.length - 1) {
      await this.forward();
      await rest(Math.max(60, 600 * pace()));
    }
    this.running = false;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (document.querySelector('dialog[open]') || event.target instanceof HTMLInputElement) return;
    if (event.key === 'ArrowRight') void this.forward();
    if (event.key === 'ArrowLeft') this.go(this.at - 1);
    if (event.key === 'Home') this.go(0);
    if (event.key === 'End') this.go(this.steps.length - 1);
  }

  view() {
    const { replay, book, steps, at } = this;
    if (this.error) return deadEnd(this.error, this.unfinished ? this.id : undefined);
    if (!replay || !book)
      return html`${bar({ back: '/' })}
        <main class="waiting"><p>${say('loading')}</p></main>`;
    const step = steps[at];
    const thrown = steps.slice(0, at + 1).findLast((one) => one.ev === 'thrown');
    const faces = thrown?.ev === 'thrown' ? thrown.faces : [];
    /** @param {Event} event */
    const slide = (event) => this.go(Number(/** @type {HTMLInputElement} */ (event.target).value));
    const review = html`<a class="small-button" href=${`/review/${this.id}`}>${icon('star')}${say('review')}</a>`;
    return html`${bar({ title: replay.table.name, back: `/table/${this.id}`, more: review })}
      <main class="table replay">
        <div class="board-place">${this.stage?.el}</div>
        <div class="side">
          ${this.seats(replay, book, step)}
          <p class="step-words" aria-live="polite">${step && this.line(replay, book, step)}</p>
          <div class="dish ${replay.table.dice.kind}">${faces.length ? drawThrow(replay.table.dice, faces) : null}</div>
          <input
            class="slider"
            type="range"
            min="0"
            max=${steps.length - 1}
            .value=${String(at)}
            @input=${slide}
            aria-label=${say('step_of', { n: at, all: steps.length - 1 })}
          />
          <div class="button-row player">
            <button class="round-button" aria-label=${say('to_begin')} @click=${() => this.go(0)}>
              ${icon('first')}
            </button>
            <button class="round-button" aria-label=${say('step_back')} @click=${() => this.go(at - 1)}>
              ${icon('back')}
            </button>
            <button
              class="round-button big"
              aria-label=${this.running ? say('pause') : say('run')}
              @click=${() => this.toggle()}
            >
              ${icon(this.running ? 'pause' : 'play')}
            </button>
            <button class="round-button" aria-label=${say('step_on')} @click=${() => this.forward()}>
              ${icon('next')}
            </button>
            <button class="round-button" aria-label=${say('to_end')} @click=${() => this.go(steps.length - 1)}>
              ${icon('last')}
            </button>
          </div>
          <p class="soft steps">${say('step_of', { n: at, all: steps.length - 1 })}</p>
          <section class="story" aria-label=${say('story')}>
            <h2>${say('story')}</h2>
            <ol tabindex="0" aria-label=${say('story')}>
              ${steps
                .slice(Math.max(0, at - SHOWN), at)
                .reverse()
                .map((one) => html`<li>${this.line(replay, book, one)}</li>`)}
            </ol>
          </section>
        </div>
      </main>`;
  }

  /** Who sits where, and whose turn it is. @param {Replay} replay @param {Book} book @param {Step} [step] */
  seats({ table }, book, step) {
    return html`<ul class="seats" aria-label=${say('seats')} data-count=${table.seats.length}>
      ${table.seats.map((seat) => {
        const onTurn = step?.state.node !== 'over' && step?.state.seat === seat.seat;
        return html`<li class=${`seat-card ${onTurn ? 'on-turn' : ''}`} aria-current=${onTurn ? 'true' : 'false'}>
          ${seatChips(book, seat)}
          <div class="who"><b>${seatName(book, seat)}</b></div>
        </li>`;
      })}
    </ul>`;
  }

  /** What happened in a step. @param {Replay} replay @param {Book} book @param {Step} step */
  line({ table }, book, step) {
    const seat = 'seat' in step ? table.seats.find((one) => one.seat === step.seat) : undefined;
    return html`${seat ? chip(book.colours[seat.colours[0]]) : html`<i></i>`}<span>${step.words}</span>`;
  }
}
