/**
 * What is left without a connection: the page, the games and their rules as they were seen last.
 * Whatever the server can say now comes from the server, so that no old page outlives an upgrade;
 * only files whose address names their version are taken from here first, for they never change.
 */

const KEPT = 'pachisi';
const FILES = /^\/static\/v-[0-9a-f]+\//;
const ANSWERS = /^\/api\/(books|drawing|rules|options)$/;
const MOST_ANSWERS = 60;
/** There are types for pages or for workers, not for both. @type {{[name: string]: any, addEventListener: (name: string, hear: (event: any) => void) => void}} */
const worker = self;

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('message', ({ data, source }) => {
  if (Array.isArray(data?.keep)) void keepPage(data.keep).then(() => source?.postMessage({ kept: true }));
});

/** A notice leads to the page that showed it, or to a new one. */
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(bringUp(`/table/${event.notification.tag}`));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(navigate(request));
  else if (FILES.test(pathname)) event.respondWith(file(request));
  else if (ANSWERS.test(pathname)) event.respondWith(answer(request));
});

/** @param {string} path */
async function bringUp(path) {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const page = pages.find((/** @type {{url: string}} */ { url }) => new URL(url).pathname === path);
  await (page ? page.focus() : worker.clients.openWindow(path));
}

/** One page serves all addresses; the verifier is another one. @param {Request} request */
async function navigate(request) {
  const shell = new URL(request.url).pathname === '/verify' ? '/verify' : '/';
  try {
    const reply = await fetch(request);
    if (reply.ok && reply.type === 'basic' && !reply.redirected) await put(shell, reply.clone());
    return reply;
  } catch (error) {
    const kept = await caches.match(shell);
    if (kept) return kept;
    throw error;
  }
}

/** @param {Request} request */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) await put(request, reply.clone());
  return reply;
}

/** @param {Request} request */
async function answer(request) {
  try {
    const reply = await fetch(request);
    if (reply.ok) await put(request, reply.clone());
    return reply;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** @param {RequestInfo} request @param {Response} reply */
async function put(request, reply) {
  await (await caches.open(KEPT)).put(request, reply);
}

/** Keep what the page has loaded before this worker was there; files of other versions go. @param {string[]} urls */
async function keepPage(urls) {
  const cache = await caches.open(KEPT);
  const wanted = urls.filter((url) => FILES.test(new URL(url).pathname) || ANSWERS.test(new URL(url).pathname));
  const version = wanted.map((url) => FILES.exec(new URL(url).pathname)?.[0]).find(Boolean);
  const known = await cache.keys();
  const old = known.filter(({ url }) => version && FILES.test(new URL(url).pathname) && !url.includes(version));
  const answers = known.filter(({ url }) => ANSWERS.test(new URL(url).pathname));
  await Promise.all([...old, ...answers.slice(0, -MOST_ANSWERS)].map((request) => cache.delete(request)));
  const missing = wanted.filter((url) => !known.some((one) => one.url === url));
  await Promise.all(['/', ...missing].map((url) => cache.add(url).catch(() => {})));
}
