/** The board as it lies before a player: turned so that the own reserve is near. */

import { pointOf } from './drawing.js';
import { settings } from '../settings.js';

/** @import {Drawing, Table} from '../protocol.js' */

const MIDDLE = 500;
const MARKS = /(class="mark" transform="[^"]*)"/g; // on the board; they are drawn about their middle

/** Turned drawings, and what they were turned from. @type {WeakMap<Drawing, Drawing>} */
const plain = new WeakMap();
/** @type {WeakMap<Drawing, Map<number, Drawing>>} */
const known = new WeakMap();

/** The drawing as somebody at these seats wants to see it; from a turned one, too. @param {Drawing} drawing @param {Table} table @param {number[]} you */
export function facing(drawing, table, you) {
  return near(drawing, table, table.seats.find((seat) => seat.seat === you[0])?.colours[0]);
}

/** The drawing with a colour at the bottom, if one wants that. @param {Drawing} drawing @param {Pick<Table, 'board'>} table @param {number} [colour] */
export function near(drawing, table, colour) {
  const base = plain.get(drawing) ?? drawing;
  const quarters = colour === undefined || !settings.turned ? 0 : quartersFor(base, table, colour);
  return quarters ? turned(base, quarters) : base;
}

/** How often to turn a board, so that the reserve of a colour lies at the bottom. @param {Drawing} drawing @param {Pick<Table, 'board'>} table @param {number} colour */
function quartersFor(drawing, { board }, colour) {
  const { x, y } = pointOf(drawing, board.reserves[colour][0]);
  return y > MIDDLE ? 0 : x < MIDDLE ? 3 : 1;
}

/** The same drawing, turned clockwise. @param {Drawing} base @param {number} quarters @returns {Drawing} */
function turned(base, quarters) {
  const turns = known.get(base) ?? new Map();
  known.set(base, turns);
  const found = turns.get(quarters) ?? turn(base, quarters);
  turns.set(quarters, found);
  plain.set(found, base);
  return found;
}

/** @param {Drawing} drawing @param {number} quarters @returns {Drawing} */
function turn(drawing, quarters) {
  /** @param {number} x @param {number} y */
  const about = (x, y) => {
    let [dx, dy] = [x, y];
    for (let n = 0; n < quarters; n += 1) [dx, dy] = [-dy, dx];
    return [dx, dy];
  };
  const points = Object.entries(drawing.points).map(([key, [x, y, size]]) => {
    const [dx, dy] = about(x - MIDDLE, y - MIDDLE);
    return [key, [MIDDLE + dx, MIDDLE + dy, size]];
  });
  const beside = drawing.beside.map((counts) =>
    counts.map((places) => places.map(([dx, dy, scale]) => [...about(dx, dy), scale])),
  );
  const upright = drawing.board.replace(MARKS, `$1 rotate(${-90 * quarters})"`);
  const board = `<g class="turned" data-quarters="${quarters}" transform="rotate(${90 * quarters} ${MIDDLE} ${MIDDLE})">${upright}</g>`;
  return /** @type {Drawing} */ ({ ...drawing, board, points: Object.fromEntries(points), beside });
}
