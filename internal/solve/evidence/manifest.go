package evidence

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"coterie/search"
)

// The formats of a manifest: one without questions in cubes has the first.
const (
	Format      = "coterie-proofs/1"
	FormatCubes = "coterie-proofs/2"
)

// formatOf returns the format of a manifest with these questions.
func formatOf(questions []Question) string {
	if slices.ContainsFunc(questions, func(q Question) bool { return q.Cubes != nil }) {
		return FormatCubes
	}
	return Format
}

// ManifestName is the file of the manifest in a folder.
const ManifestName = "manifest.json"

// maxManifest is the greatest length of a manifest, in bytes.
const maxManifest = 64 << 20

// Manifest describes the contents of a folder.
type Manifest struct {
	Format  string `json:"format"`
	Version string `json:"version"` // of the program that wrote it
	// Search and Parameters identify the search: the verb, and its options.
	Search     string            `json:"search"`
	Parameters map[string]string `json:"parameters"`
	Seed       uint64            `json:"seed"`
	// System is the given system, for searches that have one.
	System json.RawMessage `json:"system,omitempty"`
	Solver []string        `json:"solver"` // the command
	// Complete says that the search was not interrupted. Then Result is its result.
	Complete bool            `json:"complete"`
	Result   json.RawMessage `json:"result"`
	// Follows lists the parts of the result, each with the questions on which it rests.
	Follows   []Follows  `json:"follows"`
	Questions []Question `json:"questions"`
	Trust     string     `json:"trust"` // the assumptions that no check covers
}

// Follows is a bound, or the verdict, that rests on questions without a model.
type Follows struct {
	What      string `json:"what"` // "lower", "upper" or "verdict"
	Value     string `json:"value"`
	By        string `json:"by"`
	Questions []int  `json:"questions"` // counted from 1
}

// The answers of questions.
const (
	Refuted = "refuted"
	Found   = "found"
	Open    = "open" // the solver gave no answer
)

// Question is a question with its answer.
type Question struct {
	Words     string   `json:"words"`
	Encoding  []string `json:"encoding"` // the comments of the formula
	Theorems  []string `json:"theorems"` // the files that carry the encoding
	Variables int      `json:"variables"`
	Clauses   int      `json:"clauses"`
	Answer    string   `json:"answer"`
	Solver    string   `json:"solver"`
	CNF       File     `json:"cnf"`
	Proof     *File    `json:"proof,omitempty"`
	Cubes     *Cubes   `json:"cubes,omitempty"` // in place of a proof, or beside an open question
	Model     *File    `json:"model,omitempty"`
	Checked   *Checked `json:"checked,omitempty"`
	Unchecked string   `json:"unchecked,omitempty"` // why the proof was not checked
}

// Cubes are the cases of a question (docs/theorems/cubes.md), with the proofs that they have no
// model.
type Cubes struct {
	Cubes      int  `json:"cubes"`
	Refuted    int  `json:"refuted"`    // all of them, unless the question is open
	Propagated int  `json:"propagated"` // of the refuted, by unit propagation, without a proof
	List       File `json:"list"`
	Proofs     File `json:"proofs"` // a tar file, 7.drat of the seventh cube
}

// Checked holds the counts from the check of a proof.
type Checked struct {
	By      string `json:"by"`
	Steps   int    `json:"steps"`
	Lemmas  int    `json:"lemmas"`  // clauses that the proof adds
	Needed  int    `json:"needed"`  // of them, those that were checked, as others rest on them
	Clauses int    `json:"clauses"` // of the formula, that the refutation uses; 0 of one in cubes
	RAT     int    `json:"rat"`     // needed lemmas that do not follow by unit propagation alone
	Ignored int    `json:"ignored"` // deletions ignored as by drat-trim: of unit or absent clauses
}

// File is a file of the folder, as it is without compression.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// readManifest reads a manifest, and judges its form.
func readManifest(r io.Reader) (*Manifest, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxManifest+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxManifest {
		return nil, fmt.Errorf("it is longer than %d bytes", maxManifest)
	}
	var m Manifest
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("something follows its end")
	}
	if m.Format != Format && m.Format != FormatCubes {
		return nil, fmt.Errorf("its format is %q, neither %q nor %q", m.Format, Format, FormatCubes)
	}
	if want := formatOf(m.Questions); m.Format != want {
		return nil, fmt.Errorf("its format is %q, and its questions are of %q", m.Format, want)
	}
	seen := map[string]bool{ManifestName: true}
	for i, q := range m.Questions {
		if problem := q.flaw(seen); problem != "" {
			return nil, fmt.Errorf("question %d: %s", i+1, problem)
		}
	}
	return &m, nil
}

