/** Sets of house rules: as printed, the book's own presets, what was played last, and those saved in this browser. */

import { html } from '../vendor/lit-html.js';
import { announce } from '../parts/announce.js';
import { icon } from '../parts/icons.js';
import { confirm, copy } from '../table/share.js';
import { nearest } from './fitting.js';
import { keep, recall } from '../storage.js';
import { say, translate } from '../words.js';

/** @import {Book, Setup, Value} from '../protocol.js' */
/** @import {SetupScreen} from './setup.js' */
/** @typedef {{[name: string]: Value}} Options */
/** @typedef {{name: string, options: Options, pieces: number, players?: number}} Rules house rules under a name */

const LONGEST = 30; // letters in a name
const MOST = 12; // saved sets of a book

/** @param {string} book @returns {Rules | null} */
export function playedLast(book) {
  return recall(`pachisi.last.${book}`, null);
}

/** @param {Setup} setup */
export function rememberPlayed({ book, options, pieces, players }) {
  keep(`pachisi.last.${book}`, { name: '', options, pieces, players });
}

/** @param {string} book @returns {Rules[]} */
function saved(book) {
  return recall(`pachisi.rules.${book}`, []);
}

/** @param {Rules} rules @param {Setup} setup */
function isChosen({ options, pieces }, setup) {
  /** @param {Options} all */
  const written = (all) => JSON.stringify(Object.entries(all).toSorted());
  return pieces === setup.pieces && written(options) === written(setup.options);
}

/** Everything that can be chosen at once. @param {Book} book @param {Setup} setup @returns {(Rules & {own?: boolean})[]} */
function offered(book, setup) {
  const last = playedLast(book.id);
  const fixed = [
    { name: say(book.language ? 'preset_printed' : 'preset_told'), options: {}, pieces: 4 },
    ...book.presets.map(({ label, options }) => ({ name: translate(label), options: fitting(book, setup, options), pieces: 4 })),
  ];
  const own = saved(book.id).map((rules) => ({ ...rules, own: true }));
  const known = [...fixed, ...own];
  const again = last && !known.some((one) => isChosen(one, { ...setup, ...last })) ? [{ ...last, name: say('preset_last') }] : [];
  return [...fixed, ...again, ...own];
}

/** What is for so many players, and for their board. @param {Book} book @param {Setup} setup @param {Options} options @returns {Options} */
function fitting(book, { players }, options) {
  const found = Object.entries(options).map(([name, value]) => {
    const option = book.options.find((one) => one.name === name);
    return [name, option && nearest(book, { players, options }, option, value)];
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** @param {SetupScreen} screen @param {Book} book */
export function presets(screen, book) {
  const { setup } = screen;
  const all = offered(book, setup);
  const chosen = all.findIndex((one) => isChosen(one, setup));
  return html`<div class="preset-row presets">
    <div class="preset-row" role="group" aria-label=${say('presets')}>
      ${all.map(
        ({ name, options, pieces, players, own }, nth) => html`<span class="preset"
          ><button
            type="button"
            aria-pressed=${String(nth === chosen)}
            @click=${() => screen.change({ options: { ...options }, pieces, ...(players && { players }) })}
          >
            ${name}</button
          >${own ? remover(screen, book.id, name) : null}</span
        >`,
      )}
    </div>
    ${chosen < 0 ? saver(screen, book.id) : null}
    <button
      type="button"
      class="small-button share-rules"
      @click=${(/** @type {MouseEvent} */ event) => share(linkTo(setup), book, /** @type {HTMLElement} */ (event.currentTarget))}
    >
      ${icon('link')}<span class="idle-word">${say('share_rules')}</span><span class="done-word">${say('copied')}</span>
    </button>
  </div>`;
}

/** @param {SetupScreen} screen @param {string} book @param {string} name */
function remover(screen, book, name) {
  const remove = () => {
    keep(`pachisi.rules.${book}`, saved(book).filter((one) => one.name !== name));
    screen.draw();
  };
  return html`<button type="button" class="remove" aria-label=${say('remove_table', { name })} @click=${remove}>
    ${icon('close')}
  </button>`;
}

/** A name for what was chosen. @param {SetupScreen} screen @param {string} book */
function saver(screen, book) {
  /** @param {Event} event */
  const save = (event) => {
    const field = /** @type {HTMLElement} */ (event.currentTarget).parentElement?.querySelector('input');
    const name = field?.value.trim() || say('preset_own');
    const { options, pieces } = screen.setup;
    const others = saved(book).filter((one) => one.name !== name);
    keep(`pachisi.rules.${book}`, [...others, { name, options, pieces }].slice(-MOST));
    announce(say('rules_saved', { name }));
    screen.draw();
  };
  /** Enter saves and does not begin a game. @param {KeyboardEvent} event */
  const enter = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save(event);
  };
  return html`<span class="save-rules"
    ><input maxlength=${LONGEST} aria-label=${say('preset_name')} placeholder=${say('preset_own')} @keydown=${enter} /><button
      type="button"
      class="small-button"
      @click=${save}
    >
      ${say('save_rules')}
    </button></span
  >`;
}

/** @param {string} url @param {Book} book @param {HTMLElement} button */
async function share(url, book, button) {
  if (navigator.share) return void (await navigator.share({ title: translate(book.name), url }).catch(() => {}));
  await copy(url);
  confirm(button);
}

/** The address of a setup, readable: /#mensch?players=3&three_throws=true. @param {Setup} setup */
export function linkTo({ book, players, pieces, options }) {
  const chosen = Object.entries(options).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams([['players', String(players)], ['pieces', String(pieces)], ...chosen]);
  return new URL(`/#${book}?${query}`, location.origin).href;
}

/** The setup that an address names; what the book does not offer is left out. @param {Book} book @param {URLSearchParams} query @returns {Partial<Setup>} */
export function readLink(book, query) {
  const options = Object.fromEntries(
    book.options.flatMap(({ name, values }) => {
      const found = values.find(({ value }) => String(value) === query.get(name));
      return found ? [[name, found.value]] : [];
    }),
  );
  const [players, pieces] = ['players', 'pieces'].map((name) => Number(query.get(name)));
  return {
    options,
    ...(book.players.includes(players) && { players }),
    ...(Number.isInteger(pieces) && pieces >= 1 && pieces <= book.pieces && { pieces }),
  };
}
