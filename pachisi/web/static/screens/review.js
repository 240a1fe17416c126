/** The analysis desk: a finished game in review. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { drawThrow } from '../board/dice.js';
import { Stage } from '../board/stage.js';
import { facing } from '../board/turned.js';
import { accountsView } from '../desk/accounts.js';
import { drawArrows } from '../desk/arrows.js';
import { Curve, legend } from '../desk/curve.js';
import { JudgedGame } from '../desk/judged.js';
import { momentList, verdict } from '../desk/moments.js';
import { Onward } from '../desk/onward.js';
import { choiceList, throwList } from '../desk/choices.js';
import { announce } from '../parts/announce.js';
import { dress } from '../parts/dress.js';
import { icon } from '../parts/icons.js';
import { bar, deadEnd } from '../parts/menu.js';
import { percent, say } from '../words.js';

/** @import {Analysis, Move, State} from '../protocol.js' */
/** @typedef {{acts: (number | number[])[], words: string[]}} Line what is tried instead */

export class ReviewScreen {
  /** @param {string} id @param {() => void} draw @param {(path: string) => void} go */
  constructor(id, draw, go) {
    this.id = id;
    this.draw = draw;
    this.leaveFor = go;
    /** @type {JudgedGame | null} */ this.game = null;
    /** @type {Stage | null} */ this.stage = null;
    /** @type {Curve | null} */ this.curve = null;
    /** @type {Onward | null} */ this.onward = null;
    this.at = Number(location.hash.slice(1)) || 0;
    this.chosen = this.at > 0; // has somebody asked for a position?
    /** @type {number | null} the position under the mouse */ this.peeked = null;
    /** @type {Line} */ this.line = { acts: [], words: [] };
    /** @type {Analysis | null} of the position that is shown */ this.analysis = null;
    this.error = '';
    this.running = false; // is the game still going on?
    this.gone = new AbortController();
    this.fit = () => this.curve?.fit(this.frame(), draw);
    window.addEventListener('resize', this.fit);
    void this.load();
  }

  frame() {
    return /** @type {HTMLElement | undefined} */ (document.querySelector('.curve-frame') ?? undefined);
  }

