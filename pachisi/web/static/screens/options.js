/** The house rules of a setup: what can be chosen, what it means, and what does not fit. */

import { html } from '../vendor/lit-html.js';
import { icon } from '../parts/icons.js';
import { lever, segments } from '../parts/menu.js';
import { fits, missing, valueOf } from './fitting.js';
import { presets } from './presets.js';
import { list, say, translate } from '../words.js';

/** @import {Book, Explanation, Option, Value} from '../protocol.js' */
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
      ${optionRows(screen, book)}
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

/** The options one can use; the others lie folded under what they wait for. @param {SetupScreen} screen @param {Book} book */
function optionRows(screen, book) {
  const folded = book.options.filter((option) => isFolded(screen, book, option));
  /** @type {Map<Option | null, Option[]>} */ const under = new Map();
  for (const option of folded) {
    let parent = lacking(screen, book, option)[0]?.option ?? null;
    while (parent && folded.includes(parent)) parent = lacking(screen, book, parent)[0]?.option ?? null;
    under.set(parent, [...(under.get(parent) ?? []), option]);
  }
  return html`${book.options
    .filter((option) => !folded.includes(option))
    .map((option) => html`${optionRow(screen, book, option)}${fold(screen, book, option, under.get(option))}`)}
  ${fold(screen, book, null, under.get(null))}`;
}

/** Is it of no use here, and does nothing speak of it? @param {SetupScreen} screen @param {Book} book @param {Option} option */
function isFolded(screen, book, option) {
  return !!idle(screen, book, option) && !(option.name in screen.setup.options) && !screen.checked?.causes.includes(option.name);
}

/** @param {SetupScreen} screen @param {Book} book @param {Option | null} parent @param {Option[]} [options] */
function fold(screen, book, parent, options) {
  if (!options) return null;
  const names = list(options.map(({ label }) => translate(label)));
  const wanted = parent && lacking(screen, book, options[0]).find(({ option }) => option === parent);
  const summary = wanted ? say('with_value', { value: choiceName(wanted), names }) : say('with_other_players', { names });
  return html`<details class="folded">
    <summary>${summary}</summary>
    ${options.map((option) => optionRow(screen, book, option))}
  </details>`;
}

/** An option and the values of it that are needed, as they are chosen. @param {{option: Option, values: Value[]}} wanted */
function choiceName({ option, values }) {
  const name = translate(option.label);
  if (isSwitch(option)) return name;
  const chosen = option.values.filter(({ value }) => values.includes(value)).map(({ label }) => translate(label));
  return say('labelled', { name, value: chosen.join(' / ') });
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
function meaning({ explanations, setup }, option) {
  const all = explanations.filter((one) => one.option === option.name);
  const wanted = isSwitch(option) ? true : valueOf(option, setup);
  const own = all.filter(({ value }) => value === wanted);
  return html`<div class="meaning">${(own.length ? own : all).map((one) => explanation(option, one, all))}</div>`;
}

/** @param {Option} option @param {Explanation} one @param {Explanation[]} all of this option */
function explanation(option, { value, clauses }, all) {
  const label = option.values.find((known) => known.value === value)?.label;
  /** What the same clause says otherwise. @param {string} id */
  const instead = (id) =>
    all.filter((other) => other.value !== value).flatMap((other) => other.clauses).find((clause) => clause.id === id)?.text;
  return html`${isSwitch(option) || !label ? null : html`<b>${translate(label)}</b>`}
  ${clauses.map(({ id, text }) => html`<p><i>${id}</i> ${marked(text, instead(id))}</p>`)}`;
}

/** A clause, with what differs from another wording. @param {string} text @param {string} [other] */
function marked(text, other) {
  if (other === undefined) return text;
  const [own, others] = [text, other].map((one) => one.split(' '));
  let from = 0;
  while (from < own.length && own[from] === others[from]) from += 1;
  let back = 0;
  while (back < own.length - from && back < others.length - from && own.at(-1 - back) === others.at(-1 - back)) back += 1;
  const to = own.length - back;
  if (from >= to) return text;
  return html`${own.slice(0, from).join(' ')} <mark>${own.slice(from, to).join(' ')}</mark> ${own.slice(to).join(' ')}`;
}

/** Why an option has no effect here, from the schema alone. @param {SetupScreen} screen @param {Book} book @param {Option} option */
function idle(screen, book, option) {
  if (option.players.length && !option.players.includes(screen.setup.players)) {
    return say('only_players', { n: option.players.join(', ') });
  }
  const names = lacking(screen, book, option).map(choiceName);
  return names.length ? say('needs_option', { names: list(names) }) : '';
}

/** The other options, and the values of them, without which an option has no effect here. @param {SetupScreen} screen @param {Book} book @param {Option} option */
function lacking({ setup }, book, option) {
  if (option.players.length && !option.players.includes(setup.players)) return [];
  const needed = book.options.filter((other) => option.needs[other.name] && !option.needs[other.name].includes(valueOf(other, setup)));
  const others = option.values.filter(({ value }) => value !== option.default);
  const barred = others.every(({ value }) => !fits(book, setup, option, value)) ? missing(book, setup, option, others[0].value) : [];
  return [
    ...needed.map((other) => ({ option: other, values: option.needs[other.name] })),
    ...barred.map((other) => ({ option: other, values: others[0].only_with[other.name] })),
  ];
}
