/** A hint: what the strongest bot thinks of the moves, shown only to the player who asked. */

import { announce } from '../parts/announce.js';
import { percent, say } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Message} from '../protocol.js' */

/** May the button be pressed? @param {Sitting} sitting */
export function mayHint(sitting) {
  return !!sitting.table?.hints && sitting.offered().length > 1 && !chances(sitting).size;
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
  if (!state || state.node !== 'move' || !sitting.idle() || sitting.pondering) return;
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
    const [move] = best(sitting);
    if (move) sitting.note = say('hint_is', { move: move.words, chance: percent(answer.advice[0].chance, 1) });
    sitting.look([]);
  }
  announce(sitting.note);
}
