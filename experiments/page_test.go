package experiments

import (
	"bytes"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
	"coterie/internal/words/table"
)

// The page of the committed results holds every study, table, row, claim, command and file, and
// has no broken link.
func TestPageIsComplete(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	m := assert.Got(loadManifest("../results"))(t)
	studies := allStudies()
	data, broken, err := buildPage("../results", m, studies)
	if err != nil || len(broken) > 0 {
		t.Fatalf("%v, broken %v", err, broken)
	}
	again, _, err := buildPage("../results", m, studies)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("another page the second time: %v", err)
	}
	t.Logf("%d bytes", len(data))
	if len(data) > pageLimit {
		t.Errorf("the page has %d bytes", len(data))
	}
	root := parsePage(t, data)
	checkPageReport(t, root)
	var names []string
	for _, s := range elements(root, "section", "study") {
		names = append(names, strings.TrimPrefix(attribute(s, "id"), "study-"))
	}
	var want []string // chapter by chapter
	chapters := make(map[string][]string)
	var papers []string
	claims := 0
	for _, s := range studies {
		parts := m.Studies[s.Name()]
		if parts["default"] == nil {
			continue
		}
		if !slices.Contains(papers, s.paper) {
			papers = append(papers, s.paper)
		}
		chapters[s.paper] = append(chapters[s.paper], s.Name())
		section := byID(root, "study-"+s.Name())
		if section == nil {
			t.Errorf("no study %s", s.Name())
			continue
		}
		said := text(section)
		commands := elements(section, "code", "command")
		for _, wanted := range []string{s.Title(), strings.ReplaceAll(s.Doc(), "`", "")} {
			assert.Contains(t, said, wanted, "%s does not say", s.Name())
		}
		if len(commands) == 0 || !strings.HasPrefix(text(commands[0]), "coterie experiment run "+s.Name()+" --seed ") {
			t.Errorf("%s: no command", s.Name())
		}
		for _, part := range parts {
			for _, f := range part.Files {
				assert.Contains(t, said, f.Name, "%s", s.Name())
			}
		}
		for _, f := range parts["default"].Files {
			path := filepath.Join("..", "results", s.Name(), f.Name)
			switch ext := filepath.Ext(f.Name); {
			case f.Name == claimsFile && s.Name() != "claims":
				claims += comparePageClaims(t, root, path)
			case f.Name == findingsFile:
				data := assert.Got(os.ReadFile(path))(t)
				list, err := readFindings(data)
				if err != nil || len(list) == 0 {
					t.Errorf("%s: %v", path, err)
				}
				for _, f := range list {
					if !strings.Contains(said, f.Headline()) || !strings.Contains(said, f.Rest()) {
						t.Errorf("%s does not say %q", s.Name(), f.sentence)
					}
					if words := len(strings.Fields(f.Headline())); words > headlineWords {
						t.Errorf("%s has a headline of %d words: %q", s.Name(), words, f.Headline())
					}
				}
			case ext == ".csv":
				comparePageTable(t, root, s.Name(), f, path)
			}
		}
	}
	for _, paper := range papers {
		if paper != "" {
			want = append(want, chapters[paper]...)
		}
	}
	want = append(want, chapters[""]...)
	assert.Slice(t, names, want, "studies")
	// No card stands twice, in the report or elsewhere.
	if got := elements(root, "li", "claim"); len(got) != claims || claims == 0 || len(elements(byID(root, "claim-list"), "li", "claim")) != claims {
		t.Errorf("the page has %d claims, want %d", len(got), claims)
	}
	checkPageLinks(t, root, "../results")

	// Once one study has findings, all have.
	for _, s := range studies {
		_, told := m.part("claims", false).file(findingsFile)
		if _, says := m.part(s.Name(), false).file(findingsFile); told && !says && m.part(s.Name(), false) != nil {
			t.Errorf("%s does not say what it found", s.Name())
		}
	}
}

