/** The server's HTTP routes. */

import { settings } from './settings.js';
import { say } from './words.js';

/** @import {Analysis, Book, Checked, Chair, Drawing, Explanation, Invitation, Lesson, Lobby, OpenTable, DraftReply, PuzzleAnswer, PuzzleList, PuzzleSolution, PuzzleView, Replay, ReviewPart, Row, Setup, Sheet, Shelf, Summary, Table, TriedLine} from './protocol.js' */

/** A refusal by the server, in its own words. */
export class Refusal extends Error {
  /** @param {string} words @param {number} [status] */
  constructor(words, status = 0) {
    super(words);
    this.status = status;
  }
}

/** Is it that the game is still going on? @param {unknown} error */
export const isGoingOn = (error) => error instanceof Refusal && error.status === 409;

/** @param {string} path @param {RequestInit} [init] */
function send(path, init) {
  const headers = { ...init?.headers, 'Accept-Language': settings.lang }; // so that refusals are in the reader's language too
  return fetch(path, { credentials: 'same-origin', ...init, headers }).catch(() => {
    throw new Refusal(say('no_connection'));
  });
}

/** @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
async function ask(path, init) {
  const reply = await send(path, init);
  const body = await reply.json().catch(() => null);
  if (!reply.ok) throw new Refusal(body?.error ?? `${reply.status}`, reply.status);
  if (body === null) throw new Refusal(say('no_connection')); // it broke off in the middle
  return body;
}

/** @param {string} path @param {unknown} body */
const post = (path, body) =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** @type {Promise<Shelf> | null} */
let shelf = null;

/** The books; they do not change while the page is open. @returns {Promise<Shelf>} */
export function books() {
  shelf ??= ask('/api/books').catch((error) => {
    shelf = null;
    throw error;
  });
  return shelf;
}

/** Is it somebody's own book, which only its table knows? @param {{book: string}} table */
export const isOwn = ({ book }) => book.startsWith('own-');

/** The book of a table. @param {Table} table @returns {Promise<Book | null>} */
export async function bookOf(table) {
  if (isOwn(table)) return ask(`/api/tables/${table.id}/book`);
  return (await books()).books.find((book) => book.id === table.book) ?? null;
}

/** A draft as a book, or its faults. @param {{text: string, players: number}} draft @returns {Promise<DraftReply>} */
export const prove = (draft) => post(`/api/workshop?lang=${settings.lang}`, draft);

/** The text of a book, on the shelf or at a table. @param {{[of: string]: string}} of @returns {Promise<string>} */
export async function rulebook(of) {
  const reply = await send(`/api/rulebook?${new URLSearchParams(of)}`);
  return reply.ok ? reply.text() : '';
}

/** A few turns that teach. @returns {Promise<Lesson>} */
export const lesson = () => ask(`/api/lesson?lang=${settings.lang}`);

/** @type {Map<string, Promise<Drawing>>} */
const drawings = new Map();

/**
 * The drawing of a board; it does not change while the page is open.
 * @param {Pick<Setup, 'book' | 'players' | 'pieces' | 'options'> & {id?: string}} setup
 * @returns {Promise<Drawing>}
 */
export function drawing(setup) {
  const { book, players, pieces, options, id = '' } = setup;
  const query = isOwn(setup)
    ? new URLSearchParams({ table: id })
    : new URLSearchParams({ book, players: String(players), pieces: String(pieces), options: JSON.stringify(options) });
  const path = `/api/drawing?${query}`;
  const asked = drawings.get(path) ?? ask(path);
  drawings.set(path, asked);
  asked.catch(() => drawings.delete(path));
  return asked;
}

/** @param {Setup} setup @returns {Promise<Checked>} */
export const check = (setup) => post('/api/check', setup);

/** @param {string} book @returns {Promise<{explanations: Explanation[]}>} */
export const explain = (book) => ask(`/api/options?book=${encodeURIComponent(book)}&lang=${settings.lang}`);

/** @param {Setup & {id?: string}} setup */
function sheetQuery(setup) {
  const { book, players, pieces, first, options, id = '' } = setup;
  if (isOwn(setup)) return new URLSearchParams({ table: id, lang: settings.lang });
  return new URLSearchParams({
    book,
    players: String(players),
    pieces: String(pieces),
    first: String(first),
    options: JSON.stringify(options),
    lang: settings.lang,
  });
}

