package experiments

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"coterie/internal/table"
)

// pageName is the report page in results/, pageRows how many rows of a table it shows at once. A
// page without JavaScript and a printed one hold that many rows of each table.
const (
	pageName = "index.html"
	pageRows = 50
)

//go:embed report/page.html report/page.css report/page.js
var pageSources embed.FS

// page is what the template of the report page shows. Everything in it follows from the manifest,
// the files that the manifest lists, and the titles and docs of the studies: no clock, no order of
// a map.
type page struct {
	Style    template.CSS
	Script   template.JS
	Rows     int
	Studies  []pageStudy
	Claims   []pageClaim // of all studies
	Verdicts []pageCount // over all claims, from the strongest to the weakest
	Sources  []pageSource
}

// pageStudy is one study of the manifest.
type pageStudy struct {
	Name, Title   string
	Doc           []pageText
	Default, Full *pagePart // nil where never run
	Pictures      []pagePicture
	Tables        []pageTable
	Claims        []pageClaim
	Certificates  []pageLink
}

// pageText is a piece of prose, or of code in it.
type pageText struct {
	Text string
	Code bool
}

// prose takes a documentation apart at its backquotes, between which there is code.
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

// pagePart says how a part was computed and lists its files.
type pagePart struct {
	Command    string
	Seed       uint64
	Parameters []pageParameter
	Files      []pageFile
}

type pageParameter struct{ Name, Value string }

type pageLink struct{ Name, Address string }

type pageFile struct {
	pageLink
	SHA256 string
	Flaw   string // why its content is not shown
}

type pagePicture struct {
	pageLink
	Title string       // what a reader hears who cannot see it
	Data  template.URL // the picture itself
	Twin  *pageLink    // the other format of the same picture
	From  []string     // tables
}

// pageClaim is a row of a claims.csv.
type pageClaim struct {
	Study, ID, Source, Section, Statement, Verdict, Range, Reading, Witness, Doc, Command string
	Exhaustive                                                                            bool
	Cases, Against                                                                        string
	Full                                                                                  *pageClaim // what the full part says of it
}

// Class is the verdict as a class of the style sheet.
func (c pageClaim) Class() string { return verdictClass(c.Verdict) }

func verdictClass(verdict string) string { return strings.ReplaceAll(verdict, " ", "-") }

type pageCount struct {
	Verdict string
	Claims  int
}

// Class is the verdict as a class of the style sheet.
func (c pageCount) Class() string { return verdictClass(c.Verdict) }

// pageSource counts the verdicts on one paper.
type pageSource struct {
	Name   string
	Claims int
	Counts []int // in the order of page.Verdicts
}

// pageBuilder reads what the page shows.
type pageBuilder struct {
	results string
	m       manifest
	studies map[string]Study
	// broken lists the files that are not there or not those of the manifest. The page does not
	// show their content, so that it never shows anything that the manifest does not list.
	broken []string
}

// buildPage returns the report page of a results folder: first the given studies, in their order,
// then what else is in the manifest, by name. It also returns the files that could not be shown
// because they are missing or not those of the manifest. An empty manifest has no page: nil.
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
	for _, name := range names {
		if m.part(name, false) == nil && m.part(name, true) == nil {
			continue
		}
		s, err := b.study(name)
		if err != nil {
			return nil, nil, err
		}
		p.Studies = append(p.Studies, s)
		p.Claims = append(p.Claims, s.Claims...)
	}
	if len(p.Studies) == 0 {
		return nil, nil, nil
	}
	p.count()
	// A reader looks for a paper, not for the study that judged it.
	paper := func(c pageClaim) int {
		return slices.IndexFunc(p.Sources, func(s pageSource) bool { return s.Name == c.Source })
	}
	slices.SortStableFunc(p.Claims, func(a, b pageClaim) int { return cmp.Compare(paper(a), paper(b)) })
	data, err = p.render()
	return data, b.broken, err
}

// render fills in the template.
func (p *page) render() ([]byte, error) {
	style, err := pageSources.ReadFile("report/page.css")
	if err != nil {
		return nil, err
	}
	script, err := pageSources.ReadFile("report/page.js")
	if err != nil {
		return nil, err
	}
	p.Style, p.Script = template.CSS(style), template.JS(script)
	t, err := template.ParseFS(pageSources, "report/page.html")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, p)
	return out.Bytes(), err
}

// count counts the verdicts, over all claims and by source. Sources come in the order of their
// first claim.
func (p *page) count() {
	for _, v := range verdicts() {
		p.Verdicts = append(p.Verdicts, pageCount{Verdict: v.String()})
	}
	for _, c := range p.Claims {
		k := slices.IndexFunc(p.Sources, func(s pageSource) bool { return s.Name == c.Source })
		if k < 0 {
			k = len(p.Sources)
			p.Sources = append(p.Sources, pageSource{Name: c.Source, Counts: make([]int, len(p.Verdicts))})
		}
		p.Sources[k].Claims++
		if v := slices.IndexFunc(p.Verdicts, func(v pageCount) bool { return v.Verdict == c.Verdict }); v >= 0 {
			p.Sources[k].Counts[v]++
			p.Verdicts[v].Claims++
		}
	}
}