// checkPageReport checks that claims are ordered from the weakest to the proved, with the claims of
// each paper together.
func checkPageReport(t *testing.T, root *html.Node) {
	t.Helper()
	for _, s := range elements(byID(root, "claim-list"), "section", "standing") {
		var papers []string
		for _, c := range elements(s, "li", "claim") {
			papers = append(papers, attribute(c, "data-source"))
			trivial := slices.ContainsFunc(elements(c, "dt", ""), func(dt *html.Node) bool { return text(dt) == "Holds but for" })
			apart := strings.Contains(text(s), ours.shown().Heading) || strings.Contains(text(s), again.shown().Heading)
			if !apart && trivial != strings.Contains(text(s), failsTrivially.shown().Heading) {
				t.Errorf("claim %s: in the wrong place", attribute(c, "data-claim"))
			}
		}
		runs := slices.Compact(slices.Clone(papers))
		slices.Sort(papers)
		assert.Equal(t, len(runs), len(slices.Compact(papers)), "papers in runs of %q", runs)
	}
	var verdicts []*html.Node // of the papers' claims
	for _, s := range elements(byID(root, "claim-list"), "section", "standing") {
		if !strings.Contains(text(s), ours.shown().Heading) && !strings.Contains(text(s), again.shown().Heading) {
			verdicts = append(verdicts, elements(s, "span", "badge")...)
		}
	}
	if len(verdicts) < 100 || text(verdicts[0]) != "fails" || text(verdicts[len(verdicts)-1]) != "proved" {
		t.Errorf("%d claims", len(verdicts))
	}
}

// comparePageTable compares a table of the page with its file.
func comparePageTable(t *testing.T, root *html.Node, study string, f manifestFile, path string) {
	t.Helper()
	file := assert.Got(os.ReadFile(path))(t)
	tab := assert.Got(table.ReadCSV(bytes.NewReader(file)))(t)
	section := byID(root, "table-"+study+"-"+strings.TrimSuffix(f.Name, ".csv"))
	if section == nil {
		t.Errorf("%s: no table", path)
		return
	}
	shown := elements(elements(section, "tbody", "")[0], "tr", "")
	assert.Equal(t, len(shown), min(pageFirst, tab.Len()), "%s: rows are shown", path)
	cut := len(elements(section, "script", "")) == 0
	if cut != slices.ContainsFunc(section.Attr, func(a html.Attribute) bool { return a.Key == "data-cut" }) || cut && len(file) < pageDetails[0].Data/4 {
		t.Errorf("%s: cut: %v", path, cut)
	}
	var cells [][]string
	if !cut {
		if cells = cellsOf(t, section); len(cells) != tab.Len() {
			t.Errorf("%s: %d rows, want %d", path, len(cells), tab.Len())
			return
		}
	}
	for i := range tab.Len() {
		for k, c := range tab.Row(i) {
			if !cut && cells[i][k] != c.String() {
				t.Fatalf("%s, row %d, column %d: %q, want %q", path, i+1, k+1, cells[i][k], c)
			}
			if i < len(shown) {
				assert.MustEqual(t, text(elements(shown[i], "td", "")[k]), c.String(), "%s, row %d, column %d", path, i+1, k+1)
			}
		}
	}
	for k, c := range f.Columns {
		heading := elements(section, "th", "")[k]
		if attribute(heading, "data-name") != c.Name || attribute(heading, "data-kind") != c.Kind.String() ||
			!strings.Contains(text(heading), c.Unit) || !strings.Contains(text(elements(section, "details", "legend")[0]), c.Doc) {
			t.Errorf("%s: column %s is not described", path, c.Name)
		}
	}
}

// comparePageClaims compares the claims of a file with their cards, and returns how many there are.
func comparePageClaims(t *testing.T, root *html.Node, path string) int {
	t.Helper()
	file := assert.Got(os.ReadFile(path))(t)
	tab := assert.Got(readClaims(file))(t)
	list := elements(byID(root, "claim-list"), "li", "claim")
	for i := range tab.Len() {
		k := slices.IndexFunc(list, func(n *html.Node) bool { return attribute(n, "data-claim") == tab.At(i, "id").String() })
		if k < 0 {
			t.Errorf("%s: no claim %s", path, tab.At(i, "id"))
			continue
		}
		said := text(list[k])
		for _, column := range []string{"source", "section", "statement", "verdict", "range", "cases", "reading", "witness", "doc", "command"} {
			assert.Contains(t, said, tab.At(i, column).String(), "claim %s does not say its %s", tab.At(i, "id"), column)
		}
		if badge := elements(list[k], "span", "badge"); len(badge) != 1 || text(badge[0]) != tab.At(i, "verdict").String() {
			t.Errorf("claim %s: badge", tab.At(i, "id"))
		}
	}
	return tab.Len()
}

