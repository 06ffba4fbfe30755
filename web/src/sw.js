// Keeps the page for when there is no network: all of its files, fetched together once for each version.
//
// `vite.config.js` puts in the list of files and a hash of them.
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

// A visit asks the server first, so that a new version is seen at once. The names of its other files change with their content: what is
// kept of them is used, and what is fetched later, such as a solver, is kept as well.
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
