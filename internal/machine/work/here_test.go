package work

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

// square is a task whose results identify their parts. Some of them come late.
var square = TaskFunc(func(_ context.Context, p Part) ([]byte, error) {
	if p.Index%7 == 0 {
		time.Sleep(time.Millisecond)
	}
	return fmt.Appendf(nil, "%d%s", p.Index*p.Index, p.Input), nil
})

func TestHere(t *testing.T) {
	for _, jobs := range []int{1, 2, 5} {
		for _, inOrder := range []bool{false, true} {
			job := Job{Parts: 50, InOrder: inOrder, Input: func(i int) []byte { return fmt.Appendf(nil, "/%d", i) }}
			job.Known = func(i int) []byte {
				if i%10 == 3 {
					return fmt.Appendf(nil, "known %d", i)
				}
				return nil
			}
			var order []int
			got := make([]string, job.Parts)
			report, err := Here{jobs}.Run(t.Context(), job, square, func(i int, result []byte) error {
				order = append(order, i)
				got[i] = string(result)
				return nil
			})
			if err != nil || report.Parts != 50 || report.Known != 5 || report.Trusted != "" {
				t.Fatalf("%d jobs, in order %v: %+v, %v", jobs, inOrder, report, err)
			}
			for i, result := range got {
				want := fmt.Sprintf("%d/%d", i*i, i)
				if i%10 == 3 {
					want = fmt.Sprintf("known %d", i)
				}
				assert.Equal(t, result, want, "part %d", i)
			}
			if inOrder && !slices.IsSorted(order) {
				t.Errorf("%d jobs: taken in the order %v", jobs, order)
			}
		}
	}
}

// TestHereEnds: the first part that ends the job is taken, and so are all parts before it.
func TestHereEnds(t *testing.T) {
	for _, jobs := range []int{1, 2, 5} {
		for _, inOrder := range []bool{false, true} {
			taken := map[int]bool{}
			job := Job{Parts: 1000, InOrder: inOrder, Ends: func(i int, _ []byte) bool { return i >= 28 && i%2 == 0 }}
			assert.Got(Here{jobs}.Run(t.Context(), job, square, func(i int, _ []byte) error {
				taken[i] = true
				return nil
			}))(t)
			for i := range 29 {
				if !taken[i] {
					t.Errorf("%d jobs, in order %v: part %d was left out", jobs, inOrder, i)
				}
			}
			if len(taken) > 29+2*jobs || inOrder && len(taken) != 29 {
				t.Errorf("%d jobs, in order %v: %d parts were taken", jobs, inOrder, len(taken))
			}
		}
	}
}

func TestHereErrors(t *testing.T) {
	broken, full, why := errors.New("broken"), errors.New("full"), errors.New("enough")
	for _, jobs := range []int{1, 3} {
		for _, inOrder := range []bool{false, true} {
			job := Job{Parts: 100, InOrder: inOrder}
			_, err := Here{jobs}.Run(t.Context(), job, TaskFunc(func(_ context.Context, p Part) ([]byte, error) {
				if p.Index == 40 {
					return nil, broken
				}
				return nil, nil
			}), func(int, []byte) error { return nil })
			var part *PartError
			if !errors.As(err, &part) || part.Index != 40 || !errors.Is(err, broken) {
				t.Errorf("%d jobs, in order %v: %v", jobs, inOrder, err)
			}
			calls := 0
			_, err = Here{jobs}.Run(t.Context(), job, square, func(int, []byte) error {
				calls++
				if calls == 5 {
					return full
				}
				return nil
			})
			if !errors.Is(err, full) || calls != 5 {
				t.Errorf("%d jobs, in order %v: %v after %d calls", jobs, inOrder, err, calls)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			var begun atomic.Int64
			_, err = Here{jobs}.Run(ctx, job, TaskFunc(func(ctx context.Context, p Part) ([]byte, error) {
				if begun.Add(1) == 10 {
					cancel(why)
				}
				return nil, nil
			}), func(int, []byte) error { return nil })
			assert.Is(t, err, why, "%d jobs, in order %v", jobs, inOrder)
		}
	}
}

func TestKey(t *testing.T) {
	job := Job{Kind: "a", Params: []byte("bc"), Parts: 2}
	other := job
	other.Title, other.InOrder, other.Trust.Sample = "words", true, 3
	if job.Key() != other.Key() || len(job.Key()) != 26 {
		t.Errorf("keys %s and %s", job.Key(), other.Key())
	}
	seen := map[string]bool{job.Key(): true}
	for _, j := range []Job{
		{Kind: "ab", Params: []byte("c"), Parts: 2},
		{Kind: "a", Params: []byte("bc"), Parts: 3},
		{Kind: "a", Params: []byte("bd"), Parts: 2},
		{Kind: "a", Params: []byte("bc"), Parts: 2, Input: func(i int) []byte { return nil }},
		{Kind: "a", Params: []byte("bc"), Parts: 2, Input: func(i int) []byte { return []byte{byte(i)} }},
	} {
		if seen[j.Key()] {
			t.Errorf("%+v has the key of another job", j)
		}
		seen[j.Key()] = true
	}
}
