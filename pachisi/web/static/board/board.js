/** The board as a drawing. */

import { svg } from '../vendor/lit-html.js';
import { measure } from './geometry.js';
import { drawCloth } from './looks/cloth.js';
import { drawCross } from './looks/cross.js';
import { drawRound } from './looks/round.js';

/** @import {Measure, Plan} from './geometry.js' */
/** @import {Colour} from './marks.js' */
/** @typedef {{plan: Plan, m: Measure, colours: Colour[]}} Scene */

export const VIEW = '-40 -40 1080 1080';

/** @type {{[look: string]: (scene: Scene) => import('../vendor/lit-html.js').TemplateResult}} */
const LOOKS = { round: drawRound, cross: drawCross, cloth: drawCloth };

/** @param {Plan} plan @param {Colour[]} colours @returns {Scene} */
export function sceneOf(plan, colours) {
  return { plan, m: measure(plan), colours };
}

/** Everything that does not move. @param {Scene} scene */
export function drawBoard(scene) {
  return svg`<g class=${`board ${scene.m.look}`}>${LOOKS[scene.m.look](scene)}</g>`;
}
