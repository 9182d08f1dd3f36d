//go:build slow

package experiments

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"coterie/internal/check/assert"
	"coterie/internal/check/browser"
)

// shuffled returns element i of a permutation of 1..numbersRows.
func shuffled(i int) int { return i*37%numbersRows + 1 }

// numbersStudy has a table of every kind of column, longer than the part that a page shows at once.
// The order of its rows differs from that of each column, and it has texts that would break
// careless markup.
func numbersStudy() Study {
	return studyOf("numbers", "Numbers < & >", `Numbers of "every" kind.`, func(out *Output) {
		three := big.NewInt(3)
		Table(out, "numbers", Numbers(0, numbersRows-1),
			Ints("n", "nodes", "a number", shuffled),
			BigInts("power", "", "3 to the n: no float tells neighbours apart",
				func(i int) *big.Int { return new(big.Int).Exp(three, big.NewInt(int64(shuffled(i))), nil) }),
			BigInts("power_more", "", "one more for an even n, so that the largest differ in the last digit", func(i int) *big.Int {
				more := new(big.Int).Exp(three, big.NewInt(60), nil)
				return more.Add(more, big.NewInt(int64(shuffled(i))))
			}),
			Ratios("part", "", "n/(n+1), which a comparison of texts puts in another order",
				func(i int) *big.Rat { return big.NewRat(int64(shuffled(i)), int64(shuffled(i)+1)) }),
			Floats("root", "", "1/n³", func(i int) float64 { n := shuffled(i); return 1 / float64(n*n*n) }),
			Bools("even", "", "whether n is even", func(i int) bool { return shuffled(i)%2 == 0 }),
			Texts("words", "", "hostile text", func(i int) string { return fmt.Sprintf(`w%d </script><b>&amp;"'`, shuffled(i)) }).
				If(func(i int) bool { return shuffled(i)%10 != 0 }))
	})
}

const numbersRows = 120

// visit is the report page open in a browser.
type visit struct{ browser.Page }

func eval[T any](v visit, expression string) T {
	v.Helper()
	return browser.Eval[T](v.Page, expression)
}

// column returns the shown cells of a column of the table of numbers.
func (v visit) column(k int) []string {
	v.Helper()
	return eval[[]string](v, fmt.Sprintf(`[...document.querySelectorAll("#table-numbers-numbers tbody tr")].map(r => r.cells[%d].textContent)`, k))
}

func (v visit) count() string {
	v.Helper()
	return eval[string](v, `document.querySelector("#table-numbers-numbers .count").textContent`)
}

func numbersPage(t *testing.T) string {
	t.Helper()
	results := t.TempDir()
	a := newFake("alpha")
	a.oddClaims = true
	opts := options(results, a)
	opts.Studies = append([]Study{numbersStudy()}, opts.Studies...)
	mustRun(t, opts)
	return filepath.Join(results, pageName)
}

// laboratory is the file by which the page sees whether a laboratory stands beside it.
const laboratory = "/lab/icon.svg"

