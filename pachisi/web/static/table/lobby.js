/** Before the game: who sits where, invitations, joining. */

import { html } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { icon } from '../parts/icons.js';
import { sitters } from '../parts/levels.js';
import { picker } from '../parts/picker.js';
import { promise } from './promise.js';
import { colourNames, seatChips } from './seats.js';
import { choose, settings } from '../settings.js';
import { houseRules } from '../screens/rules.js';
import { invitation } from './share.js';
import { say, upper } from '../words.js';

/** @import {Sitting} from './sitting.js' */
/** @import {Book, Seat} from '../protocol.js' */

/** @param {Sitting} sitting */
export function lobby(sitting) {
  const { table, book } = sitting;
  if (!table || !book) return null;
  const open = table.seats.filter((seat) => seat.kind === 'open');
  return html`<main class="lobby">
    <div class="lobby-picture">
      <div class="board-place small">${sitting.stage?.el}</div>
      ${sitting.owner ? begin(sitting, open.length) : null}
    </div>
    <div class="lobby-side">
      <h2>${say('lobby')}</h2>
      ${table.house_rules.length ? html`<p class="soft">${houseRules(table.house_rules)}</p>` : null}
      <p class="soft">
        ${say(table.take_back ? 'take_back_here' : 'no_take_back_here')}
        ${say(table.hints ? 'hints_here' : 'no_hints_here')}
      </p>
      ${sitting.invite ? invitation(table.id, sitting.invite, sitting.code, sitting.draw) : null}
      ${!sitting.you.length && open.length && sitting.token ? joinForm(sitting, book, open) : null}
      <ul class="lobby-seats">
        ${table.seats.map((seat) => lobbySeat(sitting, book, seat))}
      </ul>
      ${!sitting.you.length && !sitting.token ? html`<p class="soft">${say('you_watch')}</p>` : null}
      ${!sitting.owner && sitting.you.length ? html`<p class="soft">${say('owner_starts')}</p>` : null}
      ${sitting.note ? html`<p class="notice">${sitting.note}</p>` : null} ${promise(sitting)}
    </div>
  </main>`;
}

/** The button that begins, in the same place as where a table is set up. @param {Sitting} sitting @param {number} open seats */
function begin(sitting, open) {
  return html`<div class="create">
    <button class="button large" ?disabled=${open > 0} @click=${() => sitting.ask({ do: 'start' })}>
      ${open ? say('waiting_for', { n: open }) : html`${icon('play')}${say('start')}`}
    </button>
  </div>`;
}

/** @param {Sitting} sitting @param {Book} book @param {Seat} seat */
function lobbySeat(sitting, book, seat) {
  const mine = sitting.you.includes(seat.seat);
  const name = seat.kind === 'open' ? say('free_seat') : seat.kind === 'bot' ? upper(seat.name) : seat.name;
  const there = sitting.here.includes(seat.seat) ? say('here') : say('is_away');
  const who = mine ? say('you') : seat.kind === 'person' ? there : '';
  const colours = colourNames(book, seat);
  const about = [colours === name ? '' : colours, seat.host ? say('host') : '', who];
  const choice = sitting.owner ? arrangement(sitting, book, seat) : null;
  return html`<li class=${`lobby-seat ${seat.kind}`}>
    ${seatChips(book, seat)}
    ${
      choice ??
      html`<div class="who"><b>${name}</b><span>${about.filter(Boolean).join(' · ')}</span></div>`
    }
  </li>`;
}

/** @param {Sitting} sitting @param {Book} book @param {Seat} seat */
function arrangement(sitting, book, seat) {
  const mine = sitting.you.includes(seat.seat);
  const now = seat.kind === 'bot' ? `bot:${seat.bot}` : mine ? 'here' : seat.kind === 'open' ? 'open' : 'taken';
  if (now === 'taken') return null;
  const label = `${colourNames(book, seat)}${mine && seat.name !== colourNames(book, seat) ? ` · ${seat.name}` : ''}`;
  return picker(`seat-${seat.seat}`, label, sitters(sitting.shelf), now, (value) => {
    const [who, bot] = value.split(':');
    const more = who === 'bot' ? { bot } : who === 'here' && settings.name ? { name: settings.name } : {};
    void sitting.ask({ do: 'seat', seat: seat.seat, who, ...more });
  });
}

/** @param {Sitting} sitting @param {Book} book @param {Seat[]} open */
function joinForm(sitting, book, open) {
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const name = String(form.get('name')).trim() || say('guest');
    choose({ name });
    try {
      await api.join(sitting.id, { invite: sitting.token ?? '', name, seat: Number(form.get('seat')) });
    } catch (error) {
      sitting.note = error instanceof Error ? error.message : String(error);
      sitting.draw();
    }
  };
  return html`<form class="join" @submit=${submit}>
    <h2>${say('join')}</h2>
    <label class="field"
      ><span>${say('your_name')}</span
      ><input name="name" maxlength="40" autocomplete="nickname" .value=${settings.name}
    /></label>
    <fieldset class="segments">
      <legend>${say('which_seat')}</legend>
      <div class="segment-row">
        ${open.map(
          (seat, i) =>
            html`<label class="segment seat-choice"
              ><input type="radio" name="seat" value=${seat.seat} ?checked=${i === 0} /><span
                >${seatChips(book, seat)}${colourNames(book, seat)}</span
              ></label
            >`,
        )}
      </div>
    </fieldset>
    <button class="button">${say('sit_down')}</button>
  </form>`;
}
