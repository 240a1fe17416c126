/** The workshop: a rulebook as text; its board and its rules change while it is written. Loaded when it is opened. */

import { html, nothing } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { picture } from '../board/picture.js';
import { icon } from '../parts/icons.js';
import { OPPONENT } from '../parts/levels.js';
import { bar, segments } from '../parts/menu.js';
import { settings } from '../settings.js';
import { keep, recall } from '../storage.js';
import { list, say, translate } from '../words.js';
import { chaptersOf } from './rules.js';

/** @import {Book, Chair, DraftReply, Setup} from '../protocol.js' */

const DRAFT = 'pachisi.draft';
const PAUSE = 350; // ms without a key before the text is checked

/** The styles of this screen. */
function dress() {
  const href = new URL('../styles/workshop.css', import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}

/** How a book of one's own begins. @param {Book} book */
function outset({ id, name }) {
  const title = say('workshop_name', { name: translate(name) }).replaceAll('"', '');
  return `name = "${title}"\nbase = "${id}"\n\n`;
}

export class WorkshopScreen {
  /** @param {string} address @param {() => void} draw @param {(path: string) => void} go */
  constructor(address, draw, go) {
    this.draw = draw;
    this.go = go;
    this.query = new URLSearchParams(address.split('?')[1] ?? '');
    this.text = recall(DRAFT, '');
    this.players = 4;
    /** @type {Book[]} */ this.books = [];
    /** @type {DraftReply | null} */ this.proof = null;
    /** @type {Element | null} */ this.picture = null;
    this.printed = '';
    this.error = '';
    this.creating = false;
    this.asked = 0;
    this.timer = 0;
    dress();
    this.loaded = this.load();
  }

  async load() {
    this.books = (await api.books()).books;
    const [book, table] = [this.query.get('book'), this.query.get('table')];
    if (table) this.text = await api.rulebook({ table });
    else if (book || !this.text) this.text = outset(this.books.find((one) => one.id === book) ?? this.books[0]);
    await this.check();
  }

  speak() {
    void this.check();
  }

  leave() {
    window.clearTimeout(this.timer);
  }

  /** @param {string} text */
  write(text) {
    this.text = text;
    keep(DRAFT, text);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.check(), PAUSE);
    this.draw();
  }

  /** Ask the server what this book would be; the last question counts. */
  async check() {
    const asked = (this.asked += 1);
    try {
      const proof = await api.prove({ text: this.text, players: this.players });
      if (asked !== this.asked) return;
      this.proof = proof.faults.length ? { ...this.proof, ...proof, sheet: this.proof?.sheet ?? null } : proof;
      if (proof.book && proof.drawing) this.picture = picture(proof.book.board, proof.drawing);
      this.error = '';
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  faults() {
    return this.proof?.faults ?? [];
  }

  mayPlay() {
    return !!this.proof && !this.faults().length && !this.creating && !this.error;
  }

  /** A table at once, with bots or with free seats. @param {'bot' | 'open'} others */
  async create(others) {
    this.creating = true;
    this.draw();
    try {
      /** @type {Setup} */
      const setup = { book: 'own', text: this.text, players: this.players, options: {}, pieces: Math.min(4, this.proof?.book?.pieces ?? 4), first: 'book' };
      const { seats: places } = await api.check(setup);
      /** @type {Chair[]} */
      const seats = places.map(({ seat }, nth) =>
        nth === 0
          ? { seat, who: 'here', ...(settings.name && { name: settings.name }) }
          : others === 'bot'
            ? { seat, who: 'bot', bot: OPPONENT }
            : { seat, who: 'open' },
      );
      const { id } = await api.layTable({ setup, seats, take_back: true, pause: 0 });
      this.go(`/table/${id}`);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      this.creating = false;
      this.draw();
    }
  }

  /** Begin again from a book of the shelf. @param {string} id */
  begin(id) {
    const book = this.books.find((one) => one.id === id);
    if (!book || (this.text.trim() && this.text !== outset(book) && !confirm(say('workshop_replace')))) return;
    this.printed = '';
    this.write(outset(book));
  }

  async showPrinted() {
    const base = /^base\s*=\s*["']([\w-]+)["']/m.exec(this.text)?.[1] ?? this.books[0].id;
    this.printed = await api.rulebook({ book: base });
    this.draw();
  }

  view() {
    return html`${bar({ title: say('workshop'), back: '/' })}
      <main class="workshop">
        <section class="bench" aria-label=${say('workshop_text')}>
          <p class="soft">${say('workshop_how')}</p>
          <div class="button-row base-row" role="group" aria-label=${say('workshop_base')}>
            <span class="soft">${say('workshop_base')}</span>
            ${this.books.map(
              (book) => html`<button class="small-button" @click=${() => this.begin(book.id)}>${translate(book.name)}</button>`,
            )}
          </div>
          ${this.editor()} ${this.verdict()}
          <details class="printed-book" @toggle=${() => this.showPrinted()}>
            <summary>${say('workshop_printed')}</summary>
            <pre tabindex="0">${this.printed}</pre>
          </details>
        </section>
        <section class="outcome" aria-label=${say('workshop_outcome')}>
          ${segments(
            'players',
            say('players'),
            (this.proof?.book?.players ?? [2, 3, 4]).map((n) => [n, String(n)]),
            this.players,
            (players) => {
              this.players = players;
              void this.check();
            },
          )}
          <div class="board-place small">${this.picture}</div>
          <div class="button-row">
            <button class="button" ?disabled=${!this.mayPlay()} @click=${() => this.create('bot')}>
              ${icon('play')}${this.creating ? say('creating') : say('workshop_try')}
            </button>
            <button class="button quiet" ?disabled=${!this.mayPlay()} @click=${() => this.create('open')}>
              ${icon('link')}${say('workshop_invite')}
            </button>
          </div>
          ${this.sheet()}
        </section>
      </main>`;
  }

  /** The text with its line numbers; lines with faults are marked. */
  editor() {
    const bad = new Set(this.faults().map(({ line }) => line));
    const lines = this.text.split('\n');
    /** @param {Event} event */
    const scroll = ({ currentTarget }) => {
      const area = /** @type {HTMLElement} */ (currentTarget);
      const gutter = /** @type {HTMLElement} */ (area.previousElementSibling);
      gutter.scrollTop = area.scrollTop;
    };
    return html`<div class="editor">
      <div class="gutter" aria-hidden="true">
        ${lines.map((_, n) => html`<span class=${bad.has(n + 1) ? 'bad' : nothing}>${n + 1}</span>`)}
      </div>
      <textarea
        id="rulebook"
        aria-label=${say('workshop_text')}
        aria-describedby="rulebook-faults"
        aria-invalid=${String(this.faults().length > 0)}
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        wrap="off"
        .value=${this.text}
        @input=${(/** @type {Event} */ event) => this.write(/** @type {HTMLTextAreaElement} */ (event.target).value)}
        @scroll=${scroll}
      ></textarea>
    </div>`;
  }

  /** What is wrong, or that nothing is. */
  verdict() {
    const faults = this.faults();
    return html`<div id="rulebook-faults" class="faults" role="status">
      ${this.error ? html`<p class="trouble">${icon('warn')}<span>${this.error}</span></p>` : null}
      ${
        faults.length
          ? html`<ul>
              ${faults.map(
                ({ text, line }) =>
                  html`<li class="trouble">
                    ${line ? html`<button class="small-button" @click=${() => jump(line)}>${say('line_n', { n: line })}</button>` : icon('warn')}
                    <span>${text}</span>
                  </li>`,
              )}
            </ul>`
          : this.proof
            ? html`<p class="sound">${icon('tick')}${say('workshop_sound')}</p>`
            : null
      }
    </div>`;
  }

  sheet() {
    const { proof } = this;
    if (!proof?.sheet) return null;
    const unworded = proof.unworded ?? [];
    return html`<article class=${`rule-sheet ${this.faults().length ? 'old' : ''}`}>
      <h2>${proof.sheet.title}</h2>
      ${unworded.length ? html`<p class="soft">${say('undescribed', { names: list(unworded) })}</p>` : null}
      ${chaptersOf(proof.sheet)}
    </article>`;
  }
}

/** Put the cursor into a line. @param {number} line */
function jump(line) {
  const area = document.getElementById('rulebook');
  if (!(area instanceof HTMLTextAreaElement)) return;
  const lines = area.value.split('\n');
  const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(at, at + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (line - 3) * parseFloat(getComputedStyle(area).lineHeight);
}
