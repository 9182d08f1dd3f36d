// Parts of forms and answers.

import {el} from "./dom.js";

// field is a control with its label, and a note below it.
export const field = (label, control, note) => el("label", {class: "field"}, el("span", {}, label), control, note);

// text is a field for a short text; asked is called with it when it was changed.
export const text = (asked, attributes = {}) =>
  el("input", {type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", on: {input: (event) => asked(event.target.value)}, ...attributes});

// choice is a list to choose from, of texts or of pairs of a value and its text.
export const choice = (options, asked, attributes = {}) => el("select", {on: {change: (event) => asked(event.target.value)}, ...attributes}, optionsOf(options));

export const optionsOf = (options) => options.map((o) => Array.isArray(o) ? el("option", {value: o[0]}, o[1]) : el("option", {value: o}, o));

export const button = (label, press, attributes = {}) => el("button", {type: "button", on: {click: press}, ...attributes}, label);

// table is a table that scrolls by itself. With a caption its label is shown, and no cell is a heading
// of its row.
export const table = (label, heads, rows, caption) => el("div", {class: caption ? "scroll close" : "scroll", tabindex: "0", role: "region", "aria-label": label},
  el("table", {}, caption && el("caption", {}, label), el("thead", {}, el("tr", {}, heads.map((head) => head ? el("th", {scope: "col"}, head) : el("td")))),
    el("tbody", {}, rows.map(([first, ...rest]) => el("tr", {}, caption ? el("td", {}, first) : el("th", {scope: "row"}, first), rest.map((cell) => el("td", {}, cell)))))));

// soon returns a function that calls ask once nobody has called it for 300 ms; stop takes a call back.
export function soon(ask) {
  let timer = 0;
  const called = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => ask(...args), 300);
  };
  return Object.assign(called, {stop: () => clearTimeout(timer)});
}

// namesAfter returns the names that the help of a verb lists after some words, up to the next flag.
export const namesAfter = (help, words) =>
  (help.replace(/\s+/g, " ").split(words + ": ")[1] || "").split(/ --| \(| Flags /)[0].split(/, | or /).map((name) => name.trim()).filter(Boolean);

// count is a number with its noun.
export const count = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

// told is the error: and hint: of a command in one sentence each.
export const told = (result) => result.err.split("\n").filter((line) => /^(error|hint): /.test(line));

// json is what a command has printed, or null if it printed none.
export function json(result) {
  try { return JSON.parse(result.out); } catch { return null; }
}
