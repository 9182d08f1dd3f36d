// Look: one system, its picture, its properties, its figures, its dual, and an extension of it.

import {el, fill} from "./dom.js";
import {button, soon, table} from "./form.js";

const examples = ["fano", "grid:n=9", "majority:n=5", "billiard:q=5", "wall:rows=2-3-4", "expr:a*b + c*d", "k-majority:n=7,k=2", "surficial:n=12,m=3", "{1,2},{3,4},{2,3}"];
const listed = 300; // most quorums that the page lists as buttons
const linked = 40_000; // most characters of a system that the page hands on

// given returns the argument that names the system of a state, and the files that it needs.
function given(state) {
  if (state.quorums) state = system(state.n || 1, state.quorums);
  if (state.text === undefined) return {spec: (state.spec ?? "").trim()};
  const name = /^\s*\{\s*(["}]|$)/.test(state.text) ? "system.json" : "system.txt";
  return {spec: state.text.trim() ? `@${name}` : "", files: {[name]: state.text}};
}

// system returns the state that holds a list of quorums: a spec, or a file where it says more.
function system(n, quorums, names) {
  if (!names && new Set(quorums.flat()).size === n) return {spec: quorums.map((q) => `{${q}}`).join(",")};
  return {text: JSON.stringify({format: "coterie/1", kind: "quorum-system", n, quorums, names})};
}

const command = (verb, spec, ...flags) => spec.startsWith("-") ? [verb, ...flags, "--", spec] : [verb, spec, ...flags];
const yes = (holds) => holds === true ? el("span", {class: "yes"}, "✓ yes") : holds === false ? el("span", {class: "no"}, "✗ no") : "–";
const set = (nodes, names) => `{${nodes.map((v) => names?.[v - 1] ?? v).join(names || nodes.length > 12 ? ", " : ",")}}`;
const range = (least, greatest) => least === undefined ? undefined : least === null ? null : least === greatest ? `${least}` : `${least}..${greatest ?? "?"}`;
// filled is a table without the columns that are empty.
const filled = (label, heads, rows) => {
  const kept = heads.map((_, i) => rows.some((row) => row[i] !== "")), only = (row) => row.filter((_, i) => kept[i]);
  return table(label, only(heads), rows.map(only));
};

// value returns the number of a fraction such as 3/7.
export function value(text) {
  const [a, b = 1] = String(text).split("/").map(Number);
  return a / b;
}

// short returns a number in few digits, near 1 as its distance from it.
export function short(x, digits = 6) {
  if (typeof x !== "number") return x;
  if (x < 1 && 1 - x < 1e-4) return `1 − ${(1 - x).toExponential(3)}`;
  return x !== 0 && Math.abs(x) < 1e-3 ? x.toExponential(Math.min(digits, 4) - 1) : String(Number(x.toPrecision(digits)));
}

// told says a value of a report in words: numbers, lists of names or nodes, sets, and what has a key.
function told(x) {
  if (x === null || x === undefined) return "–";
  if (typeof x === "boolean") return x ? "yes" : "no";
  if (typeof x !== "object") return String(short(x));
  if (Array.isArray(x)) {
    const sets = x.some(Array.isArray);
    return x.slice(0, 40).map((y) => Array.isArray(y) ? `{${y.join(", ")}}` : told(y)).join(sets ? " " : ", ") + (x.length > 40 ? " …" : "") || "none";
  }
  return Object.entries(x).map(([key, y]) => `${key.replaceAll("_", " ")}: ${told(y)}`).join("; ");
}

// limit returns the limit of a quantity that matters most: the one that is met, or the nearest.
function limit(limits, quantity, p, before = "") {
  const all = (limits || []).filter((l) => l.quantity === quantity && (p === undefined || Math.abs(value(l.p) - p) < 1e-12));
  const best = all.sort((a, b) => b.tight - a.tight || (a.slack_approx ?? Infinity) - (b.slack_approx ?? Infinity))[0];
  return best && [`${before}${best.direction === "lower" ? "≥" : "≤"} ${/^-?\d+$/.test(best.limit) || best.limit.length < 9 ? best.limit : short(best.approx)} `,
    el("small", {}, `${best.name}${best.tight ? ", met" : ""}: ${best.formula}`)];
}

// known are the keys that the rows of figures have, or that say no more than these.
const known = new RegExp("^(kind|names?|n|k|roles|quorums|(min|max)_(quorum|responsibility)|load|capacity|mix|mix_.*|resilience.*|smallest_.*|availability|degree.*|" +
  "disjoint_.*|min_inter.*|intersecting|byzantine|nondominated|dom.*|writes.*|cartels|limits|methods|reasons|failing|strategy|node_weights|live_sets)$");

// figures returns rows of a table: name, value, limit, and remark.
function figures(d, page, names) {
  const rows = [], why = d.reasons || {};
  const add = (name, shown, key, limited, remark, term) => shown !== undefined && shown !== "undefined" &&
    rows.push([page.word(name, term || name), shown === null ? "–" : shown, limited || "", remark || (shown === null || shown === "–" ? why[key] || "" : "")]);
  const fraction = (x) => typeof x !== "string" || !x.includes("/") ? x : `${x} ≈ ${short(value(x))}`;
  add("quorums", d.quorums, "quorums", "", "", "quorum system");
  add("quorum size", range(d.min_quorum, d.max_quorum), "min_quorum", limit(d.limits, "K"), "", "K");
  add("responsibility", range(d.min_responsibility, d.max_responsibility), "min_responsibility", limit(d.limits, "responsibility"));
  add("load", fraction(d.load), "load", limit(d.limits, "load"));
  add("capacity", fraction(d.capacity), "capacity");
  add("load under the mix", fraction(d.mix_load), "mix_load", limit(d.limits, "mix load"), d.mix && `mix ${d.mix.join(", ")}`, "mix");
  add("resilience", d.resilience, "resilience", limit(d.limits, "resilience"), d.smallest_transversal && `${set(d.smallest_transversal, names)} meets every quorum`);
  if (d.availability === null) add("availability", null, "availability");
  for (const {p, value: exact, failure, estimate, failure_interval, failure_floor} of d.availability || []) {
    const shown = exact ?? estimate?.value, between = estimate && `an estimate: ${short(estimate.low)} to ${short(estimate.high)}, with confidence ${estimate.confidence}`;
    add(`availability at p = ${p}`, short(shown ?? null), "availability", failure_floor ? `fails ≥ ${short(failure_floor)}` : limit(d.limits, "failure probability", p, "fails "),
      between || (failure !== undefined && failure !== null ? `fails with probability ${short(failure)}` : failure_interval && told(failure_interval)), "availability");
  }
  add("degree", d.degree, "degree", limit(d.limits, "degree"), d.disjoint_quorums && `disjoint quorums: ${d.disjoint_quorums.join(", ")}`);
  add("least intersection", d.min_intersection, "min_intersection", "", d.min_intersection_witness && d.min_intersection_witness.sets?.map((s) => set(s, names)).join(" and "), "liar");
  for (const [kind, b] of Object.entries(d.byzantine || {})) add(`liars (${kind})`, b ?? "none", "byzantine", "", "", "liar");
  add("nondominated", d.nondominated === undefined ? undefined : d.nondominated === null ? null : yes(d.nondominated), "nondominated", "",
    d.domination_witness?.nodes && `${set(d.domination_witness.nodes, names)} meets every quorum and contains none`, "dominated");
  add("writes meet", d.writes_meet === undefined ? undefined : d.writes_meet === null ? null : yes(d.writes_meet), "writes_meet");
  for (const key of Object.keys(d)) if (!known.test(key)) add(key.replaceAll("_", " "), told(d[key]), key);
  return rows;
}

export const look = {
  name: "look",
  title: "Look",
  sentence: "Name a quorum system, paste it, or make one of your own; see its picture, its properties with witnesses, and its figures beside their limits.",
  example: {spec: "fano"},

  mount(root, page) {
    let state = {}, turn = 0, families = [], check, names;
    const picked = new Set();

    // The form.
    const options = el("datalist", {id: "look-specs"});
    const about = el("p", {id: "look-about", class: "hint"});
    const spec = el("input", {
      id: "look-spec", list: "look-specs", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "60000", "aria-describedby": "look-about"});
    const text = el("textarea", {id: "look-text", rows: "7", spellcheck: "false", "aria-describedby": "look-text-about"});
    const count = el("input", {id: "look-n", type: "number", min: "1", max: "40", value: "5"});
    const nodes = el("div", {class: "chips", role: "group", "aria-label": "Nodes of the quorum"});
    const made = el("ul", {class: "made", "aria-label": "Quorums so far"});
    const ways = {
      spec: ["Name it", el("div", {}, el("label", {for: "look-spec"}, "Spec"), el("div", {class: "row"}, spec, el("button", {}, "Look"), options), about,
        el("p", {class: "chips", role: "group", "aria-label": "Examples"}, examples.map((example) => button(example, () => set_({spec: example}, true)))))],
      text: ["Paste it", el("div", {}, el("label", {for: "look-text"}, "A file"), text, el("p", {class: "hint", id: "look-text-about"},
        "One quorum a line, JSON as `build` prints it, a Stellar quorum set, or a federated system."))],
      quorums: ["Make it", el("div", {}, el("label", {for: "look-n"}, "Nodes n"), count, nodes,
        button("Add this quorum", addQuorum), made)],
    };
    const radios = {};
    const form = el("form", {class: "ask"}, el("fieldset", {}, el("legend", {}, "A system"),
      el("div", {class: "ways"}, Object.entries(ways).map(([way, [label]]) =>
        el("label", {}, radios[way] = el("input", {type: "radio", name: "look-way", value: way, on: {change: () => turned(way)}}), label))),
      Object.values(ways).map(([, panel]) => panel)));

    const place = () => el("div", {class: "place", "aria-live": "off"});
    const [checked, drawn, quorums, measured, dual, extended] = Array.from({length: 6}, place);
    const more = el("div", {class: "row more"},
      button("Its dual", askDual), button("A nondominated extension", askExtension));
    const answers = el("div", {class: "answers"}, el("div", {class: "two"}, el("div", {}, drawn), el("div", {}, checked, quorums)), measured, more, dual, extended);
    root.append(form, answers);

    form.addEventListener("submit", () => set_(typed(), true));
    const later = soon(() => set_(typed()));
    for (const field of [spec, text, count]) field.addEventListener("input", () => { if (field === count) toggles(); later(); });

    const way = () => Object.keys(radios).find((w) => radios[w].checked) || "spec";
    const size = () => Math.min(40, Math.max(1, Math.floor(Number(count.value)) || 1));

    function typed() {
      if (way() === "spec") return {spec: spec.value};
      if (way() === "text") return {text: text.value};
      return {n: size(), quorums: (state.quorums || []).filter((q) => q.every((v) => v <= size()))};
    }

    // set_ takes a state of the form, writes it into the address, and asks.
    function set_(next, push = false) {
      later.stop();
      show(next);
      page.state(state, push);
    }

    function turned(to) {
      for (const [w, [, panel]] of Object.entries(ways)) panel.hidden = w !== to;
      radios[to].checked = true;
      if (to === "quorums") toggles();
    }

    function toggles() {
      fill(nodes, Array.from({length: size()}, (_, i) => {
        const node = button(i + 1, () => {
          if (!picked.delete(i + 1)) picked.add(i + 1);
          node.setAttribute("aria-pressed", String(picked.has(i + 1)));
        }, {"aria-pressed": String(picked.has(i + 1))});
        return node;
      }));
      fill(made, (state.quorums || []).map((q, i) => el("li", {}, set(q), " ", button("Remove", () => {
        set_({n: size(), quorums: state.quorums.filter((_, j) => j !== i)});
        nodes.querySelector("button").focus();
      }, {"aria-label": `Remove ${set(q)}`}))));
    }

    function addQuorum() {
      const quorum = [...picked].filter((v) => v <= size()).sort((a, b) => a - b);
      if (quorum.length === 0) return nodes.querySelector("button").focus();
      picked.clear();
      set_({n: size(), quorums: [...(state.quorums || []), quorum]});
    }

    // complete offers how the spec may go on, and says which family it names.
    async function complete() {
      if (families.length === 0) families = (await page.run(["families", "--format", "json"], {part: "families", keep: true})).json || [];
      const typed = spec.value, family = families.find((f) => typed.split(":")[0] === f.name);
      fill(about, family ? [el("b", {}, family.usage), `: ${family.summary}. Exists for ${family.exists}. (${family.source})`] :
        "A family with its parameters, quorums such as {1,2},{1,3},{2,3}, or expr: with a monotone expression; families are offered while you type.");
      if (!typed.includes("(")) return fill(options, families.map((f) => el("option", {value: `${f.name}:`, label: f.summary})));
      const result = await page.run(["__completeNoDesc", "check", typed], {bare: true, part: "complete", keep: true});
      if (!result.replaced) fill(options, result.out.split("\n").filter((line) => line && line[0] !== ":").map((line) => el("option", {value: line})));
    }

    // The answers.
    const places = [checked, drawn, quorums, measured], seen = new Set();

    // one runs a command for a place, and says whether there is more to ask. An error is said once.
    async function one(mine, to, verb, flags, what, title, body) {
      const {spec, files} = given(state), args = command(verb, spec, ...flags), result = await page.run(args, {files, what: `${what} ${spec}`, part: verb});
      if (mine !== turn || result.replaced) return mine === turn;
      const error = result.status >= 2 && result.err.split("\n")[0];
      if (error && seen.has(error)) fill(to); else page.answer(to, {title, args, files, result, body: body(result)});
      seen.add(error);
      to.removeAttribute("aria-busy");
      if (result.stopped) for (const other of places) if (other.hasAttribute("aria-busy")) { fill(other); other.removeAttribute("aria-busy"); }
      return !result.stopped;
    }

    async function ask() {
      const mine = ++turn, {spec} = given(state);
      page.stop();
      seen.clear();
      for (const other of [dual, extended]) fill(other);
      check = names = undefined;
      if (!spec) {
        fill(checked, el("p", {class: "hint"}, state.quorums ? "Choose the nodes of a quorum, and add it." : "Nothing to look at yet."));
        for (const other of [drawn, quorums, measured]) fill(other);
        for (const other of places) other.removeAttribute("aria-busy");
        more.hidden = true;
        return;
      }
      for (const other of places) other.setAttribute("aria-busy", "true");
      const pictured = draw(mine); // the first that one sees; a long check runs beside it
      if (!await one(mine, checked, "check", ["--format", "json"], "Checking", "Properties", (r) => { check = r.json; return properties(r.json); })) return;
      const failing = check?.properties?.find((p) => p.holds === false && p.witness?.quorums && markable(p.witness));
      more.hidden = !/quorum-system|k-coterie/.test(check?.kind);
      if (!await pictured) return;
      if (!state.mark && failing) {
        state.mark = marks(failing.witness);
        if (!await draw(mine)) return;
      }
      describe();
      if (check?.quorums <= listed && /^(quorum-system|group-quorum-system|k-coterie)$/.test(check.kind)) {
        if (!await one(mine, quorums, "build", ["--format", "json"], "Listing", "Quorums", quorumList)) return;
      } else {
        fill(quorums);
        quorums.removeAttribute("aria-busy");
      }
      await one(mine, measured, "measure", ["--format", "json"], "Measuring", "Figures, each beside its limit", (r) => r.json && figuresOf(r.json));
    }

    // A mark is the numbers of quorums; in a group system the number of one quorum of each cartel.
    const markable = (witness) => !witness.cartels || new Set(witness.cartels).size === witness.cartels.length;
    const marks = ({cartels, quorums}) => cartels ? Array.from({length: Math.max(...cartels)}, (_, i) => quorums[cartels.indexOf(i + 1)] || 1) : quorums;

    function draw(mine) {
      const mark = Array.isArray(state.mark) ? state.mark.filter(Number.isInteger) : [];
      return one(mine, drawn, "draw", mark.length ? ["--quorum", mark.join(",")] : [], "Drawing", "Picture", (r) => {
        if (!r.out.includes("<svg")) return null;
        const title = /<title>([^<]*)/.exec(r.out)?.[1] || given(state).spec;
        return page.picture(r.out, `${title.replace(/&(amp|lt|gt|#\d+);/g, " ")}.${mark.length ? ` Marked: quorum ${mark.join(", ")}.` : ""}`);
      });
    }

    // describe says beside the picture how large the system is, once that is known.
    function describe() {
      const img = drawn.querySelector("img");
      if (img && check?.n) img.alt += ` ${check.n} nodes, ${check.quorums ?? "many"} quorums.`;
    }

    function marked(mark) {
      state = {...state, mark};
      page.state(state);
      for (const b of quorums.querySelectorAll("[data-quorum]")) b.setAttribute("aria-pressed", String(isMarked(b.dataset.cartel, Number(b.dataset.quorum))));
      draw(turn);
    }

    const isMarked = (cartel, i) => Boolean(state.mark && (cartel ? state.mark[cartel - 1] === i : state.mark.includes(i)));

    function properties(d) {
      if (!d) return null;
      const reasons = d.reasons || {}, rows = [];
      for (const [key, name, term] of [["quorum_system", "quorum system"], ["coterie", "coterie"], ["nondominated", "nondominated", "dominated"], ["writes_meet", "writes meet"]]) {
        const shown = key === "nondominated" && d.domination_witness?.nodes && `${set(d.domination_witness.nodes, d.names)} meets every quorum and contains none`;
        if (key in d) rows.push([page.word(name, term || name), yes(d[key]), reasons[key] || shown || ""]);
      }
      if (d.arbiter > 1) rows.push([page.word("k-arbiter"), `k = ${d.arbiter}`, `every ${d.arbiter + 1} quorums share a node`]);
      for (const {name, holds, witness, reason} of d.properties || []) {
        const show = witness?.quorums && markable(witness) && button("Mark it", () => marked(marks(witness)));
        rows.push([page.word(name.replaceAll("-", " "), name), yes(holds), [reason || (witness ? told(witness) : ""), show && " ", show]]);
      }
      return [el("p", {class: "lead"}, [d.kind?.replaceAll("-", " "), d.n && `${d.n} nodes`, d.quorums && `${d.quorums} quorums`, d.k && `k = ${d.k}`].filter(Boolean).join(", ")),
        filled("Properties", ["Property", "Holds", "Witness or reason"], rows)];
    }

    function quorumList({json: d}) {
      if (!d) return null;
      names = d.names;
      const cartels = d.cartels || [d.quorums || []], roles = d.roles || [];
      const lists = cartels.map((cartel, c) => [d.cartels && el("h3", {}, roles[c] || `Cartel ${c + 1}`),
        el("ol", {class: "chips"}, cartel.map((q, i) => el("li", {}, button(set(q, names), () => {
          const old = state.mark || [], others = old.filter((j) => j !== i + 1);
          marked(d.cartels ? cartels.map((_, j) => j === c ? i + 1 : old[j] || 1) : old.length > others.length ? others : [...old, i + 1]);
        }, {"data-quorum": i + 1, "data-cartel": d.cartels && c + 1, "aria-pressed": String(isMarked(d.cartels && c + 1, i + 1))}))))]);
      const own = !d.cartels && d.kind === "quorum-system" && d.n <= 40 && !names;
      return [el("p", {class: "hint"}, d.cartels ? "Choose a quorum of each cartel to mark it in the picture. " : "Choose quorums to mark them in the picture. ",
        own && !state.quorums && button("Change them", () => { count.value = d.n; set_({n: d.n, quorums: d.quorums}, true); })),
      el("div", {class: "scroll list", tabindex: "0", role: "region", "aria-label": "Quorums"}, lists)];
    }

    function figuresOf(d) {
      const own = d.names || names, heads = ["Figure", "Value", "Limit", "Why"];
      const proof = el("details", {on: {toggle: async () => {
        if (!proof.open || proof.dataset.asked) return;
        proof.dataset.asked = "yes";
        const {spec, files} = given(state), args = command("measure", spec, "--proof"), to = el("div");
        proof.append(to);
        const result = await page.run(args, {files, what: `Proving the figures of ${spec}`, part: "proof"});
        page.answer(to, {title: "", args, files, result, body: el("pre", {tabindex: "0"}, result.out), downloads: []});
      }}}, el("summary", {}, "What is needed to check each figure"));
      return [filled("Figures", heads, figures(d, page, own)),
        (d.cartels || []).map((cartel, i) => [el("h3", {}, d.roles?.[i] || (cartel.processes ? `Processes ${cartel.processes.join(", ")}` : `Cartel ${i + 1}`)),
          filled(`Figures of part ${i + 1}`, heads, figures(cartel, page, own))]), proof];
    }

    const sets = (all) => el("p", {class: "sets"}, all.slice(0, 200).map((s) => set(s, names)).join(" "), all.length > 200 && ` … and ${all.length - 200} more`);
    const link = (next, label) => (next.spec || next.text).length <= linked && el("p", {}, page.link(el("a", {href: "#lab/1/look"}, label), "look", next));

    async function askDual() {
      const {spec, files} = given(state), args = command("measure", spec, "--transversals", "--format", "json"), mine = turn;
      const result = await page.run(args, {files, what: `Finding the dual of ${spec}`, part: "dual"});
      if (mine !== turn) return;
      const found = result.out.split("\n").filter((line) => line.endsWith("}")).map((line) => JSON.parse(line)), groups = Object.groupBy(found, (f) => f.group || "");
      page.answer(dual, {title: "The dual: its minimal transversals", args, files, result, downloads: ["json", "csv"], body: [
        Object.entries(groups).map(([group, all]) => [
          el("p", {}, group && `${group}: `, `${all.length} sets, each minimal among those that meet every quorum.`), sets(all.map((f) => f.nodes))]),
        groups[""] && !result.stopped && link(system(check.n, found.map((f) => f.nodes), names), "Look at the dual")]});
    }

    async function askExtension() {
      const {spec, files} = given(state), args = command("extend", spec, "--format", "json"), mine = turn;
      const result = await page.run(args, {files, what: `Extending ${spec}`, part: "extend"});
      if (mine !== turn) return;
      const d = result.json, all = d?.system ? [d.system.quorums || d.system.cartels?.flat() || []].flat() : [];
      page.answer(extended, {title: "A nondominated extension", args, files, result, body: d && [
        el("p", {}, `${d.question} ${d.unchanged ? "It is nondominated itself." : d.system ? `One with ${all.length} quorums.` : `Verdict: ${d.verdict}.`} `,
          d.kept?.length > 0 && `It keeps ${d.kept.join(" and ")} of the given quorums. `,
          d.contains_reason, d.tie_break && ` Tie-break: ${d.tie_break}.`), d.proof && el("p", {class: "hint"}, `Proof: ${d.proof}.`),
        sets(all), d.system && !d.unchanged && link({text: JSON.stringify(d.system)}, "Look at the extension")]});
    }

    function show(next) {
      state = {...next};
      for (const key of ["spec", "text"]) if (state[key] !== undefined) state[key] = String(state[key]);
      if (!Array.isArray(state.quorums) || !state.quorums.every(Array.isArray)) delete state.quorums;
      if (!Array.isArray(state.mark)) delete state.mark;
      if (state.spec !== undefined && spec.value !== state.spec) spec.value = state.spec;
      if (state.text !== undefined && text.value !== state.text) text.value = state.text;
      if (state.quorums && size() !== state.n) count.value = state.n || 5;
      turned(state.quorums ? "quorums" : state.text !== undefined ? "text" : "spec");
      complete();
      ask();
    }

    return {show};
  },
};