// study gathers one study. Tables, pictures and claims are those of the default part.
func (b *pageBuilder) study(name string) (pageStudy, error) {
	s := pageStudy{Name: name, Title: name}
	if known, ok := b.studies[name]; ok {
		s.Title, s.Doc = known.title, prose(known.doc)
	}
	var err error
	if s.Default, err = b.part(&s, false); err == nil {
		s.Full, err = b.part(&s, true)
	}
	return s, err
}

// joinFull puts claims of a full part beside those of the default part, by ID.
func joinFull(claims, full []pageClaim) {
	for i := range claims {
		k := slices.IndexFunc(full, func(c pageClaim) bool { return c.ID == claims[i].ID })
		if k >= 0 {
			claims[i].Full = &full[k]
		}
	}
}

// part describes a part of the study, and adds to it what the page shows: all files of the default
// part, and the claims of the full one, with both ranges where both parts judged them.
func (b *pageBuilder) part(s *pageStudy, full bool) (*pagePart, error) {
	study, entry := s.Name, b.m.part(s.Name, full)
	if entry == nil {
		return nil, nil
	}
	p := &pagePart{
		Command: fmt.Sprintf("coterie experiment run %s --seed %d", study, entry.Seed),
		Seed:    entry.Seed,
	}
	if full {
		p.Command += " --full"
	}
	var err error
	if p.Parameters, err = parameterList(entry.Parameters); err != nil {
		return nil, fmt.Errorf("study %s: parameters: %w", study, err)
	}
	for _, f := range entry.Files {
		shown := pageFile{pageLink: linkTo(study, full, f.Name), SHA256: f.SHA256}
		if !full || f.Name == claimsFile {
			data, err := os.ReadFile(filepath.Join(foldersOf(b.results, study, full).target, f.Name))
			switch {
			case errors.Is(err, fs.ErrNotExist):
				shown.Flaw = "missing"
			case err != nil:
				// A folder in the place of a file, or one that may not be read: Check says more.
				shown.Flaw = "unreadable"
			case hash(data) != f.SHA256:
				shown.Flaw = "not the file that the manifest lists"
			}
			switch {
			case shown.Flaw != "":
				b.broken = append(b.broken, readKey(study, full, f.Name))
			case full:
				if t, err := table.ReadCSV(bytes.NewReader(data), f.Columns...); err == nil {
					joinFull(s.Claims, claimsOf(study, t))
				}
			default:
				if err := s.add(entry, f, data); err != nil {
					// The bytes are those of the manifest, and still not what it says of them.
					shown.Flaw = err.Error()
				}
			}
		}
		p.Files = append(p.Files, shown)
	}
	return p, nil
}

// linkTo is the address of a file as seen from the page.
func linkTo(study string, full bool, name string) pageLink {
	return pageLink{Name: name, Address: path.Clean(readKey(study, full, name))}
}

// parameterList takes the members of a JSON object apart, in their order.
func parameterList(object json.RawMessage) ([]pageParameter, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var list []pageParameter
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		list = append(list, pageParameter{fmt.Sprint(key), string(value)})
	}
	return list, nil
}

// add shows one file of the default part.
func (s *pageStudy) add(part *manifestPart, f manifestFile, data []byte) error {
	link := linkTo(s.Name, false, f.Name)
	switch ext := filepath.Ext(f.Name); ext {
	case ".csv":
		t, err := table.ReadCSV(bytes.NewReader(data), f.Columns...)
		if err != nil {
			return err
		}
		if f.Name == claimsFile && isClaims(t) {
			s.Claims = append(s.Claims, claimsOf(s.Name, t)...)
			return nil
		}
		shown, err := newPageTable(s.Name, link, t)
		if err != nil {
			return err
		}
		s.Tables = append(s.Tables, shown)
	case ".svg", ".png":
		stem := strings.TrimSuffix(f.Name, ext)
		_, hasSVG := part.file(stem + ".svg")
		if ext == ".png" && hasSVG {
			return nil // one of a pair: the drawing that scales is shown, with a link to this one
		}
		picture := newPagePicture(link, ext, data)
		picture.From = slices.Sorted(maps.Keys(f.DrawnFrom))
		if _, hasPNG := part.file(stem + ".png"); hasPNG && ext == ".svg" {
			twin := linkTo(s.Name, false, stem+".png")
			picture.Twin = &twin
		}
		s.Pictures = append(s.Pictures, picture)
	case ".json":
		s.Certificates = append(s.Certificates, link)
	}
	return nil
}
