/** The bar at the top, and the settings behind it. */

import { html, nothing } from '../vendor/lit-html.js';
import { icon } from './icons.js';
import { isBarred } from './notice.js';
import { choose, LANGUAGES, settings } from '../settings.js';
import { say, speak } from '../words.js';

/** @import {Settings} from '../settings.js' */
/** @import {Key} from '../words.js' */

/** @type {[Settings['theme'], Key][]} */
const THEMES = [
  ['auto', 'theme_auto'],
  ['light', 'theme_light'],
  ['dark', 'theme_dark'],
];
/** @type {[Settings['speed'], Key][]} */
const SPEEDS = [
  ['slow', 'slow'],
  ['normal', 'normal'],
  ['fast', 'fast'],
  ['instant', 'instant'],
];

/**
 * @param {{title?: string, back?: string, more?: unknown}} parts `back` is where the arrow leads
 */
export function bar({ title = '', back, more }) {
  return html`<header class="bar">
    ${
      back
        ? html`<a class="round-button" href=${back} aria-label=${say('to_shelf')}>${icon('back')}</a>`
        : html`<span class="brand" aria-hidden="true">${emblem()}</span>`
    }
    <h1 tabindex="-1">${title || 'Pachisi'}</h1>
    <div class="bar-end">
      ${more ?? nothing}
      <button class="round-button" aria-label=${say('settings')} @click=${() => openDialog('settings')}>
        ${icon('gear')}
      </button>
    </div>
  </header>`;
}

/** A screen that has nothing to show, and the way out. @param {string} why @param {string} [table] that can be gone to */
export function deadEnd(why, table) {
  return html`${bar({ back: '/' })}
    <main class="waiting">
      <p class="trouble" role="alert">${why}</p>
      <a class="button" href=${table ? `/table/${table}` : '/'}>${say(table ? 'to_table' : 'to_shelf')}</a>
    </main>`;
}

function emblem() {
  return html`<img src="/static/icon.svg" alt="" width="32" height="32" />`;
}

/** @param {string} id */
export function openDialog(id) {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/**
 * A sheet over the page.
 * @param {string} id @param {string} title @param {unknown} body
 */
export function sheet(id, title, body) {
  /** @param {MouseEvent} event */
  const outside = (event) => {
    if (event.target === event.currentTarget) /** @type {HTMLDialogElement} */ (event.currentTarget).close();
  };
  return html`<dialog id=${id} class="sheet" aria-labelledby=${`${id}-title`} @click=${outside}>
    <div class="sheet-inner">
      <header>
        <h2 id=${`${id}-title`}>${title}</h2>
        <form method="dialog"><button class="round-button" aria-label=${say('close')}>${icon('close')}</button></form>
      </header>
      ${body}
    </div>
  </dialog>`;
}

const LONG = 26; // letters of a choice that a phone shows one below the other

/**
 * One choice from a few.
 * @template {string | number | boolean} T
 * @param {string} name @param {string} label @param {[T, string][]} values
 * @param {T} chosen @param {(value: T) => void} pick @param {boolean} [off]
 */
export function segments(name, label, values, chosen, pick, off = false) {
  const isLong = values.length > 2 && values.length < 5 && values.map(([, text]) => text).join('').length > LONG;
  return html`<fieldset class="segments" ?disabled=${off}>
    <legend>${label}</legend>
    <div class=${`segment-row ${isLong ? 'long' : ''}`}>
      ${values.map(
        ([value, text]) =>
          html`<label class="segment"
            ><input type="radio" name=${name} .checked=${value === chosen} @change=${() => pick(value)} /><span
              >${text}</span
            ></label
          >`,
      )}
    </div>
  </fieldset>`;
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} flip @param {boolean} [off] */
export function lever(label, on, flip, off = false) {
  return html`<label class="lever"
    ><span>${label}</span>
    <input
      type="checkbox"
      role="switch"
      .checked=${on}
      ?disabled=${off}
      @change=${(/** @type {Event} */ event) => flip(/** @type {HTMLInputElement} */ (event.target).checked)} /><i
      aria-hidden="true"
    ></i
  ></label>`;
}

export function settingsSheet() {
  return sheet(
    'settings',
    say('settings'),
    html`<div class="settings">
      ${segments('lang', say('language'), LANGUAGES, settings.lang, speak)}
      ${segments(
        'theme',
        say('theme'),
        THEMES.map(([value, key]) => pair(value, key)),
        settings.theme,
        (theme) => choose({ theme }),
      )}
      ${segments(
        'speed',
        say('speed'),
        SPEEDS.map(([value, key]) => pair(value, key)),
        settings.speed,
        (speed) => choose({ speed }),
      )}
      ${lever(say('sound'), settings.sound, (sound) => choose({ sound }))}
      ${lever(say('own_near'), settings.turned, (on) => choose({ turned: on }))}
      ${lever(say('show_numbers'), settings.numbers, (numbers) => choose({ numbers }))}
      ${lever(say('show_trail'), settings.trail, (trail) => choose({ trail }))}
      ${'Notification' in window ? noticeLever() : null}
      ${lever(say('one_tap'), settings.tap, (tap) => choose({ tap }))}
      ${lever(say('auto_throw'), settings.throw, (on) => choose({ throw: on }))}
      ${lever(say('auto_forced'), settings.forced, (forced) => choose({ forced }))}
      <h3 class="keys-title">${say('keys')}</h3>
      <dl class="keys">
        ${KEYS.map(
          ([key, does]) =>
            html`<dt><kbd>${say(key)}</kbd></dt>
              <dd>${say(does)}</dd>`,
        )}
      </dl>
    </div>`,
  );
}

function noticeLever() {
  const barred = isBarred();
  return html`${lever(say('notify'), settings.notify && !barred, wantNotices, barred)}
  ${barred ? html`<p class="soft">${say('notify_barred')}</p>` : null}`;
}

/** The browser asks, too. @param {boolean} notify */
async function wantNotices(notify) {
  choose({ notify });
  if (notify && (await Notification.requestPermission()) !== 'granted') choose({ notify: false });
}

/** @type {[Key, Key][]} */
const KEYS = [
  ['key_space', 'does_space'],
  ['key_number', 'does_number'],
  ['key_hint', 'does_hint'],
  ['key_back', 'does_back'],
  ['key_last', 'does_last'],
  ['key_board', 'does_board'],
  ['key_fields', 'does_fields'],
  ['key_skip', 'does_skip'],
];

/** @template T @param {T} value @param {Key} key @returns {[T, string]} */
function pair(value, key) {
  return [value, say(key)];
}
