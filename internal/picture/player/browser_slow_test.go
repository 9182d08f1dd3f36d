//go:build slow

package player

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"coterie/internal/check/assert"
	"coterie/internal/check/browser"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
)

var keep = flag.String("keep", "", "folder that gets pictures of the pages")

// opened is the page of a run in a browser.
func opened(t *testing.T, ctx context.Context, name string, p *Page) browser.Page {
	t.Helper()
	page, _ := written(t, p)
	path := filepath.Join(t.TempDir(), name+".html")
	assert.OK(t, os.WriteFile(path, []byte(page), 0o666))
	return browser.Open(t, ctx, path)
}

// picture saves the screen, if asked to.
func picture(v browser.Page, name string) {
	v.Helper()
	if *keep == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*keep, name+".png"), v.Picture(), 0o666); err != nil {
		v.Fatal(err)
	}
}

// shown holds the page's texts for the present moment.
type shown struct {
	Step     string            `json:"step"`
	When     string            `json:"when"`
	Sentence string            `json:"sentence"`
	Ending   string            `json:"ending"`
	Circle   string            `json:"circle"`
	Because  []string          `json:"because"`
	Edges    int               `json:"edges"`
	Pills    []string          `json:"pills"`
	Cards    map[string]string `json:"cards"`
	Slider   string            `json:"slider"`
	Row      bool              `json:"row"` // the row of the step is in sight
}

const shownScript = `(() => {
	const $ = (id) => document.getElementById(id), told = document.getElementById("ending"), at = Number(document.body.dataset.step);
	const row = player.row(at) - diagram.scrollTop;
	return {
		step: document.body.dataset.step, when: $("when").textContent, sentence: $("sentence").textContent, ending: told.hidden ? "" : told.textContent,
		circle: $("circle").textContent, because: [...$("because").children].map(e => e.textContent),
		edges: $("waits").querySelectorAll("path[stroke]").length, pills: [...document.querySelectorAll(".card")].map(e => e.querySelector(".pill")?.textContent ?? ""),
		cards: Object.fromEntries([...document.querySelectorAll(".card")].map(e => [e.dataset.actor, e.innerText])),
		slider: $("slider").value, row: row >= 0 && row <= diagram.clientHeight,
	};
})()`

func look(v browser.Page) shown {
	v.Helper()
	return browser.Eval[shown](v, shownScript)
}

