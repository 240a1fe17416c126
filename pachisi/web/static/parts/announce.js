/** The live region for screen readers, and pauses that a gesture ends. */

/** @type {Set<() => void>} */
const pauses = new Set();
let last = '';

/** Announce something to screen readers. @param {string} text */
export function announce(text) {
  const region = document.getElementById('live');
  if (!region || !text) return;
  last = text;
  const line = document.createElement('p');
  line.textContent = text;
  region.append(line);
  while (region.children.length > 4) region.firstElementChild?.remove();
}

/** Say it once more. */
export function repeat() {
  announce(last);
}

/** @param {number} ms @returns {Promise<void>} */
export function rest(ms) {
  if (!ms) return Promise.resolve();
  return new Promise((done) => {
    const end = () => {
      pauses.delete(end);
      window.clearTimeout(timer);
      done();
    };
    const timer = window.setTimeout(end, ms);
    pauses.add(end);
  });
}

/** End all pauses. */
export function hurry() {
  for (const end of pauses) end();
}
