package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"coterie/internal/machine/files"
	"coterie/internal/machine/work"
)

// Completed is one part of a study that a run put into results/.
type Completed struct {
	Study   string        `json:"study"`
	Full    bool          `json:"full"`
	Folder  string        `json:"folder"`  // where its files are
	Files   []string      `json:"files"`   // sorted
	Rows    int           `json:"rows"`    // how many rows went through Rows
	Resumed int           `json:"resumed"` // of these, taken up from an interrupted run
	Elapsed time.Duration `json:"-"`       // for the person who waited; no file holds it
}

// RunReport lists the work of a run, in order, complete or not.
type RunReport struct {
	Done []Completed
	Page string // the report page of the folder, up to date; "" if it could not be written or no study was ever completed
}

// StudyEnd says why a study ended early.
type StudyEnd int

// The ends.
const (
	StudyFailed      StudyEnd = iota
	StudyInterrupted          // the context ended; the error wraps that of it
	RowsLost                  // its rows could not be had, through no fault of theirs or of the study
	PlotsUndrawn              // they cannot be drawn from the tables that are there: it has to run again
)

// StudyError says that a study did not come to its end.
type StudyError struct {
	Study string
	Full  bool // which part of it
	End   StudyEnd
	Rows  int         // if interrupted, its rows that are kept for a resumed run
	Done  []Completed // if interrupted, what was finished before
	Err   error
}

func (e *StudyError) Error() string {
	switch e.End {
	case PlotsUndrawn:
		return fmt.Sprintf("the plots of the %s part of %s cannot be drawn from its tables: %v", partName(e.Full), e.Study, e.Err)
	case StudyInterrupted:
		return fmt.Sprintf("interrupted in the %s part of %s: %d finished rows kept, %d studies complete: %v",
			partName(e.Full), e.Study, e.Rows, len(e.Done), e.Err)
	}
	return fmt.Sprintf("study %s (%s): %v", e.Study, partName(e.Full), e.Err)
}

func (e *StudyError) Unwrap() error { return e.Err }

// Run computes studies, one after the other, and replaces the folder of each with its files once
// they are complete: results/NAME for a default part, results/NAME/full for a full one. The other
// part, and the entries of other studies in the manifest, stay as they are. The package
// documentation describes the state of the disk at each moment.
//
// Errors: a [quorum.InputError] before anything is computed, for an unknown study, a folder with
// foreign files, a named study without a full part, or an invalid manifest; a [StudyError] when a
// study fails or ctx ends; a [StoreError] if the disk is full or something in the folder cannot be
// read or written. In every case the report lists the completed parts, and finished rows are kept.
//
// One run at a time works on a results folder: a second run fails at once with a
// [quorum.InputError].
func Run(ctx context.Context, opts Options) (RunReport, error) {
	opts = opts.withDefaults()
	var report RunReport
	studies, err := opts.selected()
	if err != nil {
		return report, err
	}
	if opts.Full {
		if len(opts.Names) > 0 {
			for _, s := range studies {
				if !s.HasFull() {
					return report, fmt.Errorf("study %s has no full part: its default part is all of it", s.name)
				}
			}
		}
		studies = slices.DeleteFunc(slices.Clone(studies), func(s Study) bool { return !s.HasFull() })
	}
	if err := makeFolder(opts.Results); err != nil {
		return report, err
	}
	release, err := hold(opts, files.Lock)
	if err != nil {
		return report, err
	}
	defer release()
	notes, err := recoverFolders(opts.Results, opts.disk)
	for _, note := range notes {
		opts.Logf("%s", note)
	}
	if err != nil {
		return report, err
	}
	for _, s := range studies {
		if err := refuseForeign(opts, s); err != nil {
			return report, err
		}
	}
	if err := refuseForeignPage(opts.Results); err != nil {
		return report, err
	}
	if opts.Build == "" {
		opts.Build = work.Executable()
	}

	err = runParts(ctx, opts, studies, &report)
	// The page shows the present results/, whatever ended the run. Only if the context has ended is
	// it not written again, and the page is that of the last completed study. If it cannot be
	// written, nothing else is lost, so that error comes last.
	var pageErr error
	if study, ok := errors.AsType[*StudyError](err); ok && study.End == StudyInterrupted {
		report.Page = pageThere(opts.Results)
	} else {
		report.Page, pageErr = writePage(opts)
	}
	if err != nil {
		return report, errors.Join(err, pageErr)
	}
	// Kept rows outlive their study until the whole run is complete: resuming a run that was
	// interrupted in its fifth study takes the first four from their rows.
	for _, s := range studies {
		if err := foldersOf(opts.Results, s.name, opts.Full).discard(); err != nil {
			return report, err
		}
	}
	return report, errors.Join(noteStale(opts), pageErr)
}

