// Choose: every family for n nodes in one table and one plot, or a sweep over n.

import {el, fill} from "./dom.js";
import {button, soon} from "./form.js";
import {short, value} from "./look.js";

// The figures that are compared: name, unit, the number of a row, the text of a row.
const figures = {
  load: ["load", "share of all entries", (r) => r.load === null ? NaN : value(r.load), (r) => r.load],
  failure: ["failure", "probability", (r) => r.failure ?? NaN, (r) => r.failure === null ? null : short(r.failure, 4)],
  messages: ["messages", "for one entry", (r) => r.messages ?? NaN, (r) => r.messages_exact || r.messages],
  resilience: ["resilience", "nodes", (r) => r.resilience ?? NaN, (r) => r.resilience],
  k: ["quorum size", "nodes", (r) => r.k?.max ?? NaN, (r) => r.k && (r.k.min === r.k.max ? r.k.min : `${r.k.min}..${r.k.max ?? "?"}`)],
  degree: ["degree", "disjoint quorums", (r) => r.degree ?? NaN, (r) => r.degree],
};

// Okabe and Ito's colours, as classes of the style sheet, with a shape each, so that colour is not alone.
const shapes = ["M0-6A6 6 0 1 1 0 6 6 6 0 1 1 0-6Z", "M-5.5-5.5h11v11h-11z", "M0-7 6.5 5h-13z", "M0-7 7 0 0 7-7 0z", "M0 7-6.5-5h13z",
  "M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z", "M-6-6-2-6 0-3 2-6 6-6 3 0 6 6 2 6 0 3-2 6-6 6-3 0z"];
const dashes = ["", "6 3", "2 3", "8 3 2 3", "12 4", "1 4", "5 2 1 2 1 2"];
const look = (i) => ({shape: shapes[i % 7], tone: `tone${(i + Math.floor(i / 7)) % 7}`, dash: dashes[(i + 2 * Math.floor(i / 7)) % 7]});

// svg makes an element of a drawing.
function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, text] of Object.entries(attributes)) if (text !== undefined && text !== "") element.setAttribute(name, text);
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== false));
  return element;
}

// ticks returns round numbers that span from low to high, or powers of ten.
function ticks(low, high, log) {
  if (log) {
    const from = Math.floor(Math.log10(low)), to = Math.max(from + 1, Math.ceil(Math.log10(high))), step = Math.ceil((to - from) / 8);
    return Array.from({length: Math.ceil((to - from) / step) + 1}, (_, i) => 10 ** (from + i * step));
  }
  const raw = (high - low || Math.abs(high) || 1) / 6, size = 10 ** Math.floor(Math.log10(raw)), step = size * [1, 2, 5, 10].find((s) => s * size >= raw);
  const from = Math.floor(low / step);
  return Array.from({length: Math.max(1, Math.ceil(high / step - 1e-9) - from) + 1}, (_, i) => Number(((from + i) * step).toPrecision(12)));
}

const said = (number) => number !== 0 && (Math.abs(number) < 1e-3 || Math.abs(number) >= 1e6) ? number.toExponential(0) : String(number);

