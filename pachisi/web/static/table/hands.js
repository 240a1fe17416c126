/** Touching the pieces: a legal one moves, any other says why not. */

import { announce } from '../parts/announce.js';
import { arrived } from './seats.js';
import { list, say, translate, upper } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Hands} from '../board/stage.js' */

/** @param {Sitting} sitting @returns {Hands} */
export function handsOf(sitting) {
  return {
    touch: (colour, step, pointer) => touch(sitting, colour, step, pointer),
    point: (colour, step) => sitting.look(sitting.movesOf(colour, step)),
    leave: () => sitting.look(sitting.picked ? sitting.movesOf(sitting.picked.colour, sitting.picked.step) : []),
    label: (colour, step) => label(sitting, colour, step),
  };
}

/**
 * The first tap of a finger shows the move, the second plays it.
 * @param {Sitting} sitting @param {number} colour @param {number} step @param {string} pointer
 */
function touch(sitting, colour, step, pointer) {
  const moves = sitting.movesOf(colour, step);
  if (!moves.length) return void why(sitting, colour, step);
  const again = sitting.picked?.colour === colour && sitting.picked.step === step;
  if (moves.length === 1 && (pointer !== 'touch' || again)) return sitting.play(moves[0]);
  sitting.picked = { colour, step };
  sitting.answers = null;
  sitting.note = moves.length > 1 ? say('several_moves') : say('touch_again');
  announce(sitting.note);
  sitting.look(moves);
  if (moves.length > 1 && pointer !== 'touch') focusMove(moves[0].index);
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
  const { book, table } = sitting;
  if (!book || !table) return '';
  const waits = book.terms.reserve ? say('on_letter', { letter: translate(book.terms.reserve) }) : say('in_reserve');
  const where = step === 0 ? waits : arrived(table, step) ? say('is_home') : say('on_step', { n: step });
  const moves = sitting.movesOf(colour, step);
  const words = moves.length ? `: ${list(moves.map((move) => move.words))}` : '';
  return `${upper(translate(book.colours[colour]))}, ${where}${words}`;
}

/** All pieces in words. @param {Sitting} sitting */
export function boardInWords(sitting) {
  const { book, table, state } = sitting;
  if (!book || !table || !state) return '';
  return state.pieces
    .flatMap((steps, colour) => {
      if (!steps) return [];
      const places = steps.map((step) => label(sitting, colour, step).split(':')[0].split(', ')[1]);
      return [`${upper(translate(book.colours[colour]))}: ${list(places)}.`];
    })
    .join(' ');
}
