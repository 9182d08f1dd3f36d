package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"coterie/internal/par"
)

// RowError says which row of a stage could not be computed.
type RowError struct {
	Stage string
	Index int    // 0-based, in the order of the parameters
	Param string // the parameter as JSON
	Err   error
}

func (e *RowError) Error() string {
	return fmt.Sprintf("%s: row %d, %s: %v", e.Stage, e.Index+1, e.Param, e.Err)
}

func (e *RowError) Unwrap() error { return e.Err }

// Rows computes one row per parameter with env.Jobs workers, starting them in order, and returns
// the rows in the order of the parameters, whatever the number of workers. stage names this list
// within the study: words joined by -, used once per run.
//
// Every finished row is kept on disk until the run is complete, so an interrupted run can be
// resumed; a row passes through its JSON even where it is computed here and now, so that a resumed
// run cannot differ from an uninterrupted one. R must therefore carry all that matters in JSON:
// exported fields, or its own marshaller ([table.Cell] has one). P is marshalled only, to recognise
// the row.
//
// row must be safe for concurrent calls, a function of its parameter and of the seed, and must heed
// its context. A row that returns after the context ended is not taken: it may have been cut short.
// The first row that fails stops the others; the error is a [RowError]. When ctx ends, the error
// wraps ctx.Err().
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
		key, err := compactJSON(p)
		if err != nil {
			return nil, &RowError{Stage: stage, Index: i, Param: fmt.Sprint(p), Err: err}
		}
		keys[i] = key
	}
	kept, err := env.openStage(stage, keys)
	if err != nil {
		return nil, err
	}
	defer kept.close()

	rows := make([]R, len(params))
	var todo []int
	for i := range params {
		// A row that no longer decodes is computed again rather than trusted.
		if data, have := kept.rows[i]; !have || json.Unmarshal(data, &rows[i]) != nil {
			var zero R
			rows[i] = zero
			todo = append(todo, i)
		}
	}
	resumed := len(params) - len(todo)
	env.count(resumed, resumed)
	told := par.Progress(env.Progress).Count("rows of "+stage, len(params))
	if resumed > 0 {
		env.Logf("%s: %d of %d rows taken up from an interrupted run", stage, resumed, len(params))
		told(resumed)
	}
	var finish sync.Mutex // guards the checkpoint
	one := func(ctx context.Context, i int) error {
		r, err := row(ctx, params[i])
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		data, err := compactJSON(r)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(data, &rows[i]); err != nil {
			return fmt.Errorf("a row must survive its own JSON: %w", err)
		}
		finish.Lock()
		defer finish.Unlock()
		if err := kept.add(i, keys[i], data); err != nil {
			return err
		}
		env.count(1, 0)
		told(1)
		return nil
	}
	err = par.For(ctx, env.Jobs, len(todo), func(ctx context.Context, _, at int) error {
		i := todo[at]
		if err := one(ctx, i); err != nil {
			return &RowError{Stage: stage, Index: i, Param: string(keys[i]), Err: err}
		}
		return nil
	})
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s: %w", stage, ContextError(ctx))
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// ContextError returns an error that wraps ctx.Err() and, where it says more, the cause.
func ContextError(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// Compute is [Rows] in a study's declaration: the output keeps the error, and the rows are then
// none.
func Compute[P, R any](out *Output, stage string, params []P, row func(ctx context.Context, p P) (R, error)) []R {
	if out.Stopped() || out.redrawing() {
		return nil
	}
	rows, err := Rows(out.ctx, out.Env, stage, params, row)
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

// Keep returns the rows that pass, in order: what a claim is about.
func Keep[R any](rows []R, pass func(R) bool) []R {
	var kept []R
	for _, r := range rows {
		if pass(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Flat returns the parts of all rows, in order: the rows of a table with several lines for each.
func Flat[R, S any](rows []R, parts func(R) []S) []S {
	var all []S
	for _, r := range rows {
		all = append(all, parts(r)...)
	}
	return all
}
