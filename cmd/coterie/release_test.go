package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// citation has the keys of the Citation File Format 1.2.0 that CITATION.cff uses. Decoding is
// strict, so another key, or a value of another type, is an error.
type citation struct {
	Version    string      `yaml:"cff-version"`
	Message    string      `yaml:"message"`
	Title      string      `yaml:"title"`
	Abstract   string      `yaml:"abstract"`
	Type       string      `yaml:"type"`
	Authors    []author    `yaml:"authors"`
	Release    string      `yaml:"version"`
	Released   string      `yaml:"date-released"`
	License    string      `yaml:"license"`
	Keywords   []string    `yaml:"keywords"`
	References []reference `yaml:"references"`
}

// author is either an entity, which has a name, or a person, who has the other keys.
type author struct {
	Name   string `yaml:"name"`
	Family string `yaml:"family-names"`
	Given  string `yaml:"given-names"`
}

type reference struct {
	Type    string   `yaml:"type"`
	Title   string   `yaml:"title"`
	Authors []author `yaml:"authors"`
	Journal string   `yaml:"journal"`
	Volume  int      `yaml:"volume"`
	Issue   string   `yaml:"issue"`
	Year    int      `yaml:"year"`
	Start   int      `yaml:"start"`
	End     int      `yaml:"end"`
	DOI     string   `yaml:"doi"`
	Notes   string   `yaml:"notes"`
	// The keys of data.
	Release string `yaml:"version"`
	License string `yaml:"license"`
	File    string `yaml:"filename"`
}

func (a author) valid() bool {
	return (a.Name != "") != (a.Family != "" && a.Given != "")
}

// TestCitation checks CITATION.cff against the rules of the format (version 1.2.0, guide to the
// schema: required keys, and the forms of dates and DOIs), and against the program.
func TestCitation(t *testing.T) {
	data := assert.Got(os.ReadFile(filepath.Join(root, "CITATION.cff")))(t)
	var c citation
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	assert.OK(t, dec.Decode(&c))
	if c.Version != "1.2.0" || c.Message == "" || c.Title == "" || len(c.Authors) == 0 {
		t.Errorf("a required key of the format is missing: %+v", c)
	}
	assert.Equal(t, c.Type, "software", "type")
	assert.Equal(t, c.Release, command.Version, "version")
	assert.NoError(t, assert.Err(time.Parse(time.DateOnly, c.Released)))
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil || c.License != "MIT" || !strings.HasPrefix(string(license), "MIT License") {
		t.Errorf("license %q, and LICENSE begins %.20q (%v)", c.License, license, err)
	}
	if sorted := slices.Sorted(slices.Values(c.Keywords)); len(slices.Compact(sorted)) != len(c.Keywords) {
		t.Error("a keyword is repeated")
	}
	doi := regexp.MustCompile(`^10\.\d{4,9}(\.\d+)?/[A-Za-z0-9:/_;\-.()\[\]\\]+$`)
	for _, r := range c.References {
		if r.Type == "data" {
			folder, err := os.ReadFile(filepath.Join(root, r.File))
			if err != nil || r.Release != command.Version || r.License != c.License || !strings.Contains(string(folder), `"version": "`+r.Release+`"`) {
				t.Errorf("the data %+v are not those of the program (%v)", r, err)
			}
		} else if r.Type != "article" {
			t.Errorf("reference of the type %q", r.Type)
		}
		if r.Title == "" || len(r.Authors) == 0 || r.Year == 0 || r.DOI != "" && !doi.MatchString(r.DOI) {
			t.Errorf("reference %+v", r)
		}
		c.Authors = append(c.Authors, r.Authors...)
	}
	assert.Equal(t, len(c.References), 5, "references")
	for _, a := range c.Authors {
		assert.True(t, a.valid(), "author %+v is neither an entity nor a person", a)
	}
}

// TestChangelog: the newest entry has the version of the program and the date of the citation, and
// the entries are in descending order.
func TestChangelog(t *testing.T) {
	data := assert.Got(os.ReadFile(filepath.Join(root, "CHANGELOG.md")))(t)
	entries := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$`).FindAllStringSubmatch(string(data), -1)
	if len(entries) == 0 || entries[0][1] != command.Version {
		t.Fatalf("the newest entry is not that of %s: %q", command.Version, entries)
	}
	assert.Equal(t, strings.Count(string(data), "\n## ")-strings.Count(string(data), "\n## Unreleased\n"), len(entries), "a heading is no version with a date")
	for i := 1; i < len(entries); i++ {
		if entries[i][2] > entries[i-1][2] {
			t.Errorf("%s is dated after %s", entries[i][1], entries[i-1][1])
		}
	}
	cff, err := os.ReadFile(filepath.Join(root, "CITATION.cff"))
	if err != nil || !strings.Contains(string(cff), "\ndate-released: "+entries[0][2]+"\n") {
		t.Errorf("CITATION.cff gives another date than %s (%v)", entries[0][2], err)
	}
}
