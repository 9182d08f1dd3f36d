package experiments

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"coterie/internal/machine/files"
	"coterie/internal/words/table"
)

// Redrawn is one part of one study whose plots were drawn again.
type Redrawn struct {
	Study string   `json:"study"`
	Full  bool     `json:"full"`
	Files []string `json:"files"` // pictures that have changed, sorted; all others kept every byte; then those in other formats
}

// Redraw draws the plots in results/ again, of default and full parts alike, without computing a
// row: a plot is a function of the tables beside it ([Output.Plot]), so the plots that a study
// declares are drawn from the committed tables. The bytes are those that a run would write. All
// else stays: tables, claims, certificates, the pictures that are made of more than tables
// ([Output.Draw]), and their entries in the manifest.
//
// A full part with other parameters than those of this program keeps its plots, and a note says so,
// unless its study is named.
//
// Errors: a [quorum.InputError] for an unknown study, and for a folder in use or with foreign
// files; [ErrNoResults]; a [StudyError] if tables or parameters are not those of this program;
// [StoreError]; an invalid manifest; the end of ctx.
func Redraw(ctx context.Context, opts Options) ([]Redrawn, error) {
	opts = opts.withDefaults()
	studies, err := opts.selected()
	if err != nil {
		return nil, err
	}
	if there, err := exists(filepath.Join(opts.Results, manifestName)); err != nil || !there {
		return nil, cmp.Or(err, noResults(opts.Results))
	}
	release, err := hold(opts, files.Lock)
	if err != nil {
		return nil, err
	}
	defer release()
	if _, err := recoverFolders(opts.Results, opts.disk); err != nil {
		return nil, err
	}
	if err := refuseForeignPage(opts.Results); err != nil {
		return nil, err
	}
	m, err := loadManifest(opts.Results)
	if err != nil {
		return nil, err
	}
	done, err := redrawParts(ctx, opts, studies, m)
	if err == nil || slices.ContainsFunc(done, func(d Redrawn) bool { return len(d.Files) > 0 }) {
		_, pageErr := writePage(opts) // it shows the plots drawn so far, whatever ended the rest
		err = cmp.Or(err, pageErr)
	}
	return done, err
}

// redrawParts draws the plots of one part after the other.
func redrawParts(ctx context.Context, opts Options, studies []Study, m manifest) (done []Redrawn, err error) {
	for _, s := range studies {
		for _, full := range []bool{false, true} {
			part := m.part(s.name, full)
			if part == nil || full && !s.HasFull() || !slices.ContainsFunc(part.Files, func(f manifestFile) bool { return isPicture(f.Name) }) {
				continue
			}
			if ctx.Err() != nil {
				return done, ContextError(ctx)
			}
			if full && len(opts.Names) == 0 && !bytes.Equal(part.Parameters, s.Parameters(full)) { // it takes hours to compute
				opts.Logf("%s: its full part was computed with other parameters, so its plots stay as they are; run it again", s.name)
				continue
			}
			files, err := redrawPart(ctx, opts, s, full, part)
			if err != nil {
				return done, err
			}
			done = append(done, Redrawn{Study: s.name, Full: full, Files: files})
		}
	}
	return done, nil
}

// redrawPart draws the plots of one part and installs the part if any plot has changed.
func redrawPart(ctx context.Context, opts Options, s Study, full bool, part *manifestPart) (changed []string, err error) {
	fail := func(err error) ([]string, error) {
		return nil, &StudyError{Study: s.name, Full: full, End: PlotsUndrawn, Err: err}
	}
	if !bytes.Equal(part.Parameters, s.Parameters(full)) {
		return fail(errors.New("they were computed with other parameters"))
	}
	places := foldersOf(opts.Results, s.name, full)
	files := make(map[string][]byte)
	for _, f := range part.Files {
		data, err := readFile(filepath.Join(places.target, f.Name))
		if err != nil {
			return nil, err
		}
		if f.Columns != nil && hash(data) != f.SHA256 {
			return fail(fmt.Errorf("%s is not the file that the manifest lists", f.Name))
		}
		files[f.Name] = data
	}
	execution := newExecution(s, full, part.Seed)
	execution.read = newOutputs(opts.Results).read
	out := newOutput(ctx, opts.env(part.Seed, full, execution), s, false)
	out.committed, out.passed = files, make(map[string]bool)
	err, _ = leaving(ctx, out.redraw)
	if ctx.Err() != nil {
		return nil, ContextError(ctx)
	}
	if err != nil {
		return fail(err)
	}
	entry := *part
	changed, entry.Files = []string{}, slices.Clone(part.Files)
	renewed := false
	for i, f := range entry.Files {
		drawn, ok := out.files[f.Name]
		if !ok || drawn.DrawnFrom == nil {
			continue
		}
		if !bytes.Equal(drawn.data, files[f.Name]) {
			changed = append(changed, f.Name)
		}
		renewed = len(changed) > 0 || renewed || !maps.Equal(drawn.DrawnFrom, f.DrawnFrom)
		files[f.Name], entry.Files[i] = drawn.data, drawn
	}
	for _, name := range out.names() {
		if _, listed := files[name]; !listed {
			return fail(fmt.Errorf("%s is a new one", name))
		}
	}
	if renewed {
		if err := places.install(files, &entry, opts.disk); err != nil {
			return nil, err
		}
		if err := places.enter(opts.disk); err != nil {
			return changed, err
		}
	}
	beside, err := places.putBeside(out)
	return append(changed, beside...), err
}

// redraw declares the study over its tables. It has no rows, as after an error. A study that needs
// more of its rows than the tables hold panics here. That does no harm once all pictures are drawn:
// the claims about its rows are not wanted.
func (o *Output) redraw() (err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		for name := range o.committed {
			if isPicture(name) && !o.passed[strings.TrimSuffix(name, filepath.Ext(name))] {
				err = fmt.Errorf("before %s it looks at its rows: %v", name, r)
			}
		}
	}()
	return o.study.run(o)
}

func isPicture(name string) bool { return filepath.Ext(name) == ".svg" }

// redrawing reports whether tables are taken as they are and nothing but plots is made.
func (o *Output) redrawing() bool { return o.committed != nil }

// readTable takes the table of a file as it was committed.
func (o *Output) readTable(name string, columns []table.Column) *table.Table {
	data, there := o.committed[name]
	err := fmt.Errorf("%s: there is no such table", name)
	if there {
		var t *table.Table
		if t, err = table.ReadCSV(bytes.NewReader(data), columns...); err == nil {
			o.put(manifestFile{Name: name, Columns: columns, data: data})
			return t
		}
		err = fmt.Errorf("%s: %w", name, err)
	}
	o.Fail(err)
	return table.New(columns...)
}