// checkPageLinks checks that links lead to something, that nothing is loaded, that each id is there
// once and that each picture can be heard.
func checkPageLinks(t *testing.T, root *html.Node, results string) {
	t.Helper()
	ids := make(map[string]int)
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && attribute(n, "id") != "" {
			ids[attribute(n, "id")]++
		}
	}
	for id, times := range ids {
		if times > 1 {
			t.Errorf("the id %s is there %d times", id, times)
		}
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		// Pictures stand in the page or beside it; nothing else is loaded.
		if source := attribute(n, "src"); source != "" && !strings.HasPrefix(source, "data:image/") {
			u, err := url.Parse(source)
			if n.Data != "img" || err != nil || u.IsAbs() || u.Host != "" || attribute(n, "loading") != "lazy" && len(attribute(n.Parent, "href")) == 0 {
				t.Errorf("a %s loads %.60q", n.Data, source)
			} else if _, err := os.Stat(filepath.Join(results, filepath.FromSlash(u.Path))); err != nil {
				t.Errorf("no picture: %v", err)
			}
		}
		if n.Data == "link" || n.Data == "iframe" || n.Data == "object" {
			t.Errorf("the page loads a %s", n.Data)
		}
		if n.Data == "img" && attribute(n, "alt") == "" {
			t.Errorf("a picture without words: %.60s", attribute(n, "src"))
		}
		address := attribute(n, "href")
		if address == "" {
			continue
		}
		if id, ok := strings.CutPrefix(address, "#"); ok {
			if ids[id] == 0 {
				t.Errorf("a link to %s, which is not on the page", address)
			}
		} else if u, err := url.Parse(address); err != nil || u.IsAbs() || u.Host != "" {
			t.Errorf("a link leads away: %s", address)
		} else if _, err := os.Stat(filepath.Join(results, filepath.FromSlash(u.Path))); err != nil {
			t.Errorf("a link to nothing: %v", err)
		}
	}
}

// dot is a picture without a title.
type dot struct{}

