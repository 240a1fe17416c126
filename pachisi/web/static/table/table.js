/** The table on the screen: board, seats, dice, moves and story. */

import { html } from '../vendor/lit-html.js';
import { finish } from './finish.js';
import { icon } from '../parts/icons.js';
import { press, skip } from './keys.js';
import { lobby } from './lobby.js';
import { leaving } from './leaving.js';
import { bar, deadEnd } from '../parts/menu.js';
import { phraseMenu } from './phrases.js';
import { promise } from './promise.js';
import { openRules } from '../screens/rules.js';
import { seatCards } from './seats.js';
import { Sitting } from './sitting.js';
import { story } from './story.js';
import { moveStrip } from './strip.js';
import { diceDish, notice, turnBanner } from './turn.js';
import { say } from '../words.js';

/** A visit to a table. Loaded when it is opened. */
export class TableScreen {
  /** @param {string} id @param {() => void} draw @param {(path: string) => void} go */
  constructor(id, draw, go) {
    this.sitting = new Sitting(id, new URLSearchParams(location.search).get('invite'), draw, go);
  }

  view() {
    return tableView(this.sitting);
  }

  leave() {
    this.sitting.leave();
  }

  speak() {
    this.sitting.speak();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    press(this.sitting, event);
  }

  repaint() {
    this.sitting.repaint();
  }
}

/** @param {Sitting} sitting */
export function tableView(sitting) {
  const { table, line } = sitting;
  if (line === 'gone') return deadEnd(say('no_table'));
  if (!table || !sitting.book)
    return html`${bar({ back: '/' })}
      <main class="waiting"><p role="status">${say(line === 'lost' ? 'line_lost' : 'loading')}</p></main>`;
  return html`${bar({ title: table.name, back: '/', more: tools(sitting) })}
  ${line === 'lost' ? html`<p class="offline" role="status">${icon('warn')}${say('line_lost')}</p>` : null}
  ${sitting.turnedAway ? turnedAway(sitting) : null}
  ${table.phase === 'lobby' ? lobby(sitting) : playing(sitting)}`;
}

/** Why somebody cannot sit down, until it has been read. @param {Sitting} sitting */
function turnedAway(sitting) {
  const close = () => {
    sitting.turnedAway = '';
    sitting.draw();
  };
  return html`<p class="turned-away" role="status">
    ${icon('warn')}<span>${sitting.turnedAway}</span>
    <button class="round-button" aria-label=${say('close')} @click=${close}>${icon('close')}</button>
  </p>`;
}

/** @param {Sitting} sitting */
function tools(sitting) {
  const { watchers } = sitting;
  const word = say('watchers', { n: watchers });
  return html` ${watchers ? html`<span class="watchers" title=${word}>${icon('eye')}${watchers}</span>` : null}
    ${phraseMenu(sitting)}
    <button class="round-button" aria-label=${say('rules')} @click=${() => openRulesOf(sitting)}>
      ${icon('book')}
    </button>`;
}

/** @param {Sitting} sitting */
export function openRulesOf({ table, draw }) {
  if (table) void openRules(table, draw);
}

/** @param {Sitting} sitting */
function playing(sitting) {
  const over = sitting.table?.phase !== 'play';
  return html`<main class=${`table ${over ? 'over' : ''}`}>
    <div class="board-place" @pointerdown=${() => skip(sitting)}>${sitting.stage?.el}</div>
    <div class="side">
      ${sitting.coach?.() ?? null} ${seatCards(sitting)}
      ${
        over && sitting.busy ? html`<p class="triumph" role="status">${icon('star')}${sitting.note}</p>` : null
      }
      ${
        over && !sitting.busy
          ? finish(sitting)
          : html`<div class="turn-row">${turnBanner(sitting)}${diceDish(sitting)}</div>
              ${notice(sitting)}${moveStrip(sitting)}${story(sitting)}
              ${sitting.coach ? null : html`<div class="fine-print">${promise(sitting)}${leaving(sitting)}</div>`}`
      }
    </div>
  </main>`;
}

