// The answer of a plan in words, tables and a plot.

import {el} from "./dom.js";
import {button, table} from "./form.js";
import {plot} from "./plot.js";
import {child} from "./yaml.js";

export const number = (x) => x.toLocaleString("en", {maximumSignificantDigits: 4, useGrouping: false});
const percent = (p) => p >= 1 ? "100 %" : Number((100 * p).toFixed(Math.max(2, Math.min(12, Math.ceil(-Math.log10(1 - p)))))) + " %";
function time(s) {
  const [unit, by] = [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]].find(([, by]) => s >= by) || ["", 1];
  return number(s / by) + " " + unit;
}
const figures = {capacity: number, load: time, latency: time, p50: time, p99: time, "p99.9": time, asked: number, availability: percent};
const figure = (system, goal) => (goal === "asked" ? system.network : system[goal] ?? system.percentiles?.[goal]) ?? null;
export const survives = (s) => s.survives.map(({nodes, zones}) => [zones && `${zones}z`, nodes && `${nodes}n`].filter(Boolean).join("+")).join(" ");

// spread draws systems by two goals; the numbers are those of the rows of the table.
function spread(page, systems, goals, capacity) {
  const units = {capacity: ` (${capacity})`, asked: " (nodes)", availability: " (probability)"}; // the numbers of times say theirs
  const [x, y] = goals.map((goal) => ({label: goal + (units[goal] || ""), said: figures[goal]}));
  const points = systems.map((s, i) => ({x: figure(s, goals[0]), y: figure(s, goals[1]), front: s.front, mark: String(i + 1), open: s.spec && {spec: s.spec},
    label: `${i + 1}: ${goals.map((goal) => `${goal} ${figure(s, goal) === null ? "unknown" : figures[goal](figure(s, goal))}`).join(", ")}`}))
    .filter((p) => p.x !== null && p.y !== null);
  const front = points.filter((p) => p.front).sort((a, b) => a.x - b.x || a.y - b.y);
  const series = [{name: "front ★", points: front, joined: true}, {name: front.length ? "other systems" : "systems", points: points.filter((p) => !p.front)}];
  return plot(page, {series: series.filter((s) => s.points.length), x, y, title: `Systems by ${goals.join(" and ")}; the numbers are those of the table`});
}

// report returns the nodes that say the answer a to a fleet, a text whose tree is known if the form
// can read it. drawing is where the picture comes.
export function report(page, a, fleet, tree, drawing) {
  const named = (goal) => goal === "network" ? "asked" : goal, goal = named(a.bound_of), two = a.optimize.map(named), best = a.best;
  const measured = child(tree, "nodes")?.items.some((node) => ["capacity", "reads", "writes"].some((key) => child(node, key)));
  const have = ["capacity", /latency:|rtt/.test(fleet) && "latency", "asked", /crash:/.test(fleet) && "availability"].filter(Boolean);
  const shown = [...new Set([...two, goal, ...have])], gap = (x) => `${number(100 * Math.abs(x))} %`;
  const heads = {capacity: "", availability: "an availability of ", asked: "nodes asked: "};
  const value = (x) => `${heads[goal] ?? `a ${goal} of `}${figures[goal](x)}${goal !== "capacity" ? "" : measured ? " requests a second" : " times one node"}`;
  const [more, less] = goal === "capacity" || goal === "availability" ? ["more", "less"] : ["less", "more"];
  const cells = (s) => [...shown.map((g) => { const x = figure(s, g); return x === null ? "–" : figures[g](x); }), survives(s) || "nothing"];
  const system = (s) => !s.spec ? s.by : [s.within && `${s.within}: `, el("code", {class: "spec", title: s.spec}, s.spec), " ",
    button("Look", () => page.go("look", {spec: s.spec}), {"aria-label": `Look at ${s.spec}`})];
  const lists = (sets) => sets.map((set) => `{${set.map((v) => a.nodes[v - 1]).join(", ")}}`).join(" and ");
  const plain = a.majority && figure(a.majority, goal), better = best && plain ? figure(best, goal) / plain - 1 : 0;
  const axes = two.length > 1 ? two : have.length > 2 ? have.slice(0, 2) : null, front = a.systems.some((s) => s.front);
  const none = a.verdict !== "proven-absent" ? `No system was found that keeps all that is required${a.stopped_by ? `; stopped by ${a.stopped_by}` : ""}.`
    : `No system keeps ${a.conflict.length > 1 ? "these together" : "this"}: ${a.conflict.join(", ")}. Proven by ${a.conflict_by}.`;
  const proof = a.optimal ? `, proven: no system has ${more} (${a.optimal_by}).`
    : a.bound === null ? "." : `; none can have ${more} than ${value(a.bound)}, a gap of ${gap(a.gap)} (bound by ${a.bound_by}).`;
  const costs = a.costs.map((c) => el("li", {}, `${c.requirement}, ${c.change}: `,
    c.absent ? "no system keeps it beside the rest" : c.value === null ? "no system was found" : `${value(c.value)}${c.proven ? "" : ", not proven"}`));
  return [
    el("p", {class: "first"}, best ? [el("strong", {}, `${a.optimal ? "The best has" : "The best found has"} ${value(figure(best, goal))}`), proof] : none),
    best && [
      el("dl", {class: "figures"}, [...shown, "survives"].map((g, i) => el("div", {}, el("dt", {}, g), el("dd", {}, cells(best)[i])))),
      el("p", {class: "whole"}, "The best: ", system(best)),
      best.writes_good_for && el("p", {}, best.writes_meet ? "Every two writes meet: " : `The writes ${lists(best.disjoint_writes)} share no node: `, best.writes_good_for + "."),
      plain && el("p", {}, `For comparison, ${a.majority.spec}: ${value(plain)}; the best has ${gap(better)} ${(better < 0) === (more === "more") ? less : more}.`),
      have.includes("latency") && el("p", {}, "Times that so many requests do not exceed: ",
        Object.entries(best.percentiles).map(([p, t]) => `${p} ${t === null ? "–" : time(t)}`).join(", "), ".")],
    a.notes.map((note) => el("p", {}, note)),
    costs.length > 0 && [el("h3", {}, "What each requirement costs"), el("ul", {}, costs)],
    best && table("The strategy of the best: which servers a request asks", ["", "how often", "servers asked"], best.strategy.flatMap((part) => part.choices.map((c, i) =>
      [i ? "" : [part.place, part.operation + "s"].filter(Boolean).join(", "), percent(c.approx), c.nodes.join(" ")])), true),
    table(`Systems${front ? " (★: on the front, none here is as good in both and better in one)" : ""}`, ["", "", ...shown, "survives", "system"], a.systems.map((s, i) =>
      [i + 1, s.front ? el("span", {title: "on the front"}, "★") : s.keeps ? "" : "fails", ...cells(s), system(s)]), true),
    axes && a.systems.length > 2 && spread(page, a.systems, axes, measured ? "requests a second" : "times one node"),
    drawing,
    a.shapes?.length > 0 && table("The best of each shape that software is configured for, and how much it loses", ["shape", "loses", ...shown, "survives", "reads", "writes"], a.shapes.filter((s) => !s.absent && s.survives).map((s) =>
      [s.shape, s.loses ? (s.loses_proven ? "" : "at most ") + gap(s.loses) : "nothing", ...cells(s), s.reads_setting, s.writes_setting]), true),
  ];
}