func TestSlowPageInBrowser(t *testing.T) {
	ctx := browser.Start(t)
	v := visit{browser.Open(t, ctx, numbersPage(t), laboratory)}
	const table = "#table-numbers-numbers"

	// Tables are folded, with a few rows in the markup; open they show as many as a page of them.
	assert.Equal(t, len(v.column(0)), pageFirst, "rows before the table is opened")
	v.Do(chromedp.Click(chromedp.CSS(table + " > summary")))
	for range 3000 {
		if len(v.column(0)) == pageRows {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}

	// Each numeric column sorts by value, upwards, downwards, and back to the order of the file.
	ascending := make([]string, pageRows)
	descending := make([]string, pageRows)
	for i := range pageRows {
		ascending[i], descending[i] = fmt.Sprint(i+1), fmt.Sprint(numbersRows-i)
	}
	original := v.column(0)
	for k, down := range map[int]bool{0: false, 1: false, 2: false, 3: false, 4: true} {
		first, second := ascending, descending
		if down { // the column falls as n grows
			first, second = descending, ascending
		}
		heading := fmt.Sprintf("%s thead th:nth-child(%d) button", table, k+1)
		v.Do(chromedp.Click(chromedp.CSS(heading)))
		assert.Slice(t, v.column(0), first, "column %d upwards: n", k)
		v.Do(chromedp.Focus(chromedp.CSS(heading)), chromedp.KeyEvent("\r"))
		assert.Slice(t, v.column(0), second, "column %d downwards, by the keyboard: n", k)
		assert.Equal(t, eval[string](v, `document.querySelector("`+table+` [aria-sort]").ariaSort`), "descending", "column %d: aria-sort", k)
		v.Do(chromedp.Click(chromedp.CSS(heading)))
		assert.Slice(t, v.column(0), original, "column %d: not back in the order of the file", k)
	}

	// Pages: 50 + 50 + 20 rows.
	next := table + " .pager button:last-child"
	v.Do(chromedp.Click(chromedp.CSS(next)), chromedp.Click(chromedp.CSS(next)))
	if got := len(v.column(0)); got != numbersRows-2*pageRows || v.count() != "Rows 101 to 120 of 120" {
		t.Errorf("last page: %d rows, %q", got, v.count())
	}

	// Text is text: the hostile cells are shown unchanged, and their words can be found.
	v.Fill(table+" .controls input", "W7 </SCRIPT>")
	for _, words := range v.column(6) {
		if !strings.Contains(words, "w7") || !strings.HasSuffix(words, ` </script><b>&amp;"'`) {
			t.Errorf("found %q", words)
		}
	}
	if got := v.column(0); len(got) != 10 { // 7, 71..79
		t.Errorf("filter by words: n = %v", got)
	}
	v.Fill(table+" .controls input", "")

	// Filters of columns: ranges of exact numbers, values of a bool, empty texts.
	v.Do(chromedp.Click(chromedp.CSS(table + " .controls button")))
	filter := func(k int) string { return fmt.Sprintf("%s .filters th:nth-child(%d) > *", table, k+1) }
	for _, c := range []struct {
		column int
		query  string
		want   int
		bad    bool
	}{
		{0, "3..20", 18, false}, {0, ">= 119", 2, false}, {0, "7", 1, false}, {0, "..3", 3, false}, {0, "many", numbersRows, true},
		{1, "< 1e3", 6, false}, {2, "42391158275216203514294433201 .. 42391158275216203514294433203", 0, false},
		{2, ">42391158275216203514294433318", 3, false}, {3, "<= 1/2", 1, false}, {3, "> 0.99", 21, false}, {4, ">= 0.001", 10, false},
	} {
		v.Fill(filter(c.column), c.query)
		want := c.want
		if c.column == 2 {
			want = bigMatches(t, c.query)
		}
		assert.Equal(t, len(v.column(0)), min(want, pageRows), "column %d, filter %q: rows, %s", c.column, c.query, v.count())
		assert.Equal(t, eval[bool](v, fmt.Sprintf(`document.querySelector(%q).ariaInvalid === "true"`, filter(c.column))), c.bad, "column %d, filter %q: marked as invalid", c.column, c.query)
		v.Fill(filter(c.column), "")
	}
	v.Fill(filter(5), "1") // true, after false
	assert.Equal(t, v.count(), "Rows 1 to 50 of 60 that match, of 120", "even numbers")
	v.Fill(filter(6), "w2")
	if got := v.column(0); len(got) != 5 { // 2, 22, 24, 26, 28; 20 has no words
		t.Errorf("two filters at once: n = %v", got)
	}

	// The referee report: by paper, by verdict.
	claims := func() int {
		return eval[int](v, `document.querySelectorAll("#claim-list .claim:not([hidden])").length`)
	}
	assert.Equal(t, claims(), 2, "claims")
	// The link of a study opens the folded report at its claims.
	v.Do(chromedp.Click(chromedp.CSS("#study-alpha .judged a")))
	if open := eval[bool](v, `document.getElementById("claim-details").open`); !open || claims() != 2 {
		t.Errorf("the report is open: %v, with %d claims", open, claims())
	}
	// A picture opens over the page, and closes.
	shown := func() bool { return eval[bool](v, `document.querySelector("dialog").open`) }
	v.Do(chromedp.Click(chromedp.CSS("#study-alpha a.enlarge")))
	if !shown() || !eval[bool](v, `document.querySelector("dialog img").src.endsWith("alpha/squares.svg")`) {
		t.Error("the picture does not open")
	}
	v.Do(chromedp.Click(chromedp.CSS("dialog button")))
	if shown() {
		t.Error("the picture does not close")
	}
	v.Fill("#claim-controls label:nth-of-type(2) select", "fails")
	assert.Equal(t, claims(), 1, "claims that fail")
	v.Fill("#claim-controls label:nth-of-type(1) select", "Nobody 1900")
	v.Fill("#claim-controls input", "no such words")
	assert.Equal(t, claims(), 0, "claims with words that are in none")
}

// bigMatches counts the rows of power_more in a range, by math/big.
func bigMatches(t *testing.T, query string) int {
	t.Helper()
	numbers := regexp.MustCompile(`\d+`).FindAllString(query, -1)
	low, _ := new(big.Int).SetString(numbers[0], 10)
	high := new(big.Int).Lsh(low, 1)
	if len(numbers) == 2 {
		high.SetString(numbers[1], 10)
	} else {
		low.Add(low, big.NewInt(1))
	}
	count := 0
	for n := range int64(numbersRows) {
		x := new(big.Int).Exp(big.NewInt(3), big.NewInt(60), nil)
		if x.Add(x, big.NewInt(n+1)); x.Cmp(low) >= 0 && x.Cmp(high) <= 0 {
			count++
		}
	}
	return count
}

// TestSlowPageOfTheResults: the page of the committed results, on a desk, on a phone, in the dark
// and on paper.
func TestSlowPageOfTheResults(t *testing.T) {
	ctx := browser.Start(t)
	m := assert.Got(loadManifest("../results"))(t)
	data, broken, err := buildPage("../results", m, allStudies())
	if err != nil || len(broken) > 0 {
		t.Fatalf("%v, broken %v", err, broken)
	}
	// The pictures are files beside the page.
	folder := t.TempDir()
	assert.OK(t, os.CopyFS(folder, os.DirFS("../results")))
	path := filepath.Join(folder, pageName)
	assert.OK(t, os.WriteFile(path, data, 0o666))
	v := visit{browser.Open(t, ctx, path, laboratory)}

	for _, dark := range []bool{false, true} {
		scheme := map[bool]string{false: "light", true: "dark"}[dark]
		v.Prefer(scheme)
		found := v.Contrasts()
		if found.Texts < 100 || len(found.Poor) > 0 || found.Paper < 0.5 != dark {
			t.Errorf("%s: paper %.2f, %d texts, with little contrast: %v", scheme, found.Paper, found.Texts, found.Poor)
		}
	}
	v.Prefer("light")

	for _, size := range [][2]int64{{390, 700}, {320, 600}, {1280, 800}} {
		v.Do(chromedp.EmulateViewport(size[0], size[1]))
		if size[0] < 500 { // with every control that a reader can open
			eval[int](v, `[...document.querySelectorAll("details:not([open]) > summary, [aria-expanded=false]")].map(e => e.click()).length`)
		}
		if wide := eval[int64](v, `document.scrollingElement.scrollWidth`); wide > size[0] {
			t.Errorf("%d pixels wide on a screen of %d", wide, size[0])
		}
		if small := eval[int](v, `[...document.querySelectorAll("figure img")].filter(i => i.complete && i.clientWidth < i.naturalWidth - 2).length`); size[0] < 500 && small > 0 {
			t.Errorf("%d pictures are smaller than they were drawn", small)
		}
	}

	// The whole page is twenty screens, and its first picture, the first finding's, on the first
	// one.
	if len(elements(parsePage(t, data), "article", "finding")) > 0 {
		v.Do(chromedp.Navigate("file://" + path))
		if top := eval[float64](v, `document.images[0].getBoundingClientRect().top`); top > 500 {
			t.Errorf("the first picture stands %g pixels down", top)
		}
		if tall := eval[int64](v, `document.scrollingElement.scrollHeight`); tall > 45_000 {
			t.Errorf("the page is %d pixels tall", tall)
		}
	}

	// The browser can draw every picture, on white in any colour scheme.
	eval[int](v, `[...document.images].map(i => { i.loading = "eager"; return 1; }).length`)
	v.Await(`[...document.images].every(i => i.complete || !i.src)`)
	pictures := eval[[]string](v, `[...document.images].filter(i => i.src).filter(i => !i.complete || i.naturalWidth === 0 ||
		getComputedStyle(i).backgroundColor !== "rgb(255, 255, 255)").map(i => i.alt)`)
	if shown := eval[int](v, `document.images.length`); shown == 0 || len(pictures) > 0 {
		t.Errorf("%d pictures, of these broken: %v", shown, pictures)
	}

	// On paper each study starts a page, and no table is long, with the script or without it.
	paper := assert.Got(chromedp.Run(v.Context(), chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize(), chromedp.PDFPrintBackground())))(t)
	assert.Got(chromedp.Call(v.Context(), emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))(t)
	// Chromium leaves a button blank in a heading that it repeats on the next sheet.
	printed := eval[[]string](v, `[...document.querySelectorAll("nav, .controls, .copy, .filters, th button")].filter(e =>
		getComputedStyle(e).display !== (e.matches("th button") ? "contents" : "none")).map(e => e.outerHTML.slice(0, 80))`)
	if len(printed) > 0 {
		t.Errorf("controls on paper: %q", printed)
	}
	pages := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(paper, -1))
	studies := len(m.Studies)
	if least, most := studies+1, 20*studies; pages < least || pages > most {
		t.Errorf("%d printed pages for %d studies, want %d to %d", pages, studies, least, most)
	}

	// Systems open in a laboratory beside the page, if there is one.
	const links = `document.querySelectorAll("a[href^='lab/index.html#lab/1/look?spec=']").length`
	assert.Equal(t, eval[int](v, links), 0, "links without a laboratory")
	assert.OK(t, os.Mkdir(filepath.Join(folder, "lab"), 0o777))
	assert.OK(t, os.WriteFile(filepath.Join(folder, laboratory), []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), 0o666))
	v.Do(chromedp.Navigate("file://" + path))
	v.Await(links + " > 100")
}