// TestSlowPlay: the buttons, the keys, the slider and a click change the moment that is shown, with
// the state of every node in it; at the end of the run that blocks stands its circle of waits.
func TestSlowPlay(t *testing.T) {
	run, c := deadlock(t)
	p := pageOf(run, mutex.NewSystem(c.Algorithm, c.Setup))
	p.data.Marks = append(p.data.Marks, Mark{2, "here is a mark"})
	_, read := written(t, p)
	total := len(read.Steps)
	v := opened(t, browser.Start(t), "deadlock", p)
	v.Size(1280, 800, false)

	// The machines beside the page: states and waits after each step.
	system := mutex.NewSystem(c.Algorithm, c.Setup)
	var moments []shown
	note := func(sentence string) {
		m := shown{Sentence: sentence, Cards: map[string]string{}}
		waits := map[[2]int32]bool{}
		for _, w := range system.Waits() {
			if w.Holder >= 0 && w.Holder != w.Process {
				waits[[2]int32{w.Process, w.Holder}] = true
			}
		}
		m.Edges = len(waits)
		for _, machine := range system.Machines {
			m.Pills = append(m.Pills, [...]string{"outside", "waits", "inside"}[machine.View().Phase])
		}
		moments = append(moments, m)
	}
	note("")
	replay := trace.NewReplay(system, func(s trace.Step) { note(run.Sentence(s.Opener, s.Then)) })
	for _, e := range run.Events {
		assert.OK(t, replay.Event(e))
	}
	judge := func(how string, step int) shown {
		t.Helper()
		got := look(v)
		want := moments[step]
		if got.Step != fmt.Sprint(step) || got.Slider != got.Step || !got.Row {
			t.Errorf("%s: step %s, slider %s, row in sight %v; want step %d", how, got.Step, got.Slider, got.Row, step)
		}
		if step > 0 && !strings.EqualFold(got.Sentence, want.Sentence+".") {
			t.Errorf("%s, step %d: %q, and not %q", how, step, got.Sentence, want.Sentence)
		}
		if !slices.Equal(got.Pills, want.Pills) || got.Edges != want.Edges {
			t.Errorf("%s, step %d: %v and %d waits, and not %v and %d", how, step, got.Pills, got.Edges, want.Pills, want.Edges)
		}
		return got
	}
	judge("at the beginning", 0)
	click := func(id string) { v.Do(chromedp.Click(chromedp.CSS("#" + id))) }
	for step := 1; step <= total; step++ {
		click("next")
		got := judge("the button forward", step)
		assert.Equal(t, strings.Contains(got.Ending, "Here is a mark."), (step == 2), "step %d: %q", step, got.Ending)
		assert.Equal(t, strings.Contains(got.Circle, "closed") || strings.Contains(got.Circle, "closes"), step >= read.Closed, "step %d: is %q closed?", step, got.Circle)
		if step == read.Closed {
			picture(v, "desktop-closes")
		}
		if step == total/3 {
			picture(v, "desktop-third")
		}
	}
	end := look(v)
	if !strings.Contains(end.Ending, "waiting for ever") || !strings.Contains(end.Circle, "a deadlock") || len(end.Because) != len(read.circleAt(total))/2 {
		t.Errorf("at the end: %q, %q, %v", end.Ending, end.Circle, end.Because)
	}
	for i, line := range system.DescribeWaits(nil) {
		if i >= len(end.Because) || end.Because[i] != line {
			t.Errorf("at the end: %q, and not %q", end.Because, line)
		}
	}
	if rows := browser.Eval[bool](v, `document.body.classList.contains("table") && cards.getBoundingClientRect().right <= innerWidth`); !rows {
		t.Error("on a desk the states are no table that fits")
	}
	picture(v, "desktop-end")
	click("back")
	judge("the button back", total-1)
	click("first")
	before := judge("the button to the beginning", 0)
	click("last")
	after := judge("the button to the end", total)
	if before.Cards["1"] == after.Cards["1"] {
		t.Errorf("node 2 is as it was: %q", after.Cards["1"])
	}
	keys := func(key string, step int) {
		t.Helper()
		v.Do(chromedp.KeyEvent(key))
		judge("a key", step)
	}
	keys(kb.Home, 0)
	keys(kb.ArrowRight, 1)
	keys(kb.ArrowRight, 2)
	keys(kb.ArrowLeft, 1)
	keys(kb.PageDown, 11)
	keys(kb.PageUp, 1)
	keys(kb.End, total)
	v.Fill("#slider", "7")
	judge("the slider", 7)
	v.Fill("#step", "9")
	judge("the number", 9)
	v.Fill("#step", "99999")
	judge("a number that is too great", total)
	v.Fill("#goto", fmt.Sprint(read.Closed))
	judge("the list", read.Closed)
	browser.Eval[int](v, `(lines.dispatchEvent(new MouseEvent("click", {clientX: 100, clientY: room.getBoundingClientRect().top + 0.8 * player.row(4) + 0.2 * player.row(5)})), 1)`)
	judge("a click", 4)
	browser.Eval[int](v, `(location.hash = "#6", 1)`)
	v.Await(`document.body.dataset.step === "6"`)
	judge("an address", 6)

	// It plays by itself, and stops when it is told to.
	v.Fill("#speed", "100")
	v.Do(chromedp.KeyEvent(" "))
	v.Await(`document.body.dataset.step !== "6"`)
	click("play")
	stopped := look(v).Step
	time.Sleep(300 * time.Millisecond)
	if still := look(v).Step; stopped == "6" || still != stopped {
		t.Errorf("it plays: step %s, and %s after it was stopped", stopped, still)
	}

	// The contrast of texts, on a desk and on a phone, by day and by night.
	for _, scheme := range []string{"light", "dark"} {
		v.Prefer(scheme)
		for _, size := range [][2]int64{{1280, 800}, {390, 844}, {320, 568}} {
			v.Size(size[0], size[1], size[0] < 500)
			v.Fill("#step", fmt.Sprint(read.Closed))
			if found := v.Contrasts(); found.Texts < 30 || len(found.Poor) > 0 {
				t.Errorf("%s, %v: %d texts, with little contrast: %v", scheme, size, found.Texts, found.Poor)
			}
			if wide := browser.Eval[int64](v, `document.scrollingElement.scrollWidth`); wide > size[0] {
				t.Errorf("%v: %d pixels wide", size, wide)
			}
			// Every control is on the screen and large enough for a finger.
			small := browser.Eval[[]string](v, `[...document.querySelectorAll("#buttons button")].filter(b => {
				const r = b.getBoundingClientRect();
				return r.width < 38 || r.height < 38 || r.left < 0 || r.right > innerWidth || r.bottom > innerHeight;
			}).map(b => b.id)`)
			if len(small) > 0 {
				t.Errorf("%v: buttons that a finger misses: %v", size, small)
			}
			judge(fmt.Sprint(size), read.Closed)
			picture(v, fmt.Sprintf("%s-%d", scheme, size[0]))
		}
	}
}

