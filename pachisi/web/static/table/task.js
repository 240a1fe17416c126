/** What is to be done, in words; shells are thrown in other words than dice. */

import { countOf } from '../board/dice.js';
import { say } from '../words.js';

/** @import {Dice} from '../board/dice.js' */
/** @import {State, Table} from '../protocol.js' */
/** @typedef {'now' | 'may' | 'is' | 'opening' | 'button' | 'thrown'} Saying what is said of a throw */
/** @typedef {{[what in Saying]: import('../words.js').Key}} Sayings */

/** @type {Sayings} */
const DICE = {
  now: 'throw_now',
  may: 'may_throw',
  is: 'is_throwing',
  opening: 'throw_for_opening',
  button: 'throw_button',
  thrown: 'thrown_label',
};
/** @type {Sayings} */
const SHELLS = {
  now: 'throw_shells',
  may: 'may_throw_shells',
  is: 'is_throwing_shells',
  opening: 'throw_shells_for_opening',
  button: 'throw_shells_button',
  thrown: 'thrown_shells_label',
};

/** What a player has to do now. @param {Table} table @param {State} state */
export function task({ dice }, state) {
  if (state.node === 'move') return state.moves.length === 1 ? say('one_move') : say('choose_move');
  if (state.opening) return sayThrow(dice, 'opening');
  if (state.node === 'offer') return sayThrow(dice, 'may');
  const now = sayThrow(dice, 'now');
  return state.tries > 0 ? `${now} ${say('tries_left', { n: state.tries })}` : now;
}

/** @param {Dice} dice @param {Saying} what @param {number[]} faces those that lie there */
export function sayThrow(dice, what, faces = []) {
  const words = dice.kind === 'shells' ? SHELLS : DICE;
  return say(words[what], { n: dice.count, faces: faces.map((face) => countOf(dice, face)).join(', ') });
}
