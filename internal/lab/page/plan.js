// Plan: servers that differ, as a form and as YAML beside it, and the quorum system that fits.

import {el, fill} from "./dom.js";
import {button, choice, count, field, json, namesAfter, soon, text, told} from "./form.js";
import {child, read, set, written} from "./yaml.js";

const file = "fleet.yaml";
const example = {fleet: `# Five servers in three zones: which quorums let any one zone fail?
nodes:
  - {name: 東京1, zone: 東京, reads: 4000, writes: 2000, latency: 2ms, crash: 1%}
  - {name: 東京2, zone: 東京, reads: 4000, writes: 2000, latency: 2ms, crash: 1%}
  - {name: Zürich1, zone: Zürich, reads: 2000, writes: 1000, latency: 80ms, crash: 1%}
  - {name: Zürich2, zone: Zürich, reads: 2000, writes: 1000, latency: 80ms, crash: 1%}
  - {name: Köln1, zone: Köln, reads: 4000, writes: 1000, latency: 90ms, crash: 2%}
zones: {東京: {crash: 0.1%}, Zürich: {crash: 0.1%}, Köln: {crash: 0.2%}}
workload: {reads: 90%}
require:
  survive: {zones: 1}
optimize: capacity
`};

const goals = ["capacity", "load", "latency", "p50", "p99", "p99.9", "asked", "availability"];
const columns = [["name", "Name"], ["count", "Count"], ["zone", "Zone"], ["capacity", "Requests/s"], ["reads", "Reads/s"], ["writes", "Writes/s"], ["latency", "Latency"], ["crash", "Crash"]];
const yes = [["", "not asked"], ["true", "yes"]];
const fields = [
  ["Share of reads", ["workload", "reads"]], ["Any nodes that may be down", ["require", "survive", "nodes"]], ["Any zones that may be down", ["require", "survive", "zones"]],
  ["Every two writes meet", ["require", "writes_meet"], yes], ["Reads and writes share quorums", ["require", "same"], yes], ["Nodes that may lie", ["require", "liars"]],
  ["Capacity, at least", ["require", "capacity"]], ["Latency, at most", ["require", "latency"]], ["p99, at most", ["require", "p99"]],
  ["Nodes asked, at most", ["require", "asked"]], ["Availability, at least", ["require", "availability"]],
  ["Protocol", ["protocol"], [["", "not said"], "register", "flexible-paxos", "majority-log", "lock"]],
  ["Shape", ["shape"], [["", "any"], "counts", "zones", "weights", "groups", "all"]],
];
const known = {"": ["nodes", "optimize", ...fields.map((f) => f[1][0])], nodes: columns.map(([key]) => key)};
for (const [, path] of fields) if (path.length > 1) (known[path.slice(0, -1).join(".")] ||= []).push(path.at(-1));
known.require.push("survive");

// fieldless are the keys of a fleet for which the form has no field.
function fieldless(tree) {
  const others = (node, path) => (node?.entries || []).map((e) => e.key).filter((key) => !known[path].includes(key)).map((key) => path ? `${path}: ${key}` : key);
  const lists = [others(tree, ""), ...["workload", "require", "require.survive"].map((path) => others(path.split(".").reduce(child, tree), path)), ...(child(tree, "nodes")?.items || []).map((node) => others(node, "nodes"))];
  return [...new Set(lists.flat())];
}

const number = (x) => x.toLocaleString("en", {maximumSignificantDigits: 4, useGrouping: false});
const time = (s) => { const [unit, by] = [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]].find(([, by]) => s >= by) || ["", 1]; return number(s / by) + " " + unit; };
const percent = (p) => p >= 1 ? "100 %" : Number((100 * p).toFixed(Math.max(2, Math.min(12, Math.ceil(-Math.log10(1 - p)))))) + " %";
const figures = {capacity: number, load: time, latency: time, p50: time, p99: time, "p99.9": time, asked: number, availability: percent};
const figure = (system, goal) => { const x = goal === "asked" ? system.network : system[goal] ?? system.percentiles?.[goal]; return x ?? null; };
const survives = (s) => s.survives.map(({nodes, zones}) => [zones && `${zones}z`, nodes && `${nodes}n`].filter(Boolean).join("+")).join(" ");
const more = (goal) => goal === "capacity" || goal === "availability";

const table = (head, rows, caption) => el("div", {class: "scroll close", tabindex: "0", role: "region", "aria-label": caption},
  el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, head.map((h) => h ? el("th", {scope: "col"}, h) : el("td")))), el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell)))))));

