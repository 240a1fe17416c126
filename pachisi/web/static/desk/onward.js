/** Playing on from a position: a new table, against bots or with a link. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { icon } from '../parts/icons.js';
import { OPPONENT } from '../parts/levels.js';
import { segments } from '../parts/menu.js';
import { settings } from '../settings.js';
import { seatName } from '../table/seats.js';
import { say } from '../words.js';

/** @import {JudgedGame} from './judged.js' */

export class Onward {
  /** @param {JudgedGame} game @param {() => void} draw @param {(path: string) => void} go */
  constructor(game, draw, go) {
    this.game = game;
    this.draw = draw;
    this.go = go;
    this.open = false;
    /** @type {number | null} the seat that was chosen */ this.seat = null;
    this.busy = false;
    this.error = '';
  }

  /** @param {number} at @param {(number | number[])[]} line @param {'bot' | 'open'} others @param {number} seat */
  async begin(at, line, others, seat) {
    this.busy = true;
    this.draw();
    try {
      const seats = this.game.table.seats.map((one) =>
        one.seat === seat
          ? { seat: one.seat, who: /** @type {const} */ ('here'), ...(settings.name && { name: settings.name }) }
          : { seat: one.seat, who: others, ...(others === 'bot' && { bot: one.bot ?? OPPONENT }) },
      );
      const { id } = await api.playOn(this.game.table.id, { at, line, seats });
      this.go(`/table/${id}`);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      this.busy = false;
      this.draw();
    }
  }

  /** @param {number} at @param {(number | number[])[]} line @param {number} onTurn */
  view(at, line, onTurn) {
    const { game } = this;
    const seat = this.seat ?? onTurn;
    const toggle = () => {
      this.open = !this.open;
      this.draw();
    };
    if (!this.open) {
      return html`<button class="button quiet" aria-expanded="false" @click=${toggle}>${icon('play')}${say('play_from_here')}</button>`;
    }
    return html`<section class="onward card">
      <h2>${say('play_from_here')}</h2>
      ${segments(
        'onward-seat',
        say('you_play'),
        game.table.seats.map((one) => /** @type {[number, string]} */ ([one.seat, seatName(game.book, one)])),
        seat,
        (chosen) => {
          this.seat = chosen;
          this.draw();
        },
      )}
      <div class="button-row">
        <button class="button" ?disabled=${this.busy} @click=${() => this.begin(at, line, 'bot', seat)}>
          ${icon('robot')}${say('against_bots')}
        </button>
        <button class="button quiet" ?disabled=${this.busy} @click=${() => this.begin(at, line, 'open', seat)}>
          ${icon('link')}${say('with_link')}
        </button>
        <button class="small-button" @click=${toggle}>${say('close')}</button>
      </div>
      ${this.error ? html`<p class="trouble" role="alert">${this.error}</p>` : null}
    </section>`;
  }
}
