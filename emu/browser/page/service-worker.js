"use strict";
// Keeps the site's files, all of one version, so that it works offline after the first visit.

const VERSION = "VERSION", FILES = ["FILES"];
const NAME = `go64-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys())
      if (name.startsWith("go64-") && name !== NAME) await caches.delete(name);
    await self.clients.claim();
  })());
});

// From the cache what belongs to the site; all else, as ?run= files, from the server.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url), base = new URL("./", self.location);
  if (event.request.method !== "GET" || !url.href.startsWith(base.href)) return;
  const name = url.pathname.slice(base.pathname.length) || "index.html";
  if (!FILES.includes(name)) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    return await cache.match(new URL(name, base)) || fetch(event.request);
  })());
});
