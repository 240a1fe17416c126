/** Showing one event after the other: dice roll, pieces walk, words are said. */

import { anyFaces } from '../board/dice.js';
import { pointOf } from '../board/drawing.js';
import { burst, celebrate, tremble } from '../board/joy.js';
import { announce, rest } from '../parts/announce.js';
import { sound } from '../parts/sound.js';
import { pace } from '../settings.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Logged, Move, Sent, Spot} from '../protocol.js' */

const TRAIL = 12; // moves that stay marked
const TRIUMPH = 2600; // ms for the winner, before the report
const OTHERS = 0.6; // the pace of what others do, relative to the player's own

/** @param {Sitting} sitting @param {Logged} event */
export async function show(sitting, event) {
  const { table, stage } = sitting;
  if (!table) return;
  const quick = 'seat' in event && !sitting.you.includes(event.seat) ? OTHERS : 1;
  if (event.ev === 'thrown') await showThrow(sitting, event.faces, quick);
  if (event.ev === 'moved') await showMove(sitting, event.move);
  if (sitting.gone) return;
  if ('back' in event && event.back.length) lament(sitting, event);
  if ('back' in event) await stage?.sendBack(event.back);
  if (sitting.gone) return;
  if (event.words)
    sitting.story.push({ seq: event.seq, seat: 'seat' in event ? event.seat : -1, ev: event.ev, words: event.words });
  announce(event.words);
  if ('seats' in event) table.seats = event.seats;
  if (event.ev === 'started') table.phase = 'play';
  if (event.ev === 'ended') Object.assign(table, { phase: 'over', secret: event.secret });
  if (event.ev === 'closed') Object.assign(table, { phase: 'closed', secret: event.secret });
  if (event.ev === 'rematched') table.rematch = event.table;
  if (event.ev === 'rematched' && sitting.wantsRematch) sitting.go(`/table/${event.table}`);
  if (event.ev === 'ended') rejoice(sitting, event.winner);
  if (event.ev === 'taken_back') sitting.faces = event.state.faces;
  leaveTrail(sitting, event);
  if ('state' in event) {
    sitting.state = event.state;
    sitting.stage?.show(event.state.pieces); // another one may have been laid meanwhile
    sitting.stage?.turn(event.state.node === 'over' ? -1 : event.state.colour);
  }
  sitting.note = event.words;
  sitting.draw();
  if (event.ev === 'ended') await rest(TRIUMPH * pace()); // even in a hurry
  if ('happened' in event && event.happened.some(({ what }) => what !== 'turn_over')) await pause(sitting, 650 * quick);
}

/** The moves since the player's own last one stay marked on the board. @param {Sitting} sitting @param {Logged} event */
function leaveTrail(sitting, event) {
  if (event.ev === 'taken_back' || event.ev === 'ended') sitting.trail = [];
  if (event.ev !== 'moved') return;
  const own = sitting.you.includes(event.seat);
  const walked = event.move.path.length > 1 ? [event.move] : [];
  sitting.trail = own ? [] : [...sitting.trail, ...walked].slice(-TRAIL);
  sitting.stage?.trace(sitting.trail);
}

/** Pieces are sent back. @param {Sitting} sitting @param {Logged & {back: Sent[], seat: number}} event */
function lament({ stage, table, you }, { back, seat }) {
  const held = table?.seats.filter((one) => you.includes(one.seat)).flatMap((one) => one.colours) ?? [];
  for (const [colour, step] of back) {
    const piece = stage?.pieces.find((one) => one.colour === colour && one.step === step);
    if (stage && piece) burst(stage, piece.at, stage.colours[colour].hex);
  }
  if (back.some(([colour]) => held.includes(colour))) tremble([40, 60, 160]);
  else if (you.includes(seat)) tremble(60);
}

/** Somebody has won. @param {Sitting} sitting @param {number[]} winner */
function rejoice({ stage, table, you }, winner) {
  sound.win();
  const seats = table?.seats.filter((one) => winner.includes(one.seat)) ?? [];
  if (stage) celebrate(stage, seats.flatMap((one) => one.colours.map((colour) => stage.colours[colour].hex)));
  if (winner.some((seat) => you.includes(seat))) tremble([60, 60, 60, 60, 240]);
}

/** A pause to see what has happened. @param {Sitting} sitting @param {number} ms */
async function pause({ stage }, ms) {
  if (!stage?.skipped) await rest(ms * pace());
}

/** @param {Sitting} sitting @param {number[]} faces @param {number} quick */
async function showThrow(sitting, faces, quick) {
  const { table } = sitting;
  if (table && pace() && !sitting.stage?.skipped) {
    sound.toss(faces.length);
    for (let turn = 0; turn < 7 * quick; turn += 1) {
      sitting.rolling = anyFaces(table.dice, faces.length);
      sitting.draw();
      await pause(sitting, 70);
    }
  }
  sitting.rolling = null;
  sitting.faces = faces;
  sitting.draw();
  await pause(sitting, 380 * quick);
}

/** @param {Sitting} sitting @param {Move} move */
async function showMove({ stage }, move) {
  if (!move.path.length) return;
  stage?.preview([]);
  await stage?.walk(move);
  const end = /** @type {Spot} */ (move.path.at(-1));
  if (stage && move.kind === 'enter') burst(stage, pointOf(stage.drawing, end), stage.colours[move.colour].hex);
  if (move.home) sound.home();
}
