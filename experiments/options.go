package experiments

import (
	"fmt"
	"io/fs"
	"os"
	"slices"

	"coterie/experiments/papers"
	"coterie/internal/machine/work"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Options holds the inputs of [Run] and [Check]. The zero value with Studies means: all of them,
// their default parts, the folder results in the working directory, the papers' values that the
// program carries, seed 0, one job per processor, no progress, no log.
type Options struct {
	Names   []string // which studies; empty means all. Their order does not matter
	Formats []string // Run, Redraw: write each picture NAME.svg as NAME.png, .pdf or .tex, too, beside it
	Full    bool     // Run: the full parts instead of the default ones. Check: both
	Resume  bool     // Run: take up the rows of an interrupted run
	Jobs    int      // rows computed at once; 0 means one per processor
	Seed    uint64   // Run only: Check takes the seed of each part from the manifest
	Version string   // of the program, for the manifest; rows are resumed under the same version only

	// Build is any text that changes when the program does; rows are resumed under the same build
	// only, so that rows of a development version never mix with those of the next. Empty means the
	// SHA-256 of the running executable.
	Build string

	// Runner computes the rows; nil means this machine. Only [Run] uses it. Its workers have [Work]
	// of these studies and the papers' values that the program carries. [Run] requests rows of
	// several studies at once.
	Runner work.Runner

	Results string  // folder; empty means results
	Papers  fs.FS   // nil means those of package papers; nil with a Runner
	Studies []Study // required; package studies lists them

	// Doing names the command at work, for a user who finds the folder in use.
	Doing string

	// Progress, if not nil, receives the number of finished rows of a stage, from one goroutine at
	// a time.
	Progress func(stage string, done, total int)
	Logf     func(format string, args ...any) // nil drops the lines

	disk disk // tests put failing renames here
}

// noStudy returns the error that no study has this name.
func noStudy(name string) error {
	return quorum.Bad("", "no study named "+show.Value(name), "`coterie experiment list` shows them")
}

// withDefaults replaces zero values by the defaults.
func (o Options) withDefaults() Options {
	if o.Results == "" {
		o.Results = "results"
	}
	if o.Doing == "" {
		o.Doing = "studies"
	}
	if o.Papers != nil && o.Runner != nil {
		panic("experiments: workers have other papers")
	}
	if o.Papers == nil {
		o.Papers = papers.Files()
	}
	if o.Studies == nil {
		panic("experiments: no studies")
	}
	if o.Logf == nil {
		o.Logf = func(string, ...any) {}
	}
	if o.disk.rename == nil {
		o.disk.rename = os.Rename
	}
	for i, s := range o.Studies {
		if slices.ContainsFunc(o.Studies[:i], func(t Study) bool { return s.name == t.name }) {
			panic(fmt.Sprintf("experiments: two studies named %q", s.name))
		}
	}
	return o
}

// selected returns the requested studies in the order of the registry.
func (o Options) selected() ([]Study, error) {
	if len(o.Names) == 0 {
		return o.Studies, nil
	}
	for _, name := range o.Names {
		if !slices.ContainsFunc(o.Studies, func(s Study) bool { return s.name == name }) {
			return nil, noStudy(name)
		}
	}
	var studies []Study
	for _, s := range o.Studies {
		if slices.Contains(o.Names, s.name) {
			studies = append(studies, s)
		}
	}
	return studies, nil
}

// env returns the environment of a study; Seed and Full are those of the part.
func (o Options) env(seed uint64, full bool, s *execution) Env {
	return Env{
		Jobs: o.Jobs, Seed: seed, Full: full, Version: o.Version, Papers: o.Papers, Progress: o.Progress,
		execution: s, formats: o.Formats,
		logf: func(format string, args ...any) { o.Logf(s.study.name+": "+format, args...) },
	}
}