  async load() {
    const { signal } = this.gone;
    this.error = '';
    try {
      const [game] = await Promise.all([JudgedGame.load(this.id), dress('desk')]);
      const drawing = facing(await api.drawing(game.table), game.table, game.you);
      signal.throwIfAborted();
      this.game = game;
      if (this.stage?.drawing !== drawing) this.stage = new Stage(game.table, drawing);
      this.curve = new Curve(game, { go: (n) => this.go(n), peek: (n) => this.peek(n) });
      this.onward = new Onward(game, this.draw, this.leaveFor);
      for await (const parts of api.review(this.id, signal)) {
        for (const part of parts) game.hear(part);
        this.show();
      }
      if (!game.accounts && !game.error) game.error = say('broke_off');
      this.begin(game);
    } catch (error) {
      if (signal.aborted) return;
      this.running = api.isGoingOn(error);
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.show();
  }

  /** Open at the own decision that cost most. @param {JudgedGame} game */
  begin(game) {
    const dearest = game.accounts?.worst.toSorted((a, b) => game.acts[b].loss - game.acts[a].loss) ?? [];
    const worst = dearest.find((at) => game.isOwn(game.acts[at].side)) ?? dearest[0];
    if (!this.chosen && worst !== undefined) this.at = worst;
    this.at = Math.min(this.at, game.last);
    if (game.accounts) announce(say('review_ready'));
  }

  speak() {
    this.gone.abort();
    this.gone = new AbortController();
    this.chosen = true;
    void this.load();
  }

  /** A setting has changed. */
  repaint() {
    const { game, stage } = this;
    const drawing = game && stage && facing(stage.drawing, game.table, game.you);
    if (!drawing || drawing === stage.drawing) return;
    this.stage = new Stage(game.table, drawing);
    this.show();
  }

  leave() {
    this.gone.abort();
    window.removeEventListener('resize', this.fit);
  }

  // --- where we are ---------------------------------------------------------------

  /** @param {number} n */
  go(n) {
    if (!this.game || this.gone.signal.aborted) return;
    this.at = Math.max(0, Math.min(n, this.game.last));
    this.chosen = true;
    this.peeked = null;
    this.line = { acts: [], words: [] };
    this.analysis = null;
    history.replaceState(null, '', `#${this.at}`);
    this.show();
  }

  /** @param {number | null} n */
  peek(n) {
    if (this.peeked === n || this.line.acts.length) return;
    this.peeked = n;
    this.show();
  }

  get shown() {
    return this.peeked ?? this.at;
  }

  get trying() {
    return this.line.acts.length > 0;
  }

  /** @returns {State | undefined} */
  get state() {
    return this.trying ? this.analysis?.state : this.game?.state(this.shown);
  }

  show() {
    const { state, stage, game } = this;
    if (state && stage && game) {
      stage.show(state.pieces);
      stage.glow([], state.node === 'over' ? -1 : state.colour);
      drawArrows(stage, this.trying ? {} : game.moves(this.shown));
    }
    this.draw();
    queueMicrotask(() => queueMicrotask(this.fit));
  }

  /** One step on, with its movement. */
  async forward() {
    const step = this.game?.step(this.at);
    if (!step || !this.stage || this.trying) return;
    const { at } = this;
    drawArrows(this.stage, {});
    if (step.ev === 'moved') await this.stage.walk(step.move);
    if ('back' in step) await this.stage.sendBack(step.back);
    if (this.at === at) this.go(at + 1);
  }

  /** To the next decision that was wrong. @param {number} way */
  jump(way) {
    const n = this.game?.slip(this.at, way);
    if (n !== undefined) this.go(n);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (document.querySelector('dialog[open]') || event.target instanceof HTMLInputElement) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {{[key: string]: () => unknown}} */
    const keys = {
      ArrowRight: () => this.forward(),
      ArrowLeft: () => (this.trying ? this.retract() : this.go(this.at - 1)),
      ArrowDown: () => this.jump(1),
      ArrowUp: () => this.jump(-1),
      Home: () => this.go(0),
      End: () => this.go(this.game?.last ?? 0),
      Escape: () => this.go(this.at),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    void keys[event.key]();
  }

  // --- trying ---------------------------------------------------------------------

  /** What every choice and every throw is worth here. */
  async ask() {
    const { at } = this;
    const line = this.line.acts;
    try {
      const found = await api.analyse(this.id, { at, line });
      if (this.at === at && this.line.acts === line) this.analysis = found;
      this.error = '';
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      if (this.line.acts === line) this.line = { acts: line.slice(0, -1), words: this.line.words.slice(0, -1) };
    }
    this.show();
  }

  /** Do something else than was done. @param {number | number[]} act */
  attempt(act) {
    const move = typeof act === 'number' ? this.state?.moves.find(({ index }) => index === act) : undefined;
    const words = typeof act === 'number' ? (move?.words ?? '') : `[${act.join(' ')}]`;
    this.peeked = null;
    this.line = { acts: [...this.line.acts, act], words: [...this.line.words, words] };
    announce(words);
    void this.ask();
  }

  /** One step back in what is tried. */
  retract() {
    this.line = { acts: this.line.acts.slice(0, -1), words: this.line.words.slice(0, -1) };
    this.analysis = null;
    if (this.trying) void this.ask();
    else this.show();
  }

  /** @param {Move | undefined} move */
  look(move) {
    const { game, stage } = this;
    if (!game || !stage) return;
    if (move) drawArrows(stage, { better: move });
    else drawArrows(stage, this.trying ? {} : game.moves(this.shown));
  }

  // --- the screen -----------------------------------------------------------------

  view() {
    const { game, stage, curve } = this;
    const back = `/table/${this.id}`;
    if (this.error && !game) return deadEnd(this.error, this.running ? this.id : undefined);
    if (!game || !stage || !curve) {
      return html`${bar({ back })}
        <main class="waiting"><p>${say('loading')}</p></main>`;
    }
    const title = say('review_of', { name: game.table.name });
    const replay = html`<a class="round-button" href=${`/replay/${this.id}#${this.at}`} aria-label=${say('replay')}>${icon('play')}</a>`;
    const chances = this.trying ? (this.analysis?.chances ?? []) : game.chances(this.shown);
    return html`${bar({ title, back, more: replay })}
      <main class="desk">
        <div class="desk-board">
          <div class="board-place">${stage.el}</div>
          <div class="curve-frame">${legend(game, chances)} ${curve.view(this.shown)}</div>
        </div>
        <div class="desk-side">
          ${this.progress(game)} ${this.player(game)} ${this.trying ? this.tried() : verdict(game, this.shown)}
          ${this.options(game)} ${this.actions()} ${accountsView(game)}
          ${momentList(game, this.shown, (n) => this.go(n))}
        </div>
      </main>`;
  }

  /** How far the evaluation has come. @param {JudgedGame} game */
  progress(game) {
    const error = this.error || game.error;
    if (error) return html`<p class="trouble" role="alert">${icon('warn')}${error}</p>`;
    if (game.accounts) return null;
    const all = game.outset?.acts ?? 0;
    const words = game.place ? say('in_queue', { n: game.place }) : say('evaluating', { share: percent(all ? game.last / all : 0) });
    return html`<div class="card evaluating">
      <label for="evaluated">${words}</label>
      <progress id="evaluated" max=${all || 1} value=${game.last}></progress>
    </div>`;
  }

  /** @param {JudgedGame} game */
  player(game) {
    const { at } = this;
    const { state } = this;
    const faces = state?.faces ?? [];
    /** @type {[import('../parts/icons.js').Icon, string, () => void, boolean][]} */
    const buttons = [
      ['first', say('to_begin'), () => this.go(0), at === 0],
      ['warnBack', say('last_slip'), () => this.jump(-1), game.slip(at, -1) === undefined],
      ['back', say('step_back'), () => this.go(at - 1), at === 0],
      ['next', say('step_on'), () => void this.forward(), at >= game.last],
      ['warnNext', say('next_slip'), () => this.jump(1), game.slip(at, 1) === undefined],
      ['last', say('to_end'), () => this.go(game.last), at >= game.last],
    ];
    return html`<div class="desk-player">
      <div class="desk-dice ${game.table.dice.kind}">${faces.length ? drawThrow(game.table.dice, faces) : null}</div>
      <div class="button-row player">
        ${buttons.map(
          ([name, label, act, off]) =>
            html`<button class="round-button" aria-label=${label} title=${label} ?disabled=${off} @click=${act}>${icon(name)}</button>`,
        )}
      </div>
      <p class="soft steps">
        ${say('step_of', { n: this.shown, all: game.last })}<span class="desk-keys"><kbd>←</kbd> <kbd>→</kbd> ${say('key_steps')} <kbd>↑</kbd> <kbd>↓</kbd> ${say('key_slips')}</span>
      </p>
    </div>`;
  }

  /** What is tried instead of what was played. */
  tried() {
    return html`<div class="card trying" aria-live="polite">
      <h2>${say('trying')}</h2>
      <ol class="tried">${this.line.words.map((words) => html`<li>${words}</li>`)}</ol>
      ${this.analysis ? null : html`<p class="soft">${say('hint_coming')}</p>`}
      <div class="button-row">
        <button class="small-button" @click=${() => this.retract()}>${icon('undo')}${say('take_back')}</button>
        <button class="small-button" @click=${() => this.go(this.at)}>${icon('close')}${say('to_game')}</button>
      </div>
    </div>`;
  }

  /** @param {JudgedGame} game */
  options(game) {
    const { state, analysis } = this;
    if (!state || state.node === 'over') return null;
    const hands = {
      attempt: (/** @type {number | number[]} */ act) => this.attempt(act),
      look: (/** @type {Move | undefined} */ move) => this.look(move),
    };
    const known = this.trying ? [] : (game.acts[this.shown]?.choices ?? []);
    const choices = analysis?.choices.length ? analysis.choices : known;
    const played = this.trying ? undefined : game.moves(this.shown).played;
    const throws = analysis?.throws ?? [];
    const isKnown = analysis || this.trying || (state.node === 'move' && choices.length > 0);
    const more = say(state.node === 'move' ? 'every_move' : 'every_throw');
    return html`${choiceList(game, state, choices, played, hands)} ${throwList(game, state, throws, (faces) => this.attempt(faces))}
    ${isKnown ? null : html`<button class="small-button" @click=${() => this.ask()}>${icon('hint')}${more}</button>`}
    ${analysis?.why && this.trying ? html`<p class="soft">${analysis.why}</p>` : null}`;
  }

  actions() {
    const { state, onward, line } = this;
    if (!state || state.node === 'over' || !onward) return null;
    return onward.view(this.at, line.acts, state.seat);
  }
}