// plot draws series of points: {name, points: [{x, y, label, front, open}]}, open being the state that
// a point opens in Look. Arrow keys go from point to point; the tabulator enters and leaves.
function plot(page, {series, x, y, lines, title}) {
  const width = 760, height = 420, box = {left: 78, right: 16, top: 16, bottom: 56};
  const all = series.flatMap((s) => s.points);
  const scale = ({log}, of, from, to) => {
    const marks = ticks(Math.min(...all.map(of)), Math.max(...all.map(of)), log), f = log ? Math.log10 : (v) => v;
    const a = f(marks[0]), b = f(marks.at(-1));
    return {marks, at: (v) => from + (f(v) - a) / (b - a) * (to - from)};
  };
  const h = scale(x, (p) => p.x, box.left, width - box.right), v = scale(y, (p) => p.y, height - box.bottom, box.top);
  const links = [];
  const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, class: "plot", role: "group", "aria-label": `${title}. ${all.length} points; the arrow keys go from one to the next.`},
    h.marks.map((m) => [svg("line", {class: "grid", x1: h.at(m), x2: h.at(m), y1: box.top, y2: height - box.bottom}),
      svg("text", {x: h.at(m), y: height - box.bottom + 18, "text-anchor": "middle"}, said(m))]),
    v.marks.map((m) => [svg("line", {class: "grid", x1: box.left, x2: width - box.right, y1: v.at(m), y2: v.at(m)}),
      svg("text", {x: box.left - 8, y: v.at(m) + 4, "text-anchor": "end"}, said(m))]),
    svg("text", {class: "axis", x: (box.left + width - box.right) / 2, y: height - 10, "text-anchor": "middle"}, x.label),
    svg("text", {class: "axis", transform: `translate(16 ${(box.top + height - box.bottom) / 2}) rotate(-90)`, "text-anchor": "middle"}, y.label),
    series.map((s, i) => {
      const {shape, tone, dash} = look(s.look ?? i);
      return svg("g", {class: tone, "data-series": i},
        lines && s.points.slice(1).map((p, j) => [s.points[j], p]).map(([a, b]) => b.x - a.x <= 1 &&
          svg("line", {class: "line", "stroke-dasharray": dash, x1: h.at(a.x), y1: v.at(a.y), x2: h.at(b.x), y2: v.at(b.y)})),
        s.points.map((p) => {
          const attributes = {class: p.front ? "point front" : "point", role: p.open ? "" : "img", "aria-label": p.label, tabindex: links.length ? "-1" : "0"};
          const link = svg(p.open ? "a" : "g", attributes, svg("title", {}, p.label),
            svg("path", {d: shape, transform: `translate(${h.at(p.x).toFixed(2)} ${v.at(p.y).toFixed(2)}) scale(${lines ? 0.7 : p.front ? 1.25 : 0.9})`}));
          if (p.open) page.link(link, "look", p.open);
          links.push(link);
          return link;
        }));
    }));
  picture.addEventListener("keydown", (event) => {
    const at = links.indexOf(document.activeElement), group = (l) => l.parentNode.dataset.series;
    const next = {ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: links.findIndex((l, j) => j > at && group(l) !== group(links[at])), Home: 0, End: links.length - 1,
      ArrowUp: links.findLastIndex((l, j) => j < at && group(l) !== group(links[at]))}[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    if (!links[next]) return;
    links[at].setAttribute("tabindex", "-1");
    links[next].setAttribute("tabindex", "0");
    links[next].focus();
  });
  const legend = el("ul", {class: "legend"}, series.map((s, i) => {
    const {shape, tone, dash} = look(s.look ?? i);
    return el("li", {}, svg("svg", {viewBox: "-14 -8 28 16", width: 28, height: 16, class: "plot", "aria-hidden": "true"}, svg("g", {class: tone},
      lines && svg("line", {class: "line", "stroke-dasharray": dash, x1: -14, x2: 14, y1: 0, y2: 0}),
      svg("g", {class: "point"}, svg("path", {d: shape, transform: "scale(.8)"})))), ` ${s.name}`);
  }));
  return el("figure", {}, el("figcaption", {}, title), el("div", {class: "scroll"}, picture), legend);
}

// file returns a figure with its legend as the text of a file, with the styles of the page in it.
function file(figure) {
  const styled = (node) => {
    const copy = node.cloneNode(true), originals = [node, ...node.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
      const style = getComputedStyle(originals[i]);
      for (const key of ["fill", "stroke", "stroke-width", "font-size", "font-family"]) element.setAttribute(key, style.getPropertyValue(key));
      for (const key of ["href", "tabindex", "class"]) element.removeAttribute(key);
    });
    return copy;
  };
  const entries = [...figure.querySelectorAll(".legend li")], height = 430 + 20 * Math.ceil(entries.length / 3), ink = getComputedStyle(document.body);
  return new XMLSerializer().serializeToString(svg("svg", {width: 760, height, viewBox: `0 0 760 ${height}`}, svg("rect", {width: "100%", height: "100%", fill: ink.backgroundColor}),
    [...figure.querySelector("svg").childNodes].map(styled), entries.map((entry, i) => svg("g", {transform: `translate(${90 + 225 * (i % 3)} ${430 + 20 * Math.floor(i / 3)})`},
      [...entry.querySelector("svg").childNodes].map(styled),
      svg("text", {x: 22, y: 4, "font-size": "12px", "font-family": ink.fontFamily, fill: ink.color}, entry.textContent.trim())))));
}

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
