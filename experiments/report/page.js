"use strict";
// The page is complete without this script, which only adds controls: sorting and filtering of tables, pages
// of their rows, filters of the referee report, pictures in full size, and buttons that copy commands.
(() => {
  const perPage = Number(document.body.dataset.rows);

  // On a small screen the contents would fill the first page.
  if (matchMedia("(max-width: 48rem)").matches) document.getElementById("contents").removeAttribute("open");

  function element(name, properties = {}, ...children) {
    const e = Object.assign(document.createElement(name), properties);
    e.append(...children);
    return e;
  }

  // Numbers are compared exactly, as fractions of big integers: counts of quorums exceed what a float holds.
  // number returns [numerator, denominator], the latter positive, or null for anything that is no number.
  function number(text) {
    let m = /^([+-]?\d+)\/(\d+)$/.exec(text);
    if (m) {
      return BigInt(m[2]) === 0n ? null : [BigInt(m[1]), BigInt(m[2])];
    }
    m = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(text);
    if (!m || m[2] + m[3] === "") {
      return null;
    }
    const exponent = Number(m[4] || 0) - m[3].length;
    const digits = BigInt(m[1] + m[2] + m[3]);
    return exponent < 0 ? [digits, 10n ** BigInt(-exponent)] : [digits * 10n ** BigInt(exponent), 1n];
  }
  function compareNumbers(a, b) {
    const left = a[1] === b[1] ? a[0] : a[0] * b[1];
    const right = a[1] === b[1] ? b[0] : b[0] * a[1];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const collator = new Intl.Collator("en", { numeric: true });
  const numeric = (kind) => kind !== "text" && kind !== "bool";

  // words returns a test of texts: each word of the query must be in it, in any case.
  function words(query) {
    const wanted = query.toLowerCase().split(/\s+/).filter((w) => w !== "");
    return (text) => wanted.every((w) => text.includes(w));
  }

  // range reads a condition on a number (7, 3..20, >=7, <1/2) and returns a test of parsed cells, or null.
  function range(query) {
    const text = query.trim().replace("≥", ">=").replace("≤", "<=").replace("−", "-");
    const between = text.split("..");
    if (between.length === 2) {
      const [low, high] = between.map((t) => t.trim()).map((t) => t === "" ? "" : number(t));
      if (low === null || high === null) {
        return null;
      }
      return (x) => (low === "" || compareNumbers(low, x) <= 0) && (high === "" || compareNumbers(x, high) <= 0);
    }
    const m = /^(>=|<=|>|<|=)?\s*(\S+)$/.exec(text);
    const bound = m && number(m[2]);
    if (!bound) {
      return null;
    }
    return (x) => {
      const c = compareNumbers(x, bound);
      return { ">=": c >= 0, "<=": c <= 0, ">": c > 0, "<": c < 0 }[m[1]] ?? c === 0;
    };
  }

  let laboratory = false; // whether one stands beside the page

  class Table {
    constructor(section) {
      this.section = section;
      this.length = Number(section.dataset.length);
      this.head = [...section.querySelectorAll("thead th")];
      this.kinds = this.head.map((th) => th.dataset.kind);
      this.body = section.querySelector("tbody");
      this.count = section.querySelector(".count");
      this.page = 0;
      this.sorted = null; // {column, down}
      this.query = "";
      this.filters = new Map(); // by column: a test of row numbers
      // What a reader cannot see on a small screen, a pointer shows beside the heading.
      const docs = [...section.querySelectorAll(".legend dd")];
      this.head.forEach((th, column) => { th.title = docs[column].textContent.trim(); });
      if ("cut" in section.dataset) {
        return; // the page holds the first rows alone
      }
      this.addControls();
      section.addEventListener("toggle", () => { if (section.open && !this.columns) this.show(); });
    }

    // The data is parsed when it is first needed: until then the rows of the markup are on show.
    get cells() {
      if (!this.columns) {
        const data = JSON.parse(this.section.querySelector("script").textContent);
        this.columns = data.map((c) => {
          if (!Array.isArray(c[0])) {
            return c.map((cell) => cell === null ? "" : String(cell));
          }
          const texts = c[0].map((cell) => cell === null ? "" : String(cell));
          return c[1].map((i) => texts[i]);
        });
        this.numbers = [];
        this.order = this.inOrder();
      }
      return this.columns;
    }

    parsed(column) {
      return this.numbers[column] ??= this.cells[column].map((text) => text === "" ? null : number(text));
    }

    lines() {
      return this.texts ??= this.inOrder().map((i) => this.cells.map((c) => c[i]).join("\n").toLowerCase());
    }

    inOrder() {
      return Array.from({ length: this.length }, (_, i) => i);
    }

    addControls() {
      this.head.forEach((th, column) => {
        const button = element("button", { type: "button", title: th.title });
        button.append(...th.childNodes);
        button.addEventListener("click", () => this.sort(column));
        th.append(button);
      });
      if (this.length < 2) {
        return;
      }
      const name = this.section.querySelector("summary span").textContent;
      const search = element("input", { type: "search", placeholder: "words in a row" });
      search.addEventListener("input", () => { this.query = search.value; this.refresh(); });
      this.toggle = element("button", { type: "button", textContent: "Filter columns" });
      this.toggle.setAttribute("aria-expanded", "false");
      this.toggle.addEventListener("click", () => this.toggleFilters());
      this.section.querySelector(".controls").append(element("label", {}, "Filter " + name, search), this.toggle);
      if (this.length > perPage) {
        this.previous = element("button", { type: "button", textContent: "Previous rows", disabled: true });
        this.next = element("button", { type: "button", textContent: "Next rows" });
        this.previous.addEventListener("click", () => this.turn(-1));
        this.next.addEventListener("click", () => this.turn(1));
        const pager = element("div", { className: "controls pager" }, this.previous, this.next);
        this.section.querySelector(".shown").after(pager);
      }
    }

    toggleFilters() {
      if (!this.filterRow) {
        this.filterRow = element("tr", { className: "filters", hidden: true });
        this.kinds.forEach((kind, column) => this.filterRow.append(element("th", {}, this.filterOf(kind, column))));
        this.section.querySelector("thead").append(this.filterRow);
      }
      this.filterRow.hidden = !this.filterRow.hidden;
      this.toggle.setAttribute("aria-expanded", String(!this.filterRow.hidden));
    }

    // A column of few distinct texts is filtered by choosing one, of numbers by a range, of others by words.
    filterOf(kind, column) {
      const label = "Filter " + this.head[column].dataset.name;
      const cells = this.cells[column];
      const distinct = numeric(kind) ? [] : [...new Set(cells)].sort(collator.compare);
      if (!numeric(kind) && distinct.length <= 30) {
        const select = element("select", { ariaLabel: label }, element("option", { value: "", textContent: "all" }));
        distinct.forEach((text, i) => select.append(element("option", { value: String(i), textContent: text || "(empty)" })));
        select.addEventListener("change", () => {
          const text = distinct[Number(select.value)];
          this.setFilter(column, select.value === "" ? null : (i) => cells[i] === text);
        });
        return select;
      }
      const input = element("input", { type: "search", size: 4, ariaLabel: label, placeholder: numeric(kind) ? "3..20" : "words" });
      input.title = numeric(kind) ? "a number, a range such as 3..20, or a limit such as >=7" : "words in the cell";
      input.addEventListener("input", () => {
        input.removeAttribute("aria-invalid");
        if (input.value.trim() === "") {
          this.setFilter(column, null);
        } else if (!numeric(kind)) {
          const test = words(input.value);
          this.setFilter(column, (i) => test(cells[i].toLowerCase()));
        } else {
          const test = range(input.value);
          const parsed = this.parsed(column);
          if (!test) {
            input.setAttribute("aria-invalid", "true");
          }
          this.setFilter(column, test && ((i) => parsed[i] !== null && test(parsed[i])));
        }
      });
      return input;
    }

    setFilter(column, test) {
      if (test) {
        this.filters.set(column, test);
      } else {
        this.filters.delete(column);
      }
      this.refresh();
    }

    // A heading sorts upwards, then downwards, then not at all. Empty cells come last either way.
    sort(column) {
      if (!this.sorted || this.sorted.column !== column) {
        this.sorted = { column, down: false };
      } else {
        this.sorted = this.sorted.down ? null : { column, down: true };
      }
      this.head.forEach((th, i) => {
        if (this.sorted && i === column) {
          th.setAttribute("aria-sort", this.sorted.down ? "descending" : "ascending");
        } else {
          th.removeAttribute("aria-sort");
        }
      });
      const cells = this.cells[column];
      this.order = this.inOrder();
      if (this.sorted) {
        const sign = this.sorted.down ? -1 : 1;
        const isNumber = numeric(this.kinds[column]);
        const parsed = isNumber ? this.parsed(column) : null;
        this.order.sort((i, j) => {
          if (cells[i] === "" || cells[j] === "") {
            return (cells[i] === "") - (cells[j] === "");
          }
          return sign * (isNumber ? compareNumbers(parsed[i], parsed[j]) : collator.compare(cells[i], cells[j]));
        });
      }
      this.refresh();
    }

    refresh() {
      this.page = 0;
      this.show();
    }

    turn(pages) {
      this.page += pages;
      this.show();
      this.section.querySelector(".scroll").scrollTop = 0;
    }

    show() {
      const cells = this.cells;
      const test = words(this.query);
      const tests = [...this.filters.values()];
      if (this.query.trim() !== "") {
        const lines = this.lines();
        tests.push((i) => test(lines[i]));
      }
      const left = tests.length === 0 ? this.order : this.order.filter((i) => tests.every((t) => t(i)));
      const from = this.page * perPage;
      const shown = left.slice(from, from + perPage);
      this.body.replaceChildren(...shown.map((i) => {
        const row = document.createElement("tr");
        cells.forEach((column, k) => row.append(element("td", { className: numeric(this.kinds[k]) ? "n" : "", textContent: column[i] })));
        return row;
      }));
      const span = shown.length === 0 ? "No rows" : shown.length === left.length ? `All ${left.length} rows` : `Rows ${from + 1} to ${from + shown.length} of ${left.length}`;
      this.count.textContent = left.length === this.length ? span : `${span} that match, of ${this.length}`;
      if (this.next) {
        this.previous.disabled = this.page === 0;
        this.next.disabled = from + perPage >= left.length;
      }
      this.link();
    }

    // link makes the systems of the rows on show open in the laboratory, if there is one.
    link() {
      if (!laboratory) {
        return;
      }
      const columns = this.head.flatMap((th, k) => ["spec", "system"].includes(th.dataset.name) ? [k] : []);
      for (const row of this.body.rows) {
        for (const cell of columns.map((k) => row.cells[k]).filter((cell) => spec.test(cell.textContent))) {
          const text = cell.textContent;
          cell.replaceChildren(element("a", { href: `lab/index.html#lab/1/look?spec=${encodeURIComponent(text)}`, textContent: text, title: "open in the laboratory" }));
        }
      }
    }
  }

  // spec matches the text of a spec: a family with parameters, an expression, or quorums.
  const spec = /^([a-z][a-z0-9-]*:|\{)\S+$/;

  function refereeReport(list) {
    const claims = [...list.querySelectorAll(".claim")];
    const choose = (key, all) => {
      const select = element("select", {}, element("option", { value: "", textContent: all }));
      for (const value of [...new Set(claims.map((c) => c.dataset[key]))].sort(collator.compare)) {
        select.append(element("option", { value, textContent: value }));
      }
      return select;
    };
    const source = choose("source", "all papers");
    const verdict = choose("verdict", "all verdicts");
    const study = choose("study", "all studies");
    const search = element("input", { type: "search", placeholder: "words" });
    const status = element("span", { className: "status" });
    status.setAttribute("role", "status");
    const texts = claims.map((c) => c.textContent.toLowerCase());
    const filter = () => {
      const test = words(search.value);
      let left = 0;
      claims.forEach((c, i) => {
        c.hidden = source.value !== "" && c.dataset.source !== source.value
          || verdict.value !== "" && c.dataset.verdict !== verdict.value
          || study.value !== "" && c.dataset.study !== study.value || !test(texts[i]);
        left += c.hidden ? 0 : 1;
      });
      list.querySelectorAll(".standing").forEach((s) => { s.hidden = !s.querySelector(".claim:not([hidden])"); });
      status.textContent = `${left} of ${claims.length} claims`;
    };
    for (const control of [source, verdict, study, search]) {
      control.addEventListener("input", filter);
    }
    document.getElementById("claim-controls").append(
      element("label", {}, "Paper", source), element("label", {}, "Verdict", verdict), element("label", {}, "Study", study),
      element("label", {}, "Search claims", search), status);
    filter();
    document.querySelectorAll("[data-claims-of]").forEach((a) => a.addEventListener("click", () => {
      source.value = verdict.value = search.value = "";
      study.value = a.dataset.claimsOf;
      filter();
      document.getElementById("claim-details").open = true;
    }));
  }

  function copyButton(code) {
    const button = element("button", { type: "button", className: "copy", textContent: "Copy", ariaLabel: "Copy: " + code.textContent });
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code); // at least it can be copied by hand
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    code.after(button);
  }

  // A picture opens over the page; with a modifier, or without the script, it is a link like any other.
  function enlarge(links) {
    const image = element("img");
    const close = element("button", { type: "button", textContent: "Close" });
    const dialog = element("dialog", { ariaLabel: "Picture" }, image, close);
    for (const e of [image, close]) {
      e.addEventListener("click", () => dialog.close());
    }
    document.body.append(dialog);
    links.forEach((a) => a.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) {
        return;
      }
      event.preventDefault();
      const shown = a.querySelector("img");
      image.src = shown.src;
      image.alt = shown.alt;
      dialog.showModal();
    }));
  }

  // What an address leads to may be folded.
  function unfold() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let e = target; e; e = e.parentElement) {
      if (e.tagName === "DETAILS") e.open = true;
    }
    if (target) target.scrollIntoView();
  }

  const claims = document.getElementById("claim-list");
  if (claims) {
    refereeReport(claims);
  }
  const tables = [...document.querySelectorAll("details.table")].map((section) => new Table(section));
  // The icon of a laboratory beside the page shows that it is there: a page on a disk may fetch
  // nothing else.
  const icon = new Image();
  icon.onload = () => { laboratory = true; tables.forEach((table) => table.link()); };
  icon.src = "lab/icon.svg";
  enlarge([...document.querySelectorAll("a.enlarge")]);
  addEventListener("hashchange", unfold);
  unfold();
  document.querySelectorAll("code.command").forEach(copyButton);
})();
