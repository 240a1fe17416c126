/** Who sits at the table, and whose turn it is. */

import { html } from '../vendor/lit-html.js';
import { face } from '../parts/faces.js';
import { icon } from '../parts/icons.js';
import { levels, STAND_IN } from '../parts/levels.js';
import { chip } from '../board/marks.js';
import { menu } from '../parts/picker.js';
import { say, translate, upper } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Book, Seat, State, Table} from '../protocol.js' */

/** @param {Book} book @param {Seat} seat */
export function colourNames(book, seat) {
  return upper(seat.colours.map((colour) => translate(book.colours[colour])).join(' + '));
}

/** What a seat is called: a person by name, a bot by its colour. @param {Book} book @param {Seat} seat */
export function seatName(book, seat) {
  return seat.kind === 'bot' ? colourNames(book, seat) : seat.name;
}

/** @param {Book} book @param {Seat} seat */
export function seatChips(book, seat) {
  return html`<span class="chips">${seat.colours.map((colour) => chip(book.colours[colour]))}</span>`;
}

/** How far the pieces of a seat have come, 0 to 1. @param {Table} table @param {State} state @param {Seat} seat */
function progress(table, state, seat) {
  const steps = seat.colours.flatMap((colour) => state.pieces[colour] ?? []);
  return steps.reduce((sum, step) => sum + step, 0) / (steps.length * table.board.last || 1);
}

/** @param {Sitting} sitting */
export function seatCards(sitting) {
  const { table, state, book } = sitting;
  if (!table || !book || !state) return null;
  return html`<ul class="seats" aria-label=${say('seats')} data-count=${table.seats.length}>
      ${table.seats.map((seat) => seatCard(sitting, table, state, book, seat))}
    </ul>
    ${table.seats.map((seat) => absence(sitting, book, seat))}`;
}

/** @param {Sitting} sitting @param {Table} table @param {State} state @param {Book} book @param {Seat} seat */
function seatCard(sitting, table, state, book, seat) {
  const onTurn = state.node !== 'over' && state.seat === seat.seat;
  const home = seat.colours
    .flatMap((colour) => state.pieces[colour] ?? [])
    .filter((step) => arrived(table, step)).length;
  const width = 100 * progress(table, state, seat);
  return html`<li
    class=${`seat-card${onTurn ? ' on-turn' : ''}${absent(sitting, seat) ? ' away' : ''}`}
    data-seat=${seat.seat}
    aria-current=${onTurn ? 'true' : 'false'}
  >
    ${seatChips(book, seat)}
    <div class="who">
      <b>${seatName(book, seat)}</b>
      <span>${about(sitting, book, seat)}</span>
    </div>
    ${bubble(sitting, book, seat)}
    <span class="home-count" title=${say('home_count', { n: home })}
      ><span aria-hidden="true">${home}/${table.pieces * seat.colours.length}</span>${teamMark(sitting, seat)}
      <span class="unseen">${say('home_count', { n: home })}</span></span
    >
    <span class="way-so-far" aria-hidden="true"
      ><svg class="progress" viewBox="0 0 100 4" preserveAspectRatio="none">
        <rect width="100" height="4"></rect>
        <rect class="done" width=${width.toFixed(1)} height="4" fill=${book.colours[seat.colours[0]].hex}></rect></svg
    ></span>
  </li>`;
}

/** What somebody has just said, or the face that somebody pulls. @param {Sitting} sitting @param {Book} book @param {Seat} seat */
function bubble({ said }, book, { seat, colours }) {
  const heard = said.get(seat);
  if (!heard) return null;
  const { mood, words } = heard;
  return mood
    ? html`<span class="bubble pulled" role="img" aria-label=${words} data-face=${mood}>${face(book.colours[colours[0]], mood)}</span>`
    : html`<span class="bubble">${words}</span>`;
}

/**
 * The small print of a seat: its team, who plays it, and why nobody does.
 * @param {Sitting} sitting @param {Book} book @param {Seat} seat
 */
function about(sitting, book, seat) {
  const team = sitting.table?.teams?.findIndex((seats) => seats.includes(seat.seat)) ?? -1;
  const colours = colourNames(book, seat);
  const alone = sitting.you.length === 1 && sitting.you.includes(seat.seat);
  return [
    team >= 0 ? say('team', { n: team + 1 }) : '',
    seat.kind === 'bot' ? sitting.botName(seat.bot) : seat.name === colours ? '' : colours,
    alone ? say('you') : '',
    absent(sitting, seat),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Where there is no room for more, the number of the team. @param {Sitting} sitting @param {Seat} seat */
function teamMark({ table }, { seat }) {
  const team = table?.teams?.findIndex((seats) => seats.includes(seat)) ?? -1;
  return team < 0 ? null : html`<i class="team-mark" title=${say('team', { n: team + 1 })}>${team + 1}</i>`;
}

/** @param {Table} table @param {number} step */
export function arrived(table, step) {
  return table.board.houses ? step === table.board.last : step > table.board.lap;
}

/** Why somebody does not play this seat now. @param {Sitting} sitting @param {Seat} seat */
function absent(sitting, seat) {
  if (seat.stand_in) return `${say('bot_plays')} (${sitting.botName(seat.stand_in)})`;
  if (seat.kind === 'bot' || sitting.you.includes(seat.seat)) return '';
  if (seat.left) return say('has_left');
  return sitting.here.includes(seat.seat) ? '' : say('is_away');
}

/** Below the cards: who does not play, and what can be done about it. @param {Sitting} sitting @param {Book} book @param {Seat} seat */
function absence(sitting, book, seat) {
  const remedy = remedyFor(sitting, seat);
  if (!remedy) return null;
  return html`<div class="absence" data-seat=${seat.seat}>
    ${seatChips(book, seat)}<b>${seatName(book, seat)}</b>${remedy}
  </div>`;
}

/** @param {Sitting} sitting @param {Seat} seat */
function remedyFor(sitting, seat) {
  const mine = sitting.you.includes(seat.seat);
  const away = sitting.away.find((one) => one.seat === seat.seat);
  if (mine && (seat.stand_in || seat.left)) {
    return html`<button class="small-button" @click=${() => sitting.ask({ do: 'come_back', seat: seat.seat })}>
      ${icon('undo')}${say('come_back')}
    </button>`;
  }
  if (!away || mine || !sitting.you.length || seat.stand_in) return null;
  const left = Math.ceil(away.wait - (Date.now() - sitting.awaySince) / 1000);
  if (left > 0) return html`<span class="countdown">${say('wait_for', { n: left })}</span>`;
  const rows = levels(sitting.shelf);
  /** @param {string} bot */
  const standIn = (bot) => void sitting.ask({ do: 'stand_in', seat: seat.seat, bot });
  return html`<span class="split">
    <button
      class="small-button"
      title=${rows.find((row) => row.value === STAND_IN)?.about ?? ''}
      @click=${() => standIn(STAND_IN)}
    >
      ${icon('robot')}${say('let_bot')}
    </button>
    ${menu(`stand-in-${seat.seat}`, say('other_bot'), rows, standIn)}
  </span>`;
}
