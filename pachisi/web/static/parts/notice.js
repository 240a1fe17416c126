/** A notice of the system, when the page is not seen. */

import { settings } from '../settings.js';

/** @param {string} title @param {string} body @param {string} tag a later notice with the same tag takes the place of this one */
export function notify(title, body, tag) {
  if (!settings.notify || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  const notice = new Notification(title, { body, tag, icon: '/static/icon.svg' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
