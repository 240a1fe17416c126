/** A hint: what the strongest bot thinks of the moves, shown only to the player who asked. */

import { announce } from '../parts/announce.js';
import { percent, say } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Message} from '../protocol.js' */

const THROW = -1; // among the advice

/** May the button be pressed? @param {Sitting} sitting */
export function mayHint(sitting) {
  const least = sitting.state?.node === 'offer' ? 0 : 1; // to stop is one of two choices
  return !!sitting.table?.hints && sitting.offered().length > least && !chances(sitting).size;
}

/** The chance of winning after each move by its index; empty without a hint. @param {Sitting} sitting */
export function chances({ hint, state }) {
  const given = hint && hint.at === state?.seq ? hint.advice : [];
  return new Map(given.map(({ index, chance }) => [index, chance]));
}

/** The best move of the hint, with those that are as good; none without a hint. @param {Sitting} sitting */
export function best(sitting) {
  const ranked = chances(sitting);
  const [top] = ranked.values();
  return sitting
    .offered()
    .filter((move) => ranked.has(move.index) && percent(ranked.get(move.index) ?? 0, 1) === percent(top, 1));
}

/** Ask for a hint; a table without hints says so. @param {Sitting} sitting */
export async function askHint(sitting) {
  const { state } = sitting;
  if (!state || !['move', 'offer'].includes(state.node) || !sitting.idle() || sitting.pondering) return;
  sitting.pondering = true;
  sitting.note = say('hint_coming');
  sitting.draw();
  const answer = await sitting.connection.ask({ do: 'hint', at: state.seq });
  sitting.pondering = false;
  if (sitting.state === state && !sitting.waiting) show(sitting, answer);
  sitting.draw();
}

/** @param {Sitting} sitting @param {Message} answer */
function show(sitting, answer) {
  if (answer.ev === 'no') sitting.note = answer.why;
  if (answer.ev === 'hint') {
    sitting.hint = answer;
    sitting.answers = null;
    const [top] = answer.advice;
    const move = top.index === THROW ? say('hint_throw') : best(sitting)[0]?.words;
    if (move) sitting.note = `${say('hint_is', { move, chance: percent(top.chance, 1) })} ${answer.why}`.trim();
    sitting.look([]);
  }
  announce(sitting.note);
}
