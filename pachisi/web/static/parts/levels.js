/** The bots as opponents, from the easiest to the hardest. */

import { say, told } from '../words.js';

/** @import {Shelf} from '../protocol.js' */
/** @import {Row} from './picker.js' */

export const OPPONENT = 'greedy'; // of a newcomer
export const STAND_IN = 'careful'; // for somebody who has gone

/** The bots as rows of a choice. @param {Shelf | null} shelf @param {string} [prefix] @returns {Row[]} */
export function levels(shelf, prefix = '') {
  return (shelf?.bots ?? []).map((bot) => ({
    value: prefix + bot.id,
    name: told(bot.name),
    about: told(bot.about),
    icon: 'robot',
  }));
}

/** Who may sit at a seat: somebody here, somebody invited, or a bot. @param {Shelf | null} shelf @param {boolean} [me] @returns {Row[]} */
export function sitters(shelf, me = false) {
  return [
    { value: 'here', name: say(me ? 'who_me' : 'who_here'), icon: 'person' },
    { value: 'open', name: say('who_open'), icon: 'link' },
    ...levels(shelf, 'bot:'),
  ];
}
