/** What a click, a finger or the mouse on the board means: a piece, the end of a move, or the pieces in a reserve. */

import { pointOf } from './drawing.js';

/** @import {Point} from './drawing.js' */
/** @import {Hands, Piece, Stage} from './stage.js' */
/** @import {Spot} from '../protocol.js' */

const MISS = 22; // px by which a finger may miss

/** @param {Stage} stage @param {Hands} hands */
export function listen(stage, hands) {
  const { el } = stage;
  let pointer = 'key';
  let over = '';
  el.addEventListener('pointerdown', (event) => (pointer = event.pointerType));
  el.addEventListener('click', (event) => {
    answer(stage, hands, event, pointer);
    pointer = 'key';
  });
  el.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'mouse') return;
    const spot = pieceAt(stage, event) ? null : targetAt(stage, event, 0);
    if (over === (spot?.join() ?? '')) return;
    over = spot?.join() ?? '';
    el.classList.toggle('aiming', !!spot);
    if (spot) hands.pointAt(spot);
    else hands.leave();
  });
}

/** @param {Stage} stage @param {Hands} hands @param {MouseEvent} event @param {string} pointer */
function answer(stage, hands, event, pointer) {
  const hit = pieceAt(stage, event);
  if (hit && (pointer === 'key' || stage.isFree(hit))) return hands.touch(hit.colour, hit.step, pointer);
  const miss = pointer === 'touch' ? MISS : 0;
  const spot = targetAt(stage, event, miss);
  if (spot) return hands.aim(spot, pointer);
  const meant = freeAt(stage, event, miss) ?? waitingIn(stage, event) ?? hit;
  if (meant) hands.touch(meant.colour, meant.step, pointer);
  else hands.drop();
}

/** @param {Stage} stage @param {MouseEvent} event */
function pieceAt({ pieces }, { target }) {
  return pieces.find(({ el }) => target instanceof Node && el.contains(target));
}

/** @param {Stage} stage @param {MouseEvent} event @param {number} miss @returns {Spot | null} */
function targetAt(stage, event, miss) {
  return nearest(stage, event, miss, stage.targets(), (spot) => pointOf(stage.drawing, spot));
}

/** @param {Stage} stage @param {MouseEvent} event @param {number} miss @returns {Piece | null} */
function freeAt(stage, event, miss) {
  return nearest(
    stage,
    event,
    miss,
    stage.pieces.filter((piece) => stage.isFree(piece)),
    ({ at }) => at,
  );
}

/**
 * Whatever lies nearest to a click, if it lies within half a field or as near as a finger can tell.
 * @template T
 * @param {Stage} stage @param {MouseEvent} event @param {number} miss @param {T[]} things @param {(thing: T) => Point} place
 */
function nearest({ el, drawing }, event, miss, things, place) {
  const matrix = el.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  /** @param {T} thing */
  const far = (thing) => Math.hypot(place(thing).x - x, place(thing).y - y);
  const [first] = things.toSorted((a, b) => far(a) - far(b));
  return first && far(first) <= Math.max(drawing.cell / 2, miss / matrix.a) ? first : null;
}

/** A piece that may leave the reserve that was touched. @param {Stage} stage @param {MouseEvent} event */
function waitingIn(stage, { target }) {
  const place = target instanceof Element ? target.closest('.of-colour') : null;
  if (!(place instanceof SVGElement) || !place.querySelector('.tray-glow')) return undefined;
  return stage.pieces.find(
    (piece) => piece.step === 0 && String(piece.colour) === place.dataset.colour && stage.isFree(piece),
  );
}
