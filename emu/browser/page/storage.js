"use strict";
// What the browser keeps: files and changed disks, saved states (IndexedDB), settings (localStorage).

const STORES = ["files", "states"], FILES_MOST = 40;

function openStorage() {
  return new Promise((yes, no) => {
    const asked = indexedDB.open("go64", 1);
    asked.onupgradeneeded = () => STORES.forEach((name) => asked.result.createObjectStore(name, { keyPath: "name" }));
    asked.onsuccess = () => yes(asked.result);
    asked.onerror = () => no(asked.error);
  });
}

// All of a store, or one thing done to it; without storage (private windows) nothing is kept.
class Storage64 {
  constructor() {
    this._base = openStorage().catch(() => null);
  }

  async _do(store, mode, what) {
    const base = await this._base;
    if (!base) return null;
    return new Promise((yes, no) => {
      const deal = base.transaction(store, mode), asked = what(deal.objectStore(store));
      deal.oncomplete = () => yes(asked.result);
      deal.onerror = deal.onabort = () => no(deal.error || new Error("the browser's storage is full"));
    });
  }

  async all(store) { return await this._do(store, "readonly", (it) => it.getAll()) || []; }
  put(store, row) { return this._do(store, "readwrite", (it) => it.put(row)); }
  remove(store, name) { return this._do(store, "readwrite", (it) => it.delete(name)); }

  // Keep a file; the oldest that were only opened, never written to, go when there are too many.
  async keep(name, content, written) {
    await this.put("files", { name, content, written, when: Date.now() });
    const opened = (await this.all("files")).filter((row) => !row.written).sort((a, b) => b.when - a.when);
    for (const row of opened.slice(FILES_MOST)) await this.remove("files", row.name);
  }
}

function readSettings(defaults) {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem("go64") || "{}") };
  } catch {
    return { ...defaults };
  }
}

function writeSettings(settings) {
  try {
    localStorage.setItem("go64", JSON.stringify(settings));
  } catch { /* a private window keeps nothing */ }
}
