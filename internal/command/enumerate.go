package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"coterie/internal/machine/files"
	"coterie/internal/machine/par"
	"coterie/internal/machine/work"
	"coterie/internal/solve/session"
	"coterie/internal/words/findings"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
	"coterie/quorum"
	"coterie/search/enumerate"
)

const enumerateName = "enumerate"

func (a *App) enumerateCommand() *cobra.Command {
	var q enumerate.Query
	var countOnly, resume, measured bool
	cmd := Verb(enumerateName+" --n N", "List or count all coteries on n nodes, labelled or up to renaming", numbersFor("n"), nil, func(cmd *cobra.Command, _ []string) error {
		if !cmd.Flags().Changed("n") {
			return typed.Hint(fmt.Errorf("%s: --n is missing", cmd.CommandPath()), "for example: "+firstExample(cmd))
		}
		if cmd.Flags().Changed("group") && q.Groups < 2 {
			return typed.Hint(fmt.Errorf("--group: %d is out of range", q.Groups), "want at least 2 cartels; without --group it is about coteries")
		}
		if cmd.Flags().Changed("k") && q.K < 1 {
			return typed.Hint(fmt.Errorf("--k: %d is out of range", q.K), "want at least 1; without --k it is about coteries")
		}
		switch {
		case q.K > 0 && cmd.Flags().Changed("group"):
			return errors.New("--group and --k: a group quorum system has no k")
		case a.access.at != "" && (countOnly || !q.Classes || q.Groups > 1 || q.K > 0):
			return typed.Hint(errors.New("--at: only a listing of classes of coteries has parts"), "everything else is found sooner here, without --at")
		case countOnly && measured:
			return errors.New("--count and --measure: a count lists no systems")
		case measured && (!q.Classes || !q.Nondominated || q.Groups > 1 || q.K > 0):
			return typed.Hint(errors.New("--measure: only classes of nondominated coteries are measured all together"), "add --nondominated --classes; `coterie measure SPEC` measures one system")
		case a.format == parquetFormat && resume && !measured:
			return typed.Hint(errors.New("--resume: of Parquet files only those of measured classes are gone on with"), "--format csv can be resumed")
		case countOnly && resume:
			return errors.New("--count and --resume: a count is not resumed")
		case countOnly:
			return a.enumerateCount(cmd.Context(), q)
		}
		return a.enumerate(cmd.Context(), q, measured, resume)
	})
	flags := cmd.Flags()
	flags.IntVar(&q.Nodes, "n", 0, "number of nodes")
	flags.BoolVar(&q.Nondominated, "nondominated", false, "only what no other system dominates")
	flags.BoolVar(&q.Classes, "classes", false, "one of all systems that differ by a renaming of the nodes")
	flags.BoolVar(&q.AllUsed, "all-used", false, "only systems in which every node is in a quorum")
	flags.IntVar(&q.Groups, "group", 0, "group quorum systems with `M` cartels instead of coteries")
	flags.IntVar(&q.K, "k", 0, "k-coteries of this `K` instead of coteries")
	flags.BoolVar(&countOnly, "count", false, "only count them, as fast as it goes")
	flags.BoolVar(&measured, "measure", false, "each with its load, resilience, live sets and votes (with --nondominated --classes)")
	flags.BoolVar(&resume, "resume", false, "go on where FILE.partial ends")
	a.AtFlags(cmd)
	return cmd
}

