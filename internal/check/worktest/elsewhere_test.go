package worktest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"
)

// doubling returns a kind whose results contain params, part and input.
func doubling(lies bool) work.Kind {
	return work.Kind{Name: "doubling", Open: func(_ context.Context, params []byte, _ work.Host) (work.Task, error) {
		if string(params) == "bad" {
			return nil, errors.New("bad params")
		}
		count := 0
		return work.TaskFunc(func(_ context.Context, p work.Part) ([]byte, error) {
			if lies {
				count++
			}
			return fmt.Appendf(nil, "%s %d %s %d", params, 2*p.Index, p.Input, count), nil
		}), nil
	}}
}

// form accepts any bytes that begin like a result.
func form(_ context.Context, _ int, result []byte) error {
	if !bytes.HasPrefix(result, []byte("p ")) {
		return errors.New("no result")
	}
	return nil
}

func TestElsewhere(t *testing.T) {
	input := func(i int) []byte { return fmt.Appendf(nil, "<%d>", i) }
	here, _ := doubling(false).Open(t.Context(), []byte("p"), work.Host{})
	for _, inOrder := range []bool{false, true} {
		job := work.Job{Kind: "doubling", Params: []byte("p"), Parts: 40, Input: input, InOrder: inOrder, Trust: work.Trust{Check: form, Checked: "form", Sample: 3}}
		e := &Elsewhere{Kinds: []work.Kind{doubling(false)}, Seed: 1}
		var order []int
		report, err := e.Run(t.Context(), job, here, func(i int, result []byte) error {
			if want := fmt.Sprintf("p %d <%d> 0", 2*i, i); string(result) != want {
				t.Errorf("part %d: %q, want %q", i, result, want)
			}
			order = append(order, i)
			return nil
		})
		if err != nil || report.Parts != 40 || report.Trusted != "form, 3 parts computed again here" || len(e.Jobs) != 1 {
			t.Fatalf("%+v, %v", report, err)
		}
		if slices.IsSorted(order) != inOrder {
			t.Errorf("in order %v: %v", inOrder, order)
		}
		// One part ends the job: those before it are there.
		job.Ends = func(i int, _ []byte) bool { return i >= 20 }
		taken := map[int]bool{}
		assert.Got(e.Run(t.Context(), job, here, func(i int, _ []byte) error { taken[i] = true; return nil }))(t)
		for i := range 21 {
			assert.True(t, taken[i], "in order %v: part %d is missing", inOrder, i)
		}
	}
}

func TestElsewhereErrors(t *testing.T) {
	here, _ := doubling(false).Open(t.Context(), []byte("p"), work.Host{})
	job := work.Job{Kind: "doubling", Params: []byte("p"), Parts: 40, Trust: work.Trust{Check: form}}
	full := errors.New("full")
	ended, end := context.WithCancelCause(t.Context())
	end(full)
	keep := func(int, []byte) error { return nil }
	for name, run := range map[string]func() error{
		"a lie": func() error {
			job := job
			job.Trust.Sample = 100
			_, err := (&Elsewhere{Kinds: []work.Kind{doubling(true)}}).Run(t.Context(), job, here, keep)
			return err
		},
		"not the known": func() error {
			job := job
			job.Known = func(int) []byte { return []byte{} }
			_, err := (&Elsewhere{Kinds: []work.Kind{doubling(false)}, Doubts: true}).Run(t.Context(), job, here, keep)
			return err
		},
		"no kind": func() error {
			_, err := (&Elsewhere{}).Run(t.Context(), job, here, keep)
			return err
		},
		"not opened": func() error {
			job := job
			job.Params = []byte("bad")
			_, err := (&Elsewhere{Kinds: []work.Kind{doubling(false)}}).Run(t.Context(), job, here, keep)
			return err
		},
		"rubbish is trusted": func() error {
			job := job
			job.Trust.Check = func(context.Context, int, []byte) error { return nil }
			_, err := (&Elsewhere{Kinds: []work.Kind{doubling(false)}}).Run(t.Context(), job, here, keep)
			return err
		},
		"nothing is judged": func() error {
			job := job
			job.Trust.Check = nil
			_, err := (&Elsewhere{Kinds: []work.Kind{doubling(false)}}).Run(t.Context(), job, here, keep)
			return err
		},
		"not trusted": func() error {
			job := job
			job.Trust.Check = func(context.Context, int, []byte) error { return full }
			_, err := (&Elsewhere{Kinds: []work.Kind{doubling(false)}}).Run(t.Context(), job, here, keep)
			return err
		},
		"not taken": func() error {
			_, err := (&Elsewhere{Kinds: []work.Kind{doubling(false)}}).Run(t.Context(), job, here, func(int, []byte) error { return full })
			return err
		},
		"ended": func() error {
			_, err := (&Elsewhere{Kinds: []work.Kind{doubling(false)}}).Run(ended, job, here, keep)
			return err
		},
	} {
		err := run()
		if wants := name == "not trusted" || name == "not taken" || name == "ended"; err == nil || errors.Is(err, full) != wants {
			t.Errorf("%s: %v", name, err)
		}
	}
}
