/** The page: which screen is shown, and drawing it. */

import { html, render } from './vendor/lit-html.js';
import * as api from './api.js';
import { press } from './table/keys.js';
import { bar, settingsSheet } from './parts/menu.js';
import { keepPage } from './parts/offline.js';
import { Retelling } from './screens/replay.js';
import { load as loadRules, rulesSheet } from './screens/rules.js';
import { onChange, paint, settings } from './settings.js';
import { SetupScreen } from './screens/setup.js';
import { ShelfScreen } from './screens/shelf.js';
import { Sitting } from './table/sitting.js';
import { tableView } from './table/table.js';
import { say } from './words.js';

/**
 * @typedef {{view: () => unknown, leave: () => void, speak: () => void,
 *   press?: (event: KeyboardEvent) => void, change?: () => void}} Screen
 */

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
let drawn = false;
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

/** @param {string} id @returns {Screen} */
function sitDown(id) {
  const sitting = new Sitting(id, new URLSearchParams(location.search).get('invite'), draw, go);
  return {
    view: () => tableView(sitting),
    leave: () => sitting.leave(),
    speak: () => sitting.speak(),
    press: (event) => press(sitting, event),
    change: () => sitting.repaint(),
  };
}

/** A short code leads to its table. @param {string} code @returns {Screen} */
function followCode(code) {
  let error = '';
  api.lobbyOf(code).then(
    (lobby) => {
      history.replaceState(null, '', `/table/${lobby.id}?invite=${encodeURIComponent(lobby.invite)}`);
      open();
    },
    (problem) => {
      error = problem instanceof Error ? problem.message : String(problem);
      draw();
    },
  );
  const view = () =>
    html`${bar({ back: '/' })}
      <main class="waiting">
        <p class=${error ? 'trouble' : ''}>${error || say('loading')}</p>
        ${error ? html`<a class="button" href="/">${say('to_shelf')}</a>` : null}
      </main>`;
  return { view, leave: () => {}, speak: () => {} };
}

/** A screen whose code is loaded when it is opened. @param {() => Promise<Screen>} load @returns {Screen} */
function later(load) {
  /** @type {Screen | null} */ let shown = null;
  let gone = false;
  load().then((screen) => {
    shown = screen;
    if (gone) screen.leave();
    draw();
  }, () => draw());
  return {
    view: () =>
      shown?.view() ??
      html`${bar({ back: '/' })}
        <main class="waiting"><p>${say('loading')}</p></main>`,
    leave: () => {
      gone = true;
      shown?.leave();
    },
    speak: () => shown?.speak(),
    press: (event) => shown?.press?.(event),
    change: () => shown?.change?.(),
  };
}

/** @returns {Screen} */
function screenOf() {
  const [, kind, id] = location.pathname.split('/').map(decodeURIComponent);
  if (kind === 'table') return sitDown(id);
  if (kind === 'join') return followCode(id);
  if (kind === 'review') return later(() => import('./screens/review.js').then(({ ReviewScreen }) => new ReviewScreen(id, draw, go)));
  if (kind === 'puzzles') return later(() => import('./screens/puzzles.js').then(({ PuzzleScreen }) => new PuzzleScreen(draw)));
  if (kind === 'replay') {
    const retelling = new Retelling(id, draw);
    return {
      view: () => retelling.view(),
      leave: () => retelling.leave(),
      speak: () => retelling.speak(),
      press: (event) => retelling.press(event),
    };
  }
  const address = location.hash.slice(1);
  if (address === 'lesson') return later(() => import('./screens/lesson.js').then(({ LessonScreen }) => new LessonScreen(draw, go)));
  if (address.startsWith('workshop')) return later(() => import('./screens/workshop.js').then(({ WorkshopScreen }) => new WorkshopScreen(address, draw, go)));
  const shown = address ? new SetupScreen(address, draw, go) : new ShelfScreen(draw, go);
  return { view: () => shown.view(), leave: () => shown.leave(), speak: () => shown.speak() };
}

function open() {
  screen.leave();
  document.title = 'Pachisi';
  screen = screenOf();
  window.scrollTo(0, 0);
  draw();
}

/** Another screen: a screen reader reads on from its heading, and Tab goes on there. */
function arrive() {
  open();
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

document.addEventListener('click', follow);
document.addEventListener('keydown', (event) => screen.press?.(event));
window.addEventListener('popstate', arrive);
onChange(() => {
  if (speaking !== settings.lang) {
    speaking = settings.lang;
    screen.speak();
    void loadRules();
  }
  screen.change?.();
  draw();
});
paint();
open();
window.setTimeout(keepPage, 1000); // what is in view comes first
