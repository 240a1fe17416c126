/** Inviting people: link, QR code and short code. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { announce } from '../parts/announce.js';
import { icon } from '../parts/icons.js';
import { say } from '../words.js';

/** Works without a secure context too. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'unseen';
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  announce(say('copied'));
}

/** Where links lead; the server knows its address in the network. @type {{base: string | null, asked: boolean}} */
const outward = { base: location.origin, asked: false };

/** @param {() => void} draw */
async function findAddress(draw) {
  outward.asked = true;
  outward.base = (await api.address()).base;
  draw();
}

/** For a moment a button says that it is done. @param {HTMLElement} button */
export function confirm(button) {
  button.classList.add('done');
  window.setTimeout(() => button.classList.remove('done'), 1600);
}

/** @param {string} label @param {string} path */
export function linkRow(label, path) {
  const link = new URL(path, outward.base ?? location.origin).href;
  /** @param {MouseEvent} event */
  const take = async (event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    await copy(link);
    confirm(button);
  };
  return html`<div class="link-row">
    <span class="soft">${label}</span><code>${link}</code>
    <button class="small-button" @click=${take}>
      ${icon('copy')}<span class="idle-word">${say('copy')}</span><span class="done-word">${say('copied')}</span>
    </button>
  </div>`;
}

/** By the sheet of the system, where there is one. @param {string} path */
function shareButton(path) {
  if (!navigator.share) return null;
  const url = new URL(path, outward.base ?? location.origin).href;
  const send = () => void navigator.share({ title: document.title, text: say('share_text'), url }).catch(() => {});
  return html`<button class="button" @click=${send}>${icon('link')}${say('share')}</button>`;
}

/** @param {string} table @param {string} invite @param {string | null} code @param {() => void} draw */
export function invitation(table, invite, code, draw) {
  if (!outward.asked) void findAddress(draw);
  const token = new URL(invite, location.href).searchParams.get('invite') ?? '';
  return html`<section class="invitation">
    <img
      class="qr"
      src=${`/api/tables/${table}/qr.svg?invite=${encodeURIComponent(token)}`}
      alt=${say('qr')}
      width="168"
      height="168"
    />
    <div>
      <h2>${say('invite')}</h2>
      ${
        outward.base
          ? html`<p class="soft">${say('invite_how')}</p>`
          : html`<p class="trouble">${icon('warn')}<span>${say('only_here')} <code>python3 run.py --lan</code></span></p>`
      }
      ${outward.base ? shareButton(invite) : null}
      ${code ? html`<p class="code" aria-label=${say('code')}>${code}</p>` : null}
      ${linkRow(say('invite_link'), invite)} ${linkRow(say('watch_link'), `/table/${table}`)}
    </div>
  </section>`;
}
