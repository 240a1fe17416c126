/** Puzzles: positions in which one move is clearly right. One a day for everybody, and as many as one likes. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { drawThrow } from '../board/dice.js';
import { chip } from '../board/marks.js';
import { Stage } from '../board/stage.js';
import { near } from '../board/turned.js';
import { drawArrows } from '../desk/arrows.js';
import { choiceList } from '../desk/choices.js';
import { announce } from '../parts/announce.js';
import { dress } from '../parts/dress.js';
import { icon } from '../parts/icons.js';
import { bar, segments } from '../parts/menu.js';
import { moveButton } from '../parts/move.js';
import { keep, recall } from '../storage.js';
import { percent, say, translate, upper } from '../words.js';

/** @import {Book, Move, PuzzleList, PuzzleSolution, PuzzleView} from '../protocol.js' */

const KIND = 'pachisi.puzzles'; // which puzzles this browser wants

export class PuzzleScreen {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {PuzzleList | null} */ this.list = null;
    /** @type {(PuzzleView & {posed: 'day' | 'next'}) | null} */ this.puzzle = null;
    /** @type {Book | null} */ this.book = null;
    /** @type {Stage | null} */ this.stage = null;
    /** @type {PuzzleSolution | null} */ this.solution = null;
    /** @type {Move | undefined} */ this.answered = undefined;
    /** @type {'day' | 'next'} */ this.posed = 'day';
    /** @type {string} a book and a number of players */ this.kind = recall(KIND, '');
    /** @type {Map<string, string>} the names of the books */ this.names = new Map();
    this.error = '';
    this.asked = 0;
    void this.load();
  }

  async load() {
    try {
      const [list, shelf] = await Promise.all([api.puzzles(), api.books(), dress('desk')]);
      this.list = list;
      this.names = new Map(shelf.books.map((book) => [book.id, translate(book.name)]));
      const kinds = this.list.kinds.map(nameOf);
      if (!kinds.includes(this.kind)) this.kind = kinds[0] ?? '';
      if (this.kind) await this.pose();
    } catch (error) {
      this.fail(error);
    }
    this.draw();
  }

  /** Ask for a puzzle; the last question counts. */
  async pose() {
    const { posed } = this;
    const kind = this.list?.kinds.find((one) => nameOf(one) === this.kind);
    if (!kind) return;
    const asked = (this.asked += 1);
    try {
      const puzzle = { ...(await api.puzzle(kind, posed)), posed };
      const [{ books }, drawing] = await Promise.all([api.books(), api.drawing(puzzle)]);
      if (asked !== this.asked) return;
      this.book = books.find((book) => book.id === puzzle.book) ?? null;
      this.stage = new Stage(/** @type {any} */ (puzzle), near(drawing, puzzle, puzzle.state.colour));
      this.stage.show(puzzle.state.pieces);
      this.stage.glow([], puzzle.state.colour);
      [this.puzzle, this.solution, this.answered, this.error] = [puzzle, null, undefined, ''];
    } catch (error) {
      if (asked === this.asked) this.fail(error);
    }
    this.draw();
  }

  /** @param {unknown} error */
  fail(error) {
    this.error = error instanceof Error ? error.message : String(error);
  }

  /** @param {'day' | 'next'} posed */
  choose(posed) {
    this.posed = posed;
    void this.pose();
  }

  /** @param {Move} move */
  async answer(move) {
    const { puzzle } = this;
    if (!puzzle || this.answered) return;
    this.answered = move;
    this.draw();
    const { id, book, players, posed } = puzzle;
    try {
      const solution = await api.solvePuzzle({ id, book, players, posed, index: move.index });
      if (this.puzzle !== puzzle) return;
      this.solution = solution;
      announce(say(solution.right ? 'puzzle_right' : 'puzzle_wrong'));
    } catch (error) {
      if (this.puzzle !== puzzle) return;
      this.answered = undefined;
      this.fail(error);
    }
    this.look(undefined);
    this.draw();
  }

  /** @param {Move | undefined} move */
  look(move) {
    const { stage, solution, puzzle, answered } = this;
    if (!stage || !puzzle) return;
    if (move) return drawArrows(stage, solution ? { better: move } : { played: move });
    const better = solution ? puzzle.state.moves.find(({ index }) => index === solution.best) : undefined;
    drawArrows(stage, { played: answered === better ? undefined : answered, better });
  }

  speak() {
    void this.load();
  }

  leave() {
    this.puzzle = null; // nobody waits for its solution
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = this.puzzle?.state.moves[Number(event.key) - 1];
    if (/^[1-9]$/.test(event.key) && move) void this.answer(move);
    if (event.key === 'n' && this.solution) this.choose('next');
  }

  view() {
    const { list, puzzle, stage, book } = this;
    const top = bar({ title: say('puzzles'), back: '/' });
    if (!list || (this.kind && (!puzzle || !stage || !book)))
      return html`${top}
        <main class="waiting"><p class=${this.error ? 'trouble' : ''}>${this.error || say('loading')}</p></main>`;
    if (!puzzle || !stage || !book) return html`${top}<main class="waiting"><p>${say('no_puzzles')}</p></main>`;
    return html`${top}
      <main class="desk puzzle">
        <div class="board-place">${stage.el}</div>
        <div class="desk-side">
          ${this.question(puzzle, book)}
          ${this.solution ? this.explanation(puzzle, book, this.solution) : this.moves(puzzle, book)}
          ${this.error ? html`<p class="trouble" role="alert">${this.error}</p>` : null}
          ${this.standing(puzzle)} ${this.choosers(list)}
        </div>
      </main>`;
  }

  /** @param {PuzzleList} list */
  choosers(list) {
    return html`${segments('posed', say('puzzle_which'), [['day', say('puzzle_day')], ['next', say('puzzle_endless')]], this.posed, (posed) => this.choose(posed))}
    ${
      list.kinds.length > 1
        ? html`<label class="puzzle-kind"
            ><span>${say('puzzle_game')}</span>
            <select
              @change=${(/** @type {Event} */ event) => {
                this.kind = /** @type {HTMLSelectElement} */ (event.target).value;
                keep(KIND, this.kind);
                void this.pose();
              }}
            >
              ${list.kinds.map((kind) => html`<option value=${nameOf(kind)} ?selected=${nameOf(kind) === this.kind}>${this.describe(kind)}</option>`)}
            </select></label
          >`
        : null
    }`;
  }

  /** @param {{book: string, players: number}} kind */
  describe({ book, players }) {
    return `${this.names.get(book) ?? book} · ${say('n_players', { n: players })}`;
  }

  /** @param {PuzzleView} puzzle @param {Book} book */
  question(puzzle, book) {
    const { state, dice } = puzzle;
    const name = upper(translate(book.colours[state.colour]));
    return html`<div class="card puzzle-question">
      <h2>${chip(book.colours[state.colour])}${say('puzzle_question', { name })}</h2>
      <div class=${`desk-dice ${dice.kind}`}>${drawThrow(dice, state.faces)}</div>
      <p class="soft" role="status">
        ${this.answered && !this.solution ? say('hint_coming') : say('puzzle_missed', { share: percent(puzzle.missed) })}
      </p>
    </div>`;
  }

  /** @param {PuzzleView} puzzle @param {Book} book */
  moves(puzzle, book) {
    return html`<ol class="move-list" aria-label=${say('moves')}>
      ${puzzle.state.moves.map((move, i) =>
        moveButton(book, {
          move,
          key: i + 1,
          off: this.answered !== undefined,
          press: () => void this.answer(move),
          look: (looked) => this.look(looked),
        }),
      )}
    </ol>`;
  }

  /** @param {PuzzleView} puzzle @param {Book} book @param {PuzzleSolution} solution */
  explanation(puzzle, book, solution) {
    const hands = { attempt: () => {}, look: (/** @type {Move | undefined} */ move) => this.look(move) };
    return html`<div class=${`card verdict-card ${solution.right ? 'right' : 'blunder'}`}>
        <p class=${solution.right ? 'fine' : 'size'}>
          <b>${icon(solution.right ? 'tick' : 'close')}${say(solution.right ? 'puzzle_right' : 'puzzle_wrong')}</b>
        </p>
        <p>${solution.why}</p>
      </div>
      ${choiceList({ book }, puzzle.state, solution.choices, this.answered, hands)}
      <button class="button" @click=${() => this.choose('next')}>${icon('next')}${say('puzzle_next')}</button>`;
  }

  /** The rating, and what this puzzle has changed. @param {PuzzleView} puzzle */
  standing(puzzle) {
    const solver = this.solution?.solver ?? puzzle.solver;
    const change = this.solution?.change ?? 0;
    return html`<p class="standing card" aria-live="polite">
      <span>${say('your_rating')}</span> <b>${solver.rating}</b>
      ${change ? html`<b class=${change < 0 ? 'minus' : 'plus'}>${change < 0 ? '−' : '+'}${Math.abs(change)}</b>` : null}
      <span class="soft">${puzzle.rated ? say('solved_of', { n: solver.solved, all: solver.tried }) : say('counted_today')}</span>
    </p>`;
  }
}

/** @param {{book: string, players: number}} kind */
function nameOf({ book, players }) {
  return `${book}-${players}`;
}
