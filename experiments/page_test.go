package experiments

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"coterie/internal/table"
)

// parsePage parses a page as a browser does.
func parsePage(t *testing.T, data []byte) *html.Node {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// elements returns the elements of a name and, unless it is empty, a class, in the order of the
// page.
func elements(root *html.Node, name, class string) []*html.Node {
	var list []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == name && (class == "" || slices.Contains(strings.Fields(attribute(n, "class")), class)) {
			list = append(list, n)
		}
	}
	return list
}

func byID(root *html.Node, id string) *html.Node {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && attribute(n, "id") == id {
			return n
		}
	}
	return nil
}

// text is what an element says; scripts say nothing.
func text(n *html.Node) string {
	var s strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && d.Parent.Data != "script" {
			s.WriteString(d.Data)
		}
	}
	return s.String()
}

// cellsOf decodes the data of a table in the page, by its documented form alone.
func cellsOf(t *testing.T, section *html.Node) [][]string {
	t.Helper()
	scripts := elements(section, "script", "")
	if len(scripts) != 1 || attribute(scripts[0], "type") != "application/json" {
		t.Fatalf("%d scripts in a table", len(scripts))
	}
	decoder := json.NewDecoder(strings.NewReader(scripts[0].FirstChild.Data))
	decoder.UseNumber()
	var columns [][]any
	if err := decoder.Decode(&columns); err != nil {
		t.Fatal(err)
	}
	cell := func(v any) string {
		switch v := v.(type) {
		case nil:
			return ""
		case json.Number:
			return v.String()
		}
		return v.(string)
	}
	rows := make([][]string, 0)
	for k, column := range columns {
		cells := make([]string, 0)
		if distinct, ok := first(column).([]any); ok {
			for _, i := range column[1].([]any) {
				at, err := i.(json.Number).Int64()
				if err != nil {
					t.Fatal(err)
				}
				cells = append(cells, cell(distinct[at]))
			}
		} else {
			for _, v := range column {
				cells = append(cells, cell(v))
			}
		}
		for i, c := range cells {
			if k == 0 {
				rows = append(rows, nil)
			}
			rows[i] = append(rows[i], c)
		}
	}
	return rows
}

