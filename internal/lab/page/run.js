// Run: an algorithm over a system, event by event, each of them chosen by the reader.

import {el, fill} from "./dom.js";
import {button, choice, count, field, json, optionsOf, soon, text} from "./form.js";
import {mount} from "./player.js";

// The example is Maekawa's algorithm as printed, four events before it can be led into a deadlock.
const example = {
  spec: "fano", algorithm: "maekawa", requesters: "1,2,3,5",
  choices: "wish:1,wish:5,REQUEST:1-2,wish:2,LOCKED:2-1,REQUEST:1-3,wish:3,LOCKED:3-1,exit:1,RELEASE:1-2,REQUEST:5-2," +
    "REQUEST:3-4,LOCKED:4-3,REQUEST:2-4,REQUEST:2-6,LOCKED:6-2,REQUEST:3-7,LOCKED:7-3,REQUEST:5-7,INQUIRE:7-3",
};

// listed reads a list of the help: names with a source beside them, and a sentence below.
function listed(help, head) {
  const list = [];
  for (const line of (help.split("\n" + head)[1] || "").split("\n").slice(1)) {
    const name = /^ {2}(\S+) {2,}(\S.*)$/.exec(line), more = /^ {6}(?: {2})?(\S.*)$/.exec(line);
    if (name) list.push({name: name[1], source: name[2], text: ""});
    else if (more && list.length) list.at(-1).text += (list.at(-1).text && " ") + more[1];
    else if (/^\S/.test(line)) break;
  }
  return list;
}

