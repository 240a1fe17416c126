/** The rule sheet for exactly one table. */

import { html, nothing } from '../vendor/lit-html.js';
import * as api from '../api.js';
import { icon } from '../parts/icons.js';
import { openDialog, segments, sheet } from '../parts/menu.js';
import { LANGUAGES, settings } from '../settings.js';
import { list, say, speak } from '../words.js';

/** @import {Setup, Sheet} from '../protocol.js' */

/** @type {{setup: Setup | null, sheet: Sheet | null, error: string}} */
const shown = { setup: null, sheet: null, error: '' };
/** @type {() => void} */
let redraw = () => {};

/** @param {Setup} setup @param {() => void} draw @param {string} [clause] the one to show first */
export async function openRules(setup, draw, clause) {
  redraw = draw;
  shown.setup = setup;
  shown.sheet = null;
  openDialog('rules');
  await load();
  const cited = clause && document.getElementById(`clause-${clause}`);
  if (cited) {
    cited.scrollIntoView({ block: 'center' });
    cited.classList.add('cited');
  }
}

/** Fetch the sheet, again when the language changes. */
export async function load() {
  if (!shown.setup) return;
  try {
    shown.sheet = await api.rules(shown.setup);
    shown.error = '';
  } catch (error) {
    shown.error = error instanceof Error ? error.message : String(error);
  }
  redraw();
}

/** @param {[string, string][]} chosen */
export function houseRules(chosen) {
  return say('chosen', { rules: list(chosen.map(([name, value]) => say('labelled', { name, value }))) });
}

/** Is anything in brackets? @param {Sheet} page */
function hasRulings({ chapters }) {
  return chapters.some(({ clauses }) => clauses.some(({ text }) => text.includes('[')));
}

/** What the leaflet says, in its language, one click away. @param {string | null} words @param {string} lang */
function quotation(words, lang) {
  return words
    ? html`<details class="soft">
        <summary>${say('printed')}</summary>
        <q lang=${lang || nothing}>${words}</q>
      </details>`
    : null;
}

/** The clauses in force. @param {Sheet} page */
export function chaptersOf(page) {
  return page.chapters.map(
    (chapter) =>
      html`<section>
        <h3>${chapter.title}</h3>
        <ol>
          ${chapter.clauses.map(
            (clause) =>
              html`<li id=${`clause-${clause.id}`}>
                <b>${clause.id}</b>
                <div><p>${clause.text}</p>${quotation(clause.printed, page.language)}</div>
              </li>`,
          )}
        </ol>
      </section>`,
  );
}

export function rulesSheet() {
  const page = shown.sheet;
  return sheet(
    'rules',
    page?.title ?? say('rules'),
    html`<div class="rule-sheet">
      ${segments('rules-lang', say('language'), LANGUAGES, settings.lang, speak)}
      ${shown.error ? html`<p class="trouble">${shown.error}</p>` : null}
      ${
        page
          ? html`<p class="soft">
                ${say('for_players', { n: page.players })} ${page.source}
              </p>
              <p>
                <a class="button quiet" href=${api.printLink(/** @type {Setup} */ (shown.setup))} target="_blank"
                  >${icon('down')}${say('print')}</a
                >
              </p>
              ${page.house_rules.length ? html`<p>${houseRules(page.house_rules)}</p>` : null}
              ${hasRulings(page) ? html`<p class="soft">${say(page.language ? 'brackets' : 'brackets_told')}</p>` : null}
              ${chaptersOf(page)}
              ${
                page.story.length
                  ? html`<section>
                      <h3>${say('about')}</h3>
                      ${page.story.map((paragraph) => html`<p>${paragraph}</p>`)}
                    </section>`
                  : null
              }`
          : html`<p class="soft">${say('loading')}</p>`
      }
    </div>`,
  );
}
