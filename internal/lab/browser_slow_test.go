//go:build slow

package lab

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"coterie/internal/check/assert"
	"coterie/internal/check/browser"
)

var keep = flag.String("keep", "", "folder that gets pictures of the page")

// built compiles the engine once for all tests.
var built = sync.OnceValues(func() (map[string][]byte, error) {
	e, err := Engine(context.Background())
	if err != nil {
		return nil, err
	}
	return Files(e)
})

// served shows the laboratory to a browser.
func served(t *testing.T) (ctx context.Context, url string, end func()) {
	t.Helper()
	engine := assert.Got(built())(t) // before the time of the browser begins
	ctx = browser.Start(t)
	server := httptest.NewServer(Handler(engine))
	t.Cleanup(server.Close)
	return ctx, server.URL + "/", server.Close
}

// axe is axe-core 4.14.1 of npm, which finds what a page lacks for people with disabilities.
var axe = sync.OnceValues(func() (string, error) {
	packed, err := os.ReadFile("testdata/axe-core-4.14.1.min.js.gz")
	if err != nil {
		return "", err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
})

// quiet waits until nothing runs and the answers are there.
const quiet = `document.getElementById("busy").hidden && !document.getElementById("loading") && `

// shown returns an expression: whether an element of the thing on show has a text.
func shown(selector, text string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("main > section:not([hidden]) %s")].some((e) => e.textContent.includes(%q))`, selector, text)
}

// press returns an expression that presses the first button or link with a text, if there is one.
func press(text string) string {
	return fmt.Sprintf(`(() => {
		const all = [...document.querySelectorAll("main > section:not([hidden]) :is(button, a, summary)")].filter((e) => e.textContent.trim().startsWith(%q) && !e.disabled);
		all[0]?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
		return all.length > 0;
	})()`, text)
}

// answer returns an expression that gives an answer to the first exercise.
func answer(text string) string {
	return fmt.Sprintf(`(() => {
		const e = document.querySelector("li[data-exercise='1'] .reply"), f = e.querySelector("input");
		f.value = %q;
		f.dispatchEvent(new Event("input", {bubbles: true}));
		[...e.querySelectorAll("button")].find((b) => b.textContent === "Check").click();
		return true;
	})()`, text)
}

// fits checks that the page is no wider than the screen, and that axe finds nothing.
func fits(v browser.Page, what string) {
	v.Helper()
	assert.Equal(v.T, browser.Eval[int](v, "Math.max(0, document.documentElement.scrollWidth - innerWidth)"), 0, "%s: pixels beside the screen", what)
	script := assert.Got(axe())(v.T)
	v.Do(chromedp.Evaluate[chromedp.Void](script))
	browser.Eval[bool](v, `(axe.run().then((r) => { window.found = r.violations.map((x) => x.id + ": " + x.nodes.map((n) => n.target).join(" ")).join("\n"); }), true)`)
	v.Await(`window.found !== undefined`)
	assert.Equal(v.T, browser.Eval[string](v, `(() => { const f = window.found; delete window.found; return f; })()`), "", "%s: what axe finds", what)
	if *keep != "" {
		assert.OK(v.T, os.WriteFile(filepath.Join(*keep, what+".png"), v.Picture(), 0o666))
	}
}

// things are what one does in the laboratory: an address, what is shown first, and what is done
// then.
var things = []struct {
	name, first string
	steps       []string // expressions that become true, one after the other
}{
	{"look", shown("table", "maekawa-size") + ` && document.querySelector("figure img")`, []string{
		`(() => { const f = document.querySelector("main > section:not([hidden]) input[type=text], main > section:not([hidden]) input:not([type])"); f.value = "{1,2},{3,4},{2,3}"; f.form.requestSubmit(); return true; })()`,
		// The two quorums that do not meet are marked in the picture.
		quiet + shown("table", "{1,2}") + " && " + shown("td", "no") + ` && document.querySelector("figure img").alt.includes("Marked: quorum 1, 2.")`,
		press("A nondominated extension"),
		quiet + shown("", "extend"),
	}},
	{"choose", shown("table", "grid:n=12") + ` && document.querySelector("main > section:not([hidden]) svg a")`, []string{
		press("grid:n=12"),
		quiet + `location.hash.startsWith("#lab/1/look") && ` + shown("table", "quorum size"),
	}},
	{"plan", shown("", "The best has") + ` && document.querySelector("main > section:not([hidden]) figure img")`, []string{
		// Two goals in the text are two in the form, and have a plot.
		`(() => { const f = document.querySelector("main > section:not([hidden]) textarea"); f.value = f.value.replace("optimize: capacity", "optimize: [capacity, latency]"); f.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`,
		quiet + `[...document.querySelectorAll("select.goal")].map((s) => s.value).join() === "capacity,latency"`,
		press("Plan"),
		quiet + `document.querySelector("main > section:not([hidden]) svg.plot a")`,
	}},
	{"run", shown("", "events are possible now"), []string{
		press("Take back"),
		quiet + shown("", "19 events"),
		// The first of the events that can come next, by its key.
		`(() => { const b = document.querySelector("main > section:not([hidden]) section.choose ol button"); b.focus(); b.dispatchEvent(new KeyboardEvent("keydown", {key: "1", bubbles: true})); return true; })()`,
		quiet + shown("", "20 events"),
		press("The shortest failure"),
		quiet + shown("", "Stuck."),
	}},
	{"learn", shown("li", "1. "), []string{
		// The load of the first exercise is 3/5, and another fraction is wrong.
		answer("1/2"), quiet + shown(".verdict.wrong", "Not right"),
		answer("6/10"), quiet + shown(".verdict.right", "Right") + " && " + shown(".score", "1 of 8"),
		press("Show the key"),
		quiet + shown(".answers li", "coterie"),
	}},
}

// TestSlowThings does each of the five things, on a wide screen and on that of a phone, in light
// and in dark.
func TestSlowThings(t *testing.T) {
	ctx, url, _ := served(t)
	for i, screen := range []struct {
		name   string
		width  int64
		scheme string
	}{{"wide", 1280, "light"}, {"phone", 360, "dark"}} {
		for _, thing := range things {
			v := browser.Open(t, ctx, url+"#lab/1/"+thing.name)
			v.Size(screen.width, 800, i > 0)
			v.Prefer(screen.scheme)
			v.Await(quiet + thing.first)
			fits(v, screen.name+"-"+thing.name)
			for _, step := range thing.steps {
				v.Await(step)
			}
			fits(v, screen.name+"-"+thing.name+"-after")
		}
	}
}

// TestSlowLinks opens links of each version of the form, and hostile ones: no script runs from
// them, and the page says what is wrong and stays of use.
func TestSlowLinks(t *testing.T) {
	ctx, url, _ := served(t)
	for link, want := range map[string]string{
		"lab/1/look?spec=grid:n=9": shown("table", "maekawa-size") + ` && document.querySelector("figure img").alt.includes("grid:n=9")`,
		// A state of lab/1 as it was written first: {"spec":"majority:n=5"}.
		"lab/1/look/q1YqLkhNVrJSyk3Myi_KLKm0yrM1VaoFAA": `document.querySelector("figure img")?.alt.includes("majority:n=5")`,
		"lab/1/choose?n=7": shown("table", "fpp:order=2"),
		"lab/1/run?spec=fano&algorithm=maekawa&requesters=1,2&choices=wish:1":          shown("", "1 event"),
		"lab/1/look?spec=" + "%3Cimg%20src%3Dx%20onerror%3D%22window.hacked%3D1%22%3E": shown("", "error:"),
		"lab/1/run?spec=fano&choices=%3Cscript%3Ewindow.hacked%3D1%3C%2Fscript%3E":     shown("", "events") + " || " + shown("", "error:"),
		"lab/1/look/AAAA": shown("", "quorum size") + ` && document.getElementById("trouble").textContent.includes("error:")`,
		"lab/9/look":      `document.getElementById("trouble").textContent.includes("error:")`,
		"lab/1/look/" + strings.Repeat("A", 200_000): `document.getElementById("trouble").textContent.includes("error:")`,
		"lab/1/look?spec=fpp:order=999983":           shown("", "error:"),
	} {
		v := browser.Open(t, ctx, url+"#"+link)
		v.Await(quiet + "(" + want + ")")
		assert.True(t, browser.Eval[bool](v, "window.hacked === undefined"), "%.40s: a script of the link ran", link)
	}
}

// TestSlowStop stops a long command, after which the page answers as before.
func TestSlowStop(t *testing.T) {
	ctx, url, _ := served(t)
	v := browser.Open(t, ctx, url+"#lab/1/look?spec=fpp:order=49")
	v.Await(`!document.getElementById("busy")?.hidden`)
	v.Await(`(document.getElementById("stop").click(), document.getElementById("busy").hidden)`)
	v.Await(shown("", "Stopped before"))
	browser.Eval[bool](v, `(location.hash = "#lab/1/look?spec=fano", true)`)
	v.Await(quiet + `document.querySelector("figure img")?.alt.includes("Fano")`)
}

// TestSlowOffline loads the page a second time without a network, and from a disk as one file.
func TestSlowOffline(t *testing.T) {
	ctx, url, end := served(t)
	v := browser.Open(t, ctx, url+"#lab/1/look")
	v.Await(quiet + shown("table", "maekawa-size"))
	v.Await(`document.getElementById("offline").textContent !== ""`)
	end()
	v.Do(chromedp.Reload())
	v.Await(quiet + shown("table", "maekawa-size"))

	path := filepath.Join(t.TempDir(), "lab.html")
	assert.OK(t, os.WriteFile(path, assert.Got(Single(assert.Got(built())(t)))(t), 0o666))
	v = browser.Open(t, ctx, path)
	v.Await(quiet + shown("table", "maekawa-size"))
}
