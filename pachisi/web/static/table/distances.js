/** How far pieces are apart, counted along their own ways: for those who cannot see the board. */

import { list, say, translate, upper } from '../words.js';

/** @import {Sitting} from './sitting.js' */

const FAR = 12; // fields; what is further away is not worth a word

/** Whom a piece is behind, and who is behind it. @param {Sitting} sitting @param {number} colour @param {number} step */
export function distances({ book, table, state }, colour, step) {
  const here = table?.board.tracks[colour][step]?.join();
  if (!book || !table || !state || !here) return '';
  const { tracks } = table.board;
  const own = table.seats.find((seat) => seat.colours.includes(colour));
  const mates = table.teams?.find((team) => own && team.includes(own.seat)) ?? [own?.seat];
  const friends = table.seats.filter((seat) => mates.includes(seat.seat)).flatMap((seat) => seat.colours);
  const others = state.pieces.flatMap((steps, other) =>
    friends.includes(other) ? [] : (steps ?? []).map((at) => ({ other, at, spot: tracks[other][at]?.join() })),
  );
  /** @param {number} who @param {number} from @param {string | undefined} spot */
  const away = (who, from, spot) => tracks[who].slice(from + 1, from + 1 + FAR).findIndex((one) => one?.join() === spot) + 1;
  const ahead = others.flatMap(({ other, spot }) => found(other, spot ? away(colour, step, spot) : 0));
  const behind = others.flatMap(({ other, at, spot }) => found(other, spot ? away(other, at, here) : 0));
  return list([
    ...nearest(ahead).map(({ other, n }) => say('n_behind', { n, name: upper(translate(book.colours[other])) })),
    ...nearest(behind).map(({ other, n }) => say('n_ahead', { n, name: upper(translate(book.colours[other])) })),
  ]);
}

/** @param {number} other @param {number} n */
function found(other, n) {
  return n > 0 ? [{ other, n }] : [];
}

/** @param {{other: number, n: number}[]} list */
function nearest(list) {
  return list.toSorted((a, b) => a.n - b.n).slice(0, 1);
}
