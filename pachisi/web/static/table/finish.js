/** The end: places, the race, the dice, and what to do next. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { icon } from '../parts/icons.js';
import { luckTable } from './luck.js';
import { proofLine, proofOf } from './promise.js';
import { raceChart } from './race.js';
import { seatChips, seatName } from './seats.js';
import { linkRow } from './share.js';
import { list, say, translate } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Proof} from './promise.js' */
/** @import {Book, Summary, Table} from '../protocol.js' */

/** @typedef {{summary: Summary | null, proof: Proof | null, settled: boolean}} Known */

/** What is known of finished games. @type {Map<string, Known>} */
const games = new Map();

/** @param {Sitting} sitting @returns {Known} */
function known({ id, you, draw }) {
  const kept = games.get(id);
  if (kept) return kept;
  /** @type {Known} */ const game = { summary: null, proof: null, settled: false };
  games.set(id, game);
  void gather(id, you, game, draw);
  return game;
}

/** @param {string} id @param {number[]} you @param {Known} game @param {() => void} draw */
async function gather(id, you, game, draw) {
  const proof = proofOf(id, you).catch(() => null);
  game.summary = await api.summary(id).catch(() => null);
  game.settled = true;
  draw();
  game.proof = await proof;
  draw();
}

/** @param {Sitting} sitting */
export function finish(sitting) {
  const { table, book } = sitting;
  if (!table || !book) return null;
  const { summary, proof, settled } = known(sitting);
  if (!settled) return null; // a button must not slip away from under the finger
  return html`<section class="finish">
    ${headline(sitting, book, table, summary?.outcome?.[0] ?? [])}
    ${summary?.outcome ? places(book, table, summary.outcome) : null}
    <div class="button-row">
      ${
        table.rematch
          ? html`<a class="button" href=${`/table/${table.rematch}`}>${icon('again')}${say('to_rematch')}</a>`
          : sitting.you.length && table.phase === 'over'
            ? html`<button class="button" @click=${() => sitting.rematch()}>${icon('again')}${say('rematch')}</button>`
            : null
      }
      ${playOn(sitting, table)}
      <a class="button quiet" href=${`/review/${table.id}`}>${icon('star')}${say('review')}</a>
      <a class="button quiet" href=${`/replay/${table.id}`}>${icon('play')}${say('replay')}</a>
      <a class="button quiet" href=${`/api/tables/${table.id}/record`} download>${icon('down')}${say('record')}</a>
    </div>
    ${proofLine(proof, table.id)}
    ${
      summary
        ? html`${raceChart(book, table.seats, summary)}${luckTable(book, table.dice, table.seats, summary)}
            <p class="soft">${gameLength(summary)}</p>`
        : null
    }
    ${linkRow(say('replay_link'), `/replay/${table.id}`)}
  </section>`;
}

/** The others may play on for the places. @param {Sitting} sitting @param {Table} table */
function playOn(sitting, table) {
  if (table.phase !== 'over' || !table.may_play_on || table.rematch || !sitting.you.length) return null;
  return html`<button class="button quiet wide" @click=${() => sitting.rematch(true)}>${icon('play')}${say('play_on')}</button>`;
}

/** @param {Summary} summary */
function gameLength({ turns, throws }) {
  return say('game_length', { turns: say('n_turns', { n: turns }), throws: say('n_throws', { n: throws }) });
}

/** Who has won. @param {Sitting} sitting @param {Book} book @param {Table} table @param {number[]} winner */
function headline(sitting, book, table, winner) {
  const seats = table.seats.filter((seat) => winner.includes(seat.seat));
  if (!seats.length) return html`<h2>${table.phase === 'closed' ? say('closed') : say('game_over')}</h2>`;
  const mine = sitting.you.length === 1 && winner.includes(sitting.you[0]);
  const name = list(seats.map((seat) => seatName(book, seat)));
  const words = mine ? say('you_won') : say(seats.length > 1 ? 'have_won' : 'has_won', { name });
  const call = book.terms.win ? say('calls', { words: translate(book.terms.win) }) : null;
  return html`<div class="headline">
    ${seats.map((seat) => seatChips(book, seat))}
    <h2>${call} ${words}</h2>
  </div>`;
}

/** @param {Book} book @param {Table} table @param {number[][]} outcome */
function places(book, table, outcome) {
  return html`<ol class="places">
    ${outcome.map((team, nth) => {
      const seats = table.seats.filter((seat) => team.includes(seat.seat));
      return html`<li class=${nth ? '' : 'first'}>
        <span class="rank">${nth + 1}</span> ${seats.map((seat) => seatChips(book, seat))}<b
          >${list(seats.map((seat) => seatName(book, seat)))}</b
        >
      </li>`;
    })}
  </ol>`;
}
