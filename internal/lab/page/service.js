// The service worker: it keeps the page and its engine, so that both work without a network.

// kept names the files of this version. The program that writes the page puts its version here, so
// that a new one is loaded as a whole, and used once no page of the old one is open.
const kept = "coterie-lab-VERSION";
const files = ["./", "lab.css", "player.css", "things.css", "icon.svg", "lab.js", "dom.js", "form.js", "yaml.js", "look.js", "choose.js", "plan.js", "planned.js",
  "run.js", "learn.js", "player.js", "engine.js", "memory.js", "worker.js", "wasm_exec.js", "engine.wasm.br", "brotli/brotli_dec_wasm.js", "brotli/brotli_dec_wasm_bg.wasm"];

oninstall = (event) => event.waitUntil(caches.open(kept).then((cache) => cache.addAll(files.map((file) => new Request(file, {cache: "no-cache"})))));

onactivate = (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("coterie-lab-") && name !== kept) await caches.delete(name);
  await clients.claim();
})());

onfetch = (event) => {
  const {method, mode, url} = event.request;
  if (method !== "GET" || !url.startsWith(registration.scope)) return;
  const page = mode === "navigate" && [registration.scope, `${registration.scope}index.html`].includes(url.split(/[?#]/)[0]);
  event.respondWith((async () => {
    const cache = await caches.open(kept);
    return await cache.match(page ? "./" : event.request, {ignoreSearch: true}) || fetch(event.request);
  })());
};
