/** The turn: whose it is, what to do now, and the dice. */

import { html } from '../vendor/lit-html.js';
import { countOf, drawThrow } from '../board/dice.js';
import { askHint, mayHint } from './hint.js';
import { icon } from '../parts/icons.js';
import { skipAhead } from './keys.js';
import { nudge } from './phrases.js';
import { openRules } from '../screens/rules.js';
import { seatChips, seatName } from './seats.js';
import { forewarned } from './strip.js';
import { sayThrow, task } from './task.js';
import { say } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Dice} from '../board/dice.js' */
/** @import {Answer, State, Table} from '../protocol.js' */

/** @param {Sitting} sitting */
export function turnBanner(sitting) {
  const { table, state, book } = sitting;
  if (!table || !state || !book || state.node === 'over') return null;
  const seat = table.seats.find((one) => one.seat === state.seat);
  if (!seat) return null;
  const mine = sitting.mine();
  return html`<section class=${`turn ${mine ? 'mine' : ''}`} aria-label=${say('turn')}>
    ${seatChips(book, { ...seat, colours: seat.colours.includes(state.colour) ? [state.colour] : seat.colours })}
    <div>
      <b>${mine && sitting.you.length === 1 ? say('your_turn') : say('turn_of', { name: seatName(book, seat) })}</b>
      <span>${what(sitting, mine)}</span>
    </div>
    ${clock(sitting, table)}
    <span class="turn-buttons">
      ${nudge(sitting)}
      ${
        sitting.busy && !mine && sitting.you.length
          ? html`<button class="small-button skip" @click=${() => skipAhead(sitting)}>
              ${icon('next')}${say('skip_ahead')}
            </button>`
          : null
      }
      ${
        sitting.mayTakeBack()
          ? html`<button class="small-button take-back" title=${say('take_back')} @click=${() => sitting.takeBack()}>
              ${icon('undo')}<span>${say('take_back')}</span>
            </button>`
          : null
      }
      ${
        mayHint(sitting)
          ? html`<button class="small-button ask-hint" ?disabled=${sitting.pondering} @click=${() => askHint(sitting)}>
              ${icon('hint')}${say('hint')}<kbd aria-hidden="true">${say('key_hint')}</kbd>
            </button>`
          : null
      }
    </span>
  </section>`;
}

/** The seconds that are left for a decision. @param {Sitting} sitting @param {Table} table */
function clock(sitting, table) {
  const seat = table.seats.find((one) => one.seat === sitting.state?.seat);
  if (!table.clock || !seat || seat.kind !== 'person' || seat.stand_in) return null;
  const left = Math.max(0, Math.ceil(table.clock - (Date.now() - sitting.since) / 1000));
  return html`<span class=${`clock ${left <= 10 ? 'late' : ''}`} role="timer">${say('seconds_left', { n: left })}</span>`;
}

/** What to do now, or what somebody else is doing. @param {Sitting} sitting @param {boolean} mine */
function what(sitting, mine) {
  const { table, state } = sitting;
  if (!table || !state) return '';
  if (!sitting.you.length && sitting.line === 'open') return say('you_watch');
  if (!mine) return state.node === 'move' ? say('is_choosing') : sayThrow(table.dice, 'is');
  return sitting.idle() ? task(table, state) : '';
}

/** The dish with the dice; a click throws. @param {Sitting} sitting */
export function diceDish(sitting) {
  const { table, state, rolling } = sitting;
  if (!table || !state) return null;
  const may = sitting.mayThrow();
  const { dice } = table;
  const faces = rolling ?? sitting.faces;
  const lying = faces.length ? faces : dice.faces.slice(-dice.count);
  const word = may
    ? html`${sayThrow(dice, 'button')} <kbd aria-hidden="true">${say('key_space')}</kbd>`
    : openNumbers(state, dice);
  return html`<div class=${`dish ${dice.kind} ${rolling ? 'rolling' : ''}`}>
    <button class="dish-button" ?disabled=${!may} @click=${() => sitting.throwDice()}>
      <span class="unseen">${faces.length && !rolling ? sayThrow(dice, 'thrown', faces) : ''}</span>
      ${drawThrow(dice, lying, rolling ? [] : spent(state, lying, dice.kind))}
      <span class="dish-word">${word}</span>
    </button>
  </div>`;
}

/** Which faces are used up. @param {State} state @param {number[]} faces @param {string} kind */
function spent(state, faces, kind) {
  if (state.node !== 'move' || faces.length < 2) return [];
  const left = [...state.left];
  const used = faces.map((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return kind === 'sticks' && left.length ? [] : used; // sticks that are played as one number
}

/** @param {State} state @param {Dice} dice */
function openNumbers(state, dice) {
  if (dice.kind === 'shells') return shellNumbers(state, dice);
  if (state.node !== 'move') return null;
  const numbers = [...state.left, ...state.bonus];
  if (numbers.toSorted().join() === state.faces.toSorted().join()) return null;
  return numbers.length ? say('open_numbers', { n: numbers.join(' · ') }) : null;
}

/** What the shells count, and what else is open. @param {State} state @param {Dice} dice */
function shellNumbers(state, dice) {
  const thrown = state.faces.map((face) => countOf(dice, face));
  const numbers = state.left.length ? state.left : thrown;
  return state.left.length > 1 ? say('open_numbers', { n: numbers.join(' · ') }) : numbers.join(' ') || null;
}

/** Why a piece may not move, or what the move would cost: in one place that is always visible. @param {Sitting} sitting */
export function notice(sitting) {
  const { book } = sitting;
  if (sitting.answers) return reasons(sitting, sitting.answers);
  const warnings = book ? forewarned(book, sitting.looked) : [];
  const text = warnings.length ? warnings.join(' · ') : sitting.note;
  return html`<p class=${`notice ${warnings.length ? 'warning' : ''}`}>${text}</p>`;
}

/** @param {Sitting} sitting @param {Answer[]} answers */
function reasons(sitting, answers) {
  return html`<div class="reasons" role="status">
    <button class="round-button" aria-label=${say('close')} @click=${() => sitting.forget()}>${icon('close')}</button>
    ${
      answers.length
        ? together(answers).map(
            ({ uses, one }) =>
              html`<p>
                ${uses.length ? html`<b>${say(one.legal ? 'may' : 'may_not', { n: uses.join(', ') })}</b> ` : null}${one.text}
                <button class="clause" @click=${() => citeRules(sitting, one.clause)}>${one.clause}</button>
              </p>`,
          )
        : html`<p>${say('nothing_open')}</p>`
    }
  </div>`;
}

/** Identical answers are shown once. @param {Answer[]} answers */
function together(answers) {
  /** @type {Map<string, {uses: string[], one: Answer}>} */
  const said = new Map();
  for (const one of answers) {
    const key = `${one.legal} ${one.clause} ${one.text}`;
    const uses = [...(said.get(key)?.uses ?? []), ...(one.uses.length ? [one.uses.join(' + ')] : [])];
    said.set(key, { uses, one });
  }
  return [...said.values()];
}

/** @param {Sitting} sitting @param {string} clause */
function citeRules({ table, draw }, clause) {
  if (table) void openRules(table, draw, clause);
}
