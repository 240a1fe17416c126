/** Links of a table, and leaving or closing it. */

import { html } from '../vendor/lit-html.js';
import { linkRow } from './share.js';
import { say } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Key} from '../words.js' */

/** What was pressed once and waits for the second press. */
let asked = '';

/** @param {Sitting} sitting */
export function leaving(sitting) {
  return html`<details class="promise">
    <summary>${say('this_table')}</summary>
    ${linkRow(say('watch_link'), `/table/${sitting.id}`)}
    <div class="button-row">
      ${sitting.you.length ? twice(sitting, 'leave', 'leave', 'leave_sure') : null}
      ${sitting.owner ? twice(sitting, 'close', 'close_table', 'close_sure') : null}
    </div>
  </details>`;
}

/**
 * A button that asks before it acts.
 * @param {Sitting} sitting @param {string} command @param {Key} word @param {Key} sure
 */
function twice(sitting, command, word, sure) {
  const press = () => {
    const again = asked === command;
    asked = again ? '' : command;
    if (again) void sitting.ask({ do: command });
    else sitting.draw();
  };
  return html`<button class="small-button" @click=${press}>${say(asked === command ? sure : word)}</button>`;
}