// plot draws systems by two goals; the numbers are those of the rows of the table.
function plot(systems, [x, y]) {
  const make = (tag, attributes, words) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (words) node.append(words);
    return node;
  };
  const points = systems.map((s, i) => ({i, s, x: figure(s, x), y: figure(s, y)})).filter((p) => p.x !== null && p.y !== null);
  const scale = (key, from, to) => {
    const list = points.map((p) => p[key]), low = Math.min(...list), high = Math.max(...list), room = (high - low || Math.abs(high) || 1) * 0.08;
    return {at: (v) => from + (v - low + room) / (high - low + 2 * room) * (to - from), ticks: [0, 1, 2, 3].map((k) => low + k / 3 * (high - low)).filter((v, k, all) => v !== all[k - 1])};
  };
  const sx = scale("x", 70, 540), sy = scale("y", 250, 15);
  const labels = new Map(); // those of points that lie together are one text
  for (const p of points) {
    const place = `${Math.round(sx.at(p.x) / 6)} ${Math.round(sy.at(p.y) / 9)}`;
    if (labels.has(place)) labels.get(place).list.push(p.i + 1); else labels.set(place, {p, list: [p.i + 1]});
  }
  const front = points.filter((p) => p.s.front).sort((a, b) => a.x - b.x || a.y - b.y);
  const picture = make("svg", {viewBox: "0 -14 560 314", class: "spread", role: "img", "aria-label": `${count(points.length, "system")} by ${x} and ${y}. The table has their numbers.`});
  picture.append(make("path", {d: "M70 15V250H540", class: "axis"}),
    ...sx.ticks.map((v) => make("text", {x: sx.at(v), y: 268, "text-anchor": "middle"}, figures[x](v))), ...sy.ticks.map((v) => make("text", {x: 64, y: sy.at(v) + 4, "text-anchor": "end"}, figures[y](v))),
    make("text", {x: 540, y: 290, "text-anchor": "end"}, x), make("text", {x: 64, y: -2, "text-anchor": "end"}, y),
    make("polyline", {points: front.map((p) => `${sx.at(p.x)},${sy.at(p.y)}`).join(" "), class: "front"}),
    ...[...labels].map(([, {p, list}]) => make("text", {x: sx.at(p.x) + 7, y: sy.at(p.y) - 6}, list.join(", "))),
    ...points.map((p) => {
      const dot = make("circle", {cx: sx.at(p.x), cy: sy.at(p.y), r: p.s.front ? 5 : 3.5, class: p.s.front ? "on" : "off"});
      dot.append(make("title", {}, `${p.i + 1}: ${figures[x](p.x)}, ${figures[y](p.y)}`));
      return dot;
    }));
  return el("figure", {}, picture, el("figcaption", {}, `Systems by ${x} and ${y}${front.length ? "; the line goes through the front" : ""}.`));
}

