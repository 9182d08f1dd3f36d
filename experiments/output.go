package experiments

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"coterie/internal/table"
)

// claimsFile is the file that holds what a study judged.
const claimsFile = "claims.csv"

// Output takes what a study emits: tables, pictures drawn from them, certificates and claims. A file's name
// is a plain one, its extension says what it holds: .csv, .svg or .png, .json. Everything stays in memory
// until the study has finished. Use it from one goroutine.
type Output struct {
	study    Study
	full     bool
	checking bool // pictures are not rendered, certificates not verified again
	files    map[string]emitted
	claims   []Claim
}

// emitted is one file of a study.
type emitted struct {
	data      []byte            // nil for a picture or a certificate while checking
	columns   []table.Column    // of a table
	drawnFrom map[string]string // of a picture: SHA-256 of each table it was drawn from, by file name
}

func newOutput(study Study, full, checking bool) *Output {
	return &Output{study: study, full: full, checking: checking, files: make(map[string]emitted)}
}

// FileError says why a study cannot emit a file.
type FileError struct {
	Name   string
	Reason string
	Err    error // where another error is the reason
}

func (e *FileError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %v", e.Name, e.Err)
	}
	return fmt.Sprintf("%s: %s", e.Name, e.Reason)
}

func (e *FileError) Unwrap() error { return e.Err }

// accept checks a file's name: it must have one of the extensions and not be taken.
func (o *Output) accept(name string, extensions ...string) error {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	switch {
	case !slices.Contains(extensions, ext):
		return &FileError{Name: name, Reason: "the extension must be " + strings.Join(extensions, " or ")}
	case !isKebab(stem):
		return &FileError{Name: name, Reason: "a file is named by lower-case words joined by -"}
	}
	if _, taken := o.files[name]; taken {
		return &FileError{Name: name, Reason: "emitted twice"}
	}
	return nil
}

// Table emits a table as NAME.csv. Each of its columns must be documented: the manifest carries the columns,
// so that a reader of the CSV finds units and meaning.
func (o *Output) Table(name string, t *table.Table) error {
	if err := o.accept(name, ".csv"); err != nil {
		return err
	}
	for _, c := range t.Columns() {
		if c.Doc == "" {
			return &FileError{Name: name, Reason: fmt.Sprintf("column %s has no description", c.Name)}
		}
	}
	var data bytes.Buffer
	if err := t.WriteCSV(&data); err != nil {
		return &FileError{Name: name, Err: err}
	}
	o.files[name] = emitted{data: data.Bytes(), columns: t.Columns()}
	return nil
}

// Picture is what can be drawn as SVG and as PNG: a [Figure], or a picture of a system.
type Picture interface {
	Validate() error // nil if it can be drawn
	WriteSVG(io.Writer) error
	WritePNG(io.Writer) error
}

// Plot emits a picture, as NAME.svg or NAME.png. from names the tables, emitted before, that its points were
// taken from (see [table.Table.Points]): [Check] takes the picture for up to date while these have not changed.
func (o *Output) Plot(name string, picture Picture, from ...string) error {
	if err := o.accept(name, ".svg", ".png"); err != nil {
		return err
	}
	if len(from) == 0 {
		return &FileError{Name: name, Reason: "a picture is drawn from at least one table"}
	}
	drawnFrom := make(map[string]string)
	for _, t := range from {
		f, ok := o.files[t]
		if !ok || f.columns == nil {
			return &FileError{Name: name, Reason: fmt.Sprintf("drawn from %q, which is no table emitted before it", t)}
		}
		drawnFrom[t] = hash(f.data)
	}
	f := emitted{drawnFrom: drawnFrom}
	if o.checking {
		if err := picture.Validate(); err != nil {
			return &FileError{Name: name, Err: err}
		}
	} else {
		var data bytes.Buffer
		render := picture.WriteSVG
		if filepath.Ext(name) == ".png" {
			render = picture.WritePNG
		}
		if err := render(&data); err != nil {
			return &FileError{Name: name, Err: err}
		}
		f.data = data.Bytes()
	}
	o.files[name] = f
	return nil
}

// plotBoth emits a picture as STEM.svg and as STEM.png.
func plotBoth(out *Output, stem string, picture Picture, from ...string) error {
	for _, ext := range []string{".svg", ".png"} {
		if err := out.Plot(stem+ext, picture, from...); err != nil {
			return err
		}
	}
	return nil
}

// Certificate emits v as NAME.json: an object that somebody can verify without a search, such as a system
// that attains a value, or a strategy and weights. v is marshalled and indented. The study's Verify judges
// it at once, so nothing reaches results/ that would not pass [Check]; while checking, the committed file is
// verified instead and v is not looked at.
func (o *Output) Certificate(ctx context.Context, name string, v any) error {
	if err := o.accept(name, ".json"); err != nil {
		return err
	}
	if o.study.verify == nil {
		return &FileError{Name: name, Reason: "the study has no Verify for its certificates"}
	}
	if o.checking {
		o.files[name] = emitted{}
		return nil
	}
	data, err := prettyJSON(v)
	if err != nil {
		return &FileError{Name: name, Err: err}
	}
	if err := o.study.verify(ctx, o.full, name, data); err != nil {
		return &FileError{Name: name, Err: fmt.Errorf("the certificate does not verify: %w", err)}
	}
	o.files[name] = emitted{data: data}
	return nil
}

// Claims emits what the study judged of the papers, in the order given; several calls add up. They become
// claims.csv, which the study `claims` gathers. A claim without a judgement, a source or a command is
// refused with a [ClaimError].
// The command of a claim that the full part judged gets the flag --full.
func (o *Output) Claims(claims ...Claim) error {
	if o.full {
		claims = slices.Clone(claims)
		for i, c := range claims {
			if strings.HasPrefix(c.Command, "coterie experiment run ") {
				claims[i].Command += " --full"
			}
		}
	}
	for _, c := range claims {
		if err := c.check(); err != nil {
			return err
		}
		if slices.ContainsFunc(o.claims, func(d Claim) bool { return d.ID == c.ID }) {
			return &ClaimError{ID: c.ID, Reason: "claimed twice"}
		}
		o.claims = append(o.claims, c)
	}
	return nil
}

// finish turns the claims into their table.
func (o *Output) finish() error {
	if len(o.claims) == 0 {
		return nil
	}
	t, err := ClaimsTable(o.claims)
	if err != nil {
		return err
	}
	return o.Table(claimsFile, t)
}

// names returns the files in order.
func (o *Output) names() []string { return slices.Sorted(maps.Keys(o.files)) }

// hash returns the SHA-256 of data in hexadecimal.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// prettyJSON marshals with one space of indentation and a newline at the end.
func prettyJSON(v any) ([]byte, error) {
	compact, err := compactJSON(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", " "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	if bytes.Equal(compact, []byte("null")) {
		return nil, errors.New("nothing to certify: null")
	}
	return out.Bytes(), nil
}