func first(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// The page of the committed results holds every study, table, row, claim, command and file, and
// links to nothing that is not there.
func TestPageIsComplete(t *testing.T) {
	m, err := loadManifest("../results")
	if err != nil {
		t.Fatal(err)
	}
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
	if len(data) > len(studies)*160<<10 { // a browser opens it at once
		t.Errorf("the page has %d bytes", len(data))
	}
	root := parsePage(t, data)
	var papers []string // of the referee report, claim by claim: each paper is one run
	for _, list := range elements(root, "ol", "claims") {
		if attribute(list, "id") == "claim-list" {
			for _, c := range elements(list, "li", "claim") {
				papers = append(papers, attribute(c, "data-source"))
			}
		}
	}
	if runs := slices.Compact(slices.Clone(papers)); len(papers) < 100 || len(runs) != 4 {
		t.Errorf("%d claims, in runs of %q", len(papers), runs)
	}
	var names []string
	for _, s := range elements(root, "section", "study") {
		if name, ok := strings.CutPrefix(attribute(s, "id"), "study-"); ok {
			names = append(names, name)
		}
	}
	var want []string
	claims := 0
	for _, s := range studies {
		parts := m.Studies[s.Name()]
		if parts.Default == nil {
			continue
		}
		want = append(want, s.Name())
		section := byID(root, "study-"+s.Name())
		if section == nil {
			t.Errorf("no study %s", s.Name())
			continue
		}
		said := text(section)
		commands := elements(section, "code", "command")
		for _, wanted := range []string{s.Title(), strings.ReplaceAll(s.Doc(), "`", "")} {
			if !strings.Contains(said, wanted) {
				t.Errorf("%s does not say %q", s.Name(), wanted)
			}
		}
		if len(commands) == 0 || !strings.HasPrefix(text(commands[0]), "coterie experiment run "+s.Name()+" --seed ") {
			t.Errorf("%s: no command", s.Name())
		}
		for _, part := range []*manifestPart{parts.Default, parts.Full} {
			if part == nil {
				continue
			}
			for _, f := range part.Files {
				if !strings.Contains(said, f.Name) || !strings.Contains(said, f.SHA256) {
					t.Errorf("%s: no %s, or not its hash", s.Name(), f.Name)
				}
			}
		}
		for _, f := range parts.Default.Files {
			path := filepath.Join("..", "results", s.Name(), f.Name)
			switch ext := filepath.Ext(f.Name); {
			case f.Name == claimsFile && s.Name() != "claims":
				claims += comparePageClaims(t, root, section, path)
			case ext == ".csv":
				comparePageTable(t, root, s.Name(), f, path)
			}
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("studies %v, want %v", names, want)
	}
	if got := elements(byID(root, "claim-list"), "li", "claim"); len(got) != claims || claims == 0 {
		t.Errorf("the referee report has %d claims, want %d", len(got), claims)
	}
	checkPageLinks(t, root, "../results")
}

// comparePageTable compares a table of the page with its file.
func comparePageTable(t *testing.T, root *html.Node, study string, f manifestFile, path string) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := table.ReadCSV(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	section := byID(root, "table-"+study+"-"+strings.TrimSuffix(f.Name, ".csv"))
	if section == nil {
		t.Errorf("%s: no table", path)
		return
	}
	cells := cellsOf(t, section)
	if len(cells) != tab.Len() {
		t.Errorf("%s: %d rows, want %d", path, len(cells), tab.Len())
		return
	}
	shown := elements(elements(section, "tbody", "")[0], "tr", "")
	if len(shown) != min(pageRows, tab.Len()) {
		t.Errorf("%s: %d rows are shown", path, len(shown))
	}
	for i := range tab.Len() {
		for k, c := range tab.Row(i) {
			if cells[i][k] != c.String() {
				t.Fatalf("%s, row %d, column %d: %q, want %q", path, i+1, k+1, cells[i][k], c)
			}
			if i < len(shown) {
				if got := text(elements(shown[i], "td", "")[k]); got != c.String() {
					t.Fatalf("%s, row %d, column %d shows %q, want %q", path, i+1, k+1, got, c)
				}
			}
		}
	}
	for k, c := range f.Columns {
		heading := elements(section, "th", "")[k]
		if attribute(heading, "data-name") != c.Name || attribute(heading, "data-kind") != c.Kind.String() || !strings.Contains(attribute(heading, "title"), c.Doc) ||
			!strings.Contains(text(heading), c.Unit) || !strings.Contains(text(elements(section, "details", "legend")[0]), c.Doc) {
			t.Errorf("%s: column %s is not described", path, c.Name)
		}
	}
}

// comparePageClaims compares the claims of a study with its file, and returns how many there are.
func comparePageClaims(t *testing.T, root, section *html.Node, path string) int {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := table.ReadCSV(bytes.NewReader(file), heads(claimColumns())...)
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range []*html.Node{byID(root, "claim-list"), section} {
		list := elements(place, "li", "claim")
		for i := range tab.Len() {
			k := slices.IndexFunc(list, func(n *html.Node) bool { return attribute(n, "data-claim") == tab.At(i, "id").String() })
			if k < 0 {
				t.Errorf("%s: no claim %s", path, tab.At(i, "id"))
				continue
			}
			said := text(list[k])
			for _, column := range []string{"source", "section", "statement", "verdict", "range", "cases", "reading", "witness", "doc", "command"} {
				if wanted := tab.At(i, column).String(); !strings.Contains(said, wanted) {
					t.Errorf("claim %s does not say its %s: %q", tab.At(i, "id"), column, wanted)
				}
			}
			if badge := elements(list[k], "span", "badge"); len(badge) != 1 || text(badge[0]) != tab.At(i, "verdict").String() {
				t.Errorf("claim %s: badge", tab.At(i, "id"))
			}
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
		if source := attribute(n, "src"); source != "" && !strings.HasPrefix(source, "data:image/") || n.Data == "link" || n.Data == "iframe" || n.Data == "object" {
			t.Errorf("a %s loads %.60q", n.Data, source)
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
func (dot) WriteSVG(w io.Writer) error {
	_, err := io.WriteString(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>A &lt;dot&gt; &amp; "more"</title><!-- 100%41 % #1 --><rect id="top" width="9" height='9'/></svg>`)
	return err
}
func (dot) WritePNG(w io.Writer) error {
	return png.Encode(w, image.NewGray(image.Rect(0, 0, 1, 1)))
}

const hostile = `</script><script>alert("x")</script> <!-- & 'quotes' "too" {{.}} ]]>` + "\u2028"

// hostileStudy says nothing that could be pasted into a page as it is.
func hostileStudy() Study {
	return NewStudy(Spec[map[string]string]{
		Name: "hostile", Title: hostile, Doc: "Doc: " + hostile, Default: map[string]string{"quote": hostile},
		Declare: func(out *Output, _ map[string]string) {
			words := Table(out, "words", Numbers(0, 2),
				Texts("words", hostile, hostile, func(int) string { return hostile }), Ints("n", "", "a number", func(n int) int { return n }))
			out.Draw("pair", func() (Picture, error) { return dot{}, nil }, words)
			out.picture("lone.png", dot{}, "words.csv")
			out.Claim("hostile", hostile, hostile, hostile, ForAll(hostile, []int{1}, func(int) (bool, string) { return false, hostile }))
		},
	})
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
		if row[0] != hostile {
			t.Errorf("row %d: %q", i+1, row[0])
		}
	}
	m, err := loadManifest(opts.Results)
	if err != nil {
		t.Fatal(err)
	}
	entry, _ := m.part("hostile", false).file("words.csv")
	comparePageTable(t, root, "hostile", entry, filepath.Join(opts.Results, "hostile", "words.csv"))
	comparePageClaims(t, root, byID(root, "study-hostile"), filepath.Join(opts.Results, "hostile", claimsFile))
	checkPageLinks(t, root, opts.Results)
	said := text(byID(root, "study-hostile"))
	if strings.Count(said, hostile) < 8 {
		t.Errorf("the study says %q", said)
	}

	// Of a pair the SVG is shown, byte by byte but for white space and the two kinds of quotes.
	pictures := elements(root, "img", "")
	if len(pictures) != 2 || attribute(pictures[0], "alt") != "lone" || attribute(pictures[1], "alt") != `A <dot> & "more"` {
		t.Fatalf("%d pictures", len(pictures))
	}
	shown, ok := strings.CutPrefix(attribute(pictures[1], "src"), "data:image/svg+xml,")
	got, err := url.PathUnescape(shown)
	want, _ := os.ReadFile(filepath.Join(opts.Results, "hostile", "pair.svg"))
	if !ok || err != nil || got != string(want) {
		t.Errorf("%v: %v: the picture is %s", ok, err, got)
	}
}

func TestPageOfStrangeResults(t *testing.T) {
	a := newFake("alpha")
	opts := prepared(t, a)
	m, err := loadManifest(opts.Results)
	if err != nil {
		t.Fatal(err)
	}
	// A study that the program does not know comes last; of one that was only run in full there is
	// its full part; a file that is not that of the manifest is not shown.
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
	if want := []string{"claims", "study-alpha", "study-claims", "study-aaa"}; !slices.Equal(names, want) {
		t.Errorf("studies %v, want %v", names, want)
	}
	if said := text(byID(root, "study-alpha")); !strings.Contains(said, "squares.csv is not shown: not the file that the manifest lists") ||
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
		if got := prose(doc); !slices.Equal(got, want) {
			t.Errorf("%q: %v", doc, got)
		}
	}
}
