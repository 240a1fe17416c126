/** The board with its pieces: shows a position, moves pieces, reports which one was touched. */

import { render, svg } from '../vendor/lit-html.js';
import { elementOf, placesOf, pointOf } from './drawing.js';
import { listen } from './pointing.js';
import { drawNumbers, drawTrail, drawWay } from './way.js';
import { pace, settings } from '../settings.js';
import { sound } from '../parts/sound.js';

/** @import {Drawing, Move, Sent, Spot, State, Table} from '../protocol.js' */
/** @import {Place} from './drawing.js' */
/** @typedef {{el: SVGGElement, colour: number, step: number, at: Place}} Piece */
/**
 * @typedef {{touch: (colour: number, step: number, pointer: string) => void,
 *   aim: (spot: Spot, pointer: string) => void, point: (colour: number, step: number) => void,
 *   pointAt: (spot: Spot) => void, leave: () => void, drop: () => void,
 *   label: (colour: number, step: number) => string}} Hands
 */

const STEP = 185; // ms for one field at normal speed
const LONGEST = 1700; // ms for one walk

export class Stage {
  /** @param {Table} table @param {Drawing} drawing @param {Hands} [hands] */
  constructor({ board, colours, teams }, drawing, hands) {
    this.board = board;
    this.colours = colours;
    this.teams = teams;
    this.drawing = drawing;
    this.hands = hands;
    const frame = document.createElement('div');
    render(
      svg`<svg class="stage" viewBox=${drawing.view} role="group">
        ${elementOf(drawing.board)}<g class="numbers"></g><g class="trail"></g><g class="way"></g><g class="pieces"></g><g class="way-over"></g></svg>`,
      frame,
    );
    this.el = /** @type {SVGSVGElement} */ (frame.querySelector('svg'));
    this.layer = /** @type {SVGGElement} */ (this.el.querySelector('.pieces'));
    /** @type {Piece[]} */
    this.pieces = [];
    /** @type {Set<Animation>} */
    this.running = new Set();
    this.skipped = false;
    /** @type {Move[]} */
    this.moves = [];
    if (hands) listen(this, hands);
  }

  // --- positions -----------------------------------------------------------------

  /** @param {number} colour @param {number} step */
  make(colour, step) {
    const el = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    el.classList.add('piece');
    el.dataset.colour = String(colour);
    el.append(elementOf(this.drawing.pieces[colour]));
    /** @type {Piece} */
    const piece = { el, colour, step, at: { x: 500, y: 500, scale: 1 } };
    if (this.hands) this.listen(piece, this.hands);
    this.layer.append(el);
    return piece;
  }

