/** The bots as opponents, from the easiest to the hardest. */

import { say, translate } from '../words.js';

/** @import {Shelf} from '../protocol.js' */
/** @import {Row} from './picker.js' */

export const OPPONENT = 'greedy'; // the first opponent of a newcomer
export const STAND_IN = 'careful'; // for a player who is away

/** The bots as rows of a choice. @param {Shelf | null} shelf @param {string} [prefix] @returns {Row[]} */
export function levels(shelf, prefix = '') {
  return (shelf?.bots ?? []).map((bot) => ({
    value: prefix + bot.id,
    name: translate(bot.name),
    about: translate(bot.about),
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
