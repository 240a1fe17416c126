/** Which values of a house rule can be chosen at a table, from the schema alone. */

/** @import {Book, Option, Setup, Value} from '../protocol.js' */
/** @typedef {Pick<Setup, 'players' | 'options'>} Chosen */

/** As the book prints it for so many players. @param {Option} option @param {Chosen} setup */
export function printed(option, { players }) {
  return option.on_for.includes(players) ? option.values[1].value : option.default;
}

/** @param {Option} option @param {Chosen} setup */
export function valueOf(option, setup) {
  return setup.options[option.name] ?? printed(option, setup);
}

/** The other options that a value is only played with and does not find. @param {Book} book @param {Chosen} setup @param {Option} option @param {Value} value */
export function missing(book, setup, option, value) {
  const wanted = option.values.find((one) => one.value === value)?.only_with ?? {};
  return book.options.filter(({ name }) => name in wanted).filter((other) => !wanted[other.name].includes(valueOf(other, setup)));
}

/** Is it for so many players, and for what else was chosen? @param {Book} book @param {Chosen} setup @param {Option} option @param {Value} value */
export function fits(book, setup, option, value) {
  const own = option.values.find((one) => one.value === value)?.only_for ?? [];
  const numbers = own.length ? own : option.players;
  return (!numbers.length || numbers.includes(setup.players)) && !missing(book, setup, option, value).length;
}

/**
 * The value itself if it fits; else the only other one that does besides the printed one: 12 safe fields instead of 8.
 * @param {Book} book @param {Chosen} setup @param {Option} option @param {Value} value @returns {Value | undefined}
 */
export function nearest(book, setup, option, value) {
  if (fits(book, setup, option, value)) return value;
  const others = option.values.filter((one) => one.value !== printed(option, setup) && fits(book, setup, option, one.value));
  return others.length === 1 ? others[0].value : undefined;
}
