/** The curve of chances under the board: every side over the whole game, and the decisions that were wrong. */

import { html, svg } from '../vendor/lit-html.js';
import { chip, isDeep, mark } from '../board/marks.js';
import { seatName } from '../table/seats.js';
import { list, percent, say } from '../words.js';

/** @import {JudgedGame} from './judged.js' */
/** @import {JudgedAct} from '../protocol.js' */

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [30, 14, 10, 12, 150];
const SIZES = { inaccuracy: 4, mistake: 5.5, blunder: 7 };

export class Curve {
  /** @param {JudgedGame} game @param {{go: (n: number) => void, peek: (n: number | null) => void}} hands */
  constructor(game, hands) {
    this.game = game;
    this.hands = hands;
    this.width = 600;
    this.dragging = false;
  }

  get count() {
    return Math.max(this.game.outset?.acts ?? 1, 1);
  }

  /** @param {number} n */
  x(n) {
    return LEFT + ((this.width - LEFT - RIGHT) * n) / this.count;
  }

  /** @param {number} chance */
  y(chance) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
  }

  /** Which position lies under the pointer. @param {PointerEvent} event */
  under(event) {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const part = ((event.clientX - box.left) * (this.width / box.width) - LEFT) / (this.width - LEFT - RIGHT);
    return Math.max(0, Math.min(Math.round(part * this.count), this.game.last));
  }

  /** Drawn in pixels, so that letters keep their size. @param {HTMLElement | undefined} frame @param {() => void} draw */
  fit(frame, draw) {
    const width = Math.round(frame?.clientWidth ?? 0);
    if (!width || Math.abs(width - this.width) < 2) return;
    this.width = width;
    draw();
  }

  /** @param {number} n the position that is shown */
  view(n) {
    const { game, hands } = this;
    const sides = (game.outset?.sides ?? []).map((_, side) => side);
    /** @param {PointerEvent} event */
    const down = (event) => {
      this.dragging = true;
      /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
      hands.go(this.under(event));
    };
    /** @param {PointerEvent} event */
    const move = (event) => {
      if (this.dragging) hands.go(this.under(event));
      else if (event.pointerType === 'mouse') hands.peek(this.under(event));
    };
    const up = () => (this.dragging = false);
    return html`<svg
      class="curve"
      viewBox=${`0 0 ${this.width} ${HEIGHT}`}
      height=${HEIGHT}
      role="slider"
      tabindex="0"
      aria-label=${say('curve')}
      aria-valuemin="0"
      aria-valuemax=${game.last}
      aria-valuenow=${n}
      aria-valuetext=${spoken(game, n)}
      @pointerdown=${down}
      @pointermove=${move}
      @pointerup=${up}
      @pointercancel=${up}
      @pointerleave=${() => hands.peek(null)}
    >
      ${[0, 0.5, 1].map(
        (part) => svg`<path class="grid" d=${`M${LEFT} ${this.y(part)}H${this.width - RIGHT}`}></path>
          <text x=${LEFT - 6} y=${this.y(part) + 4} text-anchor="end">${Math.round(part * 100)}</text>`,
      )}
      ${game.accounts?.turning_points.map((at) => svg`<path class="turning" d=${`M${this.x(at)} ${TOP}V${HEIGHT - BOTTOM}`}></path>`)}
      ${sides.map((side) => this.line(side))}
      ${game.acts.filter(({ size }) => size).map((act) => this.slip(act))}
      <path class="here" d=${`M${this.x(n)} 2V${HEIGHT - 2}`}></path>
      ${sides.map((side) => svg`<circle class="here-dot" cx=${this.x(n)} cy=${this.y(game.chances(n)[side] ?? 0)} r="5"
        fill=${game.colour(side).hex}></circle>`)}
    </svg>`;
  }

  /** @param {number} side */
  line(side) {
    const { game } = this;
    const points = Array.from({ length: game.last + 1 }, (_, n) => {
      const chance = game.chances(n)[side] ?? 0;
      return `${this.x(n).toFixed(1)},${this.y(chance).toFixed(1)}`;
    }).join(' ');
    return svg`<polyline class=${`course-edge${isDeep(game.colour(side)) ? ' deep' : ''}`} points=${points}></polyline>
      <polyline class="course" points=${points} stroke=${game.colour(side).hex}></polyline>`;
  }

  /** @param {JudgedAct} act */
  slip({ n, side, size }) {
    const chance = this.game.chances(n)[side] ?? 0;
    const radius = size ? SIZES[size] : 0;
    return svg`<g class="slip" transform=${`translate(${this.x(n)} ${this.y(chance)})`}>
      <circle r=${radius} fill=${this.game.colour(side).hex}></circle>${mark(this.game.colour(side), 0, 0, radius)}</g>`;
  }
}

/** Every side with its chance now. @param {JudgedGame} game @param {number[]} chances */
export function legend(game, chances) {
  return html`<ul class="legend" aria-label=${say('chances_now')}>
    ${chances.map(
      (chance, side) =>
        html`<li>${chip(game.colour(side))}<span>${nameOf(game, side)}</span><b>${percent(chance, 0)}</b></li>`,
    )}
  </ul>`;
}

/** @param {JudgedGame} game @param {number} side */
export function nameOf(game, side) {
  return list(game.seats(side).map((seat) => seatName(game.book, seat)));
}

/** A position for those who do not see the curve. @param {JudgedGame} game @param {number} n */
function spoken(game, n) {
  const chances = game.chances(n).map((chance, side) => `${nameOf(game, side)} ${percent(chance, 0)}`);
  return `${say('step_of', { n, all: game.last })}: ${list(chances)}`;
}
