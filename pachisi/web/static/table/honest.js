/** Honest dice: SHA-256, HMAC and the throws they give. No crypto.subtle: it is missing on plain http. */

const K = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} count */
function primes(count) {
  const found = [2];
  for (let n = 3; found.length < count; n += 2) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** The first 32 bits of the fraction. @param {number} x */
function fraction(x) {
  return ((x - Math.floor(x)) * 2 ** 32) | 0;
}

/** @param {number} x @param {number} by */
const turn = (x, by) => (x >>> by) | (x << (32 - by));

/** @param {Uint8Array} data @returns {Uint8Array} */
export function sha256(data) {
  const length = data.length;
  const padded = new Uint8Array(((length + 72) >> 6) << 6);
  padded.set(data);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  const state = Int32Array.from(START);
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) mix(state, w, view, block);
  const out = new Uint8Array(32);
  state.forEach((word, i) => new DataView(out.buffer).setInt32(4 * i, word));
  return out;
}

/** @param {Int32Array} state @param {Int32Array} w @param {DataView} view @param {number} block */
function mix(state, w, view, block) {
  for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(block + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [w[i - 15], w[i - 2]];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
}

/** @param {Uint8Array} key @param {Uint8Array} message */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  /** @param {number} pad @param {Uint8Array} rest */
  const hashed = (pad, rest) => sha256(Uint8Array.from([...block.map((byte) => byte ^ pad), ...rest]));
  return hashed(0x5c, hashed(0x36, message));
}

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} data */
export const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} text */
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Enough of a hash that nobody finds two texts with the same. @param {string} text */
export const digest = (text) => hex(sha256(bytes(text))).slice(0, 32);

/** @param {string} secret in hexadecimal */
export const commit = (secret) => hex(sha256(bytes(`commit/v1|${secret}`)));

/**
 * The link of a chain that was given so many throws before this one; before the first comes the commitment.
 * @param {string} table @param {number} seat @param {string} link
 */
export function follow(table, seat, link, steps = 1) {
  for (let step = 0; step < steps; step += 1) link = hex(sha256(bytes(`link/v1|${table}|${seat}|${link}`)));
  return link;
}

/**
 * The links of a chain by throw, derived from its last one; null if they do not lead to its commitment.
 * @param {string} table
 * @param {{seat: number, since: number, commitment: string, last: number, link: string}} chain
 * @returns {Map<number, string> | null}
 */
export function linksOf(table, { seat, since, commitment, last, link }) {
  /** @type {Map<number, string>} */
  const links = new Map();
  if (!link) return links;
  for (let n = last; n >= since; n -= 1) {
    links.set(n, link);
    link = follow(table, seat, link);
  }
  return link === commitment ? links : null;
}

/**
 * The faces of one throw. Where somebody gave a link, the nonce does not count.
 * @param {string} secret @param {string} table @param {number} n @param {string} nonce
 * @param {number[]} faces the faces of one die @param {number} count how many dice
 * @param {[number, string][]} links seats and their links, in the order of the seats
 */
export function throwOf(secret, table, n, nonce, faces, count, links = []) {
  const [version, mixed] = links.length ? ['v2', links.map((pair) => pair.join(':')).join()] : ['v1', nonce];
  /** @type {number[]} */
  const thrown = [];
  const limit = 256 - (256 % faces.length);
  for (let block = 0; thrown.length < count; block += 1) {
    for (const byte of hmac(unhex(secret), bytes(`dice/${version}|${table}|${n}|${block}|${mixed}`))) {
      if (byte < limit && thrown.length < count) thrown.push(faces[byte % faces.length]);
    }
  }
  return thrown;
}

/**
 * Check all throws of a game; `nonce` is null where a bot threw.
 * @param {{commitment: string, secret: string, table: string, faces: number[],
 *   throws: {faces: number[], nonce: string | null, links?: [number, string][]}[]}} game
 * @returns {{commitment: boolean, wrong: number[], checked: number}} `wrong`: the numbers of false throws, from 0
 */
export function checkThrows({ commitment, secret, table, faces, throws }) {
  let last = '';
  /** @type {number[]} */
  const wrong = [];
  throws.forEach((one, n) => {
    last = one.nonce ?? last;
    const right = throwOf(secret, table, n, last, faces, one.faces.length, one.links);
    if (right.join() !== one.faces.join()) wrong.push(n);
  });
  return { commitment: commit(secret) === commitment, wrong, checked: throws.length };
}
