package group

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/search"
)

// recount judges the books of a state by counting again.
func (s *state) recount(t *testing.T) {
	t.Helper()
	shown := make([]int32, s.kinds)
	for r := range len(s.rows) {
		row, filled := s.row(r), 0
		for c, p := range row {
			assert.MustEqual(t, int(p)/s.width, c)
			if int(p)%s.width < s.symbols {
				filled++
			}
			for _, q := range row[:c] {
				if k := s.kind[int(p)*s.points+int(q)]; int(k) < s.kinds {
					shown[k]++
				}
			}
		}
		if s.limit > 0 && (filled != s.filled[r] || filled > s.limit) {
			t.Fatalf("row %d shows %d points, %d in the books, at most %d are allowed", r, filled, s.filled[r], s.limit)
		}
	}
	lost := 0
	for k, n := range shown {
		assert.MustEqual(t, n, s.shown[k], "kind %d", k)
		assert.MustEqual(t, n == 0, slices.Contains(s.lacks, int32(k)), "kind %d, shown %d times: lacking %v", k, n, n > 0)
		if n == 0 {
			lost += s.weight[k]
		}
		if s.weight[k] < 1 {
			t.Fatalf("kind %d has weight %d", k, s.weight[k])
		}
	}
	assert.MustEqual(t, s.lost, lost, "the weight of the kinds that are lacking")
}

func TestBreakoutKeepsItsBooks(t *testing.T) {
	for _, c := range []struct{ n, m, d, responsibility int }{{8, 5, 3, 0}, {9, 6, 3, 3}, {10, 7, 2, 4}, {4, 3, 2, 2}, {3, 2, 1, 0}} {
		s, ok := coverings(c.n, c.m, c.d, c.responsibility).round(t.Context(), 7, 5000)
		s.recount(t)
		assert.Equal(t, s.array().flaw() == "", ok, "%+v: found %v, and the array is one", c, ok)
	}
	found := 0
	for number := range 60 {
		a, _ := (&plan{number: number}).breakout(15, 6, 3, 1)
		if a == nil {
			continue
		}
		s, ok := a.round(t.Context(), 7, 2000)
		s.recount(t)
		assert.Equal(t, s.array().flaw() == "", ok, "plan %d: found %v, and the array is one", number, ok)
		rows := sorted(s.array())
		if len(rows) > 15 || len(slices.CompactFunc(rows, slices.Equal)) < s.array().rows {
			t.Errorf("plan %d: %d rows, or one twice", number, len(rows))
		}
		if ok {
			found++
		}
	}
	if found < 10 {
		t.Errorf("only %d arrays with a symmetry", found)
	}
}

// TestSteps: a step shows the kind that it is for, and is kept where no more weight is lost;
// otherwise one kind has a weight more. Weights are halved before they grow without end.
func TestSteps(t *testing.T) {
	plain := coverings(11, 6, 3, 0) // there is none
	var drawn *breakout             // with symmetries
	for number := 0; drawn == nil; number++ {
		drawn, _ = (&plan{number: number}).breakout(14, 6, 3, 1)
	}
	for _, a := range []*breakout{plain, drawn} {
		s := a.start(rand.New(rand.NewPCG(1, 1)))
		picks, shown, undone := 0, 0, 0
		for range 3 * span {
			if len(s.lacks) == 0 {
				s = a.start(rand.New(rand.NewPCG(uint64(picks), 2)))
			}
			if k, r, c, q, ok := s.pick(); ok {
				old, lost, worse := s.row(r)[c], s.lost, s.worse(r, c, q)
				s.put(r, c, q)
				if a == plain {
					assert.MustEqual(t, s.lost-lost, worse, "what is lost by a step")
				}
				if picks++; s.shown[k] > 0 {
					shown++
				}
				s.put(r, c, old)
			}
			before, kept := s.lost, s.undone
			s.step()
			switch {
			case s.undone == kept && s.lost > before:
				t.Fatalf("a step is kept that loses %d, %d before", s.lost, before)
			case s.undone > kept && s.undone%span > 0 && s.lost != before+1:
				t.Fatalf("an undone step leaves %d lost, %d before", s.lost, before)
			}
			if weight := len(s.weight) + s.undone; s.undone >= span {
				undone++
				for _, w := range s.weight {
					weight -= w
				}
				if weight < span/2 {
					t.Fatalf("after %d undone steps the weights have lost %d", s.undone, weight)
				}
			}
		}
		s.recount(t)
		if shown*10 < picks*9 {
			t.Errorf("%d of %d picks show their kind", shown, picks)
		}
		if a == plain && undone == 0 {
			t.Error("no weight was halved")
		}
	}
}

