// Plan: servers that differ, as a form and as YAML beside it, and the quorum system that fits.

import {el, fill} from "./dom.js";
import {button, choice, count, field, json, namesAfter, soon, table, text, told} from "./form.js";
import {number, report, survives} from "./planned.js";
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
const columns = [["name", "Name"], ["count", "Count"], ["zone", "Zone"], ["capacity", "Requests/s"], ["reads", "Reads/s"], ["writes", "Writes/s"],
  ["latency", "Latency"], ["crash", "Crash"]];
const yes = [["", "not asked"], ["true", "yes"]];
const fields = [
  ["Share of reads", ["workload", "reads"]],
  ["Any nodes that may be down", ["require", "survive", "nodes"]], ["Any zones that may be down", ["require", "survive", "zones"]],
  ["Every two writes meet", ["require", "writes_meet"], yes], ["Reads and writes share quorums", ["require", "same"], yes],
  ["Nodes that may lie", ["require", "liars"]],
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
  const maps = ["workload", "require", "require.survive"].flatMap((path) => others(path.split(".").reduce(child, tree), path));
  return [...new Set([...others(tree, ""), ...maps, ...(child(tree, "nodes")?.items || []).flatMap((node) => others(node, "nodes"))])];
}

export const plan = {
  name: "plan", title: "Plan", sentence: "Say what servers you have: which quorum system fits, and is there no better one?", example,

  mount(root, page) {
    let tree = null, layout = "", controls = new Map(), faulty = 0, planned = null, submitted = false;
    const area = el("textarea", {"aria-label": `The fleet as YAML (${file})`, spellcheck: "false", wrap: "off", autocapitalize: "off", rows: "16",
      on: {input: () => typed(), scroll: () => { gutter.scrollTop = area.scrollTop; }}});
    const gutter = el("div", {class: "gutter", "aria-hidden": "true"}), said = el("div", {class: "said", role: "status"});
    const part = el("p", {class: "part"}), rows = el("div"), rest = el("div", {class: "fields"});
    const form = el("fieldset", {class: "fleet"}, el("legend", {}, "The servers, and what is asked of them"), rows, rest, part), answers = el("div"), exported = el("div");
    const costs = el("input", {type: "checkbox"}), open = el("input", {type: "file", hidden: true, on: {change: async () => {
      const [chosen] = open.files;
      if (chosen && chosen.size < 1e6) area.value = await chosen.text();
      open.value = "";
      typed();
    }}});
    const tools = el("div", {class: "tools"}, el("button", {}, "Plan"), el("label", {class: "tick"}, costs, "with the cost of each requirement"),
      button("Open a file", () => open.click()), open);
    root.append(el("form", {class: "ask", on: {submit: (event) => { event.preventDefault(); ask(); }}},
      el("div", {class: "sides"}, form, el("div", {}, el("div", {class: "editor"}, gutter, area), said, tools))), answers, exported);

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
    const goalsOf = (node) => node?.kind === "list" ? node.items.map((v) => v.value) : [node?.value || "capacity"];

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
      fill(gutter, area.value.split("\n").map((_, i) => el("span", {class: i + 1 === faulty && "bad"}, i + 1)));
      gutter.scrollTop = area.scrollTop;
    }

    function sync() {
      const used = (key) => items().some((node) => child(node, key));
      const shown = columns.filter(([key]) => used(key) || key !== "capacity" && key !== "count" && !(/reads|writes/.test(key) && used("capacity")));
      const wanted = items().length + ":" + shown.join();
      if (wanted !== layout) {
        layout = wanted;
        controls = new Map();
        fill(rows, table("Servers", [...shown.map(([, label]) => label), ""], items().map((_, i) => [
          ...shown.map(([key, label]) => control(["nodes", i, key], null, `${label} of server ${i + 1}`)),
          button("×", () => put(["nodes", i], undefined), {"aria-label": `Remove server ${i + 1}`})]), true), button("One more server", add));
        const pick = (k) => choice(k ? [["", "nothing else"], ...goals] : goals, () => {
          const [a, b] = [...rest.querySelectorAll(".goal")].map((s) => s.value);
          put(["optimize"], b && b !== a ? `[${a}, ${b}]` : a);
        }, {class: "goal"});
        fill(rest, fields.map(([label, path, options]) => field(label, control(path, options))), field("Best in", pick(0)), field("and, for a front, in", pick(1)));
      }
      for (const {path, made} of controls.values()) {
        const node = path.reduce(child, tree) || (path[2] === "name" && child(child(tree, "nodes"), path[1]));
        const nameless = !node || node.kind === "none" || path[2] === "name" && node.kind === "map";
        const value = nameless ? "" : node.kind === "scalar" ? node.value : node.flow ? area.value.slice(node.from, node.to) : "…";
        made.disabled = value === "…" || made.tagName === "SELECT" && value !== "" && ![...made.options].some((o) => o.value === value);
        if (made !== document.activeElement) made.value = value;
      }
      rest.querySelectorAll(".goal").forEach((s, k) => { if (s !== document.activeElement) s.value = goalsOf(child(tree, "optimize"))[k] || ""; });
      const others = fieldless(tree);
      fill(part, others.length > 0 && `In the text alone, and kept as it is: ${others.join(", ")}.`);
    }

    function add() {
      const n = items().length, last = items()[n - 1], names = items().map((node) => child(node, "name")?.value ?? node.value);
      const name = Array.from({length: n + 1}, (_, i) => n + 1 + i).find((k) => !names.includes("server" + k));
      const like = columns.slice(2).map(([key]) => [key, child(last, key)]).filter(([, v]) => v?.kind === "scalar").map(([key, v]) => `, ${key}: ${v.raw}`);
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
      const result = await page.run([...draft(), "--write-fleet", "written.yaml"], {files: {[file]: area.value}, what: "Reading the file", part: "check"});
      const made = result.files.get("written.yaml");
      if (made) area.value = new TextDecoder().decode(made);
      typed();
    }

    async function ask(push = true) {
      check.stop();
      const fleet = area.value, args = ["plan", file, ...(costs.checked ? ["--explain"] : []), "--format", "json"], files = {[file]: fleet};
      page.state({fleet, costs: costs.checked ? "yes" : ""}, push);
      submitted = true;
      const result = await page.run(args, {files, what: "Planning", part: "plan"});
      if (result.replaced) return;
      planned = fleet;
      if (!result.stopped && fleet === area.value) judge(result);
      const answer = json(result), drawing = el("div");
      answers.classList.toggle("stale", fleet !== area.value);
      fill(exported);
      page.answer(answers, {title: "The plan", args, files, result, body: answer ? report(page, answer, fleet, form.disabled ? undefined : tree, drawing) : []});
      if (!answer?.best) return;
      const picked = choice(["json"], () => {}, {"aria-label": "Format of the configuration"});
      fill(exported, el("div", {class: "tools"}, el("span", {}, "The best as configuration: "), picked, button("Write it", () => write(picked.value, fleet))), el("div"));
      const spec = answer.best.spec, picture = spec ? ["measure", spec, "--fleet", file, "-o", "plan.svg"] : ["plan", file, "-o", "plan.svg"];
      const drawn = await page.run(picture, {files, what: "The picture", part: "picture"});
      const svg = drawn.files.get("plan.svg") && new TextDecoder().decode(drawn.files.get("plan.svg"));
      const seen = `The servers by zones, each with its capacity and how busy it is: capacity ${number(answer.best.capacity)}, survives ${survives(answer.best)}.`;
      if (svg) {
        page.answer(drawing, {title: "The best on its servers", args: picture, files, result: drawn, picture: svg, downloads: ["svg", "png", "pdf", "tex"],
          body: [page.picture(svg, `${seen} The tables have the same.`)]});
      }
      const help = await page.run(["help", "plan"], {what: "The formats", part: "lists", bare: true}), formats = namesAfter(help.out, "makes the system so");
      if (formats.length) picked.replaceChildren(...formats.map((name) => el("option", {}, name)));
    }

    async function write(format, fleet) {
      const args = ["plan", file, "--export", format], files = {[file]: fleet}, result = await page.run(args, {files, what: "The configuration", part: "export"});
      page.answer(exported.lastChild, {title: `Configuration: ${format}`, args, files, result,
        body: result.out ? [el("pre", {tabindex: "0"}, el("code", {}, result.out))] : [],
        downloads: [{title: "Download", name: format === "json" ? "best.json" : `coterie-${format}.txt`, type: "text/plain", data: () => result.out}]});
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
