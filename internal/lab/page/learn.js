// Learn: exercises from a seed, judged by the engine.

import {el, fill} from "./dom.js";
import {button, choice, field, json, namesAfter, soon, text, told} from "./form.js";

const example = {seed: "7", count: "8"};

// nodesOf is the number of the nodes that a question is about.
const nodesOf = (e) => Math.max(...(e.question.match(/\d+ to \d+|\{[\d,]+\}/g) || ["9"]).flatMap((part) => part.match(/\d+/g).map(Number)));

// answerTo makes the controls for an answer of a form. The text is the answer; the buttons write it.
function answerTo(e, asked) {
  const form = e.answer_form, nodes = nodesOf(e), label = `Answer to exercise ${e.number}`;
  const words = /^yes/.test(form) ? ["yes", "no"] : /^a, b/.test(form) ? form.split(/, or |, /) : [];
  const most = /two (sets|quorums)/.test(form) ? 2 : /sets of/.test(form) ? Infinity : /set/.test(form) ? 1 : 0;
  let word = "", sets = [];
  const box = text(read, {"aria-label": label, placeholder: form.split("as in ")[1] || "",
    on: {input: () => read(), keydown: (event) => { if (event.key === "Enter") asked(); }}});
  const rows = el("div", {class: "picked"}), chips = el("div", {class: "words", role: "group", "aria-label": label});

  function read() {
    word = words.find((w) => w === box.value.trim().toLowerCase().split(/[\s,{]/)[0]) || "";
    sets = [...box.value.matchAll(/\{([\d\s,]*)\}/g)].map((m) => new Set(m[1].split(",").map(Number).filter(Boolean)));
    draw();
  }
  function write() {
    const shown = word === "yes" ? [] : sets.filter((s) => s.size).map((s) => `{${[...s].sort((a, b) => a - b).join(",")}}`);
    box.value = [word, shown.join(",")].filter(Boolean).join(" ");
    draw();
  }
  // toggled keeps the focus on the button that was pressed, which is drawn again.
  const toggled = (name, on, press) => button(name, () => { press(); write(); }, {"aria-pressed": String(on), "data-name": name});
  function draw() {
    const focus = document.activeElement, place = focus?.parentElement, row = [...rows.children].indexOf(place), name = focus?.dataset?.name;
    fill(chips, words.map((w) => toggled(w, w === word, () => { word = w; })));
    const wanted = words.length && word !== "no" ? 0 : Math.min(most, Math.max(most === 2 ? 2 : 1, sets.length));
    while (sets.length < wanted) sets.push(new Set());
    fill(rows, sets.slice(0, wanted).map((s, i) => el("div", {role: "group", "aria-label": wanted > 1 ? `Set ${i + 1}` : "Set"},
      Array.from({length: nodes}, (_, v) => toggled(v + 1, s.has(v + 1), () => { if (!s.delete(v + 1)) s.add(v + 1); })))),
    wanted > 0 && most === Infinity && button("One more set", () => { sets.push(new Set()); draw(); }));
    if (name) (row < 0 ? chips : rows.children[row])?.querySelector(`[data-name="${name}"]`)?.focus();
  }
  draw();
  const node = el("div", {class: "reply"}, words.length > 0 && chips, most > 0 && rows, el("div", {class: "given"}, box, button("Check", asked)));
  return {node, value: () => box.value.trim(), focus: () => box.focus()};
}

export const learn = {
  name: "learn", title: "Learn", sentence: "Solve exercises about quorum systems: each answer is judged, and its reason said.", example,

  mount(root, page) {
    let sheet = 0, right = new Map();
    const seed = text(soon(() => ask(false)), {inputmode: "numeric", pattern: "[0-9]+"}), number = text(soon(() => ask(false)), {inputmode: "numeric"});
    const level = choice([["", "all"], ["1", "1: a first lecture"], ["2", "2"], ["3", "3: for people who know the field"]], () => ask());
    const topics = el("fieldset", {class: "topics"}, el("legend", {}, "Topics (none: all)"));
    const score = el("p", {class: "score", role: "status"}), answers = el("div"), key = el("div");
    root.append(
      el("form", {class: "ask fields", on: {submit: (event) => { event.preventDefault(); ask(); }}},
        field("Seed", seed), field("Exercises", number), field("Level", level), topics,
        el("div", {class: "tools"}, button("A new sheet", another), button("Print", () => window.print()))),
      score, answers,
      el("p", {class: "tools"}, "Break an algorithm: four processes ask the quorums of the Fano plane, by Maekawa's algorithm as printed. Can you lead them into a deadlock? ",
        button("Try it in Run", () => page.go("run", {spec: "fano", algorithm: "maekawa", requesters: "1,2,3,5", choices: ""}))),
      el("details", {class: "key"}, el("summary", {}, "Key, for the teacher"),
        el("p", {}, "It has all answers, with their reasons. ", button("Show the key of this sheet", showKey)), key));

    function another() {
      seed.value = /^\d+$/.test(seed.value) ? String(BigInt(seed.value) + 1n) : "1";
      ask();
    }
    const picked = () => [...topics.querySelectorAll("input:checked")].map((box) => box.value);
    const flag = (name, value) => value ? ["--" + name, value] : [];
    const base = () => ["exercises", "--seed", seed.value.trim() || "0", ...flag("topic", picked().join(",")), ...flag("level", level.value)];

    function count(exercises) {
      const done = [...right.values()], good = done.filter(Boolean).length;
      fill(score, done.length ? `${good} of ${exercises} right${done.length > good ? `, ${done.length - good} not yet` : good === exercises ? ": all done" : ""}.` : "");
    }

    async function ask(push = true) {
      const now = ++sheet;
      const args = [...base(), "--count", number.value.trim() || "8", "--format", "json"];
      const result = await page.run(args, {what: "The sheet", part: "sheet"});
      if (now !== sheet || result.replaced) return;
      right = new Map();
      fill(key);
      fill(score);
      const exercises = json(result)?.exercises || [];
      page.answer(answers, {title: `Exercises, seed ${seed.value}`, args, result, downloads: ["json"],
        body: [el("ol", {class: "exercises"}, exercises.map((e) => exercise(e, exercises.length)))]});
      if (exercises.length) page.state({seed: seed.value.trim(), count: number.value.trim(), level: level.value, topics: picked().join(",")}, push);
      for (const e of exercises) {
        const drawn = await page.run(["draw", e.system, "-o", "system.svg"], {what: "The pictures", part: "pictures"});
        if (now !== sheet) return;
        const file = drawn.files.get("system.svg"), place = answers.querySelector(`[data-exercise="${e.number}"] .seen`);
        if (file && place) fill(place, page.picture(new TextDecoder().decode(file), `The system of exercise ${e.number}: its quorums are those of the question`));
      }
    }

    function exercise(e, exercises) {
      const verdict = el("div", {class: "verdict", role: "status"});
      const reply = answerTo(e, async () => {
        if (!reply.value()) { fill(verdict, el("p", {}, "Give an answer first.")); reply.focus(); return; }
        const args = [...base(), "--number", String(e.number), "--answer=" + reply.value(), "--format", "json"];
        const result = await page.run(args, {what: "Judging your answer", part: `answer ${e.number}`});
        const judged = json(result);
        verdict.className = "verdict " + (judged ? judged.right ? "right" : "wrong" : "");
        fill(verdict, judged ? [el("p", {}, el("strong", {}, judged.right ? "✓ Right. " : "✗ Not right. "), judged.why),
          el("details", {}, el("summary", {}, "A command that shows it"), el("pre", {tabindex: "0"}, el("code", {}, judged.command)))]
          : told(result).map((line) => el("p", {}, line)));
        if (judged) right.set(e.number, judged.right);
        count(exercises);
      });
      return el("li", {"data-exercise": e.number, value: e.number},
        el("div", {class: "task"}, el("h3", {}, `${e.number}. ${e.topic[0].toUpperCase()}${e.topic.slice(1)}`, " ", el("small", {}, `level ${e.level}`)),
          el("p", {}, e.question),
          el("p", {class: "form"}, `Answer: ${e.answer_form}. `, e.words.length > 0 && ["Words: ", e.words.map((w, i) => [i > 0 && ", ", page.word(w, w)])]),
          e.run && el("p", {}, page.link(el("a", {}, "Play it in Run"), "run",
            {spec: e.system, algorithm: e.run.algorithm, flaw: e.run.flaw || "", requesters: e.run.requesters.join(","), entries: "2", choices: ""}),
          ", until it breaks. The list of its events is the answer."),
          reply.node, verdict),
        el("div", {class: "seen"}));
    }

    async function showKey() {
      const args = [...base(), "--count", number.value.trim() || "8", "--key", "--format", "json"], now = sheet;
      const result = await page.run(args, {what: "The key", part: "key"});
      if (now !== sheet) return;
      page.answer(key, {title: "Key", args, result, downloads: ["json"], body: [el("ol", {class: "answers"}, (json(result)?.exercises || []).map((e) =>
        el("li", {value: e.number}, el("strong", {}, e.key), ". ", e.why, " ", el("code", {}, e.command))))]});
    }

    const lists = page.run(["help", "exercises"], {what: "The topics", part: "lists", bare: true}).then((help) =>
      topics.append(...namesAfter(help.out, "only these topics").map((topic) =>
        el("label", {}, el("input", {type: "checkbox", value: topic, on: {change: () => ask()}}), topic))));

    return {
      async show(s) {
        await lists;
        seed.value = s.seed || "1";
        number.value = s.count || "8";
        level.value = s.level || "";
        for (const box of topics.querySelectorAll("input")) box.checked = (s.topics || "").split(",").includes(box.value);
        await ask(false);
      },
    };
  },
};
