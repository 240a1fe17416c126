/** The page without a connection: a service worker keeps what was seen. */

/** Let a worker keep this page, once it has been drawn. */
export async function keepPage() {
  if (!navigator.serviceWorker) return; // only over https, or on the server's own machine
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: performance.getEntriesByType('resource').map(({ name }) => name) });
  } catch {
    // Private windows may refuse; nothing depends on it.
  }
}
