package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
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

// Rows computes one row per parameter with env.Jobs workers, starting them in order, and returns the rows in
// the order of the parameters, whatever the number of workers. stage names this list within the study: words
// joined by -, used once per run.
//
// Every finished row is kept on disk until the run is complete, so an interrupted run can be resumed; a row
// passes through its JSON even where it is computed here and now, so that a resumed run cannot differ from
// an uninterrupted one. R must therefore carry all that matters in JSON: exported fields, or its own
// marshaller ([table.Cell] has one). P is marshalled only, to recognise the row.
//
// row must be safe for concurrent calls, a function of its parameter and of the seed, and must heed its
// context. A row that returns after the context ended is not taken: it may have been cut short. The first
// row that fails stops the others; the error is a [RowError]. When ctx ends, the error wraps ctx.Err().
//
// Inside row, randomness comes from env.Rand labelled with the parameter. Rows panics if the stage name is
// not a legal one or is used twice.
func Rows[P, R any](ctx context.Context, env Env, stage string, params []P, row func(ctx context.Context, p P) (R, error)) ([]R, error) {
	if !isKebab(stage) {
		panic(fmt.Sprintf("experiments: stage named %q, want lower-case words joined by -", stage))
	}
	keys := make([]json.RawMessage, len(params))
	for i, p := range params {
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
	have := make([]bool, len(params))
	resumed := 0
	for i, data := range kept.rows {
		// A row that no longer decodes is computed again rather than trusted.
		if json.Unmarshal(data, &rows[i]) != nil {
			var zero R
			rows[i] = zero
			continue
		}
		have[i] = true
		resumed++
	}
	env.count(resumed, resumed)
	progress := env.Progress
	if progress == nil {
		progress = silent{}
	}
	bar := progress.Begin(stage, len(params))
	defer bar.End()
	if resumed > 0 {
		env.Logf("%s: %d of %d rows taken up from an interrupted run", stage, resumed, len(params))
		bar.Add(resumed)
	}

	jobs := env.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var finish sync.Mutex // guards the checkpoint, the bar and the counts
	workers, working := errgroup.WithContext(ctx)
	workers.SetLimit(jobs)
	for i, p := range params {
		if have[i] {
			continue
		}
		if working.Err() != nil {
			break
		}
		workers.Go(func() error {
			fail := func(err error) error {
				return &RowError{Stage: stage, Index: i, Param: string(keys[i]), Err: err}
			}
			if err := working.Err(); err != nil {
				return fail(err)
			}
			r, err := row(working, p)
			if err != nil {
				return fail(err)
			}
			if err := working.Err(); err != nil {
				return fail(err)
			}
			data, err := compactJSON(r)
			if err != nil {
				return fail(err)
			}
			if err := json.Unmarshal(data, &rows[i]); err != nil {
				return fail(fmt.Errorf("a row must survive its own JSON: %w", err))
			}
			finish.Lock()
			defer finish.Unlock()
			if err := kept.add(i, keys[i], data); err != nil {
				return fail(err)
			}
			env.count(1, 0)
			bar.Add(1)
			return nil
		})
	}
	err = workers.Wait()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s: %w", stage, contextError(ctx))
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// contextError returns an error that wraps ctx.Err() and, where it says more, the cause.
func contextError(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}
