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

	"coterie/internal/words/show"
)

// ErrNoResults is the error of a folder in which no run has ever finished a study.
var ErrNoResults = errors.New("there are no results in the folder")

func noResults(folder string) error {
	return fmt.Errorf("%w %s: no %s", ErrNoResults, show.Path(folder), manifestName)
}

// Check compares results/ with the results of this program. It writes nothing but the lock. For the
// selected studies it recomputes the default part (with opts.Full every part), under the seed that
// the manifest records, and reports
//
//   - the first line in which each CSV file differs from the computed one,
//   - certificates that the study's Verify refuses (they are not found again, see [Env.Known]),
//   - pictures that no longer show the points, names or rows of their tables,
//   - parameters, columns and inputs that differ from the recorded ones,
//   - for every part, recomputed or not: files that are missing, stray, or not those of the
//     manifest.
//
// Versions are not compared: the bytes count. The error is nil unless the check could not be done:
// an unknown study, a folder without a manifest ([ErrNoResults]), a folder in use by a run (a
// [quorum.InputError]), an invalid manifest, a file that cannot be read ([StoreError]), or the end
// of ctx. Several checks may be at work in a folder.
func Check(ctx context.Context, opts Options) (CheckReport, error) {
	opts = opts.withDefaults()
	var report CheckReport
	studies, err := opts.selected()
	if err != nil {
		return report, err
	}
	if there, err := exists(filepath.Join(opts.Results, manifestName)); err != nil || !there {
		return report, cmp.Or(err, noResults(opts.Results))
	}
	release, err := holdToRead(opts)
	if err != nil {
		return report, err
	}
	defer release()
	m, err := loadManifest(opts.Results)
	if err != nil {
		return report, err
	}
	parts, err := partsIn(opts.Results)
	if err != nil {
		return report, err
	}
	for _, f := range parts {
		pending, err := exists(f.old)
		if err != nil {
			return report, err
		}
		if pending {
			report.add(Difference{
				Study: f.study, Full: f.full, Problem: CutShort,
				Detail: "a run was cut short while it replaced the folder; the next run puts it right",
			})
		}
	}
	outputs := newOutputs(opts.Results)
	for _, s := range studies {
		for _, full := range []bool{false, true} {
			c := partCheck{opts: opts, study: s, full: full, places: foldersOf(opts.Results, s.name, full), part: m.part(s.name, full), report: &report}
			recompute := !full || opts.Full && s.HasFull()
			if err := c.check(ctx, recompute, outputs); err != nil {
				return report, err
			}
		}
	}
	if len(opts.Names) == 0 {
		if err := checkStrangers(opts, m, &report); err != nil {
			return report, err
		}
		if err := checkPage(opts, m, &report); err != nil {
			return report, err
		}
	}
	return report, nil
}

// partCheck is the check of one part of one study.
type partCheck struct {
	opts   Options
	study  Study
	full   bool
	places folders
	part   *manifestPart // nil if the part was never run
	report *CheckReport
}

// find reports a disagreement about a file, or about the whole part if file is "".
func (c partCheck) find(p Problem, file, detail string) { c.differs(p, file, "", "", detail) }

// differs reports a disagreement with both sides: the program's and that of results/.
func (c partCheck) differs(p Problem, file, wanted, got, detail string) {
	c.report.add(Difference{Study: c.study.name, Full: c.full, File: file, Problem: p, Wanted: wanted, Got: got, Detail: detail})
}

func (c partCheck) check(ctx context.Context, recompute bool, outputs *outputs) error {
	disk, others, err := c.readFolder()
	if err != nil {
		return err
	}
	if c.part == nil {
		if recompute {
			c.find(NeverRun, "", "the manifest has no such part")
		}
		return nil
	}
	if c.full && !c.study.HasFull() {
		c.find(Stray, "", "the study has no full part any more")
		return nil
	}
	for _, f := range c.part.Files {
		if data, ok := disk[f.Name]; ok && hash(data) != f.SHA256 {
			c.differs(OtherFile, f.Name, f.SHA256, hash(data), "SHA-256 in the manifest, and of the file")
		} else if kind, other := others[f.Name]; other {
			c.find(Missing, f.Name, kind+" stands in its place")
		} else if !ok {
			c.find(Missing, f.Name, "the manifest lists it")
		}
	}
	if recompute {
		if err := c.recompute(ctx, disk, outputs); err != nil {
			return err
		}
	}
	c.report.Parts++
	c.report.Files += len(c.part.Files)
	return nil
}

// readFolder returns the files of the part, and the other entries that bear the name of a file. It
// reports those that the manifest does not list.
func (c partCheck) readFolder() (files map[string][]byte, others map[string]string, err error) {
	listed, strays, err := c.places.contents(c.part)
	others = make(map[string]string)
	for _, e := range strays {
		if _, ok := c.part.file(e.Name()); ok {
			others[e.Name()] = kindOf(e.Type())
			continue
		}
		c.find(Stray, e.Name(), "the manifest does not list such a file")
	}
	files = make(map[string][]byte)
	for _, name := range listed {
		if files[name], err = readFile(filepath.Join(c.places.target, name)); err != nil {
			return nil, nil, err
		}
	}
	return files, others, err
}

