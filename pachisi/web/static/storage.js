/** What is kept in this browser between visits; whatever it refuses lasts until the page is left. */

const OPENED = 'pachisi.tables'; // their ids, the last that was opened at the end
const MOST_TABLES = 1000;
const LARGE = ['chains', 'given', 'seen']; // what a table needs most room for; one without the others would raise doubts

/** @type {Map<string, unknown>} */
const refused = new Map();

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    write(key, JSON.stringify(value));
    refused.delete(key);
  } catch {
    refused.set(key, value); // a private window, or no room
  }
}

/** @param {string} key @param {string} text */
function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError' && makeRoom())) throw error;
    write(key, text);
  }
}

/** Forget the throws of the table that was opened least lately; false if there is none but the last. */
function makeRoom() {
  const opened = recall(OPENED, /** @type {string[]} */ ([]));
  const tables = Object.keys(localStorage).flatMap((key) => /^pachisi\.seen\.(.+)/.exec(key)?.[1] ?? []);
  const [oldest] = tables.filter((id) => id !== opened.at(-1)).sort((one, other) => opened.indexOf(one) - opened.indexOf(other));
  for (const what of LARGE) localStorage.removeItem(`pachisi.${what}.${oldest}`);
  return oldest !== undefined;
}

/** Somebody has opened a table: others are forgotten before it is. @param {string} id */
export function noteTable(id) {
  const others = recall(OPENED, /** @type {string[]} */ ([])).filter((one) => one !== id);
  keep(OPENED, [...others, id].slice(-MOST_TABLES));
}

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function recall(key, otherwise) {
  if (refused.has(key)) return /** @type {T} */ (refused.get(key) ?? otherwise);
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}
