/** Faces that the colours can pull, for those who want to say it without words. */

import { svg } from '../vendor/lit-html.js';

/** @import {Colour} from '../board/marks.js' */

/** Eyes, brows and mouth in a square of 100. */
const MOODS = {
  smile: 'M-16 -14 v7 M16 -14 v7 M-21 11 Q0 33 21 11',
  laugh: 'M-25 -7 Q-16 -20 -7 -7 M7 -7 Q16 -20 25 -7 M-23 9 H23 Q17 32 0 32 Q-17 32 -23 9 Z',
  wink: 'M-16 -14 v7 M8 -9 H25 M-20 13 Q6 30 22 8',
  wow: 'M-16 -16 v9 M16 -16 v9 M0 8 C13 8 13 31 0 31 C-13 31 -13 8 0 8 Z',
  cry: 'M-25 -8 Q-16 0 -7 -8 M7 -8 Q16 0 25 -8 M-17 27 Q0 9 17 27 M-24 6 v9 M24 6 v9',
  rage: 'M-27 -21 L-8 -12 M27 -21 L8 -12 M-16 -5 v5 M16 -5 v5 M-20 25 L-10 15 L0 25 L10 15 L20 25',
};

/** @typedef {keyof typeof MOODS} Mood */

export const FACES = /** @type {Mood[]} */ (Object.keys(MOODS));

/** @param {string} phrase @returns {phrase is Mood} */
export function isFace(phrase) {
  return phrase in MOODS;
}

/** @param {Colour} colour @param {Mood} mood */
export function face({ hex, ink }, mood) {
  return svg`<svg class="chip face" viewBox="-50 -50 100 100" aria-hidden="true" focusable="false">
    <circle r="47" fill=${hex}></circle>
    <circle r="47" class="chip-light"></circle>
    <path d=${MOODS[mood]} fill="none" stroke=${ink} stroke-width="6.5" stroke-linecap="round" stroke-linejoin="round"></path>
  </svg>`;
}
