// YAML whose values are changed where they stand, so that comments, order and all else stay as they
// were typed. It reads the YAML that people write for fleets: maps, lists and scalars, in blocks or
// in brackets; no anchors, tags, documents or texts of several lines.

const plainKey = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s\-?:,[\]{}#&*!|>'"%@`][^\n#]*?|-[^\s][^\n#]*?)\s*:(?=\s|$)/;

// read reads a text. A node is {kind, from, to, flow}, the places of its text; a map has entries
// {key, from, value}, a list items, a scalar its value, a text. An empty value is of the kind none.
// An error has the line where the text cannot be read.
export function read(text) {
  let at = 0;
  const fail = (what) => {
    throw Object.assign(new Error(what), {line: text.slice(0, at).split("\n").length});
  };
  const column = (place) => place - text.lastIndexOf("\n", place - 1) - 1;
  const rest = () => text.slice(at);
  // skip goes to the next thing that is neither space nor comment; in a line if it is to stay there.
  function skip(inLine) {
    for (;;) {
      const c = text[at];
      if (c === " " || !inLine && (c === "\n" || c === "\r")) at++;
      else if (c === "#" && (at === 0 || /\s/.test(text[at - 1]))) at += rest().search(/\n|$/);
      else break;
    }
    if (text[at] === "\t") fail("a tab");
  }

  function unquoted(raw) {
    if (raw[0] === '"') {
      try { return JSON.parse(raw); } catch { fail("a text in quotes"); }
    }
    return raw[0] === "'" ? raw.slice(1, -1).replaceAll("''", "'") : raw;
  }

  function scalar(pattern) {
    const quoted = /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')/.exec(rest());
    if (!quoted && /[&*!|>%@`'"]/.test(text[at])) fail("a value of a kind that the form does not know");
    const raw = quoted ? quoted[0] : pattern.exec(rest())[0].trimEnd();
    const from = at;
    at += raw.length;
    return {kind: raw ? "scalar" : "none", from, to: at, value: unquoted(raw), raw};
  }

  function flow() {
    const node = {kind: text[at] === "{" ? "map" : "list", flow: true, from: at, entries: [], items: []}, close = text[at] === "{" ? "}" : "]";
    at++;
    for (skip(); text[at] !== close; skip()) {
      if (at >= text.length) fail(`${close} is missing`);
      const from = at;
      if (node.kind === "list") {
        node.items.push(inFlow());
      } else {
        const key = scalar(/^(?:[^,:{}[\]\n]|:(?!\s|[,}]))*/).value;
        skip();
        const given = text[at] === ":";
        if (given) { at++; skip(); }
        node.entries.push({key, from, value: given ? inFlow() : {kind: "none", from: at, to: at, value: ""}});
      }
      skip();
      if (text[at] === ",") at++;
      else if (text[at] !== close) fail(`, or ${close} is missing`);
      if (at === from) fail("a value is missing");
    }
    node.to = ++at;
    return node;
  }
  const inFlow = () => "{[".includes(text[at] || " ") ? flow() : scalar(/^(?:[^,{}[\]#\n]|(?<=\S)#)*/);

  function block(indent) {
    const node = {from: at, entries: [], items: []};
    if (/^-(\s|$)/.test(rest())) {
      node.kind = "list";
      while (at < text.length && column(at) === indent && /^-(\s|$)/.test(rest())) {
        at++;
        node.items.push(value(indent, false));
        node.to = node.items.at(-1).to;
        skip();
      }
    } else {
      node.kind = "map";
      for (let key; at < text.length && column(at) === indent && (key = plainKey.exec(rest())); skip()) {
        const from = at;
        at += key[0].length;
        node.entries.push({key: unquoted(key[0].slice(0, -1).trimEnd()), from, value: value(indent, true)});
        node.to = node.entries.at(-1).value.to;
      }
    }
    if (at === node.from || at < text.length && column(at) > indent) fail("a line that the form cannot read");
    return node;
  }

  // value reads the value after a key or a dash that begins in the column indent.
  function value(indent, keyed) {
    const from = at;
    skip(true);
    if (/^[{[]/.test(rest())) return flow();
    if (at < text.length && !/[\r\n]/.test(text[at])) {
      if (!keyed && (/^-(\s|$)/.test(rest()) || plainKey.test(rest()))) return block(column(at));
      return scalar(/^(?:[^#\n]|(?<=\S)#)*/);
    }
    skip();
    const deeper = column(at) > indent || keyed && column(at) === indent && /^-(\s|$)/.test(rest());
    if (at < text.length && deeper) return /^[{[]/.test(rest()) ? flow() : block(column(at));
    return {kind: "none", from, to: from, value: ""};
  }

  if (/^(---|%)/m.test(text)) fail("a mark of a document");
  skip();
  const root = at >= text.length ? {kind: "none", from: text.length, to: text.length} : text[at] === "{" ? flow() : block(0);
  skip();
  if (at < text.length) fail("a line that the form cannot read");
  return root;
}

// child returns a value of a map or a list, or undefined.
export const child = (node, key) => typeof key === "number" ? node?.items?.[key] : node?.entries?.find((e) => e.key === key)?.value;

// scalar writes a text as a scalar; a list or a map in brackets is left as it is.
export function written(text) {
  if (/^[{[].*[}\]]$/s.test(text) || /^[\p{L}\p{N}.](?:[\p{L}\p{N} ._%/+-]*[\p{L}\p{N}._%/+-])?$/u.test(text)) return text;
  return JSON.stringify(text);
}

// nested writes a value under keys, in brackets.
const nested = ([key, ...keys], value) => key === undefined ? value
  : typeof key === "number" ? `[${nested(keys, value)}]` : `{${written(key)}: ${nested(keys, value)}}`;

// set returns the text with a value, as it is to be written, at a path of keys and numbers of items.
// What is missing on the way to it is made; a name alone in a list becomes a map with that name. An
// undefined value takes the entry away, and the maps that have no other one.
export function set(text, path, value) {
  const root = read(text), way = [root];
  for (const key of path) {
    const next = child(way.at(-1), key);
    if (!next) break;
    way.push(next);
  }
  const node = way.at(-1), left = path.slice(way.length - 1);
  const put = (from, to, by) => text.slice(0, from) + by + text.slice(to);
  const lineEnd = (place) => place + text.slice(place).search(/\n|$/);
  if (value === undefined) {
    if (left.length > 0) return text;
    let depth = way.length - 1;
    while (depth > 1 && typeof path[depth - 1] === "string" && typeof path[depth - 2] === "string" && way[depth - 1].entries.length === 1) depth--;
    const parent = way[depth - 1], list = parent.kind === "list" ? parent.items.map((v) => ({from: v.from, value: v})) : parent.entries;
    const i = list.findIndex((e) => e.value === way[depth]), entry = list[i];
    if (parent.flow) {
      const [from, to] = i + 1 < list.length ? [entry.from, list[i + 1].from] : [i > 0 ? list[i - 1].value.to : entry.from, entry.value.to];
      return put(from, to, "");
    }
    const from = text.lastIndexOf("\n", entry.from - 1) + 1;
    const dashed = parent.kind === "map" && /-\s+$/.test(text.slice(from, entry.from)); // the first key of an item
    if (dashed) return i + 1 < list.length ? put(entry.from, list[i + 1].from, "") : put(entry.from, entry.value.to, "{}");
    return put(from, Math.min(lineEnd(entry.value.to) + 1, text.length), "");
  }
  if (left.length === 0) return put(node.from, node.to, node.kind === "none" ? " " + value : value);
  const key = left[0], what = typeof key === "number" ? nested(left.slice(1), value) : `${written(key)}: ${nested(left.slice(1), value)}`;
  if (node.kind === "scalar" && key === "name") return put(node.from, node.to, value);
  if (node.kind === "scalar") return put(node.from, node.to, `{name: ${node.raw}, ${what}}`);
  if (node === root && node.kind === "none") return text + (text && !text.endsWith("\n") ? "\n" : "") + (typeof key === "number" ? "- " : "") + what + "\n";
  if (node.kind === "none") return put(node.from, node.to, " " + (typeof key === "number" ? `[${what}]` : `{${what}}`));
  const last = node.kind === "list" ? node.items.at(-1) : node.entries.at(-1)?.value;
  if (node.flow) return put(last ? last.to : node.from + 1, last ? last.to : node.from + 1, (last ? ", " : "") + what);
  const first = node.kind === "list" ? text.lastIndexOf("-", node.items[0].from - 1) : node.entries[0].from, indent = first - text.lastIndexOf("\n", first - 1) - 1;
  const end = lineEnd(last.to);
  return put(end, end, "\n" + " ".repeat(indent) + (node.kind === "list" ? "- " : "") + what);
}
