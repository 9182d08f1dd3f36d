package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/solve/evidence"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/quorum"
	"coterie/search"
)

// replayed is a search that verify may run again. The command holds the flags that run reads.
type replayed struct {
	cmd *cobra.Command
	run func(ctx context.Context, common search.Options) (*search.Result, error)
}

// replayable registers a search with verify.
func (a *App) replayable(cmd *cobra.Command, run func(context.Context, search.Options) (*search.Result, error)) {
	if a.searches == nil {
		a.searches = map[string]replayed{}
	}
	a.searches[cmd.Name()] = replayed{cmd, run}
}

// solverFlagNames are the flags of a search that do not change the question.
var solverFlagNames = map[string]bool{"solver": true, "proof": true, "dimacs": true, "system": true, "cubes": true, "resume": true, "organizations": true, "require": true}

// keptProofs is the folder of --proof. It is nil without that flag.
type keptProofs struct {
	*evidence.Writer
	a     *App
	asked evidence.Manifest // what is known of it: which search it is
}

// keepProofs makes the folder of --proof, and lets it keep the questions of the search.
func (a *App) keepProofs(cmd *cobra.Command, flags *solverFlags, opts *search.Options) (*keptProofs, error) {
	if flags.proof == "" {
		return nil, nil
	}
	told := func(stage string, done, total int) {
		if opts.Progress != nil {
			opts.Progress(stage, done, total)
		}
	}
	var w *evidence.Writer
	var err error
	if flags.resume {
		w, err = evidence.Resume(cmd.Context(), flags.proof, a.Jobs, told)
	} else {
		w, err = evidence.Create(flags.proof, told)
	}
	if err != nil {
		if there := (*quorum.FormatError)(nil); errors.As(err, &there) {
			hint := "remove it, or name another one"
			if there.Advice != "" {
				hint = there.Advice + ": --resume; or " + hint
			}
			return nil, typed.Hint(fmt.Errorf("--proof: %w", err), hint)
		}
		return nil, fmt.Errorf("--proof: %w", typed.WithPathHint(err, flags.proof))
	}
	solver := append([]string{filepath.Base(opts.Solver[0])}, opts.Solver[1:]...)
	asked := evidence.Manifest{Version: Version, Search: cmd.Name(), Parameters: map[string]string{}, Seed: a.Seed, Solver: solver}
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Changed && !solverFlagNames[f.Name] && !slices.Contains(accessFlagNames, f.Name) {
			asked.Parameters[f.Name] = f.Value.String()
		}
	})
	return &keptProofs{w, a, asked}, nil
}

// in returns a context whose searches leave their questions to k.
func (k *keptProofs) in(ctx context.Context) context.Context {
	if k == nil {
		return ctx
	}
	return session.WithKeeper(ctx, k.Writer)
}

// of records the given system of the search, which write writes.
func (k *keptProofs) of(write func(io.Writer) error) {
	var text bytes.Buffer
	if k != nil && write(&text) == nil {
		k.asked.System = json.RawMessage(bytes.TrimSpace(text.Bytes()))
	}
}

// about records the names of nodes as the value of a flag: organisations are not in the folder.
func (k *keptProofs) about(flag string, nodes []string) {
	if text, err := show.Marshal(nodes); k != nil && err == nil && len(nodes) > 0 {
		k.asked.Parameters[flag] = string(text)
	}
}

func (k *keptProofs) discard() {
	if k != nil {
		k.Discard()
	}
}

// finish completes the folder and prints a note on where it is. It also puts the folder's name
// before the names of the proof files in the result.
func (k *keptProofs) finish(ctx context.Context, r *search.Result) error {
	if k == nil {
		return nil
	}
	path, err := k.Finish(ctx, k.asked, r)
	switch {
	case err != nil:
		return err
	case path == "" && ctx.Err() != nil:
		k.a.Notef("the search ended before the solver refuted anything, so there is no folder of proofs")
	case path == "":
		k.a.Notef("the solver refuted nothing, so there is no folder of proofs")
	case ctx.Err() != nil:
		k.a.Notef("the proofs that there are stand in %s; the same command with --resume goes on with them", path)
	}
	for i := range r.Proofs {
		r.Proofs[i].File = filepath.Join(path, r.Proofs[i].File)
	}
	return nil
}

func (a *App) verifyCommand() *cobra.Command {
	var opts evidence.Options
	cmd := Verb("verify DIR... | FILE", "Replay the proofs of a search that --proof kept, or judge records", func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return typed.Hint(errors.New("coterie verify: the folder is missing"), "for example: "+firstExample(cmd))
		}
		return nil
	}, nil, func(cmd *cobra.Command, args []string) error {
		if info, err := os.Stat(args[0]); len(args) == 1 && (args[0] == "-" || err == nil && !info.IsDir()) {
			return a.verifyRecords(cmd.Context(), args[0])
		}
		progress, done := a.Progress()
		defer done()
		opts.Search, opts.Progress, opts.Jobs = a.replay, progress, a.Jobs
		var reports []*evidence.Report
		for _, path := range args {
			r, err := evidence.Verify(cmd.Context(), path, opts)
			if err != nil {
				return err
			}
			reports = append(reports, r)
		}
		done()
		return a.verified(reports)
	})
	cmd.Flags().BoolVar(&opts.ProofsAlone, "proofs-alone", false, "check the proofs against the formulas of the folder, and do not run the search again")
	return cmd
}

// verified writes the reports, and returns the exit status.
func (a *App) verified(reports []*evidence.Report) error {
	var asJSON any = reports
	if len(reports) == 1 {
		asJSON = reports[0]
	}
	return a.Render(false,
		func(w io.Writer) error {
			for _, r := range reports {
				if err := r.WriteText(w); err != nil {
					return err
				}
			}
			return nil
		},
		asJSON,
		func() (*table.Table, error) { return evidence.Table(reports) },
		FailIf(slices.ContainsFunc(reports, (*evidence.Report).Failed), ExitFails, ""),
		FailIf(slices.ContainsFunc(reports, (*evidence.Report).Undecided), ExitLimit, ""),
	)
}

// replay runs the search of a manifest, whose questions the keeper of ctx answers.
func (a *App) replay(ctx context.Context, m *evidence.Manifest) (*search.Result, error) {
	// The search gets a command line of its own, so that none of the manifest's settings remain.
	b := &App{Jobs: a.Jobs}
	b.searchCommand()
	b.extendCommand()
	b.checkCommand()
	sought, ok := b.searches[m.Search]
	if !ok {
		return nil, fmt.Errorf("there is no search %s", show.Value(m.Search))
	}
	flags := sought.cmd.Flags()
	for name, value := range m.Parameters {
		if flags.Lookup(name) == nil || solverFlagNames[name] || slices.Contains(accessFlagNames, name) {
			return nil, fmt.Errorf("search %s has no parameter %s", m.Search, show.Value(name))
		}
		if err := flags.Set(name, value); err != nil {
			return nil, fmt.Errorf("the parameter %s: %s is no value of it", name, show.Value(value))
		}
	}
	if len(m.Solver) == 0 || m.Solver[0] == "" {
		return nil, errors.New("no solver is named")
	}
	if len(m.System) > 0 {
		b.replayed, b.unread = quorum.Read(bytes.NewReader(m.System))
	}
	return sought.run(ctx, search.Options{Jobs: a.Jobs, Seed: m.Seed, Solver: m.Solver})
}
