/** Styles that only some screens need, loaded with their code. */

/** @type {Map<string, Promise<void>>} */
const worn = new Map();

/** @param {string} name of a file in the folder of styles @returns {Promise<void>} */
export function dress(name) {
  const loaded = worn.get(name) ?? add(new URL(`../styles/${name}.css`, import.meta.url).href);
  worn.set(name, loaded);
  loaded.catch(() => worn.delete(name));
  return loaded;
}

/** @param {string} href @returns {Promise<void>} */
function add(href) {
  return new Promise((done, fail) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => done();
    link.onerror = () => fail(new Error(href));
    document.head.append(link);
  });
}
