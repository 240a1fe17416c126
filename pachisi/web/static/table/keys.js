/** Playing with the keyboard. */

import { announce, hurry, repeat } from '../parts/announce.js';
import { boardInWords } from './hands.js';
import { askHint } from './hint.js';
import { choose, settings } from '../settings.js';

/** @import {Sitting} from './sitting.js' */

/** @param {Sitting} sitting @param {KeyboardEvent} event */
export function press(sitting, event) {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (target instanceof HTMLInputElement) return;
  if (event.key === ' ') return space(sitting, event);
  if (/^[1-9]$/.test(event.key)) {
    const move = sitting.listed()[Number(event.key) - 1];
    if (move) sitting.play(move);
    return;
  }
  const act = LETTERS[event.key.toLowerCase()];
  if (act) act(sitting);
}

/** @type {{[key: string]: (sitting: Sitting) => void}} */
const LETTERS = {
  u: (sitting) => sitting.takeBack(),
  h: (sitting) => void askHint(sitting),
  l: () => repeat(),
  b: (sitting) => announce(boardInWords(sitting)),
  n: () => choose({ numbers: !settings.numbers }),
  escape: (sitting) => {
    skipAhead(sitting);
    sitting.forget();
  },
};

/**
 * Space throws, unless it presses or opens what has the focus.
 * @param {Sitting} sitting @param {KeyboardEvent} event
 */
function space(sitting, event) {
  const pressed = event.target instanceof HTMLElement && event.target.closest('button, a, label, summary');
  if (pressed && !pressed.classList.contains('dish-button')) return;
  event.preventDefault();
  if (event.repeat) return;
  if (sitting.mayThrow()) sitting.throwDice();
  else skip(sitting);
}

/** Finish all movements at once. @param {Sitting} sitting */
export function skip(sitting) {
  hurry();
  sitting.stage?.skip();
}

/** Finish everything up to the player's turn. @param {Sitting} sitting */
export function skipAhead(sitting) {
  sitting.hurry();
  skip(sitting);
}
