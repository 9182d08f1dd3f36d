package experiments

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"coterie/internal/check/assert"
)

// wordy returns a study with a long table, a picture, a finding and a claim.
func wordy(name string, rows int) Study {
	return studyOf(name, "The study called "+name, strings.Repeat("A sentence of the documentation. ", 10), func(out *Output) {
		t := Table(out, "numbers", Numbers(1, rows),
			Ints("n", "nodes", "a number", func(n int) int { return n }),
			Texts("words", "", "the number, in many words", func(n int) string { return strings.Repeat(fmt.Sprint("number ", n, " "), 8) }))
		out.Sketch("dot", dot{}, t)
		out.Found("dot", "There are %d numbers. They end.", rows)
		out.Claim(name+"-claim", "Nobody 1900", "Lemma 1", "Numbers are small.",
			ForAll("numbers", []int{1}, func(int) (bool, string) { return true, "" }))
	})
}

// The page has at most pageLimit bytes, however many studies there are: it holds less about each,
// and never leaves one out.
func TestPageIsShort(t *testing.T) {
	shortPages(t, pageOf{1, true, true}, pageOf{60, true, true}) // a longer one in TestSlowPageIsShort
}

// pageOf is a number of studies and the detail that the page shows for them.
type pageOf struct {
	studies int
	cards   bool // claims on the page
	bodies  bool // the studies on the page
}

func shortPages(t *testing.T, list ...pageOf) {
	results := t.TempDir()
	one := wordy("one", 100)
	mustRun(t, Options{Results: results, Studies: []Study{one}, Version: "test", Jobs: 1})
	m := assert.Got(loadManifest(results))(t)
	for _, c := range list {
		// All studies have the folder of the one that was run.
		many := manifest{Format: m.Format, Studies: map[string]map[string]*manifestPart{}}
		var studies []Study
		for i := range c.studies {
			name := fmt.Sprintf("study-%d", i)
			s := one.Filed(fmt.Sprint("Paper ", i%4), name)
			s.name = name
			if i < 6 {
				s = s.Story(6 - i)
			}
			if err := os.Symlink("one", filepath.Join(results, name)); err != nil && !os.IsExist(err) {
				t.Fatal(err)
			}
			many.setPart(name, false, m.part("one", false))
			studies = append(studies, s)
		}
		data, broken, err := buildPage(results, many, studies)
		if err != nil || len(broken) > 0 || len(data) > pageLimit {
			t.Fatalf("%d studies: %d bytes, %v, broken %d", c.studies, len(data), err, len(broken))
		}
		t.Logf("%d studies: %d bytes", c.studies, len(data))
		root := parsePage(t, data)
		listed := 0
		for _, a := range elements(elements(root, "nav", "")[0], "a", "") {
			if strings.HasPrefix(text(a), "study-") {
				listed++
			}
		}
		if got := len(elements(root, "section", "study")); listed != c.studies || got != map[bool]int{true: c.studies}[c.bodies] {
			t.Errorf("%d studies: %d in the contents, %d on the page", c.studies, listed, got)
		}
		assert.Equal(t, len(elements(root, "li", "claim")), map[bool]int{true: c.studies}[c.cards], "%d studies: claims", c.studies)
		if findings := elements(root, "article", "finding"); len(findings) != min(6, c.studies) {
			t.Errorf("%d studies: %d findings on top", c.studies, len(findings))
		}
		if c.studies == 1 {
			checkPageLinks(t, root, results)
		}
	}
}

