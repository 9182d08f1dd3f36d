package experiments

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
)

// pageName is the report page in results/. It shows pageRows rows of a table at once, and pageFirst
// rows before a script has run and on paper. No page is longer than pageLimit bytes, however many
// studies there are.
const (
	pageName  = "index.html"
	pageRows  = 50
	pageFirst = 10
	pageLimit = 2_000_000
)

// The page, its style sheet and its script.
var (
	//go:embed report/page.html
	pageHTML string
	//go:embed report/page.css
	pageStyle template.CSS
	//go:embed report/page.js
	pageScript template.JS
)

// page holds the content of the report page, for its template. Everything in it follows from the
// manifest, the files that the manifest lists, and the titles and docs of the studies: no clock, no
// order of a map.
type page struct {
	Style    template.CSS
	Script   template.JS
	Rows     int
	Detail   pageDetail
	Story    []*pageStudy  // by place
	Gallery  []pagePicture // drawings of systems
	Chapters []pageChapter
	Standing []shown // all claims, from the weakest
	Sources  []pageSource
	Verdicts []Verdict
}

// pageChapter is the studies filed under one paper, or another heading.
type pageChapter struct {
	Paper   string // "" if they are not filed
	ID      string
	Studies []*pageStudy
}

// pageStudy is one study of the manifest.
type pageStudy struct {
	Name, Title, Short string
	Doc                []pageText
	Default, Full      *pagePart    // nil if never run
	Main               *pagePicture // shows the first finding
	Pictures           []pagePicture
	Tables             []pageTable
	Claims             []gatheredClaim
	Certificates       []pageFile
	Findings           []found
	Place              int // of the first finding on top of the page, 0 for none
	Page               *page
	drawings           bool
}

// pageText is a piece of prose, or of code in it.
type pageText struct {
	Text string
	Code bool
}

// prose splits a documentation at its backquotes. The text between two backquotes is code.
func prose(doc string) []pageText {
	pieces := strings.Split(doc, "`")
	if len(pieces)%2 == 0 { // an odd backquote quotes nothing
		return []pageText{{Text: doc}}
	}
	var list []pageText
	for i, piece := range pieces {
		if piece != "" {
			list = append(list, pageText{Text: piece, Code: i%2 == 1})
		}
	}
	return list
}

// Parts returns the default part and the full part, as far as they were run.
func (s *pageStudy) Parts() []*pagePart {
	return slices.DeleteFunc([]*pagePart{s.Default, s.Full}, func(p *pagePart) bool { return p == nil })
}

// pageBuilder reads the content of the page.
type pageBuilder struct {
	results string
	m       manifest
	studies map[string]Study
	// broken lists the files that are missing or differ from the manifest. The page does not show
	// their content, so that it shows nothing that the manifest does not list.
	broken []string
}

// buildPage returns the report page of a results folder: first the given studies, in their order,
// then the other studies of the manifest, by name. It also returns the files that could not be
// shown because they are missing or differ from the manifest. For an empty manifest the page is
// nil.
func buildPage(results string, m manifest, studies []Study) (data []byte, broken []string, err error) {
	b := pageBuilder{results: results, m: m, studies: make(map[string]Study)}
	var names []string
	for _, s := range studies {
		b.studies[s.name] = s
		names = append(names, s.name)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Studies)) {
		if _, known := b.studies[name]; !known {
			names = append(names, name)
		}
	}
	p := page{Rows: pageRows}
	var claims []gatheredClaim
	for _, name := range names {
		if m.part(name, false) == nil && m.part(name, true) == nil {
			continue
		}
		s, err := b.study(name)
		if err != nil {
			return nil, nil, err
		}
		p.file(s, b.studies[name].paper)
		claims = append(claims, s.Claims...)
	}
	if len(p.Chapters) == 0 {
		return nil, nil, nil
	}
	p.finish()
	p.judge(claims)
	data, err = p.fit()
	return data, b.broken, err
}

// file puts a study into its chapter.
func (p *page) file(s *pageStudy, paper string) {
	k := slices.IndexFunc(p.Chapters, func(c pageChapter) bool { return c.Paper == paper })
	if k < 0 {
		k = len(p.Chapters)
		p.Chapters = append(p.Chapters, pageChapter{Paper: paper})
	}
	p.Chapters[k].Studies = append(p.Chapters[k].Studies, s)
	s.Page = p
}

// Studies returns the studies of all chapters, in order.
func (p *page) Studies() []*pageStudy {
	var list []*pageStudy
	for _, c := range p.Chapters {
		list = append(list, c.Studies...)
	}
	return list
}

// finish orders the chapters, gathers the story and the gallery, and chooses the picture of each
// study.
func (p *page) finish() {
	slices.SortStableFunc(p.Chapters, func(a, b pageChapter) int { return cmp.Compare(len(b.Paper), 0) - cmp.Compare(len(a.Paper), 0) })
	for i := range p.Chapters {
		p.Chapters[i].ID = fmt.Sprintf("chapter-%d", i+1)
	}
	for _, s := range p.Studies() {
		if s.drawings {
			p.Gallery, s.Pictures = append(p.Gallery, s.Pictures...), nil
		}
		shown := 0
		for i, f := range s.Findings {
			if k := slices.IndexFunc(s.Pictures, func(pic pagePicture) bool { return pic.stem == f.picture }); i == 0 && k >= 0 {
				shown = k
			}
		}
		if len(s.Pictures) > 0 {
			s.Main = &s.Pictures[shown]
			s.Pictures = slices.Concat(s.Pictures[:shown], s.Pictures[shown+1:])
		}
		if s.Place > 0 && len(s.Findings) > 0 {
			p.Story = append(p.Story, s)
		}
	}
	slices.SortStableFunc(p.Story, func(a, b *pageStudy) int { return cmp.Compare(a.Place, b.Place) })
	for i := range p.Story {
		p.Story[i].Place = i + 1
	}
}

// pageDetail sets how much of everything a page holds. A page that would be too long is made again
// with less.
type pageDetail struct {
	Data   int  // bytes of a table that the page holds whole
	First  int  // rows of a table that are on show before a script has run
	Inline int  // bytes of a picture on top that stands in the page
	Claims bool // a card for every claim
	Tables bool // columns and rows of tables, names of files
	Body   bool // studies, rather than their lines in the contents
}

var pageDetails = []pageDetail{
	{Data: 24 << 10, First: pageFirst, Inline: 160 << 10, Claims: true, Tables: true, Body: true},
	{Data: 8 << 10, First: pageFirst, Inline: 80 << 10, Claims: true, Tables: true, Body: true},
	{Data: 2 << 10, First: 5, Inline: 40 << 10, Claims: true, Tables: true, Body: true},
	{First: 3, Claims: true, Tables: true, Body: true},
	{Tables: true, Body: true},
	{Body: true},
	{},
}

// fit renders the page with as much detail as fits.
func (p *page) fit() ([]byte, error) {
	for _, p.Detail = range pageDetails {
		data, err := p.render()
		if err != nil || len(data) <= pageLimit {
			return data, err
		}
	}
	return nil, errors.New("there are too many studies for a page")
}

// render fills in the template.
func (p *page) render() ([]byte, error) {
	t := template.Must(template.New("page").Funcs(template.FuncMap{"words": words}).Parse(pageHTML))
	p.Style, p.Script = pageStyle, pageScript
	var data bytes.Buffer
	if err := t.Execute(&data, p); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data.Bytes(), []byte(pageMark)) {
		return nil, errors.New("the report page does not begin with its mark")
	}
	return data.Bytes(), nil
}
