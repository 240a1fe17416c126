/** Everything the page says, in the chosen language. */

import { settings } from './settings.js';
import { de } from './words/de.js';
import { en } from './words/en.js';
import { fr } from './words/fr.js';

/** @typedef {keyof typeof en} Key */

/** @type {{[lang: string]: {[key in Key]: string}}} */
const LANGUAGES = { en, de, fr };

/**
 * A sentence with its {names} filled in.
 * @param {Key} key @param {{[name: string]: string | number}} [fill]
 */
export function say(key, fill = {}) {
  const text = (LANGUAGES[settings.lang] ?? en)[key];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(fill[name] ?? ''));
}

/** Words that come in several languages. @param {{[lang: string]: string}} words */
export function told(words) {
  return words[settings.lang] ?? words.en;
}

/** @param {string} text */
export function upper(text) {
  return text.charAt(0).toLocaleUpperCase(settings.lang) + text.slice(1);
}

/** @param {number} n @param {number} [digits] */
export function number(n, digits = 0) {
  return n.toLocaleString(settings.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {number} part @param {number} [digits] */
export function percent(part, digits = 0) {
  return part.toLocaleString(settings.lang, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** @param {string[]} items */
export function list(items) {
  return new Intl.ListFormat(settings.lang, { type: 'conjunction' }).format(items);
}