// flaw says why the form of a question is wrong, "" if it is right. seen has the files of the
// questions before it.
func (q Question) flaw(seen map[string]bool) string {
	switch {
	case q.Answer != Refuted && q.Answer != Found && q.Answer != Open:
		return fmt.Sprintf("the answer %q is none of %s, %s and %s", q.Answer, Refuted, Found, Open)
	case q.Cubes != nil && (q.Answer == Found || q.Proof != nil):
		return "cubes go with what is refuted, in the place of a proof, or with what is open"
	case q.Cubes != nil && (q.Cubes.Propagated < 0 || q.Cubes.Propagated > q.Cubes.Refuted || q.Cubes.Refuted > q.Cubes.Cubes || q.Answer == Refuted && q.Cubes.Refuted != q.Cubes.Cubes):
		return fmt.Sprintf("%d cubes cannot be refuted of %d, %d by propagation", q.Cubes.Refuted, q.Cubes.Cubes, q.Cubes.Propagated)
	case (q.Answer == Refuted && q.Cubes == nil) != (q.Proof != nil):
		return "a proof goes with what is refuted, and with nothing else"
	case (q.Answer == Found) != (q.Model != nil):
		return "a model goes with what is found, and with nothing else"
	case len(q.Theorems) == 0:
		return "no theorem is named"
	}
	for _, f := range q.files() {
		switch {
		case !filepath.IsLocal(f.Name) || strings.ContainsAny(f.Name, `/\:`) || f.Name == ".":
			return fmt.Sprintf("%q is no name of a file in the folder", f.Name)
		case seen[f.Name]:
			return fmt.Sprintf("%q is named twice", f.Name)
		case f.Bytes < 0 || len(f.SHA256) != 64:
			return fmt.Sprintf("%q has no size or no hash", f.Name)
		}
		seen[f.Name] = true
	}
	return ""
}

// files returns the files of a question, its formula first.
func (q Question) files() []*File {
	list := []*File{&q.CNF}
	for _, f := range []*File{q.Proof, q.Model} {
		if f != nil {
			list = append(list, f)
		}
	}
	if q.Cubes != nil {
		list = append(list, &q.Cubes.List, &q.Cubes.Proofs)
	}
	return list
}

// follows lists the parts of a result with the questions on which each rests. The sentences of the
// bounds name them.
func follows(r *search.Result, questions []Question) []Follows {
	list := []Follows{}
	add := func(what, value, by string) {
		words, ok := strings.CutPrefix(by, "no model of: ")
		if !ok {
			return
		}
		if i := strings.LastIndex(words, " ("); i > 0 {
			words = words[:i]
		}
		f := Follows{What: what, Value: value, By: by}
		var all []int
		for i, q := range questions {
			if q.Answer != Refuted {
				continue
			}
			all = append(all, i+1)
			if strings.HasPrefix(q.Words, words) {
				f.Questions = append(f.Questions, i+1)
			}
		}
		if len(f.Questions) == 0 {
			f.Questions = all
		}
		if len(f.Questions) > 0 {
			list = append(list, f)
		}
	}
	if r.Lower != nil {
		add("lower", r.Lower.String(), r.LowerBy)
	}
	if r.Upper != nil {
		add("upper", r.Upper.String(), r.UpperBy)
	}
	if r.Verdict == search.ProvenAbsent && r.Lower == nil && r.Upper == nil {
		add("verdict", string(r.Verdict), r.LowerBy)
	}
	return list
}

// trust describes the assumptions that a reader of the folder has to accept.
func trust(questions []Question) string {
	var files []string
	seen := map[string]bool{}
	for _, q := range questions {
		for _, f := range q.Theorems {
			if !seen[f] {
				seen[f] = true
				files = append(files, f)
			}
		}
	}
	if len(files) == 0 {
		return ""
	}
	return "that the formulas say what was asked, whatever symmetry they break: " + strings.Join(files, ", ")
}
