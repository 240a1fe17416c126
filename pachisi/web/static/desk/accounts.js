/** What was luck and what was skill: two bars for each side, and how they add up. */

import { html, svg } from '../vendor/lit-html.js';
import { chip } from '../board/marks.js';
import { number, percent, say } from '../words.js';
import { nameOf } from './curve.js';

/** @import {JudgedGame} from './judged.js' */
/** @import {SideAccount} from '../protocol.js' */

const LARGE = 0.25; // a correction that throws doubt on the numbers
const HALF = 100; // of a bar, to either side of its zero

/** Chance in points, with its sign. @param {number} part */
export function points(part) {
  const text = number(Math.abs(100 * part), 1);
  return `${part < -0.0005 ? '−' : part > 0.0005 ? '+' : ''}${text}`;
}

/** @param {JudgedGame} game */
export function accountsView(game) {
  const { accounts } = game;
  if (!accounts) return null;
  const most = Math.max(0.1, ...accounts.accounts.flatMap((one) => [Math.abs(luckOf(one)), Math.abs(one.skill)]));
  return html`<section class="accounts card">
    <h2>${say('luck_and_skill')}</h2>
    <ul>
      ${game.ownFirst(accounts.accounts.map((_, side) => side)).map((side) => account(game, accounts.accounts[side], side, most))}
    </ul>
    ${caution(game, accounts.accounts)}
    <details>
      <summary>${say('adds_up')}</summary>
      <p class="soft">${say('adds_up_how')}</p>
      ${sums(game, accounts.accounts)}
    </details>
  </section>`;
}

/** Why the numbers are to be doubted. @param {JudgedGame} game @param {SideAccount[]} rows */
function caution(game, rows) {
  const large = rows.some((one) => Math.abs(one.correction) > LARGE);
  const words = game.outset?.learned === false ? say('unlearned') : large ? say('caution') : '';
  return words ? html`<p class="soft">${words}</p>` : null;
}

/** @param {SideAccount} one */
function luckOf({ dice, gifts }) {
  return dice + gifts;
}

/** @param {JudgedGame} game @param {SideAccount} one @param {number} side @param {number} most */
function account(game, one, side, most) {
  const slips = [
    one.blunders ? say('n_blunders', { n: one.blunders }) : '',
    one.mistakes ? say('n_mistakes', { n: one.mistakes }) : '',
    one.inaccuracies ? say('n_inaccuracies', { n: one.inaccuracies }) : '',
  ].filter(Boolean);
  return html`<li>
    <div class="account-name">${chip(game.colour(side))}<b>${nameOf(game, side)}</b></div>
    ${bar(say('luck'), luckOf(one), most)} ${bar(say('skill'), one.skill, most)}
    <p class="soft">
      ${one.decisions ? say('best_of', { best: one.best, n: one.decisions, share: percent(one.best / one.decisions) }) : say('no_choice')}
      ${slips.length ? html`<br />${slips.join(' · ')}` : null}
    </p>
  </li>`;
}

/** A bar from the middle to the left or to the right. @param {string} label @param {number} value @param {number} most */
function bar(label, value, most) {
  const length = Math.min(HALF, (HALF * Math.abs(value)) / most);
  return html`<div class="balance">
    <span>${label}</span>
    <svg viewBox=${`0 0 ${2 * HALF} 12`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="groove" width=${2 * HALF} height="12"></rect>
      <rect
        class=${value < 0 ? 'minus' : 'plus'}
        x=${value < 0 ? HALF - length : HALF}
        width=${length}
        height="12"
      ></rect>
      ${svg`<path class="zero" d=${`M${HALF} 0V12`}></path>`}
    </svg>
    <b>${points(value)} <span class="unit">${say('unit_points')}</span></b>
  </div>`;
}

/** @param {JudgedGame} game @param {SideAccount[]} rows */
function sums(game, rows) {
  return html`<div class="sums" tabindex="0" role="region" aria-label=${say('adds_up')}>
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${say('seat')}</span></th>
          <th scope="col">${say('at_start')}</th>
          <th scope="col">${say('from_dice')}</th>
          <th scope="col">${say('from_others')}</th>
          <th scope="col">${say('skill')}</th>
          <th scope="col">${say('correction')}</th>
          <th scope="col">${say('at_end')}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (one, side) =>
            html`<tr>
              <th scope="row">${chip(game.colour(side))}<span class="unseen">${nameOf(game, side)}</span></th>
              <td>${number(100 * one.start, 1)}</td>
              <td>${points(one.dice)}</td>
              <td>${points(one.gifts)}</td>
              <td>${points(one.skill)}</td>
              <td>${points(one.correction)}</td>
              <td>${number(100 * one.result, 1)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
