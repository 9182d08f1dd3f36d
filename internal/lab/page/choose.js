// Choose: every family for n nodes in one table and one plot, or a sweep over n.

import {el, fill} from "./dom.js";
import {button, soon} from "./form.js";
import {short, value} from "./look.js";
import {file, plot} from "./plot.js";

// The figures that are compared: name, unit, the number of a row, the text of a row.
const figures = {
  load: ["load", "share of all entries", (r) => r.load === null ? NaN : value(r.load), (r) => r.load],
  failure: ["failure", "probability", (r) => r.failure ?? NaN, (r) => r.failure === null ? null : short(r.failure, 4)],
  messages: ["messages", "for one entry", (r) => r.messages ?? NaN, (r) => r.messages_exact || r.messages],
  resilience: ["resilience", "nodes", (r) => r.resilience ?? NaN, (r) => r.resilience],
  k: ["quorum size", "nodes", (r) => r.k?.max ?? NaN, (r) => r.k && (r.k.min === r.k.max ? r.k.min : `${r.k.min}..${r.k.max ?? "?"}`)],
  degree: ["degree", "disjoint quorums", (r) => r.degree ?? NaN, (r) => r.degree],
};

export const choose = {
  name: "choose",
  title: "Choose",
  sentence: "Compare every family that has a system for n nodes, in load, resilience, failure and messages; or go through a range of n.",
  example: {n: "12"},

  mount(root, page) {
    let state = {}, turn = 0;
    const answers = el("div", {class: "place"});
    const fields = {};
    const field = (key, label, attributes = {}, hint) => el("div", {class: "field"}, el("label", {for: `choose-${key}`}, label),
      fields[key] = el("input", {id: `choose-${key}`, autocomplete: "off", spellcheck: "false", "aria-describedby": hint && `choose-${key}-hint`, ...attributes}),
      hint && el("p", {class: "hint", id: `choose-${key}-hint`}, hint));
    const choice = (key, label, entries) => el("div", {class: "field"}, el("label", {for: `choose-${key}`}, label),
      fields[key] = el("select", {id: `choose-${key}`}, entries.map(([value, text]) => el("option", {value}, text))));
    const axes = Object.entries(figures).map(([key, [name]]) => [key, name]);
    const form = el("form", {class: "ask"}, el("fieldset", {}, el("legend", {}, "Systems for"),
      el("div", {class: "fields"},
        field("n", "Nodes n", {}, "a number, or a range such as 4..20"),
        field("p", "Crash probability p", {placeholder: "0.01"}), field("m", "Groups m", {inputmode: "numeric", placeholder: "none"}, "reads and writes: 2"),
        field("k", "Holders at once k", {inputmode: "numeric", placeholder: "1"}), field("liars", "Liars b", {inputmode: "numeric", placeholder: "none"}),
        choice("kind", "Data with liars", [["", "unsigned: masking"], ["dissemination", "signed: dissemination"], ["opaque", "b unknown: opaque"]]),
        field("mix", "Mix of the groups", {placeholder: "equal"}, "such as reads=90%"),
        field("family", "Families", {placeholder: "all"}, "such as fpp,grid,best-known"), field("specs", "Systems of your own", {placeholder: "none"}, "specs, with ; between them")),
      el("div", {class: "row"}, el("button", {}, "Compare"))),
      el("fieldset", {}, el("legend", {}, "Plot"), el("div", {class: "fields"}, choice("y", "Upwards", axes), choice("x", "To the right", axes))));
    root.append(form, answers);

    const typed = () => Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.value.trim()]).filter(([, text]) => text));
    form.addEventListener("submit", () => ask(typed(), true));
    const later = soon(() => ask(typed()));
    for (const [key, field] of Object.entries(fields)) {
      field.addEventListener("input", () => {
        if (key === "x" || key === "y") { state = {...state, ...typed()}; page.state(state); redraw(); }
        else if (field.tagName === "SELECT") ask(typed()); else later();
      });
    }

    let redraw = () => {};

    function command(s) {
      const args = ["compare", ...(s.specs || "").split(";").map((spec) => spec.trim()).filter((spec) => spec && !spec.startsWith("-"))];
      for (const key of ["n", "m", "k", "liars", "kind", "p", "mix", "family"]) if (s[key] && (key !== "kind" || s.liars)) args.push(`--${key}`, s[key]);
      return [...args, "--format", "json"];
    }

    async function ask(next, push = false) {
      later.stop();
      show(next);
      page.state(state, push);
    }

    async function compared() {
      const mine = ++turn, args = command(state);
      answers.setAttribute("aria-busy", "true");
      const result = await page.run(args, {what: `Comparing systems${state.n ? ` for ${state.n} nodes` : ""}`});
      if (mine !== turn || result.replaced) return;
      const d = result.json, sweep = Array.isArray(d?.n), body = el("div");
      redraw = () => {
        if (!d?.rows) return;
        const drawn = sweep ? swept(d) : scattered(d);
        fill(body, picks(d), drawn, rows(d, sweep), left(d));
      };
      redraw();
      const picture = d?.rows?.length && (() => file(body.querySelector("figure")));
      page.answer(answers, {title: `Systems for ${[].concat(d?.n ?? state.n ?? "").join("..")} nodes`, args, result, body, picture});
    }

    // A row of the answer is a point where both figures are known.
    const axis = (key, d) => ({label: `${figures[key][0]}${key === "failure" ? ` at p = ${d.p}` : ""} (${figures[key][1]})`, log: key === "failure"});
    const known = (key, row) => { const y = figures[key][2](row); return Number.isFinite(y) && (key !== "failure" || y > 0); };
    const spec = (row) => row.best_known ? row.best_known.spec : row.spec;
    const point = (row, x, y) => ({x, y, front: row.front, open: spec(row) && {spec: spec(row)},
      label: `${row.spec}, n = ${row.n}: ${Object.values(figures).map(([name, , , text]) => [name, text(row) ?? ""].join(" ")).filter((t) => !t.endsWith(" ")).join(", ")}` +
        (row.front ? "; on the front" : "")});
    const named = (row) => row.family || row.spec;

    function scattered(d) {
      const x = fields.x.value, y = fields.y.value, shown = d.rows.filter((r) => known(x, r) && known(y, r));
      if (!shown.length) return el("p", {class: "hint"}, `No system here has both figures, ${figures[x][0]} and ${figures[y][0]}.`);
      const series = shown.map((row) => ({name: row.spec + (row.front ? " ★" : ""), points: [point(row, figures[x][2](row), figures[y][2](row))]}));
      return plot(page, {series, x: axis(x, d), y: axis(y, d), title: `${figures[y][0]} against ${figures[x][0]}, n = ${d.n}; ★ on the Pareto front`});
    }

    function swept(d) {
      const y = fields.y.value, lines = new Map();
      for (const row of d.rows.filter((r) => known(y, r))) lines.set(named(row), [...(lines.get(named(row)) || []), point(row, row.n, figures[y][2](row))]);
      if (!lines.size) return el("p", {class: "hint"}, `No system here has the figure ${figures[y][0]}.`);
      const series = [...lines].map(([name, points]) => ({name, points: points.sort((a, b) => a.x - b.x)}));
      return plot(page, {series, lines: true, x: {label: "nodes n"}, y: axis(y, d), title: `${figures[y][0]} against n`});
    }

    function picks(d) {
      if (Array.isArray(d.n) || !d.picks?.length) return null;
      return el("ul", {class: "picks"}, d.picks.map((pick) => el("li", {}, el("b", {}, `Least ${pick.of}: `), pick.spec,
        ` (load ${pick.load}, failure ${short(pick.failure, 3)}, messages ${short(pick.messages, 4)})`, pick.beside && `; beside it, ${pick.beside.spec}`)));
    }

    function rows(d, sweep) {
      const columns = [["spec", "system", (r) => r.spec], ...(sweep ? [["n", "n", (r) => r.n]] : []),
        ...Object.entries(figures).filter(([key]) => d.rows.some((r) => (r[key] ?? null) !== null)).map(([key, [name, , number]]) => [key, name, number]),
        ["nondominated", "nondominated", (r) => [true, false, null].indexOf(r.nondominated)], ["front", "front", (r) => r.front ? 0 : 1]];
      const cells = (r) => columns.map(([key]) => {
        if (key === "spec") return el("th", {scope: "row"}, spec(r) ? page.link(el("a", {href: "#lab/1/look"}, r.spec), "look", {spec: spec(r)}) : r.spec, r.given && " (given)");
        if (key === "nondominated") return el("td", {}, r.nondominated === true ? "yes" : r.nondominated === false ? "no" : "–");
        if (key === "front") return el("td", {}, r.front ? "★ front" : "");
        const text = key === "n" ? r.n : figures[key][3](r);
        return el("td", {class: "number"}, text ?? el("span", {title: r.reasons?.[key]}, "–"));
      });
      const heads = columns.map(([, name], i) => el("th", {scope: "col"}, button(name, () => sort(i), {class: "sort"})));
      const body = el("tbody");
      const table = el("table", {}, el("thead", {}, el("tr", {}, heads)), body);
      let by = -1, up = true;
      function sort(i) {
        up = by === i ? !up : true;
        by = i;
        heads.forEach((head, j) => { if (j === i) head.setAttribute("aria-sort", up ? "ascending" : "descending"); else head.removeAttribute("aria-sort"); });
        const of = columns[i][2], last = (v) => v === undefined || v === null || Number.isNaN(v);
        const order = (a, b) => { const x = of(a), y = of(b); return last(x) - last(y) || (last(x) ? 0 : (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1)); };
        fill(body, [...d.rows].sort(order).map((r) => el("tr", {class: r.front && "front"}, cells(r))));
      }
      fill(body, d.rows.map((r) => el("tr", {class: r.front && "front"}, cells(r))));
      return el("div", {class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Compared systems"}, table);
    }

    function left(d) {
      return [d.without?.length > 0 && el("p", {class: "hint"}, `Families without a system for this n: ${d.without.join(", ")}.`),
        d.chosen?.length > 0 && el("p", {class: "hint"}, `Families that have one only as it is given: ${d.chosen.join(", ")}.`),
        d.left_out && el("p", {class: "hint"}, `Left out: ${Object.entries(d.left_out).map(([spec, why]) => `${spec} (${why})`).join("; ")}.`)];
    }

    function show(next) {
      state = Object.fromEntries(Object.entries(next).map(([key, v]) => [key, String(v)]));
      for (const [key, field] of Object.entries(fields)) {
        const text = state[key] ?? ({x: "load", y: "failure", kind: ""}[key] || "");
        if (field.value.trim() !== text && document.activeElement !== field) field.value = text;
      }
      fields.x.disabled = /\.\./.test(state.n || "");
      compared();
    }

    return {show};
  },
};
