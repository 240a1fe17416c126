/** Touching the board: a piece or the end of a move, in either order; a piece that may not move says why. */

import { announce } from '../parts/announce.js';
import { distances } from './distances.js';
import { arrived } from './seats.js';
import { settings } from '../settings.js';
import { list, say, translate, upper } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Hands} from '../board/stage.js' */
/** @import {Board, Move, Spot} from '../protocol.js' */

/** What the player has touched first: a piece, or where a move ends. @typedef {{colour?: number, step?: number, spot?: string}} Pick */

/** @param {Sitting} sitting @returns {Hands} */
export function handsOf(sitting) {
  return {
    touch: (colour, step, pointer) => touch(sitting, colour, step, pointer),
    aim: (spot, pointer) => aim(sitting, spot.join(), pointer),
    point: (colour, step) => sitting.look(sitting.movesOf(colour, step)),
    pointAt: (spot) => sitting.look(meant(sitting, { spot: spot.join() })),
    leave: () => sitting.lookBack(),
    drop: () => sitting.pick(null),
    label: (colour, step) => label(sitting, colour, step),
  };
}

/** Does a move begin or end where the player has touched? @param {Pick | null} pick @param {Move} move */
export function fits(pick, { colour, start, path }) {
  if (pick?.colour !== undefined && (pick.colour !== colour || pick.step !== start)) return false;
  return pick?.spot === undefined || pick.spot === path.at(-1)?.join();
}

/** The moves that a touch can mean: those that fit what was touched before, or else all. @param {Sitting} sitting @param {Pick} pick */
function meant(sitting, pick) {
  const fitting = sitting.offered().filter((move) => fits(pick, move));
  const before = fitting.filter((move) => fits(sitting.picked, move));
  return before.length ? before : fitting;
}

/** @param {Sitting} sitting @param {number} colour @param {number} step @param {string} pointer */
function touch(sitting, colour, step, pointer) {
  const spot = sitting.table?.board.tracks[colour][step]?.join();
  const { picked } = sitting;
  const another = picked?.colour !== undefined && (picked.colour !== colour || picked.step !== step);
  if (another && spot && meant(sitting, { ...picked, spot }).length) return aim(sitting, spot, pointer);
  if (!sitting.movesOf(colour, step).length) return void why(sitting, colour, step);
  decide(sitting, { colour, step }, pointer);
}

/** @param {Sitting} sitting @param {string} spot @param {string} pointer */
function aim(sitting, spot, pointer) {
  decide(sitting, { spot }, pointer);
}

/** Play the only move that is meant, or show those that are. @param {Sitting} sitting @param {Pick} pick @param {string} pointer */
function decide(sitting, pick, pointer) {
  const moves = meant(sitting, pick);
  if (moves.length === 1 && isSure(sitting, moves[0], pointer)) return sitting.play(moves[0]);
  const alike = moves.every((move) => move.colour === moves[0].colour && move.start === moves[0].start);
  sitting.answers = null;
  sitting.note = say(moves.length === 1 ? 'touch_again' : alike ? 'several_moves' : 'several_pieces');
  announce(sitting.note);
  sitting.pick(pick);
  if (moves.length > 1 && pointer === 'key') queueMicrotask(() => focusMove(moves[0].index)); // once the list is drawn
}

/** A finger hides what it touches: its first tap shows the move, the second plays it. @param {Sitting} sitting @param {Move} move @param {string} pointer */
function isSure(sitting, move, pointer) {
  if (pointer !== 'touch' || (sitting.picked && fits(sitting.picked, move))) return true;
  return sitting.offered().length === 1 || (settings.tap && !move.penalty.length);
}

/** @param {number} index */
function focusMove(index) {
  const button = document.querySelector(`.move[data-index="${index}"]`);
  if (button instanceof HTMLElement) button.focus();
}

/** @param {Sitting} sitting @param {number} colour @param {number} step */
async function why(sitting, colour, step) {
  const answer = await sitting.connection.ask({ do: 'why', colour, step });
  if (answer.ev !== 'why') return;
  sitting.answers = answer.answers;
  announce(answer.answers.map((one) => `${one.text} (${one.clause})`).join(' ') || say('nothing_open'));
  sitting.draw();
  queueMicrotask(() => document.querySelector('.reasons')?.scrollIntoView({ block: 'nearest' }));
}

/** A piece in words. @param {Sitting} sitting @param {number} colour @param {number} step */
function label(sitting, colour, step) {
  const { book } = sitting;
  if (!book) return '';
  const moves = sitting.movesOf(colour, step);
  const words = moves.length ? `: ${list(moves.map((move) => move.words))}` : '';
  return `${upper(translate(book.colours[colour]))}, ${where(sitting, colour, step)}${words}`;
}

/** Where a piece stands, and how near to others. @param {Sitting} sitting @param {number} colour @param {number} step */
function where(sitting, colour, step) {
  const { book, table } = sitting;
  if (!book || !table) return '';
  const waits = book.terms.reserve ? say('on_letter', { letter: translate(book.terms.reserve) }) : say('in_reserve');
  if (step === 0) return waits;
  if (arrived(table, step)) return say('is_home');
  const others = distances(sitting, colour, step);
  return `${say('on_step', { n: numberOf(table.board, colour, step) })}${others ? ` (${others})` : ''}`;
}

/** What a step is called: the number on its field, or how far it is along the way of the colour. @param {Board} board @param {number} colour @param {number} step */
function numberOf({ numbers, ring, tracks }, colour, step) {
  const at = ring.findIndex((spot) => spot.join() === tracks[colour][step]?.join());
  return numbers[at] ?? step;
}

/** All pieces in words. @param {Sitting} sitting */
export function boardInWords(sitting) {
  const { book, state } = sitting;
  if (!book || !state) return '';
  return state.pieces
    .flatMap((steps, colour) => {
      if (!steps) return [];
      const places = steps.map((step) => where(sitting, colour, step));
      return [`${upper(translate(book.colours[colour]))}: ${list(places)}.`];
    })
    .join(' ');
}