export const run = {
  name: "run", title: "Run", sentence: "Run an algorithm over a system, and choose yourself what happens next.", example,

  mount(root, page) {
    let shown = null, busy = false, algorithms = [], flaws = [], player = null;
    const chosen = () => shown ? shown.chosen : [];
    const again = soon(() => ask(chosen(), {shorten: true}));

    const form = {
      spec: text(again, {required: true}), algorithm: choice([], () => { flawsOf(); ask(chosen(), {shorten: true}); }),
      flaw: choice([["", "none"]], () => ask(chosen(), {shorten: true})), requesters: text(again, {placeholder: "all", inputmode: "numeric"}),
      groups: text(again, {placeholder: "none, or 1,1,2,2"}), processes: text(again, {placeholder: "as many as nodes", inputmode: "numeric"}),
      quorums: choice([["", "that of its site"], ["uniform", "any, chosen by the reader"]], () => ask(chosen(), {shorten: true})),
      order: choice([["", "keep the order"], ["any", "keep no order"]], () => ask(chosen(), {shorten: true})),
      self: choice([["", "as the paper has it"], ["local", "at once"], ["network", "by a message"]], () => ask(chosen(), {shorten: true})),
      knows: choice([["", "by a FAILED that no LOCKED has followed"], ["ever", "by any FAILED"]], () => ask(chosen(), {shorten: true})),
      late: choice([["", "it is about the present request"], ["ignored", "it is ignored"]], () => ask(chosen(), {shorten: true})),
      entries: text(() => {}, {placeholder: "1", inputmode: "numeric"}),
    };
    const about = el("p", {class: "about"}), verdict = el("div", {class: "outcome", role: "status"}), stage = el("div", {class: "stage"}), foot = el("div"), search = el("div");
    const list = el("ol", {class: "next"}), steered = el("div", {class: "steered"}), heading = el("h2", {id: "next-events", tabindex: "-1"}, "What can happen next");
    const tools = {
      back: button("Take back", () => ask(chosen().slice(0, -1)), {title: "Takes the last event back (Backspace)"}),
      here: button("Take back to the step shown", () => ask(chosen().slice(0, player.step))),
      ten: button("10 events by itself", () => ask(chosen(), {then: 10})), end: button("To the end by itself", () => ask(chosen(), {then: 2000 - chosen().length})),
      begin: button("Begin again", () => ask([])), fail: button("The shortest failure", explore),
    };
    root.append(
      el("form", {class: "ask fields", on: {submit: (event) => { event.preventDefault(); ask(chosen(), {shorten: true}); }}},
        field("System (a spec)", form.spec), field("Algorithm", form.algorithm), field("A step left out", form.flaw), field("Who may wish", form.requesters),
        el("details", {}, el("summary", {}, "More"), el("div", {class: "fields"}, field("Groups of the processes", form.groups), field("Processes", form.processes),
          field("Quorums", form.quorums), field("Channels", form.order), field("A node tells itself", form.self),
          field("Who will not succeed knows it", form.knows), field("An INQUIRE after the next REQUEST", form.late),
          field("Entries of each, for the search of a failure", form.entries)))),
      about, verdict, steered, search, foot);
    steered.append(stage,
      el("section", {class: "choose", "aria-labelledby": "next-events"}, heading, el("div", {class: "tools"}, Object.values(tools)), list,
        el("p", {class: "keys"}, "Keys: ", el("kbd", {}, "1"), " to ", el("kbd", {}, "9"), " choose, ", el("kbd", {}, "↑"), " ", el("kbd", {}, "↓"), " move, ",
          el("kbd", {}, "Enter"), " takes, ", el("kbd", {}, "Backspace"), " takes back.")));

    root.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || busy || event.target.closest("input, select, textarea, summary")) return;
      const buttons = [...list.querySelectorAll("button")], at = buttons.indexOf(document.activeElement);
      if (/^[1-9]$/.test(event.key) && buttons[event.key - 1]) buttons[event.key - 1].click();
      else if (event.key === "Backspace" && chosen().length) ask(chosen().slice(0, -1), {focus: true});
      else if (event.key === "ArrowDown" && !event.target.closest(".stage")) buttons[(at + 1) % buttons.length]?.focus();
      else if (event.key === "ArrowUp" && !event.target.closest(".stage")) buttons.at(Math.max(at, 0) - 1)?.focus();
      else return;
      event.preventDefault();
    });

    function flawsOf() {
      const of = flaws.filter((f) => f.source === form.algorithm.value), algorithm = algorithms.find((a) => a.name === form.algorithm.value);
      const was = form.flaw.value;
      form.flaw.replaceChildren(...optionsOf([["", of.length ? "none" : "none is known"], ...of.map((f) => [f.name, `${f.name}: ${f.text}`])]));
      form.flaw.value = of.some((f) => f.name === was) ? was : "";
      form.flaw.disabled = of.length === 0;
      fill(about, algorithm && `${algorithm.text} (${algorithm.source}).`);
    }

    const state = () => Object.fromEntries(Object.entries(form).map(([key, control]) => [key, control.value.trim()]).filter(([, value]) => value));

    function cast() {
      const s = state();
      const flags = ["algorithm", "flaw", "requesters", "groups", "processes", "quorums", "self", "knows", "late"].filter((name) => s[name]);
      return flags.flatMap((name) => ["--" + name, s[name]]).concat(s.order ? ["--fifo=false"] : []);
    }

    // ask runs a list of choices. If shorten is true, those that are no longer possible are left out.
    async function ask(choices, {then = 0, shorten = false, focus = list.contains(document.activeElement), cut = 0, push = !shorten} = {}) {
      const inside = root.contains(document.activeElement);
      const args = ["simulate", form.spec.value.trim(), ...cast(), "--choose", choices.join(","), ...(then ? ["--then", String(then)] : []), "--format", "json"];
      busy = true;
      const result = await page.run(args, {what: "The run", part: "run"}).finally(() => { busy = false; });
      if (result.replaced) return;
      const wrong = /^error: --choose: event (\d+), /m.exec(result.err);
      if (wrong && shorten) {
        return ask(choices.slice(0, wrong[1] - 1), {shorten, focus, push, cut: cut || choices.length});
      }
      const answer = json(result);
      page.answer(foot, {title: "This run", args, result, downloads: ["json"], body: [answer?.chosen.length > 0 &&
        el("details", {}, el("summary", {}, "The list of its events"), el("pre", {tabindex: "0"}, el("code", {}, answer.chosen.join(","))))]});
      steered.classList.toggle("stale", !answer);
      if (!answer) return;
      shown = answer;
      shown.next.sort((a, b) => (a.what === "wish") - (b.what === "wish")); // so that the first goes on with what has begun
      page.state({...state(), choices: shown.chosen.join(",")}, push);
      draw(cut);
      const active = document.activeElement;
      if (focus || inside && (active === document.body || active.disabled || active.hidden)) (list.querySelector("button") || heading).focus();
    }

    function draw(cut) {
      const {chosen, next, steps, stuck, waits, done, violation, page: data} = shown;
      for (const [name, off] of [["back", !chosen.length], ["begin", !chosen.length], ["ten", done], ["end", done]]) tools[name].disabled = off;
      tools.here.hidden = true;
      player = mount(stage, data, {at: chosen.length, moved: (step) => {
        tools.here.hidden = step >= chosen.length;
        tools.here.textContent = `Take back to step ${step}`;
        if (player) player.step = step;
      }});
      const bad = violation !== null || stuck.length > 0;
      stage.querySelector("#now").tabIndex = 0; // it scrolls
      verdict.className = bad ? "outcome bad" : "outcome";
      fill(verdict,
        cut > 0 && el("p", {}, `Only the first ${count(chosen.length, "event is", "events are")} possible here, of ${cut}.`),
        violation !== null && [el("p", {}, el("strong", {}, "The rule is broken. "), `Step ${violation}: ${steps[violation - 1]}.`)],
        stuck.length > 0 && [
          el("p", {}, el("strong", {}, "Stuck. "), `Nothing happens any more${next.length ? " unless somebody else wishes" : ""}: `,
            `${stuck.length === 1 ? "process" : "processes"} ${stuck.join(", ")} ${stuck.length === 1 ? "waits" : "wait"} for ever.`),
          el("ul", {}, waits.map((line) => el("li", {}, line))),
          chosen.length > 0 && el("p", {}, "Take some events back, and choose others: can it be avoided?")],
        !bad && el("p", {}, chosen.length === 0 ? "Nothing has happened yet. " : `${count(chosen.length, "event")}, ${count(shown.entries, "entry", "entries")}. `,
          done && chosen.length > 0 ? "All who wished have been inside, and nobody waits."
            : next.length ? `${count(next.length, "event is", "events are")} possible now.` : "Nothing more can happen."));
      fill(heading, violation !== null ? "The run ends here" : done && next.length ? "Next, if somebody wishes again" : "What can happen next");
      fill(list, next.map((e, i) => el("li", {}, button(
        [i < 9 ? el("kbd", {"aria-hidden": "true"}, i + 1) : el("span", {}), el("span", {}, e.text[0].toUpperCase() + e.text.slice(1)), el("code", {}, e.choice)],
        () => { if (!busy) ask([...chosen, e.choice], {focus: true}); }, {"aria-keyshortcuts": i < 9 ? String(i + 1) : undefined, class: e.what}))));
    }

    // explore looks for the shortest run that fails, and shows it.
    async function explore() {
      const args = ["explore", form.spec.value.trim(), ...cast(), "--entries", form.entries.value.trim() || "1", "--first", "--messages=false", "--format", "json"];
      const result = await page.run(args, {what: "Searching for a failure", part: "search"});
      if (result.replaced) return;
      const found = json(result), trace = found?.trace;
      const seen = found && `${found.states.toLocaleString("en")} states and ${found.transitions.toLocaleString("en")} steps between them`;
      const said = () => trace ? `${found.violations > 0 ? "The rule is broken" : "Somebody waits for ever"} after ${count(trace.steps.length, "step")}${
        trace.shortest ? ", and no shorter run fails" : ""}. The run is shown above; take events back, and lead it elsewhere.`
        : !found.complete ? `None was found, but not all was visited: ${seen}; stopped by ${found.stopped_by || "a limit"}.`
          : `There is none. All ${seen} were visited: the rule holds in every one of them${found.stuck === 0 ? ", and nobody waits where nothing is left to happen" : ""}. ` +
            `Each who may wish does so ${found.entries === 1 ? "once" : `${found.entries} times`}.`;
      page.answer(search, {title: "The shortest failure", args, result, downloads: ["json"], body: found ? [el("p", {}, said())] : []});
      if (trace?.choices) ask(trace.choices);
      else search.scrollIntoView({block: "nearest"});
    }

    const lists = page.run(["help", "explore"], {what: "The list of algorithms", part: "lists", bare: true}).then((help) => {
      algorithms = listed(help.out, "The algorithms:");
      flaws = listed(help.out, "What --flaw can leave out");
      form.algorithm.append(...optionsOf([["", "as the system needs"], ...algorithms.map((a) => a.name)]));
    });

    return {
      async show(s) {
        await lists;
        for (const [key, control] of Object.entries(form)) if (key !== "flaw") control.value = s[key] || "";
        flawsOf();
        form.flaw.value = s.flaw || "";
        fill(search);
        await ask((s.choices || "").split(",").filter(Boolean), {shorten: true, push: false});
      },
    };
  },
};