// runParts computes and installs one study after the other and enters them into the report. If
// other machines compute the rows, the next studies have already begun, so that workers have rows
// to compute while the last rows of a stage take their time.
func runParts(ctx context.Context, opts Options, studies []Study, report *RunReport) error {
	outputs := newOutputs(opts.Results)
	ctx, stop := context.WithCancel(ctx)
	var begun []*computing
	defer func() {
		stop()
		for _, c := range begun {
			<-c.over // no study writes kept rows after the run has ended
		}
	}()
	ahead := 1
	if opts.Runner != nil {
		ahead = studiesAhead
	}
	for i := range studies {
		for len(begun) < min(i+ahead, len(studies)) {
			c, err := begin(ctx, opts, studies[len(begun)], outputs, len(begun) == i)
			if err != nil {
				return err
			}
			begun = append(begun, c)
		}
		begun[i].itsTurn()
		done, err := begun[i].install(ctx, opts, outputs)
		if interrupted, ok := errors.AsType[*StudyError](err); ok && interrupted.End == StudyInterrupted {
			interrupted.Done = report.Done
			for _, c := range begun[i+1:] {
				interrupted.Rows += c.execution.rowsDone()
			}
		}
		if err != nil {
			return err
		}
		report.Done = append(report.Done, done)
		// If the program dies in the next study, the page still shows this one. A page that cannot
		// be written now is tried again, and reported, at the end.
		if _, err := writePage(opts); err != nil {
			opts.Logf("%v", err)
		}
	}
	return nil
}

// studiesAhead is the number of studies that a run computes at once if other machines compute the
// rows.
const studiesAhead = 4

// computing is one part of one study that is being computed.
type computing struct {
	study     Study
	places    folders
	execution *execution
	start     time.Time
	turn      chan struct{} // closed when the studies before it are installed, by itsTurn
	itsTurn   func()
	over      chan struct{} // closed when it is computed; then:

	out         *Output
	interrupted bool
	err         error
	panicked    any
}

// begin begins to compute a study. The study reads files of other studies at its turn, and reports
// its progress from then on. If now is set, its turn has come: it reports from the first row on.
func begin(ctx context.Context, opts Options, s Study, outputs *outputs, now bool) (*computing, error) {
	c := &computing{
		study: s, places: foldersOf(opts.Results, s.name, opts.Full), execution: newExecution(s, opts.Full, opts.Seed), start: time.Now(),
		turn: make(chan struct{}), over: make(chan struct{}),
	}
	c.itsTurn = sync.OnceFunc(func() { close(c.turn) })
	if now {
		c.itsTurn()
	}
	if !opts.Resume {
		if kept := countKept(c.places.rows); kept > 0 {
			opts.Logf("%s: %d rows of an interrupted run discarded, as they were not asked for", s.name, kept)
		}
		if err := removeAll(c.places.rows); err != nil {
			return nil, err
		}
	}
	c.execution.header.Version, c.execution.header.Build = opts.Version, opts.Build
	c.execution.rowsDir, c.execution.resume = c.places.rows, opts.Resume
	c.execution.runner = opts.Runner
	c.execution.read = func(study string, full bool, file string) ([]byte, bool, error) {
		select {
		case <-c.turn:
			return outputs.read(study, full, file)
		case <-ctx.Done():
			return nil, false, ContextError(ctx)
		}
	}
	env := opts.env(opts.Seed, opts.Full, c.execution)
	if tell := opts.Progress; tell != nil && opts.Runner != nil {
		env.Progress = func(stage string, done, total int) {
			select {
			case <-c.turn:
				tell(stage, done, total)
			default:
			}
		}
	}
	go func() {
		defer close(c.over)
		defer func() { c.panicked = recover() }()
		c.out, c.interrupted, c.err = s.compute(ctx, env, false)
	}()
	return c, nil
}

// install waits for a study and puts its files into results/. It panics if the study does.
func (c *computing) install(ctx context.Context, opts Options, outputs *outputs) (Completed, error) {
	<-c.over
	if c.panicked != nil {
		panic(c.panicked)
	}
	s, places, execution, out, err := c.study, c.places, c.execution, c.out, c.err
	if c.interrupted {
		return Completed{}, &StudyError{Study: s.name, Full: opts.Full, End: StudyInterrupted, Rows: execution.rowsDone(), Err: err}
	}
	if failed, ok := errors.AsType[*StoreError](err); ok {
		return Completed{}, failed // no fault of the study
	}
	if failed, ok := errors.AsType[*StudyError](err); ok { // its rows are lost
		return Completed{}, failed
	}
	if err != nil {
		return Completed{}, &StudyError{Study: s.name, Full: opts.Full, Err: err}
	}

	m, err := loadManifest(opts.Results)
	if err != nil {
		return Completed{}, err
	}
	was := m.part(s.name, opts.Full)
	if err := places.keepCertificates(ctx, s, out, was, opts.Seed); err != nil {
		return Completed{}, &StudyError{Study: s.name, Full: opts.Full, End: StudyInterrupted, Rows: execution.finished, Err: err}
	}
	files := make(map[string][]byte)
	for name, f := range out.files {
		files[name] = f.data
	}
	if err := places.install(files, entryOf(opts, s, out, execution).unlessNew(was), opts.disk); err != nil {
		return Completed{}, err
	}
	if err := places.enter(opts.disk); err != nil {
		return Completed{}, err
	}
	beside, err := places.putBeside(out)
	if err != nil {
		return Completed{}, err
	}
	outputs.add(s.name, opts.Full, out)
	return Completed{
		Study: s.name, Full: opts.Full, Folder: places.target, Files: append(out.names(), beside...),
		Rows: execution.finished, Resumed: execution.resumed, Elapsed: time.Since(c.start),
	}, nil
}

