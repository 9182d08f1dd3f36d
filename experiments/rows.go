package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/machine/work"
	"coterie/internal/words/show"
)

// rowError says which row of a stage could not be computed: its place and its parameter.
func rowError(stage string, i int, param string, err error) error {
	return fmt.Errorf("%s: row %d, %s: %w", stage, i+1, param, err)
}

// Rows computes one row per parameter with env.Jobs workers, or over the cluster of the run
// ([Options.Runner]), starting them in order, and returns the rows in the order of the parameters,
// whoever computed them. stage names this list within the study by words joined by -. Each name is
// used once per run.
//
// Every finished row is kept on disk until the run is complete, so an interrupted run can be
// resumed; a row passes through its JSON even where it is computed here and now, so that a resumed
// run cannot differ from an uninterrupted one, nor one of many machines from one of this. R must
// therefore carry all that matters in JSON: exported fields, or its own marshaller ([table.Cell]
// has one). P is marshalled only, to recognise the row.
//
// row must be safe for concurrent calls, a function of its parameter and of the seed, and must
// watch its context. It leaves nothing behind but its result. A row that returns after the context
// ended is not taken: it may have been cut short. The first row that fails stops the others; the
// error names it. When ctx ends, the error wraps ctx.Err(). If the runner cannot deliver the rows
// through no fault of theirs, the error is a [StudyError] whose End is [RowsLost].
//
// Inside row, randomness comes from env.Rand labelled with the parameter. Rows panics if the stage
// name is not a legal one or is used twice.
func Rows[P, R any](ctx context.Context, env Env, stage string, params []P, row func(ctx context.Context, p P) (R, error)) ([]R, error) {
	if !isKebab(stage) {
		panic(fmt.Sprintf("experiments: stage named %q, want lower-case words joined by -", stage))
	}
	keys := make([]json.RawMessage, len(params))
	poll := par.NewPoll(ctx)
	for i, p := range params {
		if poll.Err() != nil {
			return nil, fmt.Errorf("%s: %w", stage, ContextError(ctx))
		}
		key, err := show.Marshal(p)
		if err != nil {
			return nil, rowError(stage, i, fmt.Sprint(p), err)
		}
		keys[i] = key
	}
	// compute finds row i, as its JSON and, through that, in r.
	compute := func(ctx context.Context, i int, r *R) (_ []byte, err error) {
		defer caught(&err)
		found, err := row(ctx, params[i])
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		data, err := show.Marshal(found)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, r); err != nil {
			return nil, fmt.Errorf("a row must survive its own JSON: %w", err)
		}
		return data, nil
	}
	job, err := env.job(stage, keys)
	if err != nil {
		return nil, err
	}
	apart := work.TaskFunc(func(ctx context.Context, p work.Part) ([]byte, error) { return compute(ctx, p.Index, new(R)) })
	if env.serving(stage) {
		return nil, env.execution.replay.serve(ctx, job, apart)
	}
	kept, err := env.openStage(stage, keys)
	if err != nil {
		return nil, err
	}
	defer kept.close()

	rows := make([]R, len(params))
	resumed := 0
	for i := range params {
		data, have := kept.rows[i]
		if !have {
			continue
		}
		// A row that no longer decodes is computed again rather than trusted.
		if json.Unmarshal(data, &rows[i]) != nil {
			var zero R
			rows[i] = zero
			delete(kept.rows, i)
			continue
		}
		resumed++
	}
	env.count(resumed, resumed)
	told := par.Progress(env.Progress).Count("rows of "+stage, len(params))
	if resumed > 0 {
		env.Logf("%s: %d of %d rows taken up from an interrupted run", stage, resumed, len(params))
		told(resumed)
	}

	runner := env.runner()
	if len(params) == 0 {
		runner = nil // no rows to compute
	}
	here := runner == nil
	task := apart
	if here { // a row is in its place once it is computed, and decoded once
		task = func(ctx context.Context, p work.Part) ([]byte, error) { return compute(ctx, p.Index, &rows[p.Index]) }
	}
	job.Known = func(i int) []byte { return kept.rows[i] }
	job.Trust.Check = func(_ context.Context, _ int, result []byte) error { return json.Unmarshal(result, new(R)) }
	there := make([]bool, len(params))
	_, err = work.On(runner, env.Jobs).Run(ctx, job, task, func(i int, data []byte) error {
		if i < 0 || i >= len(there) || there[i] {
			return fmt.Errorf("part %d of %d came twice, or is none", i+1, len(there))
		}
		there[i] = true
		if _, known := kept.rows[i]; known {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !here {
			if err := json.Unmarshal(data, &rows[i]); err != nil {
				return work.Failed(i, err)
			}
		}
		if err := kept.add(i, keys[i], data); err != nil {
			return work.Failed(i, err)
		}
		env.count(1, 0)
		told(1)
		return nil
	})
	var part *work.PartError
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s: %w", stage, ContextError(ctx))
	case errors.As(err, &part):
		return nil, rowError(stage, part.Index, string(keys[part.Index]), part.Err)
	case err == nil && slices.Contains(there, false):
		err = fmt.Errorf("row %d of %d is not there", slices.Index(there, false)+1, len(there))
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", stage, err)
		if e := env.execution; e != nil {
			err = &StudyError{Study: e.study.name, Full: env.Full, End: RowsLost, Err: err}
		}
		return nil, err
	}
	return rows, nil
}

// ContextError returns an error that wraps ctx.Err() and, if it says more, the cause.
func ContextError(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// Compute is [Rows] in a study's declaration: the output keeps the error, and the list of rows is
// then empty.
func Compute[P, R any](out *Output, stage string, params []P, row func(ctx context.Context, p P) (R, error)) []R {
	if out.Stopped() || out.redrawing() {
		return nil
	}
	rows, err := Rows(out.ctx, out.Env, stage, params, row)
	if errors.Is(err, errServed) {
		runtime.Goexit() // a worker's study ends here: its rows are served
	}
	out.Fail(err)
	return rows
}

// Numbers lists from, from+1, ..., to: most studies have a row for each n.
func Numbers(from, to int) []int { return EveryFrom(from, to, 1) }

// EveryFrom lists first, first+step, ... up to last.
func EveryFrom(first, last, step int) []int {
	var list []int
	for x := first; x <= last; x += step {
		list = append(list, x)
	}
	return list
}

// Keep returns the rows that pass, in order. It selects the cases of a claim.
func Keep[R any](rows []R, pass func(R) bool) []R {
	var kept []R
	for _, r := range rows {
		if pass(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Flat returns the parts of all rows, in order. A table with several lines for each row is made
// from them.
func Flat[R, S any](rows []R, parts func(R) []S) []S {
	var all []S
	for _, r := range rows {
		all = append(all, parts(r)...)
	}
	return all
}

// Count returns the number of rows that pass.
func Count[R any](rows []R, pass func(R) bool) int { return len(Keep(rows, pass)) }
