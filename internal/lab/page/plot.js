// Plots of points, each a link that opens its system.

import {el} from "./dom.js";

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

// plot draws series of points: {name, joined, points: [{x, y, label, front, open, mark}]}, open being the
// state that a point opens in Look, and mark a short text beside it. An axis is {label, log, said}, said
// being the text of a number at it. With lines, neighbours whose x differ by 1 are joined, and all points
// of a joined series. Arrow keys go from point to point; the tabulator enters and leaves.
export function plot(page, {series, x, y, lines, title}) {
  const width = 760, height = 420, box = {left: 78, right: 16, top: 16, bottom: 56};
  const all = series.flatMap((s) => s.points);
  const scale = ({log}, of, from, to) => {
    const marks = ticks(Math.min(...all.map(of)), Math.max(...all.map(of)), log), f = log ? Math.log10 : (v) => v;
    const a = f(marks[0]), b = f(marks.at(-1));
    return {marks, at: (v) => from + (f(v) - a) / (b - a) * (to - from)};
  };
  const h = scale(x, (p) => p.x, box.left, width - box.right), v = scale(y, (p) => p.y, height - box.bottom, box.top);
  const links = [], marks = new Map(); // by place: the texts beside the points there
  for (const p of all.filter((p) => p.mark)) {
    const place = `${Math.round(h.at(p.x) / 12)} ${Math.round(v.at(p.y) / 12)}`;
    if (marks.has(place)) marks.get(place).texts.push(p.mark); else marks.set(place, {p, texts: [p.mark]});
  }
  const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, class: "plot", role: "group", "aria-label": `${title}. ${all.length} points; the arrow keys go from one to the next.`},
    h.marks.map((m) => [svg("line", {class: "grid", x1: h.at(m), x2: h.at(m), y1: box.top, y2: height - box.bottom}),
      svg("text", {x: h.at(m), y: height - box.bottom + 18, "text-anchor": "middle"}, (x.said || said)(m))]),
    v.marks.map((m) => [svg("line", {class: "grid", x1: box.left, x2: width - box.right, y1: v.at(m), y2: v.at(m)}),
      svg("text", {x: box.left - 8, y: v.at(m) + 4, "text-anchor": "end"}, (y.said || said)(m))]),
    svg("text", {class: "axis", x: (box.left + width - box.right) / 2, y: height - 10, "text-anchor": "middle"}, x.label),
    svg("text", {class: "axis", transform: `translate(16 ${(box.top + height - box.bottom) / 2}) rotate(-90)`, "text-anchor": "middle"}, y.label),
    series.map((s, i) => {
      const {shape, tone, dash} = look(s.look ?? i);
      return svg("g", {class: tone, "data-series": i},
        (lines || s.joined) && s.points.slice(1).map((p, j) => [s.points[j], p]).map(([a, b]) => (s.joined || b.x - a.x <= 1) &&
          svg("line", {class: "line", "stroke-dasharray": dash, x1: h.at(a.x), y1: v.at(a.y), x2: h.at(b.x), y2: v.at(b.y)})),
        s.points.map((p) => {
          const attributes = {class: p.front ? "point front" : "point", role: p.open ? "" : "img", "aria-label": p.label, tabindex: links.length ? "-1" : "0"};
          const link = svg(p.open ? "a" : "g", attributes, svg("title", {}, p.label),
            svg("path", {d: shape, transform: `translate(${h.at(p.x).toFixed(2)} ${v.at(p.y).toFixed(2)}) scale(${lines ? 0.7 : p.front ? 1.25 : 0.9})`}));
          if (p.open) page.link(link, "look", p.open);
          links.push(link);
          return link;
        }));
    }),
    [...marks.values()].map(({p, texts}) => svg("text", {x: h.at(p.x) + 10, y: v.at(p.y) - 8}, texts.join(", "))));
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
export function file(figure) {
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
