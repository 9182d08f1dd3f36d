//go:build !small && !js

package command

import (
	"bytes"
	"context"
	"testing"
	"time"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/work"
	"coterie/internal/words/clustering"
)

// forging is a runner that replaces one result of a job, and computes the others here.
type forging struct {
	part   byte
	result []byte // if nil, all results are honest
	told   func(result []byte)
}

// Run implements [work.Runner].
func (r forging) Run(ctx context.Context, job work.Job, task work.Task, take func(i int, result []byte) error) (report work.Report, err error) {
	for i := range job.Parts {
		got := r.result
		if got == nil || i != int(r.part)%job.Parts {
			if got, err = task.Do(ctx, job.Part(i, 0)); err != nil {
				return report, err
			}
		}
		r.told(got)
		if job.Trust.Check != nil {
			if err := job.Trust.Check(ctx, i, got); err != nil {
				return report, work.Failed(i, err)
			}
		}
		if err := take(i, got); err != nil {
			return report, err
		}
		report.Parts++
	}
	return report, nil
}

// FuzzResults gives a command the fuzzer's result of a part, as a lying worker may.
func FuzzResults(f *testing.F) {
	commands := [][]string{
		{"enumerate", "--n", "4", "--nondominated", "--classes"},
		{"enumerate", "--n", "4", "--nondominated", "--classes", "--measure"},
		{"simulate", "fano", "--algorithm", "maekawa-fixed", "--replications", "2", "--entries", "5"},
		{"explore", "grid:n=3", "--algorithm", "maekawa-fixed", "--sets", "2"},
		{"search", "maekawa", "--n", "8", "--size", "3", "--responsibility", "3", "--method", "sat", "--cubes", "2"},
	}
	ask := func(ctx context.Context, command int, r forging) (status int, said string) {
		a := &App{args: append(commands[command], "--at", "nats://127.0.0.1", "--jobs", "1"), in: &bytes.Buffer{}, ctx: ctx, link: link{tally: &clustering.Tally{Runner: r}}}
		var out, errs bytes.Buffer
		a.out, a.err = &stream{a: a, name: "standard output", w: &out}, &stream{a: a, name: "standard error", w: &errs}
		_, err := a.rootCommand().ExecuteContextC(ctx)
		return a.report(clusterError(err)), errs.String()
	}
	for i := range commands {
		honest := 0
		if status, said := ask(f.Context(), i, forging{told: func(result []byte) {
			f.Add(byte(i), byte(honest), result)
			honest++
		}}); status > ExitFails || honest == 0 {
			f.Fatalf("%v: status %d, %d parts: %s", commands[i], status, honest, said)
		}
	}
	f.Fuzz(func(t *testing.T, command, part byte, result []byte) {
		ctx, end := context.WithTimeout(memory.With(t.Context(), 64<<20), time.Second)
		defer end()
		if result == nil {
			result = []byte{}
		}
		ask(ctx, int(command)%len(commands), forging{part, result, func([]byte) {}})
	})
}