export const plan = {
  name: "plan", title: "Plan", sentence: "Say what servers you have: which quorum system fits, and is there no better one?", example,

  mount(root, page) {
    let tree = null, layout = "", controls = new Map(), faulty = 0, planned = null, submitted = false;
    const area = el("textarea", {"aria-label": `The fleet as YAML (${file})`, spellcheck: "false", wrap: "off", autocapitalize: "off", rows: "16", on: {input: () => typed(), scroll: () => { gutter.scrollTop = area.scrollTop; }}});
    const gutter = el("div", {class: "gutter", "aria-hidden": "true"}), said = el("div", {class: "said", role: "status"}), part = el("p", {class: "part"}), rows = el("div"), rest = el("div", {class: "fields"});
    const form = el("fieldset", {class: "fleet"}, el("legend", {}, "The servers, and what is asked of them"), rows, rest, part), answers = el("div"), exported = el("div");
    const costs = el("input", {type: "checkbox"}), open = el("input", {type: "file", hidden: true, on: {change: async () => {
      const [chosen] = open.files;
      if (chosen && chosen.size < 1e6) area.value = await chosen.text();
      open.value = "";
      typed();
    }}});
    root.append(el("form", {class: "ask", on: {submit: (event) => { event.preventDefault(); ask(); }}}, el("div", {class: "sides"}, form, el("div", {class: "yaml"}, el("div", {class: "editor"}, gutter, area), said, el("div", {class: "tools"}, el("button", {}, "Plan"), el("label", {class: "tick"}, costs, "with the cost of each requirement"), button("Open a file", () => open.click()), open)))), answers, exported);

    const put = (path, value) => { area.value = set(area.value, path, value); typed(); };
    const control = (path, options, label) => {
      const asked = (value) => put(path, value.trim() ? written(value.trim()) : undefined);
      // A field that is empty for a moment keeps its key where it stands.
      const made = options ? choice(options, asked) : text((value) => value.trim() && asked(value));
      if (!options) made.addEventListener("change", () => made.value.trim() || asked(""));
      if (label) made.setAttribute("aria-label", label);
      controls.set(path.join("."), {path, made});
      return made;
    };
    const items = () => child(tree, "nodes")?.items || [];
    const goalsOf = () => { const node = child(tree, "optimize"); return node?.kind === "list" ? node.items.map((v) => v.value) : node?.value ? [node.value] : ["capacity"]; };

    // typed follows a change of the text: the form has what the text says, and the engine checks it.
    function typed(checked = true) {
      faulty = 0;
      let wrong = null;
      try { tree = read(area.value); } catch (error) { wrong = error; }
      form.disabled = wrong !== null;
      if (wrong) fill(part, `The form waits: it cannot read line ${wrong.line} (${wrong.message}). The text counts.`);
      else sync();
      lines();
      if (checked) check();
    }

    function lines() {
      const all = area.value.split("\n").length;
      fill(gutter, Array.from({length: all}, (_, i) => el("span", {class: i + 1 === faulty && "bad"}, i + 1)));
      gutter.scrollTop = area.scrollTop;
    }

    function sync() {
      const used = (key) => items().some((node) => child(node, key)), shown = columns.filter(([key]) => key === "capacity" || key === "count" ? used(key) : !(/reads|writes/.test(key) && used("capacity") && !used(key)));
      const wanted = items().length + ":" + shown.join();
      if (wanted !== layout) {
        layout = wanted;
        controls = new Map();
        fill(rows, table([...shown.map(([, label]) => label), ""], items().map((_, i) => [...shown.map(([key, label]) => control(["nodes", i, key], null, `${label} of server ${i + 1}`)),
          button("×", () => put(["nodes", i], undefined), {"aria-label": `Remove server ${i + 1}`})]), "Servers"), button("One more server", add));
        const pick = (k) => choice(k ? [["", "nothing else"], ...goals] : goals, () => {
          const [a, b] = [...rest.querySelectorAll(".goal")].map((s) => s.value);
          put(["optimize"], b && b !== a ? `[${a}, ${b}]` : a);
        }, {class: "goal"});
        fill(rest, fields.map(([label, path, options]) => field(label, control(path, options))), field("Best in", pick(0)), field("and, for a front, in", pick(1)));
      }
      for (const {path, made} of controls.values()) {
        const node = path.reduce(child, tree) || (path[2] === "name" && child(child(tree, "nodes"), path[1]));
        const plain = !node || node.kind === "none" || node.kind === "scalar", value = !node || node.kind === "none" || path[2] === "name" && node.kind === "map" ? "" : plain ? node.value : node.flow ? area.value.slice(node.from, node.to) : "…";
        made.disabled = value === "…" || made.tagName === "SELECT" && value !== "" && ![...made.options].some((o) => o.value === value);
        if (made !== document.activeElement) made.value = value;
      }
      rest.querySelectorAll(".goal").forEach((s, k) => { if (s !== document.activeElement) s.value = goalsOf()[k] || ""; });
      const others = fieldless(tree);
      fill(part, others.length > 0 && `In the text alone, and kept as it is: ${others.join(", ")}.`);
    }

    function add() {
      const n = items().length, last = items()[n - 1], names = items().map((node) => child(node, "name")?.value ?? node.value);
      let name = n + 1;
      while (names.includes("server" + name)) name++;
      const like = ["zone", "capacity", "reads", "writes", "latency", "crash"].map((key) => [key, child(last, key)]).filter(([, v]) => v?.kind === "scalar").map(([key, v]) => `, ${key}: ${v.raw}`);
      put(["nodes", n], `{name: server${name}${like.join("")}}`);
      controls.get(`nodes.${n}.name`)?.made.focus();
    }

    // draft are the arguments of a plan that ends soon, for what is wrong with a fleet.
    const draft = () => ["plan", file, ...(/^["']?systems/m.test(area.value) ? [] : ["--shape", "counts"]), "--steps", "1", "--intervals", "1", "--format", "json"];
    const check = soon(async () => {
      const fleet = area.value;
      page.state({fleet, costs: costs.checked ? "yes" : ""}, submitted);
      submitted = false;
      if (planned !== null && planned !== fleet) answers.classList.add("stale");
      const result = await page.run(draft(), {files: {[file]: fleet}, what: "Checking the fleet", part: "check"});
      if (!result.stopped) judge(result);
    });

    // judge says what is wrong, beside its line.
    function judge(result) {
      faulty = Number(new RegExp(`^error: ${file}:(\\d+):`, "m").exec(result.err)?.[1] || 0);
      lines();
      said.className = result.status === 2 ? "said bad" : "said";
      const found = json(result);
      fill(said, result.status === 2 ? told(result).map((line, i) => el("p", {}, line, i === 0 && faulty > 0 && [" ", button(`Go to line ${faulty}`, () => {
        const from = area.value.split("\n").slice(0, faulty - 1).join("\n").length + (faulty > 1 ? 1 : 0);
        area.focus();
        area.setSelectionRange(from, from + (area.value.slice(from) + "\n").indexOf("\n"));
      })])) : found && el("p", {}, `The fleet can be read: ${count(found.n, "server")}.${planned === area.value ? "" : " Plan finds the best system for it."}`,
        form.disabled && [" ", button("Write it as YAML", rewrite)]));
      area.setAttribute("aria-invalid", String(result.status === 2));
      for (const {path, made} of controls.values()) {
        const node = path[0] === "nodes" && items()[path[1]], line = (place) => area.value.slice(0, place).split("\n").length;
        made.toggleAttribute("data-faulty", Boolean(faulty && node && line(node.from) <= faulty && faulty <= line(node.to)));
      }
    }

    // rewrite takes the fleet file that the engine writes for a file of other software.
    async function rewrite() {
      const result = await page.run([...draft(), "--write-fleet", "written.yaml"], {files: {[file]: area.value}, what: "Reading the file", part: "check"}), made = result.files.get("written.yaml");
      if (!made) return;
      area.value = new TextDecoder().decode(made);
      typed();
    }

    async function ask(push = true) {
      check.stop();
      const fleet = area.value, args = ["plan", file, ...(costs.checked ? ["--explain"] : []), "--format", "json"], files = {[file]: fleet};
      page.state({fleet, costs: costs.checked ? "yes" : ""}, push);
      submitted = true;
      const result = await page.run(args, {files, what: "Planning", part: "plan"});
      if (result.replaced) return;
      if (!result.stopped && fleet === area.value) judge(result);
      const answer = json(result), drawing = el("div");
      planned = fleet;
      answers.classList.toggle("stale", fleet !== area.value);
      fill(exported);
      page.answer(answers, {title: "The plan", args, files, result, body: answer ? report(answer, fleet, drawing) : []});
      if (!answer?.best) return;
      const form = choice(["json"], () => {}, {"aria-label": "Format of the configuration"});
      fill(exported, el("div", {class: "tools"}, el("span", {}, "The best as configuration: "), form, button("Write it", () => write(form.value, fleet))), el("div"));
      const spec = answer.best.spec, drawn = await page.run(spec ? ["measure", spec, "--fleet", file, "-o", "plan.svg"] : ["plan", file, "-o", "plan.svg"], {files, what: "The picture", part: "picture"});
      const svg = drawn.files.get("plan.svg") && new TextDecoder().decode(drawn.files.get("plan.svg"));
      if (svg) page.answer(drawing, {title: "The best on its servers", args: ["plan"], files, result: drawn, picture: svg, downloads: ["svg", "png", "pdf"], body: [page.picture(svg,
        `The servers by zones, each with its capacity and how busy it is: capacity ${number(answer.best.capacity)}, survives ${survives(answer.best)}. The tables have the same.`)]});
      const help = await page.run(["help", "plan"], {what: "The formats", part: "lists", bare: true}), formats = namesAfter(help.out, "makes the system so");
      if (formats.length) form.replaceChildren(...formats.map((name) => el("option", {}, name)));
    }

    async function write(format, fleet) {
      const args = ["plan", file, "--export", format], files = {[file]: fleet}, result = await page.run(args, {files, what: "The configuration", part: "export"});
      page.answer(exported.lastChild, {title: `Configuration: ${format}`, args, files, result, body: result.out ? [el("pre", {tabindex: "0"}, el("code", {}, result.out))] : [],
        downloads: [{title: "Download", name: format === "json" ? "best.json" : `coterie-${format}.txt`, type: "text/plain", data: () => result.out}]});
    }

    // report says an answer in words, tables and a plot.
    function report(a, fleet, drawing) {
      const goal = a.bound_of === "network" ? "asked" : a.bound_of, measured = items().some((node) => ["capacity", "reads", "writes"].some((key) => child(node, key)));
      const value = (x, of = goal) => (of === "capacity" ? `${number(x)} ${measured ? "requests a second" : "times one node"}` : `${of === "availability" ? "an availability" : of === "asked" ? "nodes asked:" : `a ${of}`} ${of === "asked" ? "" : "of "}${figures[of](x)}`);
      const have = ["capacity", /latency:|rtt/.test(fleet) && "latency", "asked", /crash:/.test(fleet) && "availability"].filter(Boolean), two = a.optimize.map((g) => g === "network" ? "asked" : g);
      const cells = (s) => [...shown.map((g) => { const x = figure(s, g); return x === null ? "–" : figures[g](x); }), survives(s) || "nothing"];
      const shown = [...new Set([...two, goal, ...have])], best = a.best, gap = (x) => `${number(100 * Math.abs(x))} %`;
      const system = (s) => [s.within && `${s.within}: `, s.spec ? el("code", {class: "spec", title: s.spec}, s.spec) : s.by, s.spec && [" ", button("Look", () => page.go("look", {spec: s.spec}), {"aria-label": `Look at ${s.spec}`})]];
      const first = !best ? el("p", {class: "first"}, a.verdict === "proven-absent" ? `No system keeps ${a.conflict.length > 1 ? "these together" : "this"}: ${a.conflict.join(", ")}. Proven by ${a.conflict_by}.` : `No system was found that keeps all that is required${a.stopped_by ? `; stopped by ${a.stopped_by}` : ""}.`)
        : el("p", {class: "first"}, el("strong", {}, `${a.optimal ? "The best has" : "The best found has"} ${value(figure(best, goal))}`),
          a.optimal ? `, proven: no system has ${more(goal) ? "more" : "less"} (${a.optimal_by}).` : a.bound === null ? "." : `; none can have ${more(goal) ? "more" : "less"} than ${value(a.bound)}, a gap of ${gap(a.gap)} (bound by ${a.bound_by}).`);
      const m = a.majority, plain = m && figure(m, goal), better = best && plain ? figure(best, goal) / plain - 1 : 0;
      const axes = two.length > 1 ? two : have.length > 1 ? [have[0], have[1]] : null;
      return [first,
        best && el("dl", {class: "figures"}, [...shown, "survives"].map((g, i) => el("div", {}, el("dt", {}, g), el("dd", {}, cells(best)[i])))),
        best && el("p", {class: "whole"}, "The best: ", system(best)),
        best?.writes_good_for && el("p", {}, best.writes_meet ? "Every two writes meet: " : `The writes ${best.disjoint_writes.map((w) => `{${w.map((v) => a.nodes[v - 1]).join(", ")}}`).join(" and ")} share no node: `, best.writes_good_for + "."),
        plain && best && el("p", {}, `For comparison, ${m.spec}: ${value(plain)}; the best has ${gap(better)} ${better < 0 ? "less" : "more"}.`),
        a.notes.map((note) => el("p", {}, note)),
        best && have.includes("latency") && el("p", {}, `Times that so many requests do not exceed: ${Object.entries(best.percentiles).map(([p, t]) => `${p} ${t === null ? "–" : time(t)}`).join(", ")}.`),
        a.costs.length > 0 && [el("h3", {}, "What each requirement costs"), el("ul", {}, a.costs.map((c) =>
          el("li", {}, `${c.requirement}, ${c.change}: `, c.absent ? "no system keeps it beside the rest" : c.value === null ? "no system was found" : `${value(c.value)}${c.proven ? "" : ", not proven"}`)))],
        best && table(["", "how often", "servers asked"], best.strategy.flatMap((part) => part.choices.map((c, i) => [i ? "" : [part.place, part.operation + "s"].filter(Boolean).join(", "), percent(c.approx), c.nodes.join(" ")])), "The strategy of the best: which servers a request asks"),
        table(["", "", ...shown, "survives", "system"], a.systems.map((s, i) => [i + 1, s.front ? el("span", {title: "on the front"}, "★") : s.keeps ? "" : "fails", ...cells(s), system(s)]), `Systems${a.systems.some((s) => s.front) ? " (★: on the front, none here is as good in both and better in one)" : ""}`),
        axes && a.systems.length > 2 && plot(a.systems, axes),
        drawing,
        a.shapes?.length > 0 && table(["shape", "loses", ...shown, "survives", "reads", "writes"], a.shapes.filter((s) => !s.absent && s.survives).map((s) => [s.shape, s.loses ? (s.loses_proven ? "" : "at most ") + gap(s.loses) : "nothing", ...cells(s), s.reads_setting, s.writes_setting]), "The best of each shape that software is configured for, and how much it loses"),
      ];
    }

    return {
      async show(s) {
        area.value = s.fleet || "";
        costs.checked = s.costs === "yes";
        typed(false);
        await ask(false);
      },
    };
  },
};
