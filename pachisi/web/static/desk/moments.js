/** What happened in a position, and the list of the decisions that cost most. */

import { html } from '../vendor/lit-html.js';
import { chip } from '../board/marks.js';
import { icon } from '../parts/icons.js';
import { lower, percent, say, translate, upper } from '../words.js';
import { points } from './accounts.js';
import { nameOf } from './curve.js';

/** @import {JudgedGame} from './judged.js' */
/** @import {JudgedAct} from '../protocol.js' */

/** @param {JudgedAct['size']} size */
export function sizeName(size) {
  return say(size === 'blunder' ? 'blunder' : size === 'mistake' ? 'mistake' : 'inaccuracy');
}

/** A move after a colon; a colour keeps its capital. @param {JudgedGame} game @param {string} words */
function onward({ book }, words) {
  return book.colours.some((colour) => words.startsWith(`${upper(translate(colour))} `) || words.startsWith(`${upper(translate(colour))}:`)) ? words : lower(words);
}

/** What was done, what it changed, and what was better. @param {JudgedGame} game @param {number} n */
export function verdict(game, n) {
  const act = game.acts[n];
  const step = game.step(n);
  if (game.accounts && n === game.last && game.ending) {
    return html`<div class="verdict-card card"><p class="step-words"><span>${game.ending}</span></p></div>`;
  }
  if (!act || !step) return null;
  const { better } = game.moves(n);
  const best = act.choices[0];
  return html`<div class=${`verdict-card card ${act.size}`}>
    <p class="step-words">${chip(game.colour(act.side))}<span>${step.words}</span></p>
    ${
      step.ev === 'thrown'
        ? html`<p class="soft">${say('luck_of_throw')} <b class=${act.luck < 0 ? 'minus' : 'plus'}>${points(act.luck)}</b> <span class="unit">${say('unit_points')}</span></p>`
        : null
    }
    ${
      act.size
        ? html`<p class="size"><b>${icon('warn')}${upper(sizeName(act.size))}</b> <span>${points(-act.loss)} <span class="unit">${say('unit_points')}</span></span></p>
            <p>${say('better_was')} <b>${better ? onward(game, better.words) : say('hint_throw')}</b> (${percent(best.chance, 1)})</p>
            ${game.reasons.has(n) ? html`<p>${game.reasons.get(n)}</p>` : null}`
        : act.choices.length && !act.loss
          ? html`<p class="fine">${icon('tick')}${say('best_choice')}</p>`
          : null
    }
  </div>`;
}

/** @param {JudgedGame} game @param {number} n @param {(n: number) => void} go */
export function momentList(game, n, go) {
  if (!game.accounts) return null;
  const { worst, turning_points: turning } = game.accounts;
  const rows = [...worst.map((at) => game.acts[at]).filter(({ size }) => size)];
  if (!rows.length && !turning.length) return html`<section class="card"><h2>${say('moments')}</h2><p>${say('no_moments')}</p></section>`;
  const all = [...rows.map((act) => ({ act, turns: false })), ...turning.map((at) => ({ act: game.acts[at], turns: true }))];
  all.sort((a, b) => a.act.n - b.act.n);
  return html`<section class="card">
    <h2>${say('moments')}</h2>
    <ol class="moments">
      ${all.map(
        ({ act, turns }) =>
          html`<li>
            <button class=${`moment ${turns ? 'turns' : act.size}`} aria-current=${act.n === n ? 'true' : 'false'} @click=${() => go(act.n)}>
              ${chip(game.colour(turns ? leader(act) : act.side))}
              <span>${turns ? say('takes_lead', { name: nameOf(game, leader(act)) }) : upper(sizeName(act.size))}
                <small>${say('turn_n', { n: game.state(act.n)?.turn ?? 0 })}</small></span>
              <b>${turns ? '' : html`${points(-act.loss)} <span class="unit">${say('unit_points')}</span>`}</b>
            </button>
          </li>`,
      )}
    </ol>
  </section>`;
}

/** Whose chance is the best afterwards. @param {JudgedAct} act */
function leader({ after }) {
  return after.indexOf(Math.max(...after));
}