// recompute runs the study and compares. Only the end of ctx is an error; a study that fails is a
// difference.
func (c partCheck) recompute(ctx context.Context, disk map[string][]byte, outputs *outputs) error {
	if want, got := string(c.study.Parameters(c.full)), string(c.part.Parameters); want != got {
		c.differs(OtherParameters, "", want, got, "parameters of the program, and of the manifest")
	}
	execution := newExecution(c.study, c.full, c.part.Seed)
	execution.read = outputs.read
	execution.known = make(map[string][]byte)
	for _, name := range slices.Sorted(maps.Keys(disk)) {
		if filepath.Ext(name) != ".json" {
			continue
		}
		err := errors.New("the study has no Verify")
		if c.study.Verify != nil {
			err = c.study.verify(ctx, c.full, name, disk[name])
		}
		if ctx.Err() != nil {
			return ContextError(ctx)
		}
		if err != nil {
			c.find(BadCertificate, name, err.Error())
			continue
		}
		execution.known[name] = disk[name]
	}
	out, interrupted, err := c.study.compute(ctx, c.opts.env(c.part.Seed, c.full, execution), true)
	if interrupted {
		return err
	}
	if err != nil {
		c.find(Failed, "", err.Error())
		return nil
	}
	outputs.add(c.study.name, c.full, out)
	c.compareFiles(out, disk)
	c.compareReads(execution.reads)
	return nil
}

// compareFiles compares the emitted files with the folder and the manifest.
func (c partCheck) compareFiles(out *Output, disk map[string][]byte) {
	for _, name := range out.names() {
		entry, listed := c.part.file(name)
		if !listed {
			c.find(Missing, name, "the study emits it, the manifest does not list it")
			continue
		}
		f := out.files[name]
		switch filepath.Ext(name) {
		case ".csv":
			if got, ok := disk[name]; ok {
				c.compareLines(name, f.data, got)
			}
			if !slices.Equal(entry.Columns, f.Columns) {
				c.find(OtherColumns, name, "the manifest describes other columns: run the study again")
			}
		case ".svg":
			c.comparePicture(entry, f)
		}
	}
	for _, f := range c.part.Files {
		if _, emitted := out.files[f.Name]; !emitted {
			c.find(Stray, f.Name, "the study does not emit it any more")
		}
	}
}

// comparePicture reports a picture that was drawn from other tables or shows other points of a
// table.
func (c partCheck) comparePicture(entry, f manifestFile) {
	tables := slices.Sorted(maps.Keys(f.DrawnFrom))
	if recorded := slices.Sorted(maps.Keys(entry.DrawnFrom)); !slices.Equal(tables, recorded) {
		c.differs(StalePicture, entry.Name, strings.Join(tables, " "), strings.Join(recorded, " "), "drawn from other tables")
		return
	}
	for _, table := range tables {
		if want, got := f.DrawnFrom[table], entry.DrawnFrom[table]; want != got {
			c.differs(StalePicture, entry.Name, want, got, "SHA-256 of what it shows of "+table+" now, and when it was drawn")
			return
		}
	}
}

// compareLines reports the first line in which a CSV file differs from the computed one.
func (c partCheck) compareLines(name string, want, got []byte) {
	if bytes.Equal(want, got) {
		return
	}
	wants, gots := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	line := 0
	for line < len(wants) && line < len(gots) && wants[line] == gots[line] {
		line++
	}
	at := func(lines []string) string {
		// The last element is the text after the last newline, which is empty in a complete file.
		if line >= len(lines) || line == len(lines)-1 && lines[line] == "" {
			return endOfFile
		}
		return lines[line]
	}
	c.report.add(Difference{Study: c.study.name, Full: c.full, File: name, Line: line + 1, Problem: OtherLine, Wanted: at(wants), Got: at(gots)})
}

// compareReads reports inputs from other studies that have changed since the part was computed.
func (c partCheck) compareReads(now map[string]string) {
	keys := slices.Collect(maps.Keys(now))
	for key := range c.part.Reads {
		if _, ok := now[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		if want, got := now[key], c.part.Reads[key]; want != got {
			c.differs(StaleInput, "", want, got, "SHA-256 of "+key+" now, and when the study read it")
		}
	}
}

// proofsName is the folder of proofs that searches kept.
const proofsName = "proofs"

// recordNames are the declaration of the records, the folder of the packed witnesses and that of
// the pages. Tests compare the pages with the tables.
var recordNames = []string{"kinds.json", "packed", "records"}

// checkStrangers reports the files in results/ that belong to no study.
func checkStrangers(opts Options, m manifest, report *CheckReport) error {
	known := make(map[string]bool)
	for _, s := range opts.Studies {
		known[s.name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(m.Studies)) {
		if !known[name] {
			report.add(Difference{Study: name, Problem: Stray, Detail: "the manifest lists it, and there is no such study"})
		}
	}
	entries, err := listFolder(opts.Results, true)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		// Hidden files are the business of git and of this package, a README is welcome, and so is
		// the Go package that embeds some tables. Kept proofs are judged by verify.
		if strings.HasPrefix(name, ".") || filepath.Ext(name) == ".go" || name == manifestName || name == "README.md" || name == proofsName || slices.Contains(recordNames, name) || name == pageName && isFile(filepath.Join(opts.Results, name)) || known[name] && e.IsDir() {
			continue
		}
		report.add(Difference{Problem: Stray, Detail: fmt.Sprintf("%s belongs to no study", filepath.Join(opts.Results, name))})
	}
	return nil
}
