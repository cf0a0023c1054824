/*
 * The service worker: keeps one whole version of the pages on the device, and never mixes two.
 *
 * build/offline.mjs puts the version and the lists in. A new version is fetched beside the old one and waits until the home page
 * lets it in (app/worker.svelte.ts), so that nothing changes in the middle of a match. What the server knows is never kept.
 */
const VERSION = '__VERSION__';
/** Without these the pages do not work. */
const NEEDED = __NEEDED__;
/** Fonts, weights, pictures: fetched when the page is idle. */
const LATER = __LATER__;
const CACHE = `saudagar-${VERSION}`;
const SHELL = '/index.html';

addEventListener('install', (event) => {
  event.waitUntil(keep(NEEDED));
});

addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('saudagar-') && name !== CACHE);
      // A page of the version before may still be open in another tab, and ask for a part that it has not needed yet.
      await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
      await clients.claim();
    })(),
  );
});

addEventListener('message', (event) => {
  if (event.data === 'activate') skipWaiting();
  if (event.data === 'fill')
    event.waitUntil(
      keep(LATER).then(
        () => event.source?.postMessage({ complete: true }),
        () => undefined, // the next visit tries again
      ),
    );
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    if (url.pathname === '/' || url.pathname === SHELL) event.respondWith(kept(SHELL, request));
    return;
  }
  event.respondWith(kept(url.pathname, request));
});

async function kept(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? (await caches.match(path)) ?? fetch(request);
}

/** Puts what is missing into this version's cache; throws where something cannot be had. */
async function keep(paths) {
  const cache = await caches.open(CACHE);
  await Promise.all(
    paths.map(async (path) => {
      if (await cache.match(path)) return;
      // A name with a hash in it never changes its content: what an older version kept will do.
      const old = path.startsWith('/assets/') ? await caches.match(path) : undefined;
      const response = old ?? (await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' }));
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await cache.put(path, response);
    }),
  );
}
