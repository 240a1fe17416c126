/** The house rules of a setup: what can be chosen, what it means, and what does not fit. */

import { html } from '../vendor/lit-html.js';
import { icon } from '../parts/icons.js';
import { lever, segments } from '../parts/menu.js';
import { fits, missing, valueOf } from './fitting.js';
import { presets } from './presets.js';
import { list, say, translate } from '../words.js';

/** @import {Book, Explanation, Option} from '../protocol.js' */
/** @import {Key} from '../words.js' */
/** @import {SetupScreen} from './setup.js' */

/** Seconds for a decision, and what such a clock is called. @type {[number, Key][]} */
const CLOCKS = [
  [0, 'clock_off'],
  [60, 'clock_relaxed'],
  [20, 'clock_brisk'],
];

/** @param {[number, Key]} row @returns {[number, string]} */
function pair([seconds, key]) {
  return [seconds, say(key)];
}

/** @param {SetupScreen} screen @param {Book} book */
export function houseRules(screen, book) {
  const changed = Object.keys(screen.setup.options).length;
  return html`<fieldset class="chapter">
    <legend>${say('house_rules')}${changed ? html` <em>${changed}</em>` : null}</legend>
    ${presets(screen, book)}
    <div class="options">
      ${book.options.map((option) => optionRow(screen, book, option))}
      ${segments(
        'pieces',
        say('pieces'),
        Array.from({ length: book.pieces }, (_, n) => [n + 1, String(n + 1)]),
        screen.setup.pieces,
        (pieces) => screen.change({ pieces }),
      )}
      ${segments('clock', say('clock'), CLOCKS.map(pair), screen.clock, (clock) => {
        screen.clock = clock;
        screen.draw();
      })}
      ${lever(say('public_table'), screen.public, (on) => {
        screen.public = on;
        screen.draw();
      })}
      ${lever(say('take_back_allowed'), screen.takeBack, (on) => {
        screen.takeBack = on;
        screen.draw();
      })}
      ${lever(say('hints_allowed'), screen.hinted(), (on) => {
        screen.hints = on;
        screen.draw();
      })}
    </div>
  </fieldset>`;
}

/** @param {SetupScreen} screen @param {Book} book @param {Option} option */
function optionRow(screen, book, option) {
  const why = idle(screen, book, option);
  const guilty = screen.checked?.causes.includes(option.name) ? screen.checked.why : '';
  const value = valueOf(option, screen.setup);
  const fitting = option.values.filter((one) => one.value === value || fits(book, screen.setup, option, one.value));
  const offered = fitting.length > 1 ? fitting : option.values;
  const control = isSwitch(option)
    ? lever(translate(option.label), value === true, (on) => screen.setOption(option, on))
    : segments(
        `option-${option.name}`,
        translate(option.label),
        offered.map((one) => [one.value, translate(one.label)]),
        value,
        (chosen) => screen.setOption(option, chosen),
      );
  const kind = `${why ? 'idle' : ''} ${option.name in screen.setup.options ? 'changed' : ''} ${guilty ? 'guilty' : ''}`;
  return html`<div class=${`option ${kind}`} data-option=${option.name}>
    <div class="option-row">${control}${asker(screen, option)}</div>
    ${screen.explained.has(option.name) ? meaning(screen, option) : null}
    ${why ? html`<p class="soft">${why}</p>` : null}
    ${guilty ? html`<p class="trouble">${icon('warn')}<span>${guilty}</span></p>` : null}
  </div>`;
}

/** On or off? @param {Option} option */
function isSwitch(option) {
  return option.values.length === 2 && typeof option.default === 'boolean';
}

/** The button that shows the meaning. @param {SetupScreen} screen @param {Option} option */
function asker(screen, { name, label }) {
  if (!screen.explanations.some((one) => one.option === name)) return null;
  const shown = screen.explained.has(name);
  const flip = () => {
    if (!screen.explained.delete(name)) screen.explained.add(name);
    screen.draw();
  };
  return html`<button
    type="button"
    class="ask"
    aria-expanded=${String(shown)}
    aria-label=${say('meaning_of', { name: translate(label) })}
    @click=${flip}
  >
    ?
  </button>`;
}

/** The clauses behind an option. @param {SetupScreen} screen @param {Option} option */
function meaning({ explanations }, option) {
  const own = explanations.filter((one) => one.option === option.name && (!isSwitch(option) || one.value === true));
  return html`<div class="meaning">${own.map((one) => explanation(option, one))}</div>`;
}

/** @param {Option} option @param {Explanation} one */
function explanation(option, { value, clauses }) {
  const label = option.values.find((known) => known.value === value)?.label;
  return html`${isSwitch(option) || !label ? null : html`<b>${translate(label)}</b>`}
  ${clauses.map(({ id, text }) => html`<p><i>${id}</i> ${text}</p>`)}`;
}

/** Why an option has no effect here, from the schema alone. @param {SetupScreen} screen @param {Book} book @param {Option} option */
function idle(screen, book, option) {
  if (option.players.length && !option.players.includes(screen.setup.players)) {
    return say('only_players', { n: option.players.join(', ') });
  }
  const { setup } = screen;
  const needed = book.options.filter((other) => option.needs[other.name] && !option.needs[other.name].includes(valueOf(other, setup)));
  const others = option.values.filter(({ value }) => value !== option.default);
  const barred = others.every(({ value }) => !fits(book, setup, option, value)) ? missing(book, setup, option, others[0].value) : [];
  const names = [...needed, ...barred].map(({ label }) => translate(label));
  return names.length ? say('needs_option', { names: list(names) }) : '';
}
