/** Everything the page says, in the chosen language. The server sends the words of one language at a time. */

import { choose, settings } from './settings.js';

/** @typedef {string} Key of the sections `page` and `sheet` of pachisi/words/en.toml; a test checks that it is there */
/** @typedef {string | {[form: string]: string}} Text a text, or its forms by number */
/** @typedef {{percent: string, plurals: {[form: string]: number[]}, texts: {[key: Key]: Text}}} Catalogue `percent` writes {n} */

/** @type {Map<string, Catalogue>} */
const catalogues = new Map();

/** @param {string} lang */
async function load(lang) {
  if (catalogues.has(lang)) return;
  const response = await fetch(new URL(`./words/${lang}.json`, import.meta.url));
  if (response.ok) catalogues.set(lang, await response.json());
}

await load(settings.lang);

/** Change the language once its words have arrived; without a connection it stays. @param {string} lang */
export async function speak(lang) {
  await load(lang).catch(() => {});
  choose({ lang: catalogues.has(lang) ? lang : settings.lang });
}

/**
 * A sentence with its {names} filled in; where it has plural forms, the one for the number n.
 * @param {Key} key @param {{[name: string]: string | number}} [fill]
 */
export function say(key, fill = {}) {
  const { plurals, texts } = /** @type {Catalogue} */ (catalogues.get(settings.lang));
  const text = texts[key];
  if (typeof text === 'string') return filled(text, fill);
  const form = Object.keys(plurals).find((name) => plurals[name].includes(Number(fill.n))) ?? 'other';
  return filled(text[fill.n] ?? text[form] ?? text.other, fill);
}

/** @param {string} text @param {{[name: string]: string | number}} fill */
function filled(text, fill) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(fill[name] ?? ''));
}

/** A text that the server sends in several languages. @param {{[lang: string]: string}} words */
export function translate(words) {
  return words[settings.lang] ?? words.en;
}

/** @param {string} text */
export function upper(text) {
  return text.charAt(0).toLocaleUpperCase(settings.lang) + text.slice(1);
}

/** The beginning of a sentence in the middle of one. @param {string} text */
export function lower(text) {
  return text.charAt(0).toLocaleLowerCase(settings.lang) + text.slice(1);
}

/** @param {number} n @param {number} [digits] */
export function number(n, digits = 0) {
  return n.toLocaleString(settings.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {number} part @param {number} [digits] */
export function percent(part, digits = 0) {
  const { percent: share } = /** @type {Catalogue} */ (catalogues.get(settings.lang));
  return filled(share, { n: number(100 * part, digits) });
}

/** @param {string[]} items */
export function list(items) {
  return new Intl.ListFormat(settings.lang, { type: 'conjunction' }).format(items);
}