  /** @param {Piece} piece @param {Hands} hands */
  listen(piece, hands) {
    const { el } = piece;
    el.setAttribute('role', 'button');
    el.setAttribute('tabindex', '-1');
    el.addEventListener('keydown', (event) => {
      const pressed = event.key === 'Enter' || (event.key === ' ' && el.classList.contains('free'));
      if (!pressed) return;
      event.preventDefault();
      event.stopPropagation();
      hands.touch(piece.colour, piece.step, 'key');
    });
    el.addEventListener(
      'pointerenter',
      (event) => event.pointerType === 'mouse' && hands.point(piece.colour, piece.step),
    );
    el.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && hands.leave());
    el.addEventListener('focus', () => hands.point(piece.colour, piece.step));
    el.addEventListener('blur', () => hands.leave());
  }

  /** Put every piece where it stands. @param {State['pieces']} pieces */
  show(pieces) {
    pieces.forEach((steps, colour) => {
      const own = this.pieces.filter((piece) => piece.colour === colour);
      const wanted = [...(steps ?? [])];
      const idle = own.filter((piece) => {
        const at = wanted.indexOf(piece.step);
        if (at >= 0) wanted.splice(at, 1);
        return at < 0;
      });
      for (const step of wanted) {
        const piece = idle.pop() ?? this.make(colour, step);
        piece.step = step;
        if (!this.pieces.includes(piece)) this.pieces.push(piece);
      }
      for (const piece of idle) this.drop(piece);
    });
    this.arrange();
  }

  /** @param {Piece} piece */
  drop(piece) {
    piece.el.remove();
    this.pieces.splice(this.pieces.indexOf(piece), 1);
  }

  /** @param {Piece} piece @param {number} nth @returns {Spot} */
  spot(piece, nth) {
    const { reserves, tracks } = this.board;
    const waiting = reserves[piece.colour];
    return piece.step === 0 ? waiting[nth % waiting.length] : /** @type {Spot} */ (tracks[piece.colour][piece.step]);
  }

  /** Pieces on one field stand side by side; those lower on the page are drawn over those above. */
  arrange() {
    /** @type {Map<string, {spot: Spot, crowd: Piece[]}>} */
    const fields = new Map();
    const waiting = this.colours.map(() => 0);
    for (const piece of this.pieces) {
      const spot = this.spot(piece, piece.step === 0 ? waiting[piece.colour]++ : 0);
      const field = fields.get(spot.join()) ?? { spot, crowd: [] };
      field.crowd.push(piece);
      fields.set(spot.join(), field);
    }
    for (const { spot, crowd } of fields.values()) {
      const places = placesOf(this.drawing, spot, crowd.length);
      crowd.forEach((piece, nth) => (piece.at = places[nth]));
    }
    for (const piece of this.pieces) this.set(piece);
    this.stack();
    this.name();
  }

  /** @param {Piece} piece */
  set({ el, at }) {
    el.style.transform = `translate(${at.x}px, ${at.y}px) scale(${at.scale})`;
  }

  stack() {
    const order = [...this.pieces].sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x);
    if (order.every((piece, i) => this.layer.children[i] === piece.el)) return;
    const focused = document.activeElement;
    for (const { el } of order) this.layer.append(el);
    if (focused instanceof SVGElement && this.layer.contains(focused)) focused.focus();
  }

  name() {
    if (!this.hands) return;
    for (const { el, colour, step } of this.pieces) el.setAttribute('aria-label', this.hands.label(colour, step));
  }

  // --- movement -------------------------------------------------------------------

  /** @param {Piece} piece @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  async animate(piece, frames, options) {
    if (this.skipped || !pace()) return;
    this.layer.append(piece.el);
    const animation = piece.el.animate(frames, options);
    this.running.add(animation);
    await animation.finished.catch(() => {});
    this.running.delete(animation);
  }

  /** A piece hops along its path, with those that go along. @param {Move} move */
  async walk(move) {
    const crowd = this.pieces
      .filter((piece) => piece.colour === move.colour && piece.step === move.start)
      .slice(-move.count);
    const first = this.spotKey(crowd[0]);
    const team = this.teams?.find((seats) => seats.includes(move.colour)) ?? [];
    const mates = this.pieces.filter(
      (piece) => piece.colour !== move.colour && team.includes(piece.colour) && this.spotKey(piece) === first,
    );
    const going = [...crowd, ...mates.slice(0, move.partner)];
    const hops = move.path.length - 1;
    const duration = Math.min(LONGEST, hops * STEP) * pace();
    if (duration && hops > 0) sound.steps(hops, duration / hops);
    await Promise.all(going.map((piece, i) => this.animate(piece, this.hops(move.path, piece, i), { duration })));
    for (const piece of crowd) piece.step = move.target;
    for (const piece of going) piece.at = { ...pointOf(this.drawing, move.path[hops]), scale: 1 };
    for (const piece of going) this.set(piece);
  }

  /** @param {Piece | undefined} piece */
  spotKey(piece) {
    return piece && piece.step > 0 ? this.spot(piece, 0).join() : '';
  }

  /** @param {Spot[]} path @param {Piece} piece @param {number} nth @returns {Keyframe[]} */
  hops(path, piece, nth) {
    const { cell } = this.drawing;
    const points = path.map((spot) => pointOf(this.drawing, spot));
    points[0] = piece.at;
    const aside = nth * cell * 0.16;
    return points.flatMap(({ x, y }, i) => {
      const here = { transform: `translate(${x + aside}px, ${y - aside}px) scale(1)`, easing: 'ease-in-out' };
      const next = points[i + 1];
      if (!next) return [here];
      const [mx, my] = [(x + next.x) / 2 + aside, (y + next.y) / 2 - cell * 0.3 - aside];
      return [here, { transform: `translate(${mx}px, ${my}px) scale(1.1)`, easing: 'ease-in-out' }];
    });
  }

  /** Pieces fly back to where they come from. @param {Sent[]} list */
  async sendBack(list) {
    const going = list.flatMap(([colour, step]) => {
      const piece = this.pieces.find((one) => one.colour === colour && one.step === step);
      if (!piece) return [];
      piece.step = this.drawing.back;
      return [{ piece, from: { ...piece.at } }];
    });
    if (!going.length) return;
    const lasts = 620 * pace();
    if (lasts) sound.capture();
    this.arrange();
    await Promise.all(
      going.map(({ piece, from }) => {
        const [mx, my] = [(from.x + piece.at.x) / 2, (from.y + piece.at.y) / 2 - 90];
        const frames = [
          { transform: `translate(${from.x}px, ${from.y}px) scale(1)` },
          { transform: `translate(${mx}px, ${my}px) scale(1.3) rotate(160deg)` },
          { transform: `translate(${piece.at.x}px, ${piece.at.y}px) scale(1) rotate(360deg)` },
        ];
        return this.animate(piece, frames, { duration: lasts, easing: 'cubic-bezier(.4,0,.3,1)' });
      }),
    );
  }

  /** End what is moving now. */
  skip() {
    for (const animation of this.running) animation.finish();
  }

  // --- marks on the board -----------------------------------------------------------

  /** Light up the pieces that may move. @param {Move[]} moves @param {number} colour the colour on turn, or -1 */
  glow(moves, colour) {
    this.moves = moves;
    for (const piece of this.pieces) {
      const free = this.isFree(piece);
      piece.el.classList.toggle('free', free);
      const asked = moves.length > 0 && piece.colour === colour; // why not, by keyboard too
      if (this.hands) piece.el.setAttribute('tabindex', free || asked ? '0' : '-1');
    }
    this.turn(colour);
    this.name();
  }

  /** May it move? @param {Piece} piece */
  isFree({ colour, step }) {
    return this.moves.some((move) => move.colour === colour && move.start === step);
  }

  /** Where the moves end. @returns {Spot[]} */
  targets() {
    return this.moves.flatMap(({ path }) => path.slice(-1));
  }

  /** Light up the reserve of the colour on turn, and number its way. @param {number} colour or -1 */
  turn(colour) {
    const wanted = settings.numbers && !this.board.numbers.length; // those on the board are enough
    const numbered = wanted && colour >= 0 ? drawNumbers(this.drawing, this.board.tracks[colour]) : null;
    render(svg`${numbered}`, /** @type {any} */ (this.el.querySelector('.numbers')));
    for (const el of this.el.querySelectorAll('.of-colour')) {
      el.classList.toggle('on-turn', Number(/** @type {SVGElement} */ (el).dataset.colour) === colour);
    }
  }

  /** Mark the pieces of the moves that a hint recommends. @param {Move[]} moves */
  recommend(moves) {
    for (const { el, colour, step } of this.pieces) {
      el.classList.toggle(
        'best',
        moves.some((move) => move.colour === colour && move.start === step),
      );
    }
  }

  /** Show where pieces have gone. @param {Move[]} moves */
  trace(moves) {
    const drawn = settings.trail ? drawTrail(this.drawing, this.colours, moves) : null;
    render(svg`${drawn}`, /** @type {any} */ (this.el.querySelector('.trail')));
  }

  /** Show where these moves lead. @param {Move[]} moves */
  preview(moves) {
    const { under, over } = drawWay(this.drawing, this.colours, moves, this.pieces);
    render(svg`${under}`, /** @type {any} */ (this.el.querySelector('.way')));
    render(svg`${over}`, /** @type {any} */ (this.el.querySelector('.way-over')));
  }
}
