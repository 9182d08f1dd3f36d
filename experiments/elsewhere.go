package experiments

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"coterie/experiments/papers"
	"coterie/internal/machine/work"
	"coterie/internal/words/show"
)

// rowsKind is the kind of the jobs that [Rows] makes: a job is a stage, a part a row.
const rowsKind = "rows"

// stageParams are the params of a job, from which a worker replays the study. The row itself is a
// closure in the middle of a study, so a worker runs the study up to the stage.
type stageParams struct {
	Study      string          `json:"study"`
	Part       string          `json:"part"`
	Seed       uint64          `json:"seed"`
	Parameters json.RawMessage `json:"parameters"`
	Stage      string          `json:"stage"`
	Rows       int             `json:"rows"`
	Keys       string          `json:"keys"` // SHA-256 of the parameters of the rows, a line each
}

// runner returns the runner that computes the rows, nil for this machine.
func (e Env) runner() work.Runner {
	if e.execution == nil {
		return nil
	}
	return e.execution.runner
}

// serving reports whether a worker replays this study and has reached the requested stage.
func (e Env) serving(stage string) bool {
	return e.execution != nil && e.execution.replay != nil && e.execution.replay.want.Stage == stage
}

// job describes a stage. It has params if other machines may see them.
func (e Env) job(stage string, keys []json.RawMessage) (work.Job, error) {
	job := work.Job{Kind: rowsKind, Parts: len(keys)}
	s := e.execution
	if s == nil || s.runner == nil && s.replay == nil {
		return job, nil
	}
	sum := sha256.New()
	for _, key := range keys {
		sum.Write(key) // one line of JSON
		sum.Write([]byte("\n"))
	}
	params, err := show.Marshal(stageParams{
		Study: s.header.Study, Part: s.header.Part, Seed: s.header.Seed, Parameters: s.header.Parameters,
		Stage: stage, Rows: len(keys), Keys: hex.EncodeToString(sum.Sum(nil)),
	})
	job.Title = fmt.Sprintf("study %s (%s): %s", s.header.Study, s.header.Part, stage)
	job.Params = params
	// If a row takes hours, so does the sample. It is one row or a few: the number of rows alone
	// decides.
	job.Trust = work.Sampled(len(keys))
	job.Trust.Checked = "every row by its form"
	return job, err
}

// Work returns the kind of the jobs that a run of these studies makes if it has a runner.
//
// A worker that opens one runs the declaration of the study anew, from the parameters and the seed
// that the job names, until it reaches the stage: rows of earlier stages come from
// [work.Host.Earlier], and tables are filled because plots and later stages may need them. But no
// file is made, no picture drawn, no certificate verified and nothing judged. The stage must have
// the number and the parameters of rows that the job names. There the study waits, while its rows
// are computed one by one, until the task is closed. Nothing after the stage is begun.
//
// Opening costs the time that the study spends outside [Compute] before the stage. A study that
// reads files of other studies has no stage after that, because a worker has no results folder.
// (Only `claims` reads such files, and it computes no row.)
func Work(studies []Study) work.Kind {
	return work.Kind{Name: rowsKind, Open: func(ctx context.Context, params []byte, host work.Host) (work.Task, error) {
		return openReplay(ctx, studies, params, host)
	}}
}

// replay is a study that a worker runs for the rows of one stage, and the task with these rows.
type replay struct {
	work.Task // the rows of the stage, once it is reached
	want      stageParams
	params    []byte
	reached   chan work.Task
	stop      context.CancelCauseFunc
	over      chan struct{} // closed when the study has ended
	failed    error         // why it ended before the stage; read once it is over
}

// errServed ends the study of a worker whose rows are no longer wanted.
var errServed = errors.New("the rows of this stage are served")

// errNoFolder is the error that a replayed study gets in place of a file of another study.
var errNoFolder = errors.New("a worker has no results folder: rows cannot depend on what another study wrote")

// openReplay runs a study until it reaches the stage of a job.
func openReplay(ctx context.Context, studies []Study, params []byte, host work.Host) (work.Task, error) {
	r := &replay{params: params, reached: make(chan work.Task, 1), over: make(chan struct{})}
	if err := StrictJSON(params, &r.want); err != nil {
		return nil, fmt.Errorf("this is no stage of a study: %w", err)
	}
	full := r.want.Part == partName(true)
	at := slices.IndexFunc(studies, func(s Study) bool { return s.name == r.want.Study })
	switch {
	case at < 0:
		return nil, noStudy(r.want.Study)
	case r.want.Part != partName(full) || full && !studies[at].HasFull():
		return nil, fmt.Errorf("study %s has no part %s", r.want.Study, show.Value(r.want.Part))
	}
	s := studies[at]
	if here := s.Parameters(full); string(here) != string(r.want.Parameters) {
		return nil, fmt.Errorf("the parameters of study %s are %s here, and %s where rows are asked for", s.name, here, r.want.Parameters)
	}
	ctx, r.stop = context.WithCancelCause(ctx)
	execution := newExecution(s, full, r.want.Seed)
	execution.replay, execution.runner = r, host.Earlier
	execution.read = func(string, bool, string) ([]byte, bool, error) { return nil, false, errNoFolder }
	env := Env{Jobs: host.Jobs, Seed: r.want.Seed, Full: full, Papers: papers.Files(), execution: execution}
	out := newOutput(ctx, env, s, false)
	go func() {
		defer close(r.over)
		defer func() {
			if p := recover(); p != nil {
				r.failed = fmt.Errorf("study %s panics: %v\n%s", s.name, p, debug.Stack())
			}
		}()
		r.failed = s.run(out)
	}()
	select {
	case r.Task = <-r.reached:
		return r, nil
	case <-r.over:
		r.stop(nil)
		if r.failed == nil {
			r.failed = fmt.Errorf("study %s has no stage %s", s.name, show.Value(r.want.Stage))
		}
		return nil, r.failed
	case <-ctx.Done():
		r.stop(nil)
		return nil, ContextError(ctx)
	}
}

// serve hands the rows of the stage over and waits until they are no longer wanted.
func (r *replay) serve(ctx context.Context, job work.Job, rows work.Task) error {
	if string(job.Params) != string(r.params) {
		return fmt.Errorf("study %s: stage %s has %d rows here, of other parameters than the %d that are asked for",
			r.want.Study, r.want.Stage, job.Parts, r.want.Rows)
	}
	r.reached <- rows
	<-ctx.Done()
	return errServed
}

// Close ends the study.
func (r *replay) Close() error {
	r.stop(errServed)
	<-r.over
	return nil
}

// replaying reports whether nothing but rows is made.
func (o *Output) replaying() bool { return o.execution != nil && o.execution.replay != nil }