func (dot) Validate() error { return nil }
func (dot) Write(w io.Writer, format canvas.Format) error {
	_, err := io.WriteString(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>A &lt;dot&gt; &amp; "more"</title><!-- 100%41 % #1 --><rect id="top" width="9" height='9'/></svg>`)
	return err
}

const hostile = `</script><script>alert("x")</script> <!-- & 'quotes' "too" {{.}} ]]>` + "\u2028"

// hostileStudy returns a study whose every text must be escaped before it is put into a page.
func hostileStudy() Study {
	return NewStudy(Spec[map[string]string]{
		Name: "hostile", Title: hostile, Doc: "Doc: " + hostile, Default: map[string]string{"quote": hostile},
		Declare: func(out *Output, _ map[string]string) {
			words := Table(out, "words", Numbers(0, 2),
				Texts("words", hostile, hostile, func(int) string { return hostile }), Ints("n", "", "a number", func(n int) int { return n }))
			out.Draw("pair", func() (Picture, error) { return dot{}, nil }, words)
			out.Found("pair", "Found: %s.", hostile)
			out.Claim("hostile", hostile, hostile, hostile, ForAll(hostile, []int{1}, func(int) (bool, string) { return false, hostile }))
		},
	}).Filed(hostile, hostile).Story(1)
}

func TestPageEscapes(t *testing.T) {
	opts := Options{Results: t.TempDir(), Studies: []Study{hostileStudy()}}
	mustRun(t, opts)
	mustCheck(t, opts)
	root := parsePage(t, readPage(t, opts.Results))
	// One script for the table, one for the page.
	if scripts := elements(root, "script", ""); len(scripts) != 2 {
		t.Errorf("%d scripts", len(scripts))
	}
	for n := range root.Descendants() {
		if n.Type == html.CommentNode {
			t.Errorf("a comment got through: %q", n.Data)
		}
	}
	for i, row := range cellsOf(t, byID(root, "table-hostile-words")) {
		assert.Equal(t, row[0], hostile, "row %d", i+1)
	}
	m := assert.Got(loadManifest(opts.Results))(t)
	entry, _ := m.part("hostile", false).file("words.csv")
	comparePageTable(t, root, "hostile", entry, filepath.Join(opts.Results, "hostile", "words.csv"))
	comparePageClaims(t, root, filepath.Join(opts.Results, "hostile", claimsFile))
	checkPageLinks(t, root, opts.Results)
	said := text(byID(root, "study-hostile"))
	if strings.Count(said, hostile) < 8 {
		t.Errorf("the study says %q", said)
	}

	// The picture is shown on top in the page, byte by byte except for white space and the two
	// kinds of quotes, and below it beside the page, as the picture of the finding.
	var shownAs []string
	pictures := elements(root, "img", "")
	for _, p := range pictures {
		shownAs = append(shownAs, attribute(p, "alt"), attribute(p, "width"), attribute(p, "src")[:9])
	}
	assert.MustSlice(t, shownAs, []string{`A <dot> & "more"`, "9", "data:imag", `A <dot> & "more"`, "9", "hostile/p"}, "pictures")
	if heading := text(elements(byID(root, "finding-1"), "h2", "")[0]); heading != "Found: "+hostile+"." || !strings.Contains(said, heading) {
		t.Errorf("the finding is %q", heading)
	}
	shown, ok := strings.CutPrefix(attribute(pictures[0], "src"), "data:image/svg+xml,")
	got, err := url.PathUnescape(shown)
	want, _ := os.ReadFile(filepath.Join(opts.Results, "hostile", "pair.svg"))
	if !ok || err != nil || got != string(want) {
		t.Errorf("%v: %v: the picture is %s", ok, err, got)
	}
}

func TestPageOfStrangeResults(t *testing.T) {
	a := newFake("alpha")
	opts := prepared(t, a)
	m := assert.Got(loadManifest(opts.Results))(t)
	// A study that the program does not know comes last. A study that was only run in full has only
	// its full part. A file that differs from the manifest is not shown.
	m.setPart("aaa", true, m.part("alpha", true))
	m.setPart("aaa", false, nil)
	replace(t, filepath.Join(opts.Results, "alpha", "squares.csv"), "\n3,9,", "\n3,777777,")
	data, broken, err := buildPage(opts.Results, m, opts.Studies)
	if err != nil || !slices.Equal(broken, []string{"alpha/squares.csv", "aaa/full/claims.csv"}) {
		t.Fatalf("%v, broken %v", err, broken)
	}
	root := parsePage(t, data)
	var names []string
	for _, s := range elements(root, "section", "study") {
		names = append(names, attribute(s, "id"))
	}
	assert.Slice(t, names, []string{"study-alpha", "study-claims", "study-aaa"}, "studies")
	if said := text(byID(root, "study-alpha")); !strings.Contains(said, "alpha/squares.csv is not shown: not the file that the manifest lists") ||
		bytes.Contains(data, []byte("777777")) || byID(root, "table-alpha-squares") != nil {
		t.Errorf("a file that the manifest does not list: %s", said)
	}
	if said := text(byID(root, "study-aaa")); !strings.Contains(said, "was never run") || !strings.Contains(said, "coterie experiment run aaa --seed 11 --full") {
		t.Errorf("a study with a full part alone says %s", said)
	}
	// The claims of the full part stand beside those of the default part.
	if said := text(byID(root, "claim-list")); !strings.Contains(said, "n in 1..8: 8 cases") || !strings.Contains(said, "n in 1..30: 30 cases") {
		t.Errorf("claims %s", said)
	}
	if data, _, err := buildPage(t.TempDir(), manifest{}, opts.Studies); data != nil || err != nil {
		t.Errorf("nothing was run, and the page is %.100q, %v", data, err)
	}
}

func TestProse(t *testing.T) {
	for doc, want := range map[string][]pageText{
		"plain":     {{"plain", false}},
		"a `b` c":   {{"a ", false}, {"b", true}, {" c", false}},
		"`b`":       {{"b", true}},
		"an odd `":  {{"an odd `", false}},
		"`a` and `": {{"`a` and `", false}},
	} {
		assert.Slice(t, prose(doc), want, "%q", doc)
	}
}
