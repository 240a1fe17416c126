/** A notice of the system, when the page is not seen. */

import { settings } from '../settings.js';

/** May this page never show notices? */
export function isBarred() {
  return !isSecureContext || Notification.permission === 'denied';
}

/** @param {string} title @param {string} body @param {string} tag a later notice with the same tag takes the place of this one */
export async function notify(title, body, tag) {
  if (!settings.notify || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = { body, tag, icon: '/static/icons/192.png' };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) return void (await worker.showNotification(title, shown)); // the only way on phones
    const notice = new Notification(title, shown);
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // The system may refuse; the game goes on.
  }
}
