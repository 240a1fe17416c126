/** What is kept in this browser between visits; whatever it refuses lasts until the page is left. */

/** @type {Map<string, unknown>} */
const refused = new Map();

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    refused.delete(key);
  } catch {
    refused.set(key, value); // a private window, or no room
  }
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