/** @param {Setup} setup @returns {Promise<Sheet>} */
export const rules = (setup) => ask(`/api/rules?${sheetQuery(setup)}`);

/** Where board and rules lie as a PDF, on the paper that is usual where the browser comes from. @param {Setup} setup */
export function printLink(setup) {
  const paper = /-(US|CA|MX)$/.test(navigator.language) ? 'letter' : 'a4';
  return `/api/print?${sheetQuery(setup)}&paper=${paper}`;
}

/** @returns {Promise<{tables: Row[]}>} */
export const myTables = () => ask(`/api/tables?lang=${settings.lang}`);

/** Tables for everybody. @returns {Promise<{tables: OpenTable[]}>} */
export const openTables = () => ask(`/api/open?lang=${settings.lang}`);

/**
 * @param {{setup: Setup, seats: Chair[], public?: boolean, take_back: boolean, hints?: boolean, clock?: number, pause?: number}} wish
 * @returns {Promise<{id: string, phase: string}>}
 */
export const layTable = (wish) => post('/api/tables', { ...wish, lang: settings.lang });

/** @param {string} id @returns {Promise<Table>} */
export const table = (id) => ask(`/api/tables/${id}?lang=${settings.lang}`);

/**
 * @param {string} id @param {{invite: string, name: string, seat?: number}} wish
 * @returns {Promise<{id: string, seat: number}>}
 */
export const join = (id, wish) => post(`/api/tables/${id}/join`, wish);

/** Why one cannot sit down with an invitation; null if one can. @param {string} id @param {string} invite @returns {Promise<Invitation>} */
export const invitation = (id, invite) =>
  ask(`/api/tables/${id}/invitation?${new URLSearchParams({ invite, lang: settings.lang })}`);

/** @param {string} code @returns {Promise<Lobby>} */
export const lobbyOf = (code) => ask(`/api/codes/${encodeURIComponent(code)}?lang=${settings.lang}`);

/** The beginning of links for others; null if this server can only be used on its own machine. @returns {Promise<{base: string | null}>} */
export const address = () => ask('/api/address');

/** @param {string} id @returns {Promise<Summary>} */
export const summary = (id) => ask(`/api/tables/${id}/summary`);

/** @param {string} id @returns {Promise<Replay>} */
export const replay = (id) => ask(`/api/tables/${id}/replay?lang=${settings.lang}`);

/**
 * A finished game in review, part by part as it is evaluated.
 * @param {string} id @param {AbortSignal} signal @returns {AsyncGenerator<ReviewPart[]>}
 */
export async function* review(id, signal) {
  const reply = await send(`/api/tables/${id}/review?lang=${settings.lang}`, { signal });
  if (!reply.ok || !reply.body) throw new Refusal((await reply.json().catch(() => ({}))).error ?? `${reply.status}`, reply.status);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield lines.filter(Boolean).map((line) => JSON.parse(line));
  }
}

/** @param {string} id @param {TriedLine} line @returns {Promise<Analysis>} */
export const analyse = (id, line) => post(`/api/tables/${id}/analysis?lang=${settings.lang}`, line);

/**
 * A new table that begins in the middle of a finished game.
 * @param {string} id @param {TriedLine & {seats: Chair[]}} wish @returns {Promise<{id: string, phase: string}>}
 */
export const playOn = (id, wish) => post(`/api/tables/${id}/continue`, { ...wish, lang: settings.lang });

/** @returns {Promise<PuzzleList>} */
export const puzzles = () => ask('/api/puzzles');

/** @param {{book: string, players: number}} kind @param {string} posed @returns {Promise<PuzzleView>} */
export const puzzle = ({ book, players }, posed) =>
  ask(`/api/puzzle?${new URLSearchParams({ book, players: String(players), posed, lang: settings.lang })}`);

/** @param {PuzzleAnswer} answer @returns {Promise<PuzzleSolution>} */
export const solvePuzzle = (answer) => post(`/api/puzzle?lang=${settings.lang}`, answer);
