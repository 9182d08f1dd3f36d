// The shell of the laboratory: the things to do, their addresses, their commands and their answers.

import {el, fill} from "./dom.js";
import {Engine} from "./engine.js";
import {button as press} from "./form.js";
import {look} from "./look.js";
import {choose} from "./choose.js";
import {plan} from "./plan.js";
import {run as runs} from "./run.js";
import {learn} from "./learn.js";

const at = (id) => document.getElementById(id);
const limits = ["--memory", "1GB"]; // a browser gives a page 4 GB at most
const longest = {fragment: 100_000, state: 1_000_000, shown: 6_000}; // in characters

const things = new Map(); // name → {thing, root, section, page, state, running}
let current; // the thing that is shown

// The address: #lab/1/NAME/STATE, where the state is JSON, deflated, in base64url. By hand one writes
// #lab/1/NAME?KEY=VALUE&..., with texts alone.

async function packed(name, state) {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return `#lab/1/${name}/${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const {done, value} = await reader.read();
    if (done) break;
    if ((size += value.length) > longest.state) throw new Error("the state is too long");
    parts.push(value);
  }
  return JSON.parse(await new Blob(parts).text());
}

const plain = (value, depth = 0) => ["string", "number", "boolean"].includes(typeof value) ||
  (depth < 4 && Array.isArray(value) && value.every((v) => plain(v, depth + 1)));

// opened reads an address. An address that cannot be read is an error, with the thing that it names.
async function opened(fragment) {
  const [, name, text, query] = /^#lab\/1\/([a-z]+)(?:\/([A-Za-z0-9_-]*)|\?([^#]*))?$/.exec(fragment) || [];
  const thing = things.get(name);
  if (!thing || fragment.length > longest.fragment) return {name: thing ? name : "look", wrong: !["", "#", "#main"].includes(fragment)};
  if (!text && !query) return {name};
  try {
    const state = query ? Object.fromEntries(new URLSearchParams(query)) : await unpacked(text), example = thing.thing.example || {};
    const wrong = !state || typeof state !== "object" || Array.isArray(state) || !Object.values(state).every((v) => plain(v)) ||
      Object.keys(state).some((key) => key in example && (typeof state[key] !== typeof example[key] || Array.isArray(state[key]) !== Array.isArray(example[key])));
    return wrong ? {name, wrong} : {name, state};
  } catch {
    return {name, wrong: true};
  }
}

async function open(fragment) {
  const {name, state, wrong} = await opened(fragment);
  fill(at("trouble"), wrong && el("p", {class: "error"}, el("b", {}, "error: "), "the address of this page names nothing that can be shown; here is an example"));
  enter(name, state || wrong && things.get(name).thing.example);
}

// enter shows a thing with a state, or as it was left, or with its example. Whoever comes back to the
// state that was left finds the answers there.
function enter(name, state) {
  const next = things.get(name), moved = current && current !== next;
  current = next;
  for (const other of things.values()) {
    other.section.hidden = other !== next;
    if (other === next) other.link.setAttribute("aria-current", "page"); else other.link.removeAttribute("aria-current");
  }
  document.title = `${next.thing.title} – coterie laboratory`;
  try {
    next.view ||= next.thing.mount(next.root, next.page);
    if (!next.state || (state && !(moved && JSON.stringify(state) === JSON.stringify(next.state)))) {
      next.state = state || next.thing.example || {};
      packed(name, next.state).then((fragment) => {
        next.link.href = fragment;
        if (current === next && location.hash !== fragment) history.replaceState(null, "", fragment);
      });
      next.view.show(next.state);
    }
  } catch (error) {
    fill(at("trouble"), el("p", {class: "error"}, el("b", {}, "error: "), `this state cannot be shown: ${error.message}`));
  }
  if (moved) next.section.querySelector("h1").focus();
  busy();
}

// The commands. A second engine answers while the first is at a long command.

const engines = [new Engine()];

async function engine() {
  await engines[0].ready;
  if (engines[0].taken) await Promise.race([engines[0].last, new Promise((resolve) => setTimeout(resolve, 400))]);
  if (engines[0].taken && !engines[1]) engines[1] = new Engine(engines[0].module);
  return engines.find((e) => !e.taken) || engines[0];
}

async function run(owner, args, {files, input, what, part = "", keep, signal, bare} = {}) {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const all = bare ? args : [...args.slice(0, end), ...limits, ...args.slice(end)];
  for (const job of owner.running) if (part ? job.part === part : !job.keep) job.replace();
  const stop = new AbortController();
  const job = {part, keep, what: what || `coterie ${args[0]}`, err: "", since: Date.now(), stop: () => stop.abort(), replace() { this.replaced = true; stop.abort(); }};
  signal?.addEventListener("abort", job.stop);
  if (signal?.aborted) stop.abort();
  owner.running.add(job);
  setTimeout(busy, 200);
  let used;
  try {
    used = await engine();
    used.taken = (used.taken || 0) + 1;
    const result = await used.run(all, {
      input, files, signal: stop.signal,
      onPrint(stream, text) { if (stream === 2) { job.err += text; busy(); } },
      onProgress(stage, done, total) { Object.assign(job, {stage, done, total}); busy(); },
    });
    return Object.assign(result, {args: all, files_in: files, input, replaced: job.replaced, json: read(result.out)});
  } catch (error) {
    return {args: all, status: 4, out: "", err: `error: the engine cannot be loaded: ${error.message}\n`, files: new Map(), stopped: false, replaced: job.replaced};
  } finally {
    if (used) used.taken--;
    owner.running.delete(job);
    busy();
  }
}

// stopped stops the commands of the thing on the page; the focus does not vanish with the button.
function stopped() {
  for (const job of current.running) job.stop();
  if (document.activeElement === at("stop")) current.section.querySelector("h1").focus({preventScroll: true});
}

function read(text) {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try { return JSON.parse(text); } catch { return undefined; }
}

// busy shows the oldest command of the thing on the page, once it takes longer than a moment.
function busy() {
  const job = current && [...current.running].find((job) => Date.now() - job.since >= 190);
  at("busy").hidden = !job;
  if (!job) return;
  const doing = engines[0].module ? `${job.what} …` : "Loading the engine, once …";
  if (at("doing").textContent !== doing) at("doing").textContent = doing;
  at("stage").textContent = job.stage ? `${job.stage}${job.total ? ` ${job.done} of ${job.total}` : job.done ? ` ${job.done}` : ""}` : "";
  if (job.total) Object.assign(at("progress"), {max: job.total, value: job.done}); else at("progress").removeAttribute("value");
  const sofar = job.err.trim().split("\n").slice(-6).join("\n");
  at("sofar").hidden = !sofar;
  if (at("sofar").textContent !== sofar) at("sofar").textContent = sofar;
}

// The answers.

const quoted = (arg) => /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`;

// line returns the lines of a shell that do the same as a command of the page.
function line(args, files, input) {
  let text = "";
  for (const [path, content] of Object.entries(files || {})) {
    text += content.length > longest.shown ? `# with the file ${path}, of ${content.length} characters\n` :
      `cat > ${quoted(path)} <<'END'\n${content}${content.endsWith("\n") ? "" : "\n"}END\n`;
  }
  text += ["coterie", ...args.map(quoted)].join(" ");
  return input ? `${text} <<'END'\n${input}${input.endsWith("\n") ? "" : "\n"}END` : text;
}

function messages(result) {
  const lines = result.err.trim().split("\n").filter(Boolean);
  const wrong = result.status >= 2 && !result.stopped, said = (line) => {
    const [, kind, text] = /^(error|hint|note|warning): (.*)$/.exec(line) || [];
    return el("p", {class: kind || "note"}, kind && el("b", {}, `${kind}: `), text || line);
  };
  return [
    lines.length > 0 && el("div", {role: wrong ? "alert" : undefined}, lines.slice(-12).map(said)),
    result.stopped && el("p", {class: "stopped"}, "Stopped before there was an answer."),
    result.status === 3 && !result.stopped && el("p", {class: "stopped"}, "A limit was reached before there was a full answer."),
  ];
}

function save(name, data, type) {
  const link = el("a", {href: URL.createObjectURL(data instanceof Blob ? data : new Blob([data], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
  await image.decode();
  const canvas = el("canvas", {width: 2 * image.naturalWidth, height: 2 * image.naturalHeight});
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// printed opens the browser's dialog for printing with the picture alone, for a file PDF.
async function printed(svg) {
  const image = el("img", {alt: "", src: URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}))});
  fill(at("print"), image);
  document.body.classList.add("picture-only");
  await image.decode();
  addEventListener("afterprint", () => { document.body.classList.remove("picture-only"); fill(at("print")); }, {once: true});
  print();
}

// answer draws an answer in root, in place of the last one there. downloads is a list of json, csv,
// svg, png, pdf and tex (without it: those that the output has), and of {title, name, type, data()}.
// picture is an SVG that is not the output, as a text or a function.
function answer(owner, root, {title, args, files, input, result, body, downloads, picture: svg}) {
  if (result.replaced) return;
  args = result.args || args;
  files ||= result.files_in;
  input ||= result.input;
  for (const image of root.querySelectorAll("img[src^='blob:']")) URL.revokeObjectURL(image.src);
  if (!svg && /^\s*<(\?xml|svg)/.test(result.out)) svg = result.out;
  const drawn = () => typeof svg === "function" ? svg() : svg;
  downloads ||= [...(result.json || /^\{/.test(result.out) ? ["json", "csv"] : []), ...(svg ? ["svg", "png", "pdf", args[0] === "draw" && "tex"] : [])];
  const name = `${args[0]}-${(title || "answer").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 40)}`, told = el("span", {role: "status"});
  const known = {
    json: ["JSON", () => save(`${name}.json`, result.out, "application/json")],
    csv: ["CSV", async () => {
      const at = args.indexOf("--format"), own = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1));
      const csv = await run(owner, [...own, "--format", "csv"], {files, input, part: "csv", bare: true, what: "Writing CSV"});
      if (csv.status < 2) save(`${name}.csv`, csv.out, "text/csv"); else if (!csv.replaced) told.textContent = csv.err.trim().split("\n")[0] || "stopped";
    }],
    svg: ["SVG", () => save(`${name}.svg`, drawn(), "image/svg+xml")],
    png: ["PNG", async () => save(`${name}.png`, await png(drawn()))],
    pdf: ["PDF (print)", () => printed(drawn())],
    tex: ["TikZ", async () => {
      const at = args.indexOf("-o"), own = at < 0 ? args : args.filter((_, i) => i !== at && i !== at + 1);
      const tex = await run(owner, [...own, "-o", "picture.tex"], {files, input, part: "tex", bare: true, what: "Writing TikZ"});
      if (tex.files.has("picture.tex")) save(`${name}.tex`, tex.files.get("picture.tex"), "text/x-tex"); else if (!tex.replaced) told.textContent = tex.err.trim().split("\n")[0] || "stopped";
    }],
  };
  const pressed = (click) => () => Promise.resolve(click()).catch((e) => told.textContent = `error: ${e.message}`);
  const button = (text, click, label) => press(text, pressed(click), {"aria-label": label});
  const offered = downloads.map((d) => known[d] || (d.title && [d.title, async () => save(d.name, await d.data(), d.type)])).filter(Boolean);
  const buttons = result.stopped || result.status >= 2 && !result.out ? [] : offered.map(([text, click]) => button(text, click, `${text}: ${title}`));
  const shell = el("code", {}, line(args, files, input));
  const copy = async () => {
    getSelection().selectAllChildren(shell);
    told.textContent = await navigator.clipboard?.writeText(shell.textContent).then(() => "copied", () => "") || "selected, to copy it";
  };
  fill(root, el("section", {class: "answer"}, title && el("h2", {}, title), messages(result), body,
    el("div", {class: "foot"},
      el("details", {class: "same"}, el("summary", {}, "The same as a command"), el("pre", {tabindex: "0"}, shell), button("Copy", copy, `Copy the command: ${title}`)),
      buttons.length > 0 && el("p", {class: "downloads"}, buttons), told)));
  root.removeAttribute("aria-busy");
  if (title) at("said").textContent = `${title}: ${result.stopped ? "stopped" : result.status === 2 ? "an error" : "done"}`;
}

function picture(svg, alt) {
  return el("figure", {}, el("img", {src: URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"})), alt}));
}

// The glossary.

const words = [];
let glossary = "";

async function learnWords() {
  const result = await run(idle, ["help", "words"], {bare: true, part: "words"});
  glossary = result.out.replace(/\s+/g, " ");
  for (const [, heading] of result.out.matchAll(/^  (\S[^:\n]{0,60}?)(?: (?:of|at|under) [^:\n]*)?:/gm)) words.push(...heading.split(", "));
  fill(at("all-words"), words.map((word) => el("li", {}, press(word, () => explain(word), {class: "word"}))));
}

// explain opens the glossary at a word.
async function explain(word) {
  if (!at("words").open) at("words").showModal();
  at("words-title").textContent = word || "Glossary";
  at("words").querySelector("details").open = !word;
  if (!word) return fill(at("entry"));
  const result = await run(idle, ["help", "words", word], {bare: true, part: "word"});
  const entries = result.out.trim().split(/\n(?=\S)/).map((entry) => el("p", {}, entry.replace(/\s+/g, " ")));
  if (!result.replaced) fill(at("entry"), result.status ? messages(result) : entries);
}

// word makes a text a button that explains it, if the glossary has it.
function word(text, term = text) {
  const found = words.includes(term) || new RegExp(`(^|[.,;(][)]? )${term.replace(/[^\w -]/g, "")}( is |:|,| of | at )`, "i").test(glossary);
  return found ? press(text, () => explain(term), {class: "word", title: `The word ${term}`}) : el("span", {}, text);
}

// The things, each with its own object page.

const idle = {running: new Set()}; // whose commands nobody waits for

function add(thing) {
  const {name, title, sentence} = thing;
  const root = el("div", {class: "thing"});
  const owner = {thing, root, running: new Set(), link: el("a", {href: `#lab/1/${name}`}, title),
    section: el("section", {id: `thing-${name}`, hidden: true}, el("h1", {tabindex: "-1"}, title), el("p", {class: "lead"}, sentence), root)};
  let turn = 0, submitted = false;
  owner.section.addEventListener("submit", (event) => { event.preventDefault(); submitted = true; setTimeout(() => submitted = false); }, true);
  owner.page = {
    words, word, picture,
    run: (args, options) => run(owner, args, options),
    answer: (root, parts) => answer(owner, root, parts),
    stop: () => { for (const job of owner.running) if (!job.keep) job.replace(); },
    // state writes a state into the address: a new entry of the history after a submit, or if push is true.
    async state(state, push = submitted) {
      const mine = ++turn, fragment = await packed(name, owner.state = state);
      if (mine !== turn) return;
      owner.link.href = fragment;
      fill(at("trouble"), fragment.length > longest.fragment && el("p", {class: "note"}, "This is too long for an address: a link to this page will not show it."));
      if (current !== owner || fragment.length > longest.fragment || fragment === location.hash) return;
      history[push ? "pushState" : "replaceState"](null, "", fragment);
    },
    go(name, state) { packed(name, state).then((fragment) => { if (location.hash === fragment) enter(name, state); else location.hash = fragment; }); },
    // link makes a link of an element: it opens another thing with a state.
    link(element, name, state) {
      packed(name, state).then((fragment) => element.setAttribute("href", fragment));
      return element;
    },
  };
  things.set(name, owner);
  at("things").append(el("li", {}, owner.link));
  at("main").append(owner.section);
}

async function start() {
  for (const thing of [look, choose, plan, runs, learn]) add(thing);
  at("loading").remove();
  at("icon").src = document.querySelector("link[rel=icon]").href;
  at("glossary").addEventListener("click", () => explain());
  at("stop").addEventListener("click", stopped);
  addEventListener("keydown", (event) => { if (event.key === "Escape" && !at("busy").hidden && !at("words").open) stopped(); });
  document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); at("main").focus(); });
  addEventListener("hashchange", () => open(location.hash));
  const learned = learnWords();
  await open(location.hash);
  await learned;
  if (!at("engine-source") && navigator.serviceWorker) { // a page of one file is kept as it is
    navigator.serviceWorker.register("service.js").then(() => navigator.serviceWorker.ready)
      .then(() => at("offline").textContent = "This browser keeps the page: it works without a network, too.").catch(() => {});
  }
}

start();
