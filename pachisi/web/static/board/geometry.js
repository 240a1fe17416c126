/** Where fields and pieces lie in the drawing: a square of 1000 units. */

/** @typedef {[number, number]} Spot */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/**
 * The board as the server describes it.
 * @typedef {{size: number, ring: Spot[], lanes: Spot[][], reserves: Spot[][], houses: Spot[] | null, safe: number[],
 *   starts: number[], mouths: number[], first: number, lap: number, last: number, centre: boolean,
 *   tracks: (Spot | null)[][]}} Plan
 */
/** @typedef {'round' | 'cross' | 'cloth'} Look */
/** `corner` is the side of the square in each corner. @typedef {{look: Look, cell: number, corner: number,
 *   point: (spot: Spot) => Point, box: (spot: Spot) => Box}} Measure */

export const SIDE = 1000;
// The width of a column in the arms, so that two pieces stand side by side; round fields keep to the grid.
const ARM = { round: 0, cross: 80, cloth: 66 };

/** @param {Plan} plan @returns {Look} */
export function lookOf(plan) {
  if (!plan.houses) return 'round';
  return plan.centre ? 'cloth' : 'cross';
}

/**
 * The three columns of the arms may be wider than the others.
 * @param {Plan} plan
 * @returns {Measure}
 */
export function measure(plan) {
  const look = lookOf(plan);
  const middle = (plan.size - 1) / 2;
  const wide = ARM[look] || SIDE / plan.size;
  const cell = (SIDE - 3 * wide) / (plan.size - 3);
  /** @param {number} n */
  const edge = (n) => n * cell + Math.min(Math.max(n - (middle - 1), 0), 3) * (wide - cell);
  const corner = edge(middle - 1);
  const waiting = reservePoints(plan, corner);
  /** @param {Spot} spot @returns {Point} */
  const point = ([x, y]) => waiting.get(`${x},${y}`) ?? { x: edge(x + 0.5), y: edge(y + 0.5) };
  /** @param {Spot} spot @returns {Box} */
  const box = ([x, y]) => ({ x: edge(x), y: edge(y), w: edge(x + 1) - edge(x), h: edge(y + 1) - edge(y) });
  return { look, cell, corner, box, point };
}

/**
 * The places of the reserves, spread round the middle of each corner.
 * @param {Plan} plan @param {number} corner
 * @returns {Map<string, Point>}
 */
function reservePoints(plan, corner) {
  /** @type {Map<string, Point>} */
  const points = new Map();
  for (const spots of plan.reserves) {
    const [mx, my] = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
    /** @param {number} at @param {number} mean */
    const spread = (at, mean) =>
      (mean < plan.size / 2 ? corner / 2 : SIDE - corner / 2) + Math.sign(at - mean) * corner * 0.15;
    for (const [x, y] of spots) points.set(`${x},${y}`, { x: spread(x, mx), y: spread(y, my) });
  }
  return points;
}

/**
 * Where `count` pieces on one field stand, beside each other.
 * @param {Box} box @param {number} count @param {number} nth
 * @returns {{dx: number, dy: number, scale: number}}
 */
export function share(box, count, nth) {
  if (count < 2) return { dx: 0, dy: 0, scale: 1 };
  const across = box.w >= box.h;
  const long = Math.max(box.w, box.h);
  if (count === 2) {
    const apart = ((nth ? 1 : -1) * long) / 4.3;
    return { dx: across ? apart : 0, dy: across ? 0 : apart, scale: long / Math.min(box.w, box.h) > 1.4 ? 0.92 : 0.74 };
  }
  const side = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / side);
  const step = Math.min(box.w, box.h) / side;
  const scale = Math.min(0.66, 1.2 / side);
  return {
    dx: ((nth % side) - (side - 1) / 2) * step,
    dy: (Math.floor(nth / side) - (rows - 1) / 2) * step,
    scale,
  };
}
