// The score keeper's own service worker: its pages work with no network. `VERSION` and `FILES` are filled in by the build.
const VERSION = '__VERSION__';
const FILES = __FILES__;
const PREFIX = 'score-keeper-'; // not "saudagar-": the game's own worker sweeps those
const PAGE = '/score/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(PREFIX + VERSION)
      .then((cache) => cache.addAll(FILES.map((url) => new Request(url, { cache: 'reload' }))))
      .then(() => self.registration.active || self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  const wanted = request.mode === 'navigate' ? PAGE : url.pathname;
  event.respondWith(caches.match(wanted, { cacheName: PREFIX + VERSION }).then((found) => found ?? fetch(request)));
});
