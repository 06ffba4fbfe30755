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

// A visit asks the server first, so that a new version is seen at once; its files are called by their version, and
// what is kept of it is used. Without a network everything is kept.
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const visit = event.request.mode === "navigate";
  const answer = async () => {
    const cache = await caches.open(NAME);
    const kept = () => cache.match(visit ? "./" : event.request);
    if (!visit) return (await kept()) ?? fetch(event.request);
    try {
      const fresh = await fetch(event.request);
      if (fresh.ok) return fresh;
    } catch {
      // No network.
    }
    return (await kept()) ?? Response.error();
  };
  event.respondWith(answer());
});