// TestUnsymmetric finds what the tables have from annealing (Cohen; Nurmela), and arrays with
// blanks that meet their bounds.
func TestUnsymmetric(t *testing.T) {
	assert.Long(t, "takes seconds")
	for _, c := range []struct{ n, m, d, responsibility int }{
		{12, 7, 3, 0}, {13, 9, 3, 0}, {19, 6, 4, 0}, {21, 7, 4, 0}, {37, 4, 6, 0}, {14, 5, 2, 3}, {20, 6, 3, 5}, {7, 7, 1, 3},
	} {
		b, ok := unsymmetric(t.Context(), c.n, c.m, c.d, c.responsibility, 2, 0)
		if !ok {
			t.Errorf("%+v: not found", c)
			continue
		}
		assert.Equal(t, b.array.flaw(), "", "%+v", c)
		for r := range b.array.rows {
			shown := 0
			for _, s := range b.array.row(r) {
				if s != blank {
					shown++
				}
			}
			if c.responsibility > 0 && shown > c.responsibility {
				t.Errorf("%+v: row %d shows %d symbols", c, r, shown)
			}
		}
		if again, _ := unsymmetric(t.Context(), c.n, c.m, c.d, c.responsibility, 1, 0); !slices.Equal(again.array.cell, b.array.cell) {
			t.Errorf("%+v: another array with one job", c)
		}
	}
}

// TestUnsymmetricAgainstAllArrays: for every small question local search finds an array exactly
// where there is one.
func TestUnsymmetricAgainstAllArrays(t *testing.T) {
	assert.Slow(t, "takes seconds")
	unsymmetricAgainstAll(t, 1, 4)
}

// unsymmetricAgainstAll takes the questions of so many nodes.
func unsymmetricAgainstAll(t *testing.T, from, to int) {
	for n := from; n <= to; n++ {
		for m := 2; m <= 3; m++ {
			for responsibility := range m {
				for d := 1; d <= 2; d++ {
					_, got := unsymmetric(t.Context(), n, m, d, responsibility, 1, 0)
					assert.Equal(t, got, naiveArrayExists(n, m, d, responsibility), "n=%d m=%d d=%d R=%d", n, m, d, responsibility)
				}
			}
		}
	}
}

func TestUnsymmetricEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := unsymmetric(ctx, 15, 40, 3, 0, 1, 0); ok {
		t.Error("found without time")
	}
	if _, ok := unsymmetric(t.Context(), 2000, 100, 44, 0, 1, 0); ok {
		t.Error("found beyond the memory")
	}
}

// TestMethodAnnealing: it finds, or says that it found nothing, and proves nothing.
func TestMethodAnnealing(t *testing.T) {
	assert.Long(t, "it searches for long")
	r := mustGroup(t, 12, 7, Options{Method: search.Annealing, Degree: 3})
	if r.Upper != nil || r.Optimal {
		t.Errorf("upper bound %v, optimal %v", r.Upper, r.Optimal)
	}
	r, err := Find(t.Context(), 8, 3, Options{Method: search.Annealing, Degree: 3})
	if err != nil || r.Verdict != search.Unknown || r.StoppedBy == "" || r.Upper != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestExhaustWithin: with too few steps the exhaustive search decides nothing.
func TestExhaustWithin(t *testing.T) {
	if a, complete, why := exhaustWithin(t.Context(), 10, 5, 3, 100); a != nil || complete || why == "" {
		t.Errorf("array %v, complete %v, %q", a, complete, why)
	}
	if a, complete, _ := exhaustWithin(t.Context(), 10, 5, 3, firstSteps); a != nil || !complete {
		t.Errorf("array %v, complete %v", a, complete)
	}
}
