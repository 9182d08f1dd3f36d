"use strict";

// skeleton is the contents of a player, without those of a run.
const skeleton = `
<header id="head">
<h1></h1>
<p id="verdict"></p>
</header>
<div id="played">
<section id="diagram" aria-label="Space-time diagram" tabindex="0">
<svg id="names" aria-hidden="true"></svg>
<div id="room"><svg id="lines" role="img" aria-label="A line for each node, time downwards, an arrow for each message"></svg></div>
</section>
<div id="now">
<section id="told" aria-live="polite" aria-atomic="true">
<p id="when"></p>
<p id="sentence"></p>
<p id="ending" hidden></p>
<dl id="facts"></dl>
</section>
<ul id="notes"></ul>
<section id="waiting" aria-label="Who waits for whom">
<h2>Who waits for whom</h2>
<p id="circle"></p>
<svg id="waits" role="img"></svg>
<ul id="because"></ul>
</section>
<section id="state" aria-label="The state of each node">
<h2>Each node</h2>
<div id="cards"></div>
<ul id="key"></ul>
</section>
</div>
</div>
<footer id="bar">
<canvas id="strip" aria-hidden="true"></canvas>
<input type="range" id="slider" min="0" step="1" value="0" aria-label="Step">
<div id="buttons">
<button id="first" title="To the beginning (Home)" aria-label="To the beginning"><svg viewBox="0 0 20 20"><path d="M4 4h2.4v12H4zM16 4v12L7 10z"/></svg></button>
<button id="back" title="A step back (←)" aria-label="A step back"><svg viewBox="0 0 20 20"><path d="M12.5 3l2 2-5 5 5 5-2 2-7-7z"/></svg></button>
<button id="play" title="Play or pause (space)" aria-label="Play"><svg viewBox="0 0 20 20"><path class="go" d="M5 3.5v13L15.5 10z"/><path class="halt" d="M5 4h3.4v12H5zM11.6 4H15v12h-3.4z"/></svg></button>
<button id="next" title="A step forward (→)" aria-label="A step forward"><svg viewBox="0 0 20 20"><path d="M7.5 3l-2 2 5 5-5 5 2 2 7-7z"/></svg></button>
<button id="last" title="To the end (End)" aria-label="To the end"><svg viewBox="0 0 20 20"><path d="M13.6 4H16v12h-2.4zM4 4v12l9-6z"/></svg></button>
<label class="jump">step <input type="number" id="step" min="0" value="0" inputmode="numeric" aria-label="Step"> of <span id="steps"></span></label>
<label class="speed">speed <select id="speed" aria-label="Speed"><option value="2000">slow</option><option value="1000" selected>usual</option><option value="400">fast</option><option value="100">very fast</option></select></label>
<select id="goto" aria-label="Go to"></select>
</div>
</footer>
`;

const players = new WeakMap(); // of the elements in which runs are played

