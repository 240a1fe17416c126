/** The page: which screen is shown, and drawing it. */

import { html, render } from './vendor/lit-html.js';
import * as api from './api.js';
import { bar, deadEnd, settingsSheet } from './parts/menu.js';
import { keepPage } from './parts/offline.js';
import { load as loadRules, rulesSheet } from './screens/rules.js';
import { onChange, paint, settings } from './settings.js';
import { ShelfScreen } from './screens/shelf.js';
import { say } from './words.js';

/**
 * @typedef {{view: () => unknown, leave: () => void, speak: () => void,
 *   press?: (event: KeyboardEvent) => void, repaint?: () => void, loaded?: Promise<void>}} Screen
 */

const WAYS = /^\/($|(table|replay|review)\/[^/]+$|puzzles$|join($|\/[^/]+$))/; // as the server knows them

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
let drawn = false;
let opened = 0; // screens so far
let arrived = false; // from another screen
let speaking = settings.lang;
/** @type {Screen} */
let screen = { view: () => null, leave: () => {}, speak: () => {} };

/** Draw soon; several requests at once are one drawing. */
function draw() {
  if (drawn) return;
  drawn = true;
  queueMicrotask(() => {
    drawn = false;
    render(html`${screen.view()}${settingsSheet()}${rulesSheet()}`, root);
  });
}

/** @param {string} path */
function go(path) {
  history.pushState(null, '', path);
  arrive();
}

/** A way that is open only while the present screen is shown: answers may come late. @param {(path: string) => void} way */
function fromHere(way) {
  const here = opened;
  return (/** @type {string} */ path) => {
    if (here === opened) way(path);
  };
}

/** A short code leads to its table. @param {string} code @returns {Screen} */
function followCode(code) {
  let error = '';
  const enter = fromHere((path) => {
    history.replaceState(null, '', path);
    open();
  });
  api.lobbyOf(code).then(
    (lobby) => enter(`/table/${lobby.id}?invite=${encodeURIComponent(lobby.invite)}`),
    (problem) => {
      error = problem instanceof Error ? problem.message : String(problem);
      draw();
    },
  );
  const view = () => (error ? deadEnd(error) : waiting(html`<p>${say('loading')}</p>`));
  return { view, leave: () => {}, speak: () => {} };
}

/** @param {unknown} words */
function waiting(words) {
  return html`${bar({ back: '/' })}
    <main class="waiting">${words}</main>`;
}

/** A screen that could not be loaded. @param {string} error */
function missing(error) {
  return waiting(html`<p class="trouble" role="alert">${error}</p>
    <button class="button" @click=${() => location.reload()}>${say('load_again')}</button>`);
}

/** An address that leads nowhere. @returns {Screen} */
function nowhere() {
  return { view: () => deadEnd(say('no_page')), leave: () => {}, speak: () => {} };
}

/** A screen whose code is loaded when it is opened. @param {() => Promise<Screen>} load @returns {Screen} */
function later(load) {
  /** @type {Screen | null} */ let shown = null;
  let gone = false;
  let error = '';
  load()
    .then((screen) => {
      shown = screen;
      if (gone) screen.leave();
      draw();
      if (arrived && !gone) readOn();
      return screen.loaded;
    })
    .catch((problem) => {
      error = problem instanceof api.Refusal ? problem.message : say('no_connection');
      draw();
      if (!(problem instanceof api.Refusal)) throw problem; // for the console
    });
  return {
    view: () => (error ? missing(error) : (shown?.view() ?? waiting(html`<p>${say('loading')}</p>`))),
    leave: () => {
      gone = true;
      shown?.leave();
    },
    speak: () => shown?.speak(),
    press: (event) => shown?.press?.(event),
    repaint: () => shown?.repaint?.(),
  };
}

/** @returns {Screen} */
function screenOf() {
  if (!WAYS.test(location.pathname)) return nowhere();
  const onward = fromHere(go);
  const [, kind, id] = location.pathname.split('/').map(decodeURIComponent);
  if (kind === 'table') return later(() => import('./table/table.js').then(({ TableScreen }) => new TableScreen(id, draw, onward)));
  if (kind === 'join') return followCode(id);
  if (kind === 'review') return later(() => import('./screens/review.js').then(({ ReviewScreen }) => new ReviewScreen(id, draw, onward)));
  if (kind === 'puzzles') return later(() => import('./screens/puzzles.js').then(({ PuzzleScreen }) => new PuzzleScreen(draw)));
  if (kind === 'replay') return later(() => import('./screens/replay.js').then(({ Retelling }) => new Retelling(id, draw)));
  const address = location.hash.slice(1);
  if (address === 'lesson') return later(() => import('./screens/lesson.js').then(({ LessonScreen }) => new LessonScreen(draw, onward)));
  if (address.startsWith('workshop')) return later(() => import('./screens/workshop.js').then(({ WorkshopScreen }) => new WorkshopScreen(address, draw, onward)));
  if (address) return later(() => import('./screens/setup.js').then(({ SetupScreen }) => new SetupScreen(address, draw, onward)));
  return new ShelfScreen(draw, onward);
}

function open() {
  screen.leave();
  document.title = 'Pachisi';
  opened += 1;
  screen = screenOf();
  window.scrollTo(0, 0);
  draw();
}

/** Another screen. */
function arrive() {
  arrived = true;
  open();
  readOn();
}

/** A screen reader reads on from the heading, and Tab goes on there. */
function readOn() {
  queueMicrotask(() => document.querySelector('h1')?.focus({ preventScroll: true }));
}

/** Links within the page change the screen without a reload. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.origin !== location.origin || !/^\/($|table\/|replay\/|review\/|puzzles$|join\/)/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** What will be wanted next: the form, the table. */
function fetchRest() {
  return Promise.allSettled([import('./screens/setup.js'), import('./table/table.js')]);
}

document.addEventListener('click', follow);
document.addEventListener('keydown', (event) => screen.press?.(event));
window.addEventListener('popstate', arrive);
onChange(() => {
  if (speaking !== settings.lang) {
    speaking = settings.lang;
    screen.speak();
    void loadRules();
  }
  screen.repaint?.();
  draw();
});
paint();
open();
window.setTimeout(fetchRest, 300); // what is in view comes first
window.setTimeout(() => void fetchRest().then(keepPage), 1000);
