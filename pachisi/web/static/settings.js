/** The user's settings in this browser, kept between visits. */

import { keep, recall } from './storage.js';

/**
 * @typedef {{lang: string, theme: 'auto' | 'light' | 'dark', speed: 'slow' | 'normal' | 'fast' | 'instant',
 *   sound: boolean, forced: boolean, tap: boolean, throw: boolean,
 *   numbers: boolean, trail: boolean, turned: boolean, notify: boolean, name: string}} Settings
 */

const KEY = 'pachisi';

/** Every language by its own name, as the server wrote them into the page. @type {[string, string][]} */
export const LANGUAGES = Object.entries(JSON.parse(document.getElementById('languages')?.textContent || '{}'));

/** @type {Set<() => void>} */
const listeners = new Set();
const night = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @returns {Settings} */
function read() {
  /** @type {Settings} */
  const fresh = { lang: '', theme: 'auto', speed: 'normal', sound: true, forced: false, tap: false, throw: false, numbers: false, trail: true, turned: true, notify: false, name: '' };
  const kept = { ...fresh, ...recall(KEY, {}) };
  const wanted = [kept.lang, ...navigator.languages.map((tag) => tag.split('-')[0])];
  return { ...kept, lang: wanted.find((tag) => LANGUAGES.some(([known]) => known === tag)) ?? 'en' };
}

export const settings = read();

/** @param {Partial<Settings>} change */
export function choose(change) {
  Object.assign(settings, change);
  keep(KEY, settings);
  notify();
}

/** @param {() => void} listener */
export function onChange(listener) {
  listeners.add(listener);
}

function notify() {
  paint();
  for (const listener of listeners) listener();
}

/** Light or dark, and the language of the document. */
export function paint() {
  const dark = settings.theme === 'dark' || (settings.theme === 'auto' && night.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.lang = settings.lang;
}

const PACE = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };

/** How long a movement lasts relative to the normal one; 0 is instant. */
export function pace() {
  return still.matches || document.hidden ? 0 : PACE[settings.speed];
}

night.addEventListener('change', notify);
