package experiments

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// manifestFormat names the form of results/manifest.json, manifestName the file.
const (
	manifestFormat = "coterie-results/1"
	manifestName   = "manifest.json"
)

// manifest describes results/: for each study and part how it was computed, and its files.
type manifest struct {
	Format  string                              `json:"format"`
	Studies map[string]map[string]*manifestPart `json:"studies"` // by study and part, as far as they were run; encoding/json sorts the keys
}

// manifestPart describes one run of one part. Version, Go, OS and Arch record the origin of the
// files; only Parameters, Seed, Reads and Files are compared.
type manifestPart struct {
	Version    string            `json:"version"`
	Go         string            `json:"go"`
	OS         string            `json:"os"`
	Arch       string            `json:"arch"`
	Parameters json.RawMessage   `json:"parameters"`
	Seed       uint64            `json:"seed"`
	Reads      map[string]string `json:"reads,omitempty"` // SHA-256 of other studies' files that went in, by STUDY/FILE or STUDY/full/FILE
	Files      []manifestFile    `json:"files"`           // sorted by name
}

// manifestFile is one file of a part.
type manifestFile struct {
	Name      string            `json:"name"`
	SHA256    string            `json:"sha256"`
	Columns   []table.Column    `json:"columns,omitempty"`    // of a table
	DrawnFrom map[string]string `json:"drawn_from,omitempty"` // of a picture: SHA-256 of the part of each table that it shows, by name

	data []byte // of a file that a study emits; nil for a picture or a certificate while checking
}

// loadManifest reads the manifest of a results folder. If there is none, it returns an empty one.
func loadManifest(results string) (manifest, error) {
	m := manifest{Format: manifestFormat, Studies: make(map[string]map[string]*manifestPart)}
	path := filepath.Join(results, manifestName)
	data, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	unusable := func(err error) (manifest, error) { return m, fmt.Errorf("%s: %w", show.Path(path), err) }
	var read manifest
	if err := StrictJSON(data, &read); err != nil {
		return unusable(err)
	}
	if read.Format != manifestFormat {
		return unusable(fmt.Errorf("format %s, want %q", show.Value(read.Format), manifestFormat))
	}
	if read.Studies == nil {
		read.Studies = m.Studies
	}
	for name, study := range read.Studies {
		if !isKebab(name) {
			return unusable(fmt.Errorf("a study named %s", show.Value(name)))
		}
		for half, part := range study {
			if half != partName(false) && half != partName(true) {
				return unusable(fmt.Errorf("study %s: a part named %s", name, show.Value(half)))
			}
			if part == nil { // null, as if it was never run
				continue
			}
			for _, f := range part.Files {
				// File names are joined to paths, so one with a separator could lead out of
				// results/; and they are printed.
				if ext := filepath.Ext(f.Name); !isKebab(strings.TrimSuffix(f.Name, ext)) || !slices.Contains(fileKinds, ext) {
					return unusable(fmt.Errorf("study %s: a file named %s", name, show.Value(f.Name)))
				}
			}
			// Indentation came from the file; the comparisons want the compact form.
			compact, err := show.Marshal(part.Parameters)
			if err != nil {
				return unusable(fmt.Errorf("study %s: parameters: %w", name, err))
			}
			part.Parameters = compact
		}
	}
	return read, nil
}

// store writes the manifest.
func (m manifest) store(results string, disk disk) error {
	data, err := PrettyJSON(m)
	if err != nil {
		return err
	}
	return replaceFile(results, manifestName, data, disk)
}

// part returns the entry of a part, nil if it was never run.
func (m manifest) part(study string, full bool) *manifestPart {
	return m.Studies[study][partName(full)]
}

// setPart replaces the entry of one part and leaves all others alone.
func (m manifest) setPart(study string, full bool, part *manifestPart) {
	if m.Studies[study] == nil {
		m.Studies[study] = make(map[string]*manifestPart)
	}
	m.Studies[study][partName(full)] = part
}

// file returns the entry of a file, if there is one; a part that was never run has none.
func (p *manifestPart) file(name string) (manifestFile, bool) {
	if p == nil {
		return manifestFile{}, false
	}
	i := slices.IndexFunc(p.Files, func(f manifestFile) bool { return f.Name == name })
	if i < 0 {
		return manifestFile{}, false
	}
	return p.Files[i], true
}
