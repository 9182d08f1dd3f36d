package experiments

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"coterie/internal/words/table"
)

// pagePart says how a part was computed and lists its files.
type pagePart struct {
	Full       bool
	Command    string
	Seed       uint64
	Parameters []pageParameter
	Files      []pageFile
}

type pageParameter struct{ Name, Value string }

// pageFile is a file beside the page; Flaw says why its content is not shown.
type pageFile struct{ Name, Address, Flaw string }

// study gathers one study. Tables, pictures, findings and claims are those of the default part.
func (b *pageBuilder) study(name string) (*pageStudy, error) {
	s := &pageStudy{Name: name, Title: name, Short: name}
	if known, ok := b.studies[name]; ok {
		s.Title, s.Doc, s.drawings, s.Place = known.title, prose(known.doc), known.drawings, known.story
		s.Short = known.short
		if s.Short == "" {
			s.Short = known.title
		}
	}
	var err error
	if s.Default, err = b.part(s, false); err == nil {
		s.Full, err = b.part(s, true)
	}
	return s, err
}

// part describes a part of the study and adds its content to the page: all files of the default
// part, and the claims of the full part, with both ranges if both parts judged them.
func (b *pageBuilder) part(s *pageStudy, full bool) (*pagePart, error) {
	study, entry := s.Name, b.m.part(s.Name, full)
	if entry == nil {
		return nil, nil
	}
	p := &pagePart{
		Full:    full,
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
		shown := linkTo(study, full, f.Name)
		if !full || f.Name == claimsFile {
			data, err := readFile(filepath.Join(foldersOf(b.results, study, full).target, f.Name))
			switch {
			case errors.Is(err, fs.ErrNotExist):
				shown.Flaw = "missing"
			case err != nil:
				// A folder in the place of a file, or an unreadable file: Check gives details.
				shown.Flaw = "unreadable"
			case hash(data) != f.SHA256:
				shown.Flaw = "not the file that the manifest lists"
			}
			switch {
			case shown.Flaw != "":
				b.broken = append(b.broken, readKey(study, full, f.Name))
			case full:
				if t, err := readClaims(data); err == nil {
					joinFull(s.Claims, claimsOf(study, t))
				}
			default:
				if err := s.add(entry, f, data); err != nil {
					// The bytes are those of the manifest, but their content does not fit its
					// entry.
					shown.Flaw = err.Error()
				}
			}
		}
		p.Files = append(p.Files, shown)
	}
	return p, nil
}

// linkTo returns the address of a file relative to the page.
func linkTo(study string, full bool, name string) pageFile {
	return pageFile{Name: name, Address: path.Clean(readKey(study, full, name))}
}

// parameterList splits a JSON object into its members, in their order.
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
		if f.Name == findingsFile {
			if s.Findings, err = readFindings(data); err == nil {
				return nil
			}
		}
		shown, err := newPageTable(s.Name, link, t)
		if err != nil {
			return err
		}
		s.Tables = append(s.Tables, shown)
	case ".svg":
		picture := newPagePicture(link, data)
		picture.From = slices.Sorted(maps.Keys(f.DrawnFrom))
		s.Pictures = append(s.Pictures, picture)
	case ".json":
		s.Certificates = append(s.Certificates, link)
	}
	return nil
}