func (a *App) enumerateCount(ctx context.Context, q enumerate.Query) error {
	shown, done := a.Progress()
	reached := "nothing" // the progress of the count, in words
	told := func(stage string, done, total int) {
		reached = par.Words(stage, done, total)
		par.Progress(shown).Tell(stage, done, total)
	}
	counted, err := enumerate.Count(ctx, q, enumerate.Options{Jobs: a.Jobs, Progress: told})
	done()
	var number *string // nil if the count was cut short
	var reason string
	var cut error
	switch {
	case err == nil:
		number = new(counted.Count.String())
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		reason = fmt.Sprintf("stopped by %s; done: %s", session.StopCause(ctx), reached)
		cut = context.Cause(ctx)
	default:
		return namesFlag(err)
	}
	return a.Render(cut != nil,
		func(w io.Writer) error {
			if number == nil {
				_, err := fmt.Fprintf(w, "unknown number of %s\nreason  %s\n", findings.Words(q), reason)
				return err
			}
			_, err := fmt.Fprintf(w, "%s %s\nmethod  %s\n", *number, findings.Words(q), counted.Method)
			return err
		},
		struct {
			N       int     `json:"n"`
			Kind    string  `json:"kind"`
			Groups  int     `json:"groups,omitempty"`
			K       int     `json:"k,omitempty"`
			Classes bool    `json:"classes"`
			AllUsed bool    `json:"all_used"`
			Count   *string `json:"count"`
			Method  string  `json:"method"`
			Reason  string  `json:"reason,omitempty"`
		}{q.Nodes, findings.Kind(q), q.Groups, q.K, q.Classes, q.AllUsed, number, counted.Method, reason},
		func() (*table.Table, error) {
			groups, k := "", ""
			if q.Groups > 1 {
				groups = strconv.Itoa(q.Groups)
			}
			if q.K > 0 {
				k = strconv.Itoa(q.K)
			}
			shown := ""
			if number != nil {
				shown = *number
			}
			t := table.New(table.TextColumns("n", "kind", "groups", "classes", "all_used", "count", "method", "reason", "k")...)
			return t, t.Append(table.TextRow(strconv.Itoa(q.Nodes), findings.Kind(q), groups, yesNo(q.Classes), yesNo(q.AllUsed), shown, counted.Method, reason, k)...)
		},
		cut,
	)
}

const goesOn = "the same command with --resume goes on"

// enumerate streams a listing. With resume it goes on with the rows in FILE.partial.
func (a *App) enumerate(ctx context.Context, q enumerate.Query, measured, resume bool) error {
	if err := q.CheckList(); err != nil {
		if limit := (*enumerate.ListLimitError)(nil); errors.As(err, &limit) {
			return typed.Hint(errors.New("--"+limit.Error()), listAdvice(q, limit))
		}
		return namesFlag(err)
	}
	runner, err := a.Runner(ctx)
	if err != nil {
		return err
	}
	toFile := a.toFile()
	progress, done := a.Progress()
	expected, err := enumerate.Count(ctx, q, enumerate.Options{Jobs: a.Jobs, Progress: progress})
	done()
	cut := func(err error) bool { return toFile && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) }
	if cut(err) && !resume { // leaves a listing without rows, for --resume
		err = a.emitStream(ctx, nil, findings.Rows{Query: q, Measured: measured, Format: a.format}.Begin)
	}
	if cut(err) {
		a.Notef(goesOn)
	}
	if err != nil {
		return namesFlag(err)
	}
	total := int(expected.Count.Int64()) // CheckList has seen that it fits
	rows := findings.Rows{Query: q, Measured: measured, Format: a.format, Width: len(expected.Count.String()), Total: total}
	var old *findings.TakenUp
	var held *files.Held
	if resume {
		if old, held, err = a.takeUp(ctx, rows); err != nil {
			return err
		}
		defer held.Close()
	}
	progress, done = a.Progress()
	defer done()
	err = a.emitStream(ctx, held, func(w io.Writer) error {
		written, err := rows.Write(work.With(ctx, runner), w, enumerate.Options{Jobs: a.Jobs}, old, held, func(n int) {
			par.Progress(progress).Tell(findings.Words(q)+" listed", n, total)
		})
		if err != nil || written == total || ctx.Err() != nil {
			return err
		}
		if old != nil {
			return typed.Hint(fmt.Errorf("--resume: with the rows of %s there are %d %s, not %d", show.Path(held.Path), written, findings.Words(q), total), resumeAdvice)
		}
		return quorum.Internal("%d %s were listed, and %d are there by %s", written, findings.Words(q), total, expected.Method)
	})
	switch {
	case cut(err):
		a.Notef(goesOn)
		return err
	case err != nil:
		return namesFlag(err)
	case toFile:
		a.Notef("%s is whole: %d %s, as many as by %s", a.Output, total, findings.Words(q), expected.Method)
	case runner != nil:
		a.Notef("the slices are whole: %d %s, as many as by %s", total, findings.Words(q), expected.Method)
	}
	return nil
}