// foreign is a page that has ids, styles and keys of its own, and allows neither inline scripts nor
// inline styles. It counts the listeners that are added outside of the player's element.
const foreign = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src file:; style-src file:">
<script src="count.js"></script><script src="script.js"></script></head>
<body><h1>A page</h1><button id="next">mine</button><input id="step" value="mine"><div id="place"></div></body></html>`

const countScript = `const outside = [], observers = new Set();
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, f, options) {
	if (this === window || this === document || this === document.body || this instanceof MediaQueryList && !options?.signal) outside.push(type);
	return add.call(this, type, f, options);
};
const observe = ResizeObserver.prototype.observe, disconnect = ResizeObserver.prototype.disconnect;
ResizeObserver.prototype.observe = function (e) { observers.add(this); return observe.call(this, e); };
ResizeObserver.prototype.disconnect = function () { observers.delete(this); return disconnect.call(this); };
const looks = () => JSON.stringify(["h1", "button#next", "input#step", "body"].map((s) => {
	const e = getComputedStyle(document.querySelector("body > " + s + ", html > " + s));
	return [e.fontSize, e.color, e.backgroundColor, e.minHeight, e.margin, e.display];
}));
`

// TestSlowForeignPage: the player lives in an element of another page under a strict policy. It can
// be mounted again with the next data, a run without steps included, and leaves nothing behind.
func TestSlowForeignPage(t *testing.T) {
	run, c := deadlock(t)
	parts := []string{countScript, "const runs = ["}
	for _, steps := range []int{0, 1, 12, len(run.Events)} {
		p := New(run.Header, mutex.NewSystem(c.Algorithm, c.Setup))
		for _, e := range run.Events[:steps] {
			p.Event(e)
		}
		parts = append(parts, string(assert.Got(p.Data())(t)), ",")
	}
	folder := t.TempDir()
	for name, text := range map[string]string{"page.html": foreign, "style.css": Style(), "script.js": Script(), "count.js": strings.Join(parts, "") + "];"} {
		assert.OK(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	v := browser.Open(t, browser.Start(t), filepath.Join(folder, "page.html"))
	before := browser.Eval[string](v, `looks()`)
	browser.Eval[int](v, `(document.head.append(Object.assign(document.createElement("link"), {rel: "stylesheet", href: "style.css"})), 1)`)
	v.Await(`document.styleSheets.length > 0`)
	totals := browser.Eval[[]int](v, `runs.map((r) => r.steps.length)`)
	if totals[0] != 0 || totals[1] != 1 || totals[2] >= totals[3] {
		t.Fatal(totals)
	}
	for round := range 2 {
		for i, total := range totals {
			at := browser.Eval[string](v, fmt.Sprintf(`(window.player = mount(place, runs[%d], {at: Infinity}), place.dataset.step)`, i))
			assert.Equal(t, at, fmt.Sprint(total), "round %d, run %d: the step", round, i)
			assert.Equal(t, browser.Eval[int](v, `place.querySelectorAll("#next").length`), 1, "the buttons")
		}
		// Its keys and buttons are those inside of it.
		v.Do(chromedp.KeyEvent(kb.ArrowLeft))
		assert.Equal(t, browser.Eval[string](v, `place.dataset.step`), fmt.Sprint(totals[3]), "a key outside")
		assert.Equal(t, browser.Eval[string](v, `(place.querySelector("#diagram").focus(), place.querySelector("#back").click(), place.dataset.step)`), fmt.Sprint(totals[3]-1), "a button")
		v.Do(chromedp.KeyEvent(kb.ArrowLeft))
		assert.Equal(t, browser.Eval[string](v, `place.dataset.step`), fmt.Sprint(totals[3]-2), "a key inside")
		if colour := browser.Eval[string](v, `getComputedStyle(place.querySelector("#lines text")).fill`); colour == "rgb(0, 0, 0)" || colour == "" {
			t.Errorf("a text of the diagram is %s", colour)
		}
		assert.Equal(t, browser.Eval[string](v, `looks()`), before, "the rest of the page")
		picture(v, "foreign")
	}
	assert.Equal(t, browser.Eval[int](v, `observers.size`), 2, "observers")
	left := browser.Eval[[]any](v, `(player.go(3), place.querySelector("#play").click(), player.unmount(), [place.innerHTML, place.className, place.getAttribute("style") || "", location.hash, observers.size, outside.length])`)
	assert.Equal(t, fmt.Sprintf("%q", left), fmt.Sprintf("%q", []any{"", "", "", "", 0.0, 0.0}), "the traces of the player")
}

// TestSlowManyPages: pages of other algorithms and systems open without an error, and their last
// step has the sentence of the last step.
func TestSlowManyPages(t *testing.T) {
	ctx := browser.Start(t)
	for name, c := range cases {
		if !slices.Contains([]string{"crash", "apart", "groups", "token", "many"}, name) {
			continue
		}
		run, config := recorded(t, c.spec, c.algorithm, c.change)
		machines := mutex.NewSystem(config.Algorithm, config.Setup)
		for _, m := range []*mutex.System{machines, nil} {
			if m == nil && name != "apart" {
				continue
			}
			p := pageOf(run, m)
			_, read := written(t, p)
			v := opened(t, ctx, name, p)
			v.Size(1280, 800, false)
			half := len(read.Steps) / 2
			v.Fill("#step", fmt.Sprint(half))
			if got := look(v); !strings.EqualFold(got.Sentence, read.Texts[read.Steps[half-1][2]]+".") || !got.Row {
				t.Errorf("%s: %q", name, got.Sentence)
			}
			if m != nil {
				picture(v, "case-"+name)
			} else {
				picture(v, "case-events-alone")
			}
		}
	}
}

// TestSlowLong: runs of ten thousand steps, of few nodes and of many, can be stepped through; it
// says how quickly.
func TestSlowLong(t *testing.T) {
	for spec, entries := range map[string]int{"fpp:order=2": 1000, "fpp:order=19": 100} {
		t.Run(spec, func(t *testing.T) { long(t, spec, entries) })
	}
}

func long(t *testing.T, spec string, entries int) {
	run, c := recorded(t, spec, "maekawa-fixed", func(c *sim.Config) { c.Entries = entries })
	p := pageOf(run, mutex.NewSystem(c.Algorithm, c.Setup))
	page, read := written(t, p)
	v := opened(t, browser.Start(t), "long", p)
	v.Size(390, 844, true)
	total := len(read.Steps)
	spent := browser.Eval[float64](v, fmt.Sprintf(`(() => { const from = performance.now(); for (let k = 1; k <= 100; k++) player.go(%d * k / 100); return (performance.now() - from) / 100; })()`, total))
	t.Logf("%d steps, %d bytes, %.1f ms for a jump", total, len(page), spent)
	if got := look(v); total < 5_000 || got.Step != fmt.Sprint(total) {
		t.Errorf("%d steps, at step %s", total, got.Step)
	}
	picture(v, "phone-long-"+spec)
}