// The page opens with the actions of a visitor; then come the findings in their places, each a
// headline of one sentence with the rest below it and its picture, the gallery, the referee report,
// folded, and the studies, paper by paper.
func TestPageTellsTheStory(t *testing.T) {
	studies := []Study{
		wordy("alpha", 3).Filed("Nobody 1900", "A").Story(2), wordy("beta", 4).Filed("Somebody 1950", "B"),
		wordy("gamma", 5).Filed("Nobody 1900", "C").Story(1), wordy("delta", 6), wordy("epsilon", 7).Filed("Somebody 1950", "E").Drawings(),
	}
	opts := Options{Results: t.TempDir(), Studies: studies, Version: "test", Jobs: 1}
	mustRun(t, opts)
	mustCheck(t, opts)
	root := parsePage(t, readPage(t, opts.Results))
	var order []string // of the parts of the page
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch id := attribute(n, "id"); {
		case n.Data == "article":
			order = append(order, text(elements(n, "h2", "")[0]))
		case n.Data == "section" && id != "story" && (strings.HasPrefix(id, "study-") || !strings.HasPrefix(id, "chapter-")) && id != "":
			order = append(order, id)
		case n.Data == "h2" && strings.HasPrefix(id, "chapter-"):
			order = append(order, text(n))
		}
	}
	want := []string{"There are 5 numbers.", "There are 3 numbers.", "gallery", "claims",
		"Nobody 1900", "study-alpha", "study-gamma", "Somebody 1950", "study-beta", "study-epsilon", "Studies", "study-delta"}
	assert.Slice(t, order, want, "the page")
	assert.Contains(t, text(elements(root, "style", "")[0]), "figure .enlarge { display: block; overflow-x: auto; }", "on a phone a picture does not scroll in its box")
	top := text(root)
	at := -1
	for _, words := range []string{"Trycoterie compare --n ", "Installgo install ./cmd/coterie", "Wordscoterie help words", "SourcesREADME.md", "There are 5 numbers.\nThey end.\n"} {
		if k := strings.Index(top, words); k <= at {
			t.Errorf("%q is not in its place on top", words)
		} else {
			at = k
		}
	}
	for _, a := range elements(root, "article", "finding") {
		if source := attribute(elements(a, "img", "")[0], "src"); !strings.HasPrefix(source, "data:image/svg+xml,") {
			t.Errorf("the picture of a finding is not in the page: %.40s", source)
		}
	}
	if thumbnails := elements(byID(root, "gallery"), "img", ""); len(thumbnails) != 1 || attribute(thumbnails[0], "src") != "epsilon/dot.svg" {
		t.Errorf("%d pictures in the gallery", len(thumbnails))
	}
	for _, d := range elements(root, "details", "") {
		open := slices.ContainsFunc(d.Attr, func(a html.Attribute) bool { return a.Key == "open" })
		assert.Equal(t, open, (attribute(d, "id") == "contents"), "%s %s: open", attribute(d, "class"), attribute(d, "id"))
	}
	// A study: its finding, its picture, its tables, and last how it was made.
	said := text(byID(root, "study-beta"))
	last := -1
	for _, words := range []string{"There are 4 numbers.", "dot.svg", "A sentence of the documentation.", "numbers.csv 4 rows", "How it was made"} {
		if at := strings.Index(said, words); at <= last {
			t.Errorf("%q is not in its place: %s", words, said)
		} else {
			last = at
		}
	}
}

// A finding is a sentence whose picture is there.
func TestFoundErrors(t *testing.T) {
	wrong := strings.Join([]string{"%d", "numbers."}, " ") // vet does not see it
	for name, declare := range map[string]func(out *Output){
		"no sentence":         func(out *Output) { out.Found("", "no full stop") },
		"no such picture":     func(out *Output) { out.Found("missing", "Numbers.") },
		"numbers do not fit":  func(out *Output) { out.Found("", wrong, "three") },
		"a number is missing": func(out *Output) { out.Found("", wrong, []any{}...) },
		"more than one line":  func(out *Output) { out.Found("", "One.\nTwo.") },
		"a long headline":     func(out *Output) { out.Found("", "%s two. Three.", strings.Repeat("One ", headlineWords)) },
		"a findings.csv beside": func(out *Output) {
			out.Found("", "One.")
			Table(out, "findings", []int{1}, Ints("n", "", "n", func(n int) int { return n }))
		},
	} {
		s := studyOf("study", "Study", "Doc.", declare)
		assert.Refused(Run(t.Context(), Options{Results: t.TempDir(), Studies: []Study{s}}))(t, "findings", "%s", name)
	}
}

// Only the default part has findings.
func TestFindingsOfTheDefaultPart(t *testing.T) {
	none := struct{}{}
	s := NewStudy(Spec[struct{}]{Name: "study", Title: "Study", Doc: "Doc.", Full: &none, Declare: func(out *Output, _ struct{}) { out.Found("", "One.") }})
	opts := Options{Results: t.TempDir(), Studies: []Study{s}, Version: "test"}
	mustRun(t, opts)
	opts.Full = true
	mustRun(t, opts)
	mustCheck(t, opts)
	files := snapshot(t, opts.Results)
	if _, full := files["study/full/findings.csv"]; full || files["study/findings.csv"] != "sentence,picture\nOne.,\n" {
		t.Errorf("findings %q, of the full part %v", files["study/findings.csv"], full)
	}
	assert.True(t, bytes.Contains([]byte(files[pageName]), []byte("One.")), "the page does not say it")
}
