/**
 * The page without a connection: its own parts, and what was read of the rulebook, the odds and the charts. Nothing of a
 * table, of money or of people is ever kept. `VERSION` and `FILES` are put in by the build (vite.config.ts).
 */
const VERSION = '__VERSION__';
const FILES = '__FILES__';
const SHELL = '/about';
const OWN = `croupier-${VERSION}`;
const READ = 'croupier-read';
/** What everybody reads alike, and what practice needs. The school keeps its drills itself (school/kept.ts). */
const KEPT = /^\/api\/v1\/(rulebook|games|school\/layouts)(\/|$)/;
const FIRST_READ = ['/api/v1/rulebook', '/api/v1/games'];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(OWN).then((cache) => cache.addAll([SHELL, ...FILES])));
});

// A new version waits until the page asks for it: between rounds.
addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting();
});

addEventListener('activate', (event) => {
  event.waitUntil(tidy());
});

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== OWN && name !== READ).map((name) => caches.delete(name)));
  await clients.claim();
  for (const path of FIRST_READ) void keep(new Request(path)).catch(() => undefined);
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(SHELL)));
  else if (pathname.startsWith('/assets/')) event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  else if (KEPT.test(pathname)) event.respondWith(keep(request).catch(() => kept(request)));
});

async function keep(request) {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(READ)).put(request, answer.clone());
  return answer;
}

async function kept(what) {
  return (await caches.match(what)) ?? Response.error();
}
