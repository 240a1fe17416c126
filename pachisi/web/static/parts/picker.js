/** A choice that takes one line: what is chosen, and while it is open the list to choose from. */

import { html } from '../vendor/lit-html.js';
import { icon } from './icons.js';

/** @import {Icon} from './icons.js' */
/** @typedef {{value: string, name: string, about?: string, icon: Icon}} Row */

/** @param {Event} event */
function shut(event) {
  const { currentTarget } = event;
  const details = currentTarget instanceof Element ? currentTarget.closest('details') : null;
  if (!details) return;
  details.open = false;
  details.querySelector('summary')?.focus();
}

/** Escape and Enter close the list; Enter would otherwise send the form. @param {KeyboardEvent} event */
function press(event) {
  const open = event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open;
  if (!open || !(event.key === 'Escape' || (event.key === 'Enter' && event.target instanceof HTMLInputElement))) return;
  event.preventDefault();
  event.stopPropagation();
  shut(event);
}

/** Scroll so that the whole list is visible. @param {Event} event */
function reveal({ currentTarget }) {
  if (!(currentTarget instanceof HTMLDetailsElement) || !currentTarget.open) return;
  currentTarget.querySelector('.picker-list')?.scrollIntoView({ block: 'nearest' });
}

/** The focus has gone elsewhere. @param {FocusEvent} event */
function leave(event) {
  const { currentTarget, relatedTarget } = event;
  if (!(currentTarget instanceof HTMLDetailsElement) || !(relatedTarget instanceof Node)) return;
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
}

/** What closes a list that is open, for others that are like it. */
export const closing = { press, leave };

document.addEventListener('pointerdown', ({ target }) => {
  for (const details of document.querySelectorAll('details.picker[open], details.talk[open]')) {
    if (target instanceof Node && !details.contains(target)) /** @type {HTMLDetailsElement} */ (details).open = false;
  }
});

/**
 * @param {string} name @param {string} label @param {Row[]} rows
 * @param {string} chosen @param {(value: string) => void} pick
 */
export function picker(name, label, rows, chosen, pick) {
  const now = rows.find((row) => row.value === chosen) ?? rows[0];
  return html`<details
    class="picker"
    name="picker"
    data-name=${name}
    @keydown=${press}
    @focusout=${leave}
    @toggle=${reveal}
  >
    <summary>
      ${icon(now.icon)}
      <span class="picked"
        ><small>${label}<span class="unseen">: </span></small><b>${now.name}</b></span
      >
      <span class="character">${now.about}</span>
      ${icon('open')}
    </summary>
    <div class="picker-list" role="radiogroup" aria-label=${label}>
      ${rows.map(
        (row) =>
          html`<label class="picker-row"
            ><input
              type="radio"
              name=${name}
              value=${row.value}
              .checked=${row.value === now.value}
              @change=${() => pick(row.value)}
              @click=${(/** @type {MouseEvent} */ event) => event.detail && shut(event)}
            />${rowWords(row)}</label
          >`,
      )}
    </div>
  </details>`;
}

/**
 * The same list behind an arrow; pressing a row acts at once.
 * @param {string} name @param {string} label @param {Row[]} rows @param {(value: string) => void} act
 */
export function menu(name, label, rows, act) {
  return html`<details
    class="picker menu"
    name="picker"
    data-name=${name}
    @keydown=${press}
    @focusout=${leave}
    @toggle=${reveal}
  >
    <summary aria-label=${label} title=${label}>${icon('open')}</summary>
    <div class="picker-list">
      ${rows.map(
        (row) =>
          html`<button class="picker-row" value=${row.value} @click=${() => act(row.value)}>${rowWords(row)}</button>`,
      )}
    </div>
  </details>`;
}

/** @param {Row} row */
function rowWords(row) {
  return html`${icon(row.icon)}<span class="row-words"
      ><b>${row.name}</b>${row.about ? html`<span class="character">${row.about}</span>` : null}</span
    >`;
}
