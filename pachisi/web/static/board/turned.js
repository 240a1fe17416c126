/** The board as it lies before a player: turned so that the own reserve is near. */

import { pointOf } from './drawing.js';
import { settings } from '../settings.js';

/** @import {Drawing, Spot, Table} from '../protocol.js' */

const MIDDLE = 500;
const STAR = '<g class="star">'; // it turns in its frame
const WRITTEN = '<g class="board written'; // its reserves lie anywhere
const MARKS = /(class="mark" transform="[^"]*)"/g; // on the board; they are drawn about their middle

const HOLLOWS = 'class="hollows"'; // the places in a tray of a star, about its middle
const HOLLOW = /(class="hollows" transform="[^"]*)"/g;

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
  const degrees = colour === undefined || !settings.turned ? 0 : degreesFor(base, table, colour);
  return degrees ? turned(base, degrees, table.board.reserves) : base;
}

/** How far to turn a board clockwise, so that the reserve of a colour lies at the bottom: a star by sixths, any other by quarters.
 * @param {Drawing} drawing @param {Pick<Table, 'board'>} table @param {number} colour */
function degreesFor(drawing, { board }, colour) {
  const places = board.reserves[colour].map((spot) => pointOf(drawing, spot));
  if (drawing.board.includes(WRITTEN)) return towards(places, 90);
  const [beside, along] = [0, 1].map((axis) => new Set(board.reserves[colour].map((spot) => spot[axis])).size === 1);
  if (beside !== along) return beside ? (places[0].x > MIDDLE ? 90 : 270) : places[0].y > MIDDLE ? 0 : 180; // on a side of a square
  if (board.reserves.length === 4) return places[0].y > MIDDLE ? 0 : places[0].x < MIDDLE ? 270 : 90;
  return towards(places, 60);
}

/** How far places are turned that come to lie at the bottom, or next to it. @param {{x: number, y: number}[]} places @param {number} part */
function towards(places, part) {
  const [dx, dy] = [sum(places.map(({ x }) => x - MIDDLE)), sum(places.map(({ y }) => y - MIDDLE))];
  return (360 + part * Math.round((90 - (Math.atan2(dy, dx) * 180) / Math.PI) / part)) % 360;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}

/** The same drawing, turned clockwise. @param {Drawing} base @param {number} degrees @param {Spot[][]} reserves @returns {Drawing} */
function turned(base, degrees, reserves) {
  const turns = known.get(base) ?? new Map();
  known.set(base, turns);
  const found = turns.get(degrees) ?? turn(base, degrees, reserves);
  turns.set(degrees, found);
  plain.set(found, base);
  return found;
}

/** @param {Drawing} drawing @param {number} degrees @param {Spot[][]} reserves @returns {Drawing} */
function turn(drawing, degrees, reserves) {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((degrees * Math.PI) / 180));
  /** @param {number} dx @param {number} dy */
  const about = (dx, dy) => [dx * cos - dy * sin, dx * sin + dy * cos].map((n) => Math.round(n * 1e6) / 1e6);
  const points = Object.entries(drawing.points).map(([key, [x, y, size]]) => {
    const [dx, dy] = about(x - MIDDLE, y - MIDDLE);
    return [key, [MIDDLE + dx, MIDDLE + dy, size]];
  });
  const turnedPoints = Object.fromEntries(points);
  if (drawing.board.includes(HOLLOWS)) for (const spots of reserves) setUpright(drawing, turnedPoints, spots);
  const beside = drawing.beside.map((counts) =>
    counts.map((places) => places.map(([dx, dy, scale]) => [...(degrees % 90 ? [dx, dy] : about(dx, dy)), scale])),
  );
  const upright = drawing.board.replace(MARKS, `$1 rotate(${-degrees})"`).replace(HOLLOW, `$1 rotate(${-degrees})"`);
  const attributes = `data-degrees="${degrees}" transform="rotate(${degrees} ${MIDDLE} ${MIDDLE})"`;
  const board = upright.includes(STAR)
    ? upright.replace(STAR, `<g class="star turned" ${attributes}>`)
    : `<g class="turned" ${attributes}>${upright}</g>`;
  return /** @type {Drawing} */ ({ ...drawing, board, points: turnedPoints, beside });
}

/** The places of a reserve lie about their middle as they did before the turn. @param {Drawing} drawing @param {Drawing['points']} points @param {Spot[]} spots */
function setUpright(drawing, points, spots) {
  const keys = spots.map((spot) => spot.join());
  const middles = [drawing.points, points].map((of) => [0, 1].map((axis) => sum(keys.map((key) => of[key][axis])) / keys.length));
  for (const key of keys) {
    const [x, y, size] = drawing.points[key];
    points[key] = [middles[1][0] + x - middles[0][0], middles[1][1] + y - middles[0][1], size];
  }
}
