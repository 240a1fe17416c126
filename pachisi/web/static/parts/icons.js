/** Small drawings for buttons, one path each in a square of 24. */

import { svg } from '../vendor/lit-html.js';

const PATHS = {
  back: 'M14.5 5 L7.5 12 L14.5 19',
  book: 'M4 5.5 C7 4 10 4.3 12 6 C14 4.3 17 4 20 5.5 V18.5 C17 17 14 17.3 12 19 C10 17.3 7 17 4 18.5 Z M12 6 V19',
  close: 'M6 6 L18 18 M18 6 L6 18',
  copy: 'M9 9 H19 V20 H9 Z M15 9 V4 H5 V15 H9',
  down: 'M12 4 V15 M7 10.5 L12 15.5 L17 10.5 M5 20 H19',
  eye: 'M2.5 12 C6 6.5 18 6.5 21.5 12 C18 17.5 6 17.5 2.5 12 Z M12 9.3 A2.7 2.7 0 1 1 11.99 9.3',
  first: 'M7 5 V19 M18 5 L10 12 L18 19',
  gear: 'M4 7 H13 M17 7 H20 M4 17 H7 M11 17 H20 M15 4.6 A2.4 2.4 0 1 1 14.99 4.6 M9 14.6 A2.4 2.4 0 1 1 8.99 14.6',
  hint: 'M9.5 17.5 H14.5 M10.3 20.5 H13.7 M12 3.5 A6 6 0 0 0 8.6 14.4 C9.2 14.9 9.5 15.6 9.5 16.2 V17.5 M12 3.5 A6 6 0 0 1 15.4 14.4 C14.8 14.9 14.5 15.6 14.5 16.2 V17.5',
  last: 'M17 5 V19 M6 5 L14 12 L6 19',
  link: 'M10 13.5 A4 4 0 0 0 16 13.8 L18.6 11.2 A4 4 0 0 0 13 5.5 L11.7 6.8 M14 10.5 A4 4 0 0 0 8 10.2 L5.4 12.8 A4 4 0 0 0 11 18.5 L12.3 17.2',
  next: 'M9 5 L16 12 L9 19',
  open: 'M7 10 L12 15 L17 10',
  pause: 'M8 5 V19 M16 5 V19',
  pen: 'M5 19 L6.2 14.6 L15.8 5 L19 8.2 L9.4 17.8 Z M13.6 7.2 L16.8 10.4',
  person: 'M12 4 A4 4 0 1 1 11.99 4 M4.5 20.5 C5 15.5 8 13.8 12 13.8 C16 13.8 19 15.5 19.5 20.5',
  play: 'M8 5 L18 12 L8 19 Z',
  robot:
    'M6 9 H18 V19 H6 Z M12 9 V5.5 M12 3.6 A1 1 0 1 1 11.99 3.6 M9.6 13 V14.6 M14.4 13 V14.6 M3.5 12 V16 M20.5 12 V16',
  again: 'M19 8 A8 8 0 1 0 20 13 M20 4 V8.6 H15.4',
  sound: 'M4 9.5 H8 L13 5.5 V18.5 L8 14.5 H4 Z M16.5 9 C18 10.6 18 13.4 16.5 15 M19 6.6 C22 9.7 22 14.3 19 17.4',
  mute: 'M4 9.5 H8 L13 5.5 V18.5 L8 14.5 H4 Z M16.5 9.5 L21.5 14.5 M21.5 9.5 L16.5 14.5',
  star: 'M12 4 L14.4 9.3 L20 10 L15.8 13.9 L17 19.5 L12 16.6 L7 19.5 L8.2 13.9 L4 10 L9.6 9.3 Z',
  talk: 'M4 5 H20 V16 H11 L6.5 20 V16 H4 Z M8.5 10.5 V10.6 M12 10.5 V10.6 M15.5 10.5 V10.6',
  tick: 'M5 12.5 L10 17.5 L19.5 7',
  undo: 'M9 5 L4.5 9.5 L9 14 M5 9.5 H14 A5.2 5.2 0 0 1 14 20 H10',
  warnBack: 'M10 6 L4 12 L10 18 M16 6 V13 M16 17.6 V18',
  warnNext: 'M14 6 L20 12 L14 18 M8 6 V13 M8 17.6 V18',
  warn: 'M12 4 L21 20 H3 Z M12 10 V14.5 M12 16.9 V17.2',
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${PATHS[name]}></path></svg>`;
}
