package atlas

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/worktest"
	"coterie/internal/machine/work"
	"coterie/search/enumerate"
)

// TestListElsewhere: workers that know nothing but the bytes of the job give the same classes.
func TestListElsewhere(t *testing.T) {
	for n := 1; n <= 7; n++ {
		want := all(t, n)
		for _, used := range []bool{false, true} {
			q := classesOn(n)
			q.AllUsed = used
			var got []Class
			elsewhere := &worktest.Elsewhere{Seed: 5}
			for item := range assert.Each(t, List(work.With(t.Context(), elsewhere), q, enumerate.Options{})) {
				got = append(got, *item.Class)
			}
			all := want
			if used {
				all = slices.DeleteFunc(slices.Clone(want), func(c Class) bool { return c.Function.Used() != 1<<n-1 })
			}
			assert.Slice(t, got, all, "n = %d, all used %v: %d classes, want %d", n, used, len(got), len(all))
		}
	}
}

// TestListAsEnumerate: the systems are those of the listing, and behind any of them come the same.
func TestListAsEnumerate(t *testing.T) {
	for n := 1; n <= 7; n++ {
		list := all(t, n)
		for item, err := range enumerate.List(t.Context(), classesOn(n), enumerate.Options{}) {
			if err != nil || item.Cartels[0] != list[item.Index].Function || item.Automorphisms != list[item.Index].Automorphisms || item.Orbit != list[item.Index].Orbit() {
				t.Fatalf("n = %d: item %d differs, %v", n, item.Index, err)
			}
			if item.Index%97 != 0 {
				continue
			}
			at := item.Index + 1
			for next, err := range List(t.Context(), classesOn(n), enumerate.Options{After: &item}) {
				if err != nil || next.Index != at || *next.Class != list[at] {
					t.Fatalf("n = %d, behind %d: item %d, %v", n, item.Index, next.Index, err)
				}
				if at++; at > item.Index+20 {
					break
				}
			}
		}
	}
}

// TestWrongResults: what a worker could send in place of a result is refused.
func TestWrongResults(t *testing.T) {
	task := assert.Got(open(t.Context(), classesOn(6)))(t)
	check := task.job(0).Trust.Check
	for part := range task.slices.Parts() {
		result := assert.Got(task.Do(t.Context(), work.Part{Index: part}))(t)
		assert.NoError(t, check(t.Context(), part, result))
		for at := range result {
			for _, bit := range []byte{1, 64} {
				spoilt := bytes.Clone(result)
				spoilt[at] ^= bit
				// What passes says the truth all the same: only the number of automorphisms is the
				// word of the worker, and an optimum may have several proofs.
				err := task.each(spoilt, func(c *Class) error { return c.Check() })
				assert.Equal(t, check(t.Context(), part, spoilt) == nil, err == nil, "part %d, byte %d", part, at)
			}
		}
		for cut := 1; cut < len(result); cut++ {
			if count(task, result[:cut]) >= count(task, result) {
				t.Errorf("part %d passes whole, cut after %d bytes", part, cut)
			}
		}
	}
}

// count is how many classes a result has, -1 if it is refused.
func count(t *task, result []byte) (classes int) {
	if t.each(result, func(*Class) error { classes++; return nil }) != nil {
		return -1
	}
	return classes
}

func TestListErrors(t *testing.T) {
	for name, q := range map[string]enumerate.Query{
		"nine nodes": classesOn(9), "no nodes": classesOn(0), "labelled": {Nodes: 5, Nondominated: true},
		"dominated": {Nodes: 5, Classes: true}, "groups": {Nodes: 3, Nondominated: true, Classes: true, Groups: 2},
	} {
		for _, err := range List(t.Context(), q, enumerate.Options{}) {
			assert.Fails(t, err, "", "%s: no error", name)
		}
		assert.Refused(worktest.Kind(kind).Open(t.Context(), []byte(`{"Nodes":9}`), work.Host{}))(t, "", "a worker opens a query that is out of reach")
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for _, err := range List(ctx, classesOn(7), enumerate.Options{}) {
		assert.Is(t, err, why)
	}
}

// interrupted is a runner that says at its end that ctx has ended, whatever take says: so does a
// cluster when both happen at once.
type interrupted struct{ work.Runner }

func (r interrupted) Run(ctx context.Context, job work.Job, task work.Task, take func(i int, result []byte) error) (work.Report, error) {
	report, err := r.Runner.Run(context.WithoutCancel(ctx), job, task, take)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return report, err
}

// TestListLeftAsItEnds: a loop that is left when ctx ends is not called again with the cause.
func TestListLeftAsItEnds(t *testing.T) {
	ctx, end := context.WithCancel(work.With(t.Context(), interrupted{work.Here{Jobs: 1}}))
	defer end()
	for range List(ctx, classesOn(5), enumerate.Options{}) {
		end()
		break
	}
	ctx, end = context.WithCancel(work.With(t.Context(), interrupted{work.Here{Jobs: 1}}))
	defer end()
	for range enumerate.List(ctx, classesOn(5), enumerate.Options{}) {
		end()
		break
	}
}