// compute runs the study and finishes its output. interrupted reports whether the context ended
// before that.
func (s Study) compute(ctx context.Context, env Env, checking bool) (out *Output, interrupted bool, err error) {
	out = newOutput(ctx, env, s, checking)
	if ctx.Err() == nil {
		err, _ = leaving(ctx, func() error { return s.run(out) })
	}
	// A study that returns after the context ended may have been cut short without saying so.
	if ctx.Err() != nil {
		return nil, true, ContextError(ctx)
	}
	if err == nil {
		err = out.finish()
	}
	return out, false, err
}

func newExecution(s Study, full bool, seed uint64) *execution {
	return &execution{
		study: s,
		header: checkpointHeader{
			Format: checkpointFormat, Study: s.name, Part: partName(full), Seed: seed, Parameters: s.Parameters(full),
		},
		stages: make(map[string]bool),
		reads:  make(map[string]string),
	}
}

// entryOf returns the manifest's entry of a part that was just computed.
func entryOf(opts Options, s Study, out *Output, execution *execution) *manifestPart {
	entry := &manifestPart{
		Version: opts.Version, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Parameters: json.RawMessage(s.Parameters(opts.Full)), Seed: opts.Seed, Reads: execution.reads,
		Files: []manifestFile{},
	}
	for _, name := range out.names() {
		entry.Files = append(entry.Files, out.files[name])
	}
	return entry
}

// outputs finds the files of other studies: those just computed, or else those in results/.
type outputs struct {
	results string
	fresh   map[string]*Output // by study and part
}

func newOutputs(results string) *outputs {
	return &outputs{results: results, fresh: make(map[string]*Output)}
}

func (o *outputs) add(study string, full bool, out *Output) {
	o.fresh[readKey(study, full, "")] = out
}

// NotRunError says that a study reads the files of another study that has not been run.
type NotRunError struct {
	Study string
	Full  bool
}

func (e *NotRunError) Error() string {
	return fmt.Sprintf("the %s part of study %s is needed and was never run: run it first, or all studies", partName(e.Full), e.Study)
}

// read implements execution.read.
func (o *outputs) read(study string, full bool, file string) (data []byte, ok bool, err error) {
	if out, computed := o.fresh[readKey(study, full, "")]; computed {
		f, ok := out.files[file]
		return f.data, ok, nil
	}
	m, err := loadManifest(o.results)
	if err != nil {
		return nil, false, err
	}
	part := m.part(study, full)
	if part == nil {
		return nil, false, &NotRunError{Study: study, Full: full}
	}
	entry, ok := part.file(file)
	if !ok {
		return nil, false, nil
	}
	path := filepath.Join(foldersOf(o.results, study, full).target, file)
	data, err = readFile(path)
	if err != nil {
		return nil, false, err
	}
	if hash(data) != entry.SHA256 {
		return nil, false, unread(path, fmt.Errorf("it is not the file that the manifest lists: run study %s again", study))
	}
	return data, true, nil
}

// noteStale logs the studies in results/ that read files which have changed since.
func noteStale(opts Options) error {
	m, err := loadManifest(opts.Results)
	if err != nil {
		return err
	}
	for _, s := range opts.Studies {
		for _, full := range []bool{false, true} {
			for _, key := range staleReads(m, m.part(s.name, full)) {
				opts.Logf("%s: its %s part was computed from an older %s; run it again", s.name, partName(full), key)
			}
		}
	}
	return nil
}

// staleReads lists, sorted, the files that a part has read and that have changed since.
func staleReads(m manifest, part *manifestPart) []string {
	if part == nil {
		return nil
	}
	now := make(map[string]string)
	for name := range m.Studies {
		for _, full := range []bool{false, true} {
			if other := m.part(name, full); other != nil {
				for _, f := range other.Files {
					now[readKey(name, full, f.Name)] = f.SHA256
				}
			}
		}
	}
	var stale []string
	for key, sum := range part.Reads {
		if now[key] != sum {
			stale = append(stale, key)
		}
	}
	slices.Sort(stale)
	return stale
}
