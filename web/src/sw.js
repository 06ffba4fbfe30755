// Caches the page for offline use: all of its files, fetched together once per version.
//
// `vite.config.js` inserts the list of files and their hash.
const FILES = __FILES__;
const NAME = "pipsc-__VERSION__";

self.addEventListener("install", (event) => {
  const fetchAll = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(fetchAll());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("pipsc-") && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// Navigations use the network first, so that a new version is shown at once. The names of other files change with their content, so
// cached files are used, and files that are fetched later, such as solvers, are cached as well.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const isVisit = request.mode === "navigate";
  const answer = async () => {
    const cache = await caches.open(NAME);
    const kept = () => cache.match(isVisit ? "./" : request);
    if (isVisit) {
      try {
        const fresh = await fetch(request);
        if (fresh.ok) return fresh;
      } catch {
        // No network.
      }
      return (await kept()) ?? Response.error();
    }
    const known = await kept();
    if (known) return known;
    const fresh = await fetch(request);
    if (fresh.ok) event.waitUntil(cache.put(request, fresh.clone()));
    return fresh;
  };
  event.respondWith(answer());
});