// mount plays a run, the data that Go writes, in an element, in the place of the run played there
// before. It begins after step at, or at the end if that is greater; moved is called with each step
// that is shown. The player has unmount, which takes it away with all its listeners; go, which
// shows a step; and row, which returns how far the row of a step is below the edge of the diagram.
// The element and all in it belong to the player; nothing else of the page is touched.
function mount(root, run, {at = 0, moved = () => {}} = {}) {
  players.get(root)?.unmount();
  root.classList.add("player");
  root.innerHTML = skeleton;
  const ending = new AbortController(), {signal} = ending;
  const $ = (id) => root.querySelector("#" + id);
  root.querySelector("h1").textContent = `${run.algorithm} over ${run.system}`;
  const total = run.steps.length;
  const LOSE = 11; // as trace.What has them
  const TRYING = 1, CRITICAL = 2; // as mutex.Phase has them
  const phases = ["outside", "waits", "inside"];

  const escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"};
  const safe = (text) => String(text).replace(/[&<>"']/g, (c) => escapes[c]);
  const text = (i) => i < 0 ? "" : run.texts[i];
  const count = (n, one, many) => `${n} ${n === 1 ? one : many || one + "s"}`;

  // The actors that are shown, by number.
  const column = new Map(run.actors.map((a, i) => [a.number, i]));
  const processOf = new Map(run.processes.map((p, i) => [p.actor, i]));
  const firstProcess = run.processFrom;
  const processName = (p) => { const at = processOf.get(firstProcess + p); return at === undefined ? String(p + 1) : run.processes[at].name; };
  const nodeName = (v) => { const i = column.get(v); return i === undefined ? String(v + 1) : run.actors[i].short; };

  // What happens in a step beside its opening: who enters, and against the rule or not.
  const enters = new Map();
  for (const [process, , , entry, , against] of run.stays) if (entry) enters.set(entry, {process, against});
  const colours = {REQUEST: 0, ASK: 0, RECOVER: 0, LOCKED: 1, GRANT: 1, OK: 1, REPLY: 1, PRIVILEGE: 1, ANSWER: 1, FAILED: 2, INQUIRE: 3, RELINQUISH: 4, RELEASE: 5, UNLOCK: 6, STATUS: 7};
  const kindColour = (m) => `var(--k${colours[text(m[2])] ?? 7})`;
  const lost = (k) => !run.machines || run.lost > 0 && k >= run.lost;

  // before returns the last place of a list of steps and values, two by two, that is not after k.
  function before(list, k) {
    let low = 0, high = list.length / 2;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (list[2 * middle] <= k) low = middle; else high = middle;
    }
    return list[2 * low + 1];
  }
  const stateAt = (i, k) => before(run.states[i], k);

  function circleAt(k) {
    let low = 0, high = run.circles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (run.circles[middle][0] <= k) low = middle + 1; else high = middle;
    }
    const circle = [];
    if (low === 0) return circle;
    const entry = run.circles[low - 1];
    for (let i = 1; i < entry.length; i += 2) circle.push({process: entry[i], node: entry[i + 1]});
    circle.forEach((w, i) => { w.holder = circle[(i + 1) % circle.length].process; });
    return circle;
  }

  // waitsAt is mutex.System.Waits: by process, node and holder; holder -1 where nobody has the lock.
  function waitsAt(k) {
    const waits = [];
    if (lost(k)) return waits;
    for (const [actor] of processOf) {
      const i = column.get(actor);
      if (i === undefined) continue;
      const s = run.pool[stateAt(i, k)];
      if (s.phase !== TRYING) continue;
      for (const node of s.lacks || []) {
        const at = column.get(node);
        const of = at === undefined ? {} : run.pool[stateAt(at, k)];
        const holders = of.down ? [] : of.holders || [];
        for (const holder of holders.length ? holders : [-1]) waits.push({process: actor - firstProcess, node, holder, down: !!of.down});
      }
    }
    return waits.sort((a, b) => a.process - b.process);
  }

  // How many messages are under way after each step, and, by blocks of steps, which are in each.
  const going = new Int32Array(total + 2);
  const block = 512, blocks = Array.from({length: Math.floor(total / block) + 1}, () => []);
  run.messages.forEach((m, i) => {
    going[m[4]]++;
    going[m[5] || total + 1]--;
    for (let b = Math.floor(m[4] / block); b <= Math.floor((m[5] || total) / block); b++) blocks[b].push(i);
  });
  for (let k = 1; k <= total; k++) going[k] += going[k - 1];

  // some returns those of many messages whose beginning or end is in a part of the run, and not too many.
  const mostArrows = 1200;
  function some(list, first, last) {
    if (list.length <= mostArrows) return list;
    const inside = (k) => k >= first && k <= last;
    return list.filter((i) => inside(run.messages[i][4]) || inside(run.messages[i][5])).slice(0, mostArrows);
  }

  // messagesIn returns the messages that are sent before the end and arrive after the start of a part.
  function messagesIn(first, last) {
    const found = [], start = Math.floor(first / block);
    for (let b = start; b <= Math.floor(last / block); b++) {
      for (const i of blocks[b]) {
        const m = run.messages[i];
        if (b === Math.max(start, Math.floor(m[4] / block)) && m[4] <= last && (m[5] === 0 || m[5] >= first)) found.push(i);
      }
    }
    return found;
  }

  // ---- the diagram

  const diagram = $("diagram"), lines = $("lines"), names = $("names"), room = $("room");
  let size = {};

  function measure() {
    const narrow = root.clientWidth <= 832;
    const width = diagram.clientWidth;
    let longest = 4;
    run.steps.forEach((s, k) => {
      const i = column.get(s[1]);
      longest = Math.max(longest, text(s[3]).length + (i === undefined ? 0 : run.actors[i].short.length) + (enters.has(k + 1) ? 9 : 2));
    });
    const words = Math.min(320, 12 + longest * (narrow ? 6.1 : 6.9));
    const gutter = Math.max(narrow ? 30 : 50, 14 + 7.2 * String(total).length), n = run.actors.length;
    const gap = Math.max(26, Math.min(104, (width - gutter - words) / n));
    size = {narrow, width, gutter, gap, words, row: narrow ? 22 : 26, top: 12, font: narrow ? 11 : 12.5};
    const natural = gutter + 104 * n + words + 16;
    root.style.setProperty("--natural", natural + "px");
    root.classList.toggle("table", run.machines && tableWidth <= $("now").clientWidth);
    size.all = Math.max(width, gutter + gap * n + words);
    size.high = size.top + (total + 1) * size.row + 16;
    room.style.height = size.high + "px";
    room.style.width = size.all + "px";
  }
  const x = (i) => size.gutter + size.gap * (i + 0.5);
  const y = (k) => size.top + k * size.row;

  function drawNames() {
    const out = [], r = Math.min(14, size.gap / 2 - 1);
    run.actors.forEach((a, i) => {
      const s = run.pool[stateAt(i, now)];
      const ring = s.phase === CRITICAL ? "--in" : s.phase === TRYING ? "--wait" : "--line";
      const fill = s.phase === CRITICAL ? "--in-bg" : s.phase === TRYING ? "--wait-bg" : "--panel";
      const label = a.short.length > 9 ? a.short.slice(0, 8) + "…" : a.short;
      const width = Math.max(2 * r, Math.min(size.gap - 3, label.length * 7.4 + 8));
      const small = label.length * 7.4 > width ? Math.max(7, 12.5 * width / (label.length * 7.4 + 4)) : 12.5;
      out.push(`<g><title>${safe(a.name)}</title><rect x="${x(i) - width / 2}" y="4" width="${width}" height="24" rx="12" fill="var(${fill})" stroke="var(${ring})" stroke-width="1.6"/>` +
        `<text x="${x(i)}" y="20.5" text-anchor="middle" font-size="${small}" font-weight="600"${s.down ? ' text-decoration="line-through"' : ""}>${safe(label)}</text></g>`);
    });
    names.setAttribute("width", size.all);
    names.setAttribute("height", 32);
    names.innerHTML = out.join("");
  }

  // bowOf is how far the bow of a message to its own sender reaches, by the points that draw it.
  const bowOf = () => Math.min(30, size.gap * 0.45);

  function arrow(m, bold) {
    const a = column.get(m[0]), b = column.get(m[1]);
    if (a === undefined || b === undefined) return "";
    const going = m[5] === 0;
    const from = [x(a), y(m[4])], to = [x(b), y(going ? total + 0.8 : m[5])];
    if (a === b) { // to itself, by the network: a bow beside its line
      const colour = kindColour(m), bow = bowOf(), third = (to[1] - from[1]) / 3;
      return `<path d="M${from[0]} ${from[1]}C${from[0] + bow} ${from[1] + third} ${from[0] + bow} ${to[1] - third} ${to[0] + 3} ${to[1] - 2}" fill="none" stroke="${colour}" stroke-width="${bold ? 2.6 : 1.3}"${going ? ' stroke-dasharray="3 4"' : ""}/>` +
        (going ? "" : `<path d="M${to[0]} ${to[1]}l9 -3l-4.5 -5Z" fill="${colour}"/>`);
    }
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const ux = (to[0] - from[0]) / length, uy = (to[1] - from[1]) / length;
    const colour = kindColour(m), head = bold ? 9 : 7;
    let out = `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0] - ux * 4}" y2="${to[1] - uy * 4}" stroke="${colour}" stroke-width="${bold ? 2.6 : 1.3}"${going ? ' stroke-dasharray="3 4"' : ""}/>`;
    if (m[6]) {
      out += `<path d="M${to[0] - 5} ${to[1] - 5}l10 10m0 -10l-10 10" stroke="var(--bad)" stroke-width="2"/>`;
    } else if (!going) {
      const foot = [to[0] - ux * head, to[1] - uy * head], half = head * 0.42;
      out += `<path d="M${to[0]} ${to[1]}L${foot[0] - uy * half} ${foot[1] + ux * half}L${foot[0] + uy * half} ${foot[1] - ux * half}Z" fill="${colour}"/>`;
    }
    return out;
  }

  function drawLines() {
    const top = Math.max(0, diagram.scrollTop - 200), bottom = diagram.scrollTop + diagram.clientHeight + 200;
    const first = Math.max(1, Math.floor((top - size.top) / size.row)), last = Math.min(total, Math.ceil((bottom - size.top) / size.row));
    const height = Math.min(size.high, bottom) - top;
    const out = [];
    const end = y(total + 0.8);
    if (now > 0) out.push(`<rect x="0" y="${y(now) - size.row / 2}" width="${size.all}" height="${size.row}" fill="var(--mark)"/>`);
    // The lines of the actors, those who wait and those who are inside.
    run.actors.forEach((a, i) => out.push(`<line x1="${x(i)}" x2="${x(i)}" y1="${Math.max(0, top)}" y2="${Math.min(end, bottom)}" stroke="var(--line)"/>`));
    for (const [step, node] of run.crashes) {
      const i = column.get(node);
      if (i === undefined || y(step) > bottom) continue;
      out.push(`<line x1="${x(i)}" x2="${x(i)}" y1="${y(step)}" y2="${Math.min(end, bottom)}" stroke="var(--paper)" stroke-width="2" stroke-dasharray="4 6"/>`,
        `<path d="M${x(i) - 6} ${y(step) - 6}l12 12m0 -12l-12 12" stroke="var(--bad)" stroke-width="2.4"/>`);
    }
    for (const [process, group, wish, entry, over, against] of run.stays) {
      const i = column.get(firstProcess + process);
      if (i === undefined || wish > last || over && over < first) continue;
      const gone = over ? y(over) : end, in_ = entry ? y(entry) : gone;
      out.push(`<line x1="${x(i)}" x2="${x(i)}" y1="${y(wish)}" y2="${in_}" stroke="var(--waits)" stroke-width="4"/>`);
      if (!entry) continue;
      const half = Math.min(6, size.gap / 4);
      const colour = against ? "var(--bad)" : run.groups > 1 ? `var(--k${group % 8})` : "var(--in)";
      out.push(`<rect x="${x(i) - half}" y="${in_ - 3}" width="${2 * half}" height="${Math.max(6, gone - in_ + 6)}" rx="3" fill="${colour}"/>`);
      if (run.groups > 1) out.push(`<text x="${x(i)}" y="${in_ + 8}" text-anchor="middle" font-size="10" fill="var(--paper)" font-weight="700">${group + 1}</text>`);
    }
    const present = now > 0 ? run.steps[now - 1][4] : -1;
    for (const i of some(messagesIn(first, last), first, last)) if (i !== present) out.push(arrow(run.messages[i], false));
    for (let k = first; k <= last; k++) {
      const [what, actor, , short, message] = run.steps[k - 1];
      const i = column.get(actor), enter = enters.get(k), mid = y(k) + size.font * 0.35;
      const when = run.counts ? k : run.times[k - 1].toPrecision(4).replace(/\.?0+$/, "");
      out.push(`<text x="${size.gutter - 8}" y="${mid}" text-anchor="end" font-size="${size.font - 1.5}" fill="var(--soft)">${size.narrow ? k : when}</text>`);
      if (i === undefined) continue;
      const colour = message >= 0 && what !== LOSE ? kindColour(run.messages[message]) : what === LOSE ? "var(--bad)" : "var(--ink)";
      out.push(`<circle cx="${x(i)}" cy="${y(k)}" r="${k === now ? 5 : 3}" fill="${k === now ? "var(--now)" : "var(--soft)"}"/>`);
      let words = text(short);
      if (enter) words += enter.against ? " enters!" : " enters";
      out.push(`<text x="${size.gutter + size.gap * run.actors.length + 6}" y="${mid}" font-size="${size.font}"${k === now ? ' font-weight="600"' : ""}>` +
        `<tspan fill="var(--soft)">${safe(run.actors[i].short)}  </tspan><tspan fill="${enter ? enter.against ? "var(--bad)" : "var(--in)" : colour}">${safe(words)}</tspan></text>`);
    }
    if (present >= 0) out.push(arrow(run.messages[present], true));
    // What is still to come lies under a veil; a dot is a message under way.
    const line = y(now) + size.row / 2;
    out.push(`<rect x="0" y="${line}" width="${size.all}" height="${Math.max(0, size.high - line)}" fill="var(--paper)" opacity=".72"/>`,
      `<line x1="0" x2="${size.all}" y1="${line}" y2="${line}" stroke="var(--now)" stroke-width="1.5"/>`);
    for (const i of some(messagesIn(now, now), first, last)) {
      const m = run.messages[i];
      if (m[5] === now) continue;
      const a = column.get(m[0]), b = column.get(m[1]);
      if (a === undefined || b === undefined) continue;
      const y1 = y(m[4]), y2 = m[5] === 0 ? end : y(m[5]), part = Math.min(1, (line - y1) / Math.max(1, y2 - y1));
      out.push(`<circle cx="${a === b ? x(a) + 3 * part * (1 - part) * bowOf() : x(a) + (x(b) - x(a)) * part}" cy="${line}" r="4.5" fill="${kindColour(m)}" stroke="var(--paper)" stroke-width="1.5"><title>${safe(text(m[2]))} from ${safe(nameOf(m[0]))} to ${safe(nameOf(m[1]))}, under way</title></circle>`);
    }
    lines.style.top = top + "px";
    lines.setAttribute("width", size.all);
    lines.setAttribute("height", height);
    lines.setAttribute("viewBox", `0 ${top} ${size.all} ${height}`);
    lines.innerHTML = out.join("");
  }
  const nameOf = (a) => { const i = column.get(a); return i === undefined ? "another" : run.actors[i].name; };

  // follow brings the present row, and its actor, into sight.
  function follow() {
    const high = diagram.clientHeight, at = y(now) - diagram.scrollTop;
    if (at < high * 0.2 || at > high * 0.75) diagram.scrollTop = Math.max(0, y(now) - high * 0.5);
    if (now === 0 || size.all <= size.width) return;
    const i = column.get(run.steps[now - 1][1]);
    if (i === undefined) return;
    const side = x(i) - diagram.scrollLeft;
    if (side < 40 || side > size.width - 40) diagram.scrollLeft = Math.max(0, x(i) - size.width / 2);
  }

  // ---- what happens

  function tell() {
    const facts = [];
    const fact = (name, value) => { if (value !== "") facts.push(`<div><dt>${safe(name)}</dt><dd>${safe(value)}</dd></div>`); };
    if (now === 0) {
      $("when").textContent = `The beginning; ${count(total, "step")} follow.`;
      $("sentence").textContent = "Nobody wishes to enter yet. The arrow keys, or the buttons below, step forward and back.";
    } else {
      const [, , sentence, , message] = run.steps[now - 1];
      $("when").textContent = `Step ${now} of ${total}` + (run.counts ? "" : `, at time ${run.times[now - 1].toPrecision(6).replace(/\.?0+$/, "")}`) +
        `; ${going[now] ? count(going[now], "message") : "no message"} under way`;
      $("sentence").textContent = text(sentence).replace(/^./, (c) => c.toUpperCase()) + ".";
      if (message >= 0) {
        const m = run.messages[message];
        fact("step of the paper", text(m[3]));
        fact("request", text(m[7]));
        fact("charged to", text(m[8]));
        fact("sent in step", m[4]);
      }
    }
    $("facts").innerHTML = facts.join("");
    const marked = run.marks.filter((m) => m.step === now).map((m) => m.text), ending = $("ending");
    const said = now === total && run.end !== "" ? marked.concat(run.end) : [...marked];
    if (marked.length && run.marks.every((m) => m.step <= now) && now < total) said.push("what follows only ends the run");
    ending.hidden = said.length === 0;
    ending.className = marked.length || run.stuck.length || run.broken.length ? "bad" : "";
    ending.textContent = said.map((s) => s.replace(/^./, (c) => c.toUpperCase()) + ".").join(" ");
  }

  // ---- who waits for whom

  const wishers = new Set(run.stays.map((s) => s[0]));
  const anyWaits = run.machines && run.pool.some((s) => (s.lacks || []).length > 0);

  function drawWaits() {
    if (!anyWaits) { $("waiting").hidden = true; return; }
    const svg = $("waits"), waits = waitsAt(now), circle = circleAt(now);
    const shown = [];
    for (const p of run.processes) {
      const i = column.get(p.actor);
      if (i === undefined) continue;
      const phase = run.pool[stateAt(i, now)].phase;
      if (wishers.size <= 10 ? wishers.has(p.actor - firstProcess) : phase > 0) shown.push({process: p.actor - firstProcess, name: p.name, phase});
    }
    const closed = run.closed > 0 && now >= run.closed, on = new Set(circle.map((w) => w.process));
    const most = 26;
    svg.innerHTML = "";
    svg.style.display = lost(now) || shown.length === 0 || shown.length > most ? "none" : "";
    if (!lost(now) && shown.length > 0 && shown.length <= most) {
      const n = shown.length, r = n > 14 ? 13 : 18, radius = Math.max(64, n * r / 2.2), pad = r + 8;
      const w = Math.max(240, 2 * (1.25 * radius + pad)), h = n === 1 ? 2 * pad : 2 * (radius + pad);
      const place = new Map(shown.map((p, i) => {
        const angle = 2 * Math.PI * i / n - Math.PI / 2;
        return [p.process, n === 1 ? [w / 2, h / 2] : [w / 2 + radius * 1.25 * Math.cos(angle), h / 2 + radius * Math.sin(angle)]];
      }));
      const pairs = new Map();
      for (const v of waits) {
        if (v.holder < 0 || v.holder === v.process || !place.has(v.holder) || !place.has(v.process)) continue;
        const key = v.process + ">" + v.holder;
        if (!pairs.has(key)) pairs.set(key, {from: v.process, to: v.holder, nodes: [], on: false});
        pairs.get(key).nodes.push(v.node);
        if (circle.some((c) => c.process === v.process && c.node === v.node && c.holder === v.holder)) pairs.get(key).on = true;
      }
      const plain = [], strong = [], labels = [];
      for (const e of [...pairs.values()].sort((a, b) => a.on - b.on)) {
        const [x1, y1] = place.get(e.from), [x2, y2] = place.get(e.to);
        const d = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / d, uy = (y2 - y1) / d;
        const bend = pairs.has(e.to + ">" + e.from) ? 16 : 7;
        const cx = (x1 + x2) / 2 - uy * bend * 2, cy = (y1 + y2) / 2 + ux * bend * 2;
        const toward = (px, py, away) => { const l = Math.hypot(cx - px, cy - py) || 1; return [px + (cx - px) / l * away, py + (cy - py) / l * away]; };
        const [sx, sy] = toward(x1, y1, r + 1), [tx, ty] = toward(x2, y2, r + 3);
        const l = Math.hypot(tx - cx, ty - cy) || 1, vx = (tx - cx) / l, vy = (ty - cy) / l, head = e.on ? 11 : 8;
        const colour = e.on ? closed ? "var(--bad)" : "var(--wait)" : "var(--soft)";
        (e.on ? strong : plain).push(`<path d="M${sx} ${sy}Q${cx} ${cy} ${tx - vx * head * 0.8} ${ty - vy * head * 0.8}" fill="none" stroke="${colour}" stroke-width="${e.on ? 3.2 : 1.2}"${e.on ? "" : ' stroke-dasharray="4 3"'}/>` +
          `<path d="M${tx} ${ty}L${tx - vx * head - vy * head * 0.45} ${ty - vy * head + vx * head * 0.45}L${tx - vx * head + vy * head * 0.45} ${ty - vy * head - vx * head * 0.45}Z" fill="${colour}"/>`);
        if (e.on || pairs.size <= 8) {
          const at = e.on ? 0.5 : 0.3, along = (s, c, t) => (1 - at) ** 2 * s + 2 * at * (1 - at) * c + at ** 2 * t; // thin ones cross in the middle
          const mx = along(sx, cx, tx), my = along(sy, cy, ty);
          labels.push(`<text x="${mx}" y="${my + 3.5}" text-anchor="middle" font-size="10.5"${e.on ? ' font-weight="700"' : ""} fill="${colour}" paint-order="stroke" stroke="var(--paper)" stroke-width="4">${e.on ? "node " : ""}${safe(e.nodes.map(nodeName).join(","))}</text>`);
        }
      }
      const balls = shown.map((p) => {
        const [px, py] = place.get(p.process);
        const bad = on.has(p.process), tone = p.phase === CRITICAL ? "in" : p.phase === TRYING ? "wait" : "";
        const name = p.name.length > 8 ? p.name.slice(0, 7) + "…" : p.name;
        return `<g><title>process ${safe(p.name)} ${phases[p.phase] || ""}</title><circle cx="${px}" cy="${py}" r="${r}" fill="var(--${tone ? tone + "-bg" : "panel"})" stroke="var(--${bad && closed ? "bad" : tone || "line"})" stroke-width="${bad ? 3 : 1.6}"/>` +
          `<text x="${px}" y="${py + 4.5}" text-anchor="middle" font-size="${name.length > 3 ? 10 : 14}" font-weight="700">${safe(name)}</text></g>`;
      });
      svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
      svg.setAttribute("aria-label", waits.length ? count(waits.length, "wait") : "nobody waits for a lock that another has");
      svg.innerHTML = plain.concat(strong, balls, labels).join("");
    }
    const line = $("circle"), flying = going[now], why = [];
    line.className = circle.length ? closed ? "closed" : "open" : "";
    line.textContent = "";
    const because = (w) => {
      const who = `process ${processName(w.process)} waits for node ${nodeName(w.node)}, `;
      if (w.down) return who + "which has crashed";
      if (w.holder < 0) return who + "whose lock nobody has";
      if (w.holder === w.process) return who + "which takes its lock for given to it";
      return who + `whose lock process ${processName(w.holder)} has`;
    };
    if (circle.length) {
      if (!closed) line.textContent = `A circle of waits, which can still open: ${flying ? count(flying, "message") + (flying === 1 ? " is" : " are") + " under way." : run.stays.some((s) => s[3] && s[3] <= now && (!s[4] || s[4] > now)) ? "somebody inside will leave." : "another process may wish."}`;
      else if (flying) line.textContent = now === run.closed ? "The circle closes here, and stays." : "The circle has closed, and stays.";
      else line.textContent = "The circle is closed, and nothing is under way: a deadlock.";
      circle.forEach((w) => why.push(because(w)));
    } else if (now === total && run.stuck.length) {
      waits.forEach((w) => why.push(because(w)));
    } else if (lost(now)) {
      line.textContent = "It is not known here.";
    } else if (shown.length > most) {
      line.textContent = `${count(shown.filter((p) => p.phase === TRYING).length, "process waits", "processes wait")}, too many for a picture.`;
    } else if (!waits.length) {
      line.textContent = "Nobody waits for a lock.";
      line.className = "none";
    }
    $("because").innerHTML = why.map((w) => `<li>${safe(w)}</li>`).join("");
  }

  // ---- the state of each node

  const longest = new Map(); // of the values of each field
  for (const s of run.pool) for (const [name, value] of s.fields || []) longest.set(name, Math.max(longest.get(name) || 0, value.length));
  const fields = [...longest.keys()];
  const locking = run.pool.some((s) => (s.has || []).length + (s.lacks || []).length > 0);

  const locksMost = run.pool.reduce((most, s) => Math.max(most, (s.has || []).length + (s.lacks || []).length), 0);
  const tableWidth = 120 + 27 * locksMost + fields.reduce((sum, f) => sum + 14 + Math.max(7.2 * f.length, 6.6 * longest.get(f)), 0);

  const cards = [];
  function makeCards() {
    const heading = document.createElement("div");
    heading.className = "heading";
    heading.innerHTML = ["", ...(locking ? ["locks"] : []), ...fields].map((f) => `<span>${safe(f)}</span>`).join("");
    $("cards").append(heading);
    const quiet = [];
    run.actors.forEach((a, i) => {
      if (run.machines && run.states[i].length === 2 && run.actors.length > 8) { quiet.push(a.short); return; }
      if (!run.machines && !processOf.has(a.number)) return; // nothing is known of it
      const card = document.createElement("article");
      card.dataset.actor = a.number;
      $("cards").append(card);
      cards.push({i, card, key: ""});
    });
    const key = [];
    if (run.machines) {
      key.push((locking ? 'Locks: <span class="chip has">a</span> a process has, <span class="chip">b</span> it lacks. ' : "") + "What is marked has changed in this step.");
      if (anyWaits) key.push("An arrow leads from who waits to who has the lock, and bears the number of its node.");
      if (run.source) key.push(`The other names are those of the algorithm: ${safe(run.source)}.`);
    }
    if (quiet.length) key.push(safe(`Always as at the beginning: ${quiet.join(", ")}.`));
    $("key").innerHTML = key.map((k) => `<li>${k}</li>`).join("");
  }

  function drawCards() {
    const actor = now > 0 ? run.steps[now - 1][1] : -1;
    for (const c of cards) {
      const at = stateAt(c.i, now), old = now > 0 ? stateAt(c.i, now - 1) : at, a = run.actors[c.i];
      const key = `${at} ${old} ${a.number === actor}`;
      if (key === c.key) continue;
      c.key = key;
      const s = run.pool[at], was = run.pool[old], rows = [];
      const row = (name, html, changed) => rows.push(`<div class="row${changed ? " changed" : ""}${html === "" ? " none" : ""}"><span>${safe(name)}</span><span>${html}</span></div>`);
      const members = (t) => (t.has || []).map((v) => [v, true]).concat((t.lacks || []).map((v) => [v, false])).sort((p, q) => p[0] - q[0]);
      const locks = members(s);
      if (locking) row("locks", locks.map(([v, has]) => `<span class="chip${has ? " has" : ""}">${safe(nodeName(v))}</span>`).join(""), JSON.stringify(locks) !== JSON.stringify(members(was)));
      const value = (t, name) => { const f = (t.fields || []).find((g) => g[0] === name); return f ? f[1] || "–" : ""; };
      for (const name of fields) row(name, safe(value(s, name)), value(s, name) !== value(was, name));
      c.card.className = "card " + (s.phase === TRYING ? "trying" : s.phase === CRITICAL ? "inside" : "") + (s.down ? " down" : "") + (a.number === actor ? " moved" : "");
      const pill = (word) => `<span class="pill ${word}">${word}</span>`;
      c.card.innerHTML = `<h3><span>${safe(a.name)}</span><span>${s.phase >= 0 ? pill(phases[s.phase]) : ""}${s.down ? pill("crashed") : ""}</span></h3>` + rows.join("");
    }
  }

  // ---- the controls

  const strip = $("strip");
  function drawStrip() {
    const ratio = window.devicePixelRatio || 1, w = strip.clientWidth, h = 14;
    strip.width = w * ratio;
    strip.height = h * ratio;
    const g = strip.getContext("2d"), style = getComputedStyle(root), colour = (name) => style.getPropertyValue(name).trim();
    g.scale(ratio, ratio);
    const px = (k) => 8 + (w - 16) * k / Math.max(1, total);
    g.fillStyle = colour("--bad");
    for (const m of run.marks) g.fillRect(px(m.step) - 1.5, 0, 3, h);
    g.fillStyle = colour("--faint");
    g.fillRect(8, 4, w - 16, 6);
    for (const [, , , entry, over, against] of run.stays) {
      if (!entry) continue;
      g.fillStyle = colour(against ? "--bad" : "--in");
      g.fillRect(px(entry), 3, Math.max(1.5, px(over || total) - px(entry)), against ? 8 : 4);
    }
    run.circles.forEach((c, i) => {
      if (c.length === 1) return;
      const until = i + 1 < run.circles.length ? run.circles[i + 1][0] : total;
      g.fillStyle = colour(run.closed && c[0] >= run.closed ? "--bad" : "--wait");
      g.fillRect(px(c[0]), 8, Math.max(1.5, px(until) - px(c[0])), 4);
    });
  }

  function landmarks() {
    const list = [[0, "the beginning"]];
    const entries = run.stays.filter((s) => s[3]).sort((a, b) => a[3] - b[3]);
    for (const s of entries.filter((e) => e[5]).slice(0, 30)) list.push([s[3], `process ${processName(s[0])} enters against the rule`]);
    if (run.closed) list.push([run.closed, "the circle of waits closes"]);
    for (const m of run.marks) list.push([m.step, m.text.length > 48 ? m.text.slice(0, 47) + "…" : m.text]);
    for (const [step, node] of run.crashes.slice(0, 30)) list.push([step, `node ${nodeName(node)} crashes`]);
    for (const s of entries.filter((e) => !e[5]).slice(0, 60)) list.push([s[3], `process ${processName(s[0])} enters`]);
    list.push([total, "the end"]);
    return list.sort((a, b) => a[0] - b[0]);
  }

  let now = 0, timer = 0, drawn = 0;

  function draw() {
    root.dataset.step = now;
    $("slider").value = now;
    $("slider").setAttribute("aria-valuetext", `step ${now} of ${total}`);
    if (document.activeElement !== $("step")) $("step").value = now;
    $("first").disabled = $("back").disabled = now === 0;
    $("last").disabled = $("next").disabled = now === total;
    tell();
    drawWaits();
    drawCards();
    follow();
    drawNames();
    drawLines();
  }

  function go(k) {
    const to = Math.max(0, Math.min(total, Math.round(k) || 0));
    if (to === now && drawn) return;
    now = to;
    drawn = 1;
    draw();
    moved(now);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    root.classList.remove("playing");
    $("play").setAttribute("aria-label", "Play");
  }

  function play() {
    if (timer) { pause(); return; }
    if (now === total) go(0);
    root.classList.add("playing");
    $("play").setAttribute("aria-label", "Pause");
    timer = setInterval(() => { go(now + 1); if (now === total) pause(); }, Number($("speed").value));
  }

  const step = (by) => { pause(); go(now + by); };
  $("first").onclick = () => { pause(); go(0); };
  $("last").onclick = () => { pause(); go(total); };
  $("back").onclick = () => step(-1);
  $("next").onclick = () => step(1);
  $("play").onclick = play;
  $("speed").onchange = () => { if (timer) { pause(); play(); } };
  $("slider").max = $("step").max = total;
  $("slider").oninput = (e) => { pause(); go(Number(e.target.value)); };
  $("step").onchange = (e) => { pause(); go(Number(e.target.value)); e.target.value = now; };
  $("steps").textContent = total;
  const to = $("goto");
  to.innerHTML = '<option value="">go to …</option>' + landmarks().map(([k, name]) => `<option value="${k}">${k}: ${safe(name)}</option>`).join("");
  to.onchange = () => { if (to.value !== "") { pause(); go(Number(to.value)); } to.value = ""; };
  lines.onclick = (e) => { pause(); go((e.clientY - room.getBoundingClientRect().top - size.top) / size.row); };

  root.addEventListener("keydown", (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey || e.target.closest("input, select")) return;
    const moves = {ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -total, End: total};
    if (e.key === " " && !e.target.closest("button")) play();
    else if (e.key in moves) step(moves[e.key]);
    else return;
    e.preventDefault();
  }, {signal});

  let waiting = 0;
  diagram.addEventListener("scroll", () => {
    if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; drawLines(); });
  }, {signal});
  const sizes = [new ResizeObserver(() => { measure(); if (drawn) draw(); }), new ResizeObserver(drawStrip)];
  sizes[0].observe(diagram);
  sizes[1].observe(strip);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawStrip, {signal});

  {
    const entries = run.stays.filter((s) => s[3]).length, verdict = $("verdict");
    if (run.marks.length) {
      const {step, text} = run.marks[0];
      verdict.textContent = text.length > 80 ? `It fails in step ${step} of ${total}` : `Step ${step} of ${total}: ${text}`;
      verdict.className = "bad";
    } else if (run.broken.length) {
      verdict.textContent = `The rule is broken in step ${run.broken[0]} of ${total}`;
      verdict.className = "bad";
    } else if (run.stuck.length) {
      verdict.textContent = `${count(run.stuck.length, "process waits", "processes wait")} for ever after ${count(total, "step")}`;
      verdict.className = "bad";
    } else {
      verdict.textContent = `${count(total, "step")}, ${count(entries, "entry", "entries")}`;
    }
    $("notes").innerHTML = run.notes.map((n) => `<li>${safe(n)}</li>`).join("");
    makeCards();
    measure();
    go(at);
  }

  const player = {
    go: (k) => { pause(); go(k); },
    row: (k) => y(k),
    unmount() {
      pause();
      cancelAnimationFrame(waiting);
      ending.abort();
      sizes.forEach((s) => s.disconnect());
      root.classList.remove("player", "table");
      root.style.removeProperty("--natural");
      delete root.dataset.step;
      root.replaceChildren();
      players.delete(root);
    },
  };
  players.set(root, player);
  return player;
}
