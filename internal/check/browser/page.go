//go:build slow

package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Start starts a headless Chromium, or skips the test if there is none.
func Start(t *testing.T) context.Context {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium on this machine: no page was opened in a browser")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path),
		// Every request to the network fails, save those to a server of the test.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"), chromedp.Flag("no-proxy-server", true), chromedp.WSURLReadTimeout(5*time.Minute))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has no sandbox for root
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute) // no test comes near it, on a loaded machine either
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// Page is a page that is open in a browser.
type Page struct {
	*testing.T
	ctx context.Context
}

// Context returns the context of the page, for actions of chromedp that this package does not have.
func (v Page) Context() context.Context { return v.ctx }

// Open loads a page from the disk, or from a server of the test at 127.0.0.1. At the end of the
// test it must have made no request elsewhere and logged no error, save that a file is missing
// whose path ends in one of absent.
func Open(t *testing.T, ctx context.Context, path string, absent ...string) Page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	origin, served := path, strings.HasPrefix(path, "http://127.0.0.1:")
	if served {
		place := strings.Split(path, "/")
		origin = strings.Join(place[:3], "/")
	}
	var mu sync.Mutex
	var complaints []string
	err := chromedp.Listen(ctx, func(event any) {
		complaint := ""
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			scheme, _, _ := strings.Cut(e.Request.URL, ":")
			if !slices.Contains([]string{"file", "data", "blob"}, scheme) && (!served || !strings.HasPrefix(e.Request.URL, origin+"/")) {
				complaint = "asked for " + e.Request.URL
			}
		case *runtime.EventExceptionThrown:
			complaint = fmt.Sprintf("exception %+v", *e.ExceptionDetails)
		case *runtime.EventConsoleAPICalled:
			complaint = fmt.Sprintf("console %s", e.Type)
		case *log.EventEntryAdded:
			if !slices.ContainsFunc(absent, func(end string) bool { return strings.HasSuffix(e.Entry.URL, end) }) {
				complaint = fmt.Sprintf("log %s: %s", e.Entry.Level, e.Entry.Text)
			}
		}
		if complaint != "" {
			mu.Lock()
			defer mu.Unlock()
			complaints = append(complaints, complaint)
		}
	})
	if err == nil && !served {
		path, err = filepath.Abs(path)
		path = "file://" + path
	}
	if err == nil {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, log.Enable, cdp.Empty{})
	}
	if err != nil {
		t.Fatal(err)
	}
	v := Page{t, ctx}
	v.Do(chromedp.Navigate(path))
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, c := range complaints {
			t.Errorf("the page: %s", c)
		}
	})
	return v
}

// Do runs actions, one after the other.
func (v Page) Do(actions ...chromedp.Action[chromedp.Void]) {
	v.Helper()
	if err := chromedp.Do(v.ctx, actions...); err != nil {
		v.Fatal(err)
	}
}

// Eval returns the value of a JavaScript expression.
func Eval[T any](v Page, expression string) T {
	v.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		v.Fatal(err)
	}
	return value
}

// Await waits until a JavaScript expression is true. It asks the page for some minutes, because a
// loaded machine takes its time.
func (v Page) Await(expression string) {
	v.Helper()
	for range 6000 {
		if Eval[bool](v, "Boolean("+expression+")") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	v.Fatalf("the page never had: %s\n%s", expression, Eval[string](v, "document.body.innerText.slice(0, 2000)"))
}

// Fill types into a control and tells the page.
func (v Page) Fill(selector, text string) {
	v.Helper()
	found := Eval[bool](v, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e) return false;
		e.value = %q;
		e.dispatchEvent(new Event("input", {bubbles: true}));
		e.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`, selector, text))
	if !found {
		v.Fatalf("no control %s", selector)
	}
}

// Prefer sets the colour scheme that the reader prefers: light or dark.
func (v Page) Prefer(scheme string) {
	v.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	if _, err := chromedp.Call(v.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		v.Fatal(err)
	}
}

// contrastScript returns each text whose contrast with its background is below 4.5 (WCAG 2, AA),
// and the number of checked texts.
const contrastScript = `(() => {
	const parse = (c) => (c.match(/[\d.]+/g) || []).map(Number);
	const luminance = (c) => {
		const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const c = parse(getComputedStyle(e).backgroundColor);
			if (c.length === 3 || c[3] === 1) return c;
		}
		return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
	};
	const poor = [];
	let texts = 0;
	for (const e of document.body.querySelectorAll("*")) {
		const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== "");
		if (!own || ["SCRIPT", "NOSCRIPT", "OPTION"].includes(e.tagName) || e.checkVisibility && !e.checkVisibility()) continue;
		texts++;
		const [a, b] = [luminance(parse(getComputedStyle(e).color)), luminance(behind(e))].sort((x, y) => y - x);
		const ratio = (a + 0.05) / (b + 0.05);
		if (ratio < 4.5) poor.push(ratio.toFixed(2) + " " + e.tagName + "." + e.className + ": " + e.textContent.slice(0, 30));
	}
	return {texts, poor, paper: luminance(behind(document.body))};
})()`

// Contrasts holds the contrasts of the texts of a page with their backgrounds.
type Contrasts struct {
	Texts int      `json:"texts"` // that were looked at
	Poor  []string `json:"poor"`  // with a contrast below 4.5 (WCAG 2, AA)
	Paper float64  `json:"paper"` // the luminance behind the page
}

// Contrasts checks every visible text.
func (v Page) Contrasts() Contrasts {
	v.Helper()
	return Eval[Contrasts](v, contrastScript)
}

// Size sets the width and height of the screen, in CSS pixels.
func (v Page) Size(width, height int64, phone bool) {
	v.Helper()
	if phone {
		v.Do(chromedp.EmulateViewport(width, height, chromedp.EmulateMobile, chromedp.EmulateScale(2)))
	} else {
		v.Do(chromedp.EmulateViewport(width, height))
	}
	v.Await(fmt.Sprintf(`innerWidth === %d`, width))
	Eval[bool](v, `(window.framed = false, requestAnimationFrame(() => requestAnimationFrame(() => window.framed = true)), true)`)
	v.Await(`window.framed`)
}

// Picture returns the screen as a PNG.
func (v Page) Picture() []byte {
	v.Helper()
	png, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		v.Fatal(err)
	}
	return png
}
